package import Audit
package import Base

extension CalcReport {
  /// The calculation as a page: figures, each result with its limit and the rule it comes from, and notes.
  package var page: Page {
    let facts = figures.map { PageItem.fact($0.name.capitalizedFirst, $0.text) }
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
      ("schema", .string("a11y.calc/1")), ("generated", .string(generated)), ("title", .string(title)),
      (
        "figures",
        .objects(figures) { [("name", .string($0.name)), ("value", .string($0.value)), ("unit", .string($0.unit))] }
      ),
      ("verdicts", .array(verdicts.map(\.json))), ("notes", .strings(notes)),
    ])
  }
}

extension CalcReport.Verdict {
  fileprivate var row: PageRow {
    PageRow(
      outcome: word, [check ?? ""], words: [threshold], details: [("Rule", rule), ("Note", note ?? "")])
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
    .object([
      ("rule", .string(rule)), ("threshold", .string(threshold)), ("outcome", .string(code)),
      ("note", .string(orNull: note)), ("required", .bool(isRequired)), ("check", .string(orNull: check)),
    ])
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
