package import AuditModel

extension CalcReport {
  /// The screen-reader form: one fact per line, as sentences.
  package var plain: String {
    var lines = [Self.sentence(title)]
    lines += figures.map { Self.sentence("\($0.name.capitalizedFirst): \($0.text(" percent"))") }
    for verdict in verdicts {
      var line = Self.sentence("\(verdict.word.capitalizedFirst): \(verdict.threshold)")
      line += " " + Self.sentence("Rule: \(verdict.rule)")
      if let note = verdict.note { line += " " + Self.sentence(note) }
      if let check = verdict.check { line += " Check: \(check)" }
      lines.append(line)
    }
    lines += notes.map { "Note: " + Self.sentence($0) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// With a full stop, unless it ends in one.
  private static func sentence(_ text: String) -> String {
    text.utf8.last == UInt8(ascii: ".") ? text : text + "."
  }

  /// `a11y.calc/1`. The `value` of a figure is its displayed text; `required` is false for advice and for tiers that
  /// this profile does not require.
  package func json(generated: String) -> JSONText {
    .object([
      ("schema", .string("a11y.calc/1")), ("generated", .string(generated)), ("title", .string(title)),
      (
        "figures",
        .array(
          figures.map {
            .object([("name", .string($0.name)), ("value", .string($0.value)), ("unit", .string($0.unit))])
          })
      ),
      ("verdicts", .array(verdicts.map(\.json))), ("notes", .strings(notes)),
    ])
  }

  /// Markdown: a table of figures, a table of verdicts, the notes.
  package var markdown: String {
    var output = "## \(MarkdownText(escaping: title).text)\n"
    if !figures.isEmpty {
      output += "\n| Figure | Value |\n| --- | --- |\n"
      for figure in figures {
        let row: MarkdownText = "| \(figure.name.capitalizedFirst) | \(figure.text("%")) |\n"
        output += row.text
      }
    }
    if !verdicts.isEmpty {
      output += "\n| Result | Limit | Rule | Check | Note |\n| --- | --- | --- | --- | --- |\n"
      for verdict in verdicts {
        let row: MarkdownText =
          "| \(verdict.word) | \(verdict.threshold) | \(verdict.rule) | \(verdict.check ?? "") | \(verdict.note ?? "") "
          + "|\n"
        output += row.text
      }
    }
    if !notes.isEmpty { output += "\n" + notes.map { "- \(MarkdownText(escaping: $0).text)\n" }.joined() }
    return output
  }
}

extension CalcReport.Verdict {
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
