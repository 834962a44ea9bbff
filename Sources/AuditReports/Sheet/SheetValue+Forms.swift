extension SheetValue {
  /// One line for a table cell or a record; empty for null.
  var terminal: TerminalText {
    switch self {
    case .null: ""
    case .text(let text), .file(let text, _): TerminalText(escaping: text)
    case .integer(let number): "\(number)"
    case .ratio(let part, let whole): TerminalText(verbatim: "\(part) of \(whole) (\(Percent(of: part, whole).text))")
    case .decimal(let number): TerminalText(verbatim: JSONText.digits(of: number) ?? "")
    case .outcome(let id): TerminalText(escaping: OutcomeWords.word(id))
    case .severity(let severity): TerminalText(verbatim: SeverityWords.word(severity))
    case .flag(let flag): flag ? "yes" : "no"
    case .list(let texts): texts.map { TerminalText(escaping: $0) }.joined(separator: ", ")
    case .json(let json): TerminalText(verbatim: json.render())
    }
  }

  /// The words for a sentence: as on the terminal, with percentages spelled out.
  var words: TerminalText {
    guard case .ratio(let part, let whole) = self else { return terminal }
    return TerminalText(verbatim: "\(part) of \(whole), \(Percent(of: part, whole).words)")
  }

  /// The JSON value: ids and numbers, and for a ratio its counts beside the fraction.
  package var json: JSONText {
    switch self {
    case .null: .null
    case .text(let text), .file(let text, _): .string(text)
    case .integer(let number): .int(number)
    case .ratio(let part, let whole):
      .object([("count", .int(part)), ("of", .int(whole)), ("ratio", .ratio(part, whole))])
    case .decimal(let number): .number(number)
    case .outcome(let id): .string(id)
    case .severity(let severity): .int(severity)
    case .flag(let flag): .bool(flag)
    case .list(let texts): .strings(texts)
    case .json(let json): json
    }
  }

  /// The content of a CSV or TSV field before quoting, and whether it is text that needs a formula guard.
  ///
  /// Ids and numbers as in JSON; a measured value is what was typed; lists with commas; a ratio is its fraction (a sheet
  /// that needs the counts in CSV has columns for them); null is empty.
  var field: (content: String, isText: Bool) {
    switch self {
    case .null: ("", false)
    case .text(let text), .file(let text, _): (text, true)
    case .integer(let number): (String(number), false)
    case .ratio(let part, let whole): (JSONText.ratio(part, whole).digitsOrEmpty, false)
    case .decimal(let number): (JSONText.digits(of: number) ?? "", false)
    case .outcome(let id): (id, true)
    case .severity(let severity): (String(severity), false)
    case .flag(let flag): (flag ? "true" : "false", false)
    case .list(let texts): (texts.joined(separator: ","), true)
    case .json(.null): ("", false)
    case .json(.array(let elements)) where elements.isEmpty: ("", false)
    case .json(let json): (measured ?? json.render(), true)
    }
  }

  /// What was typed as a measured value; nil for anything else.
  private var measured: String? {
    guard case .json(.object(let members)) = self,
      case .string(let typed)? = members.first(where: { $0.0 == "text" })?.1
    else { return nil }
    return typed
  }

  var isOutcome: Bool {
    guard case .outcome = self else { return false }
    return true
  }

  /// True for a value that a sentence leaves out.
  var isBlank: Bool {
    switch self {
    case .null, .json(.null): true
    case .text(let text), .file(let text, _): text.isEmpty
    case .list(let texts): texts.isEmpty
    default: false
    }
  }
}

extension JSONText {
  fileprivate var digitsOrEmpty: String {
    guard case .number(let value) = self else { return "" }
    return JSONText.digits(of: value) ?? ""
  }
}
