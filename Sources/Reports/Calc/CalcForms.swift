package import Audit
package import Base

extension CalcReport {
  /// The calculation as a page: figures, each result with its limit and the rule it comes from, and notes.
  package var page: Page {
    let facts = figures.map { PageItem.fact($0.isIdentifier ? $0.name : $0.name.capitalizedFirst, $0.text) }
    return Page(
      title: title,
      sections: [
        PageSection(nil, facts), PageSection(nil, verdicts.map { .row($0.row) }),
        PageSection("Notes", notes.map { .text($0) }),
      ])
  }

  /// `a11y.calc/1`. The `value` of a figure is its displayed text; `required` is false for advice and for tiers that
  /// this profile does not require.
  package func json(generated: String) -> JSONText {
    .object([
      "schema": "a11y.calc/1", "generated": generated, "title": title,
      "figures": JSONText.objects(figures) { ["name": $0.name, "value": $0.value, "unit": $0.unit] },
      "verdicts": verdicts.map(\.json), "notes": notes,
    ])
  }
}

extension CalcReport.Verdict {
  fileprivate var row: PageRow {
    guard let name else {
      return PageRow(
        outcome: word, [check ?? ""], words: [threshold], details: [("Rule", rule), ("Note", note ?? "")])
    }
    // Nothing is evaluated: what to type, and what it is the limit of.
    return PageRow(
      [name], words: [threshold],
      details: [("Of", String(rule.dropFirst(name.count + 2))), ("Check", check ?? ""), ("Note", note ?? "")])
  }

  /// PASS, FAIL, met, not met, or not evaluated: only a required rule passes or fails, so that advice does not read as a
  /// finding.
  private var word: String {
    switch (outcome, isRequired) {
    case (.pass, false): "met"
    case (.fail, false): "not met"
    default: outcome.rawValue
    }
  }

  fileprivate var json: JSONText {
    .object(
      [
        "rule": rule, "threshold": threshold, "outcome": code, "note": note, "required": isRequired, "check": check,
      ] + (name.map { ["name": $0] } ?? [:]))
  }

  /// A word without a space, for scripts.
  private var code: String {
    switch outcome {
    case .pass, .fail: outcome.rawValue
    case .notJudged: "not-judged"
    }
  }
}

extension CalcReport.Figure {
  /// The value with its unit: `3.44:1`, `165%`, `40x40 pt`.
  fileprivate var text: String {
    switch unit {
    case "": value
    case "%", ":1": value + unit
    default: value + " " + unit
    }
  }
}
