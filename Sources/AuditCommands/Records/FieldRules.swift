import Arguments
import AuditCatalog
import AuditModel
import AuditStore
import CanonicalJSON
import Terminal

/// The rules for what a field may hold. Every refusal says what was found and what is wanted; the empty text is null,
/// which clears a field.
enum FieldRules {
  static func line(_ text: String, _ what: String) throws(Problem) -> JSONValue {
    try Problem.named { () throws(NameProblem) in try Names.checkLine(text, of: what) }
    return text.isEmpty ? .null : .string(text)
  }

  /// A number in an issue tracker, or its address: of the web, and nothing that would run when it is followed.
  static func ticket(_ text: String) throws(Problem) -> JSONValue {
    guard Ticket.isAllowed(text) else {
      throw .usage(
        "ticket.invalid", "\(MessageText.quoted(text)) is no ticket",
        hints: ["Write a number such as APP-12 or #12, or an address that begins with https:// or http://."])
    }
    return try line(text, "ticket")
  }

  static func note(_ text: String, _ what: String = "note") throws(Problem) -> JSONValue {
    try Problem.named { () throws(NameProblem) in try Names.checkNote(text, of: what) }
    return text.isEmpty ? .null : .string(text)
  }

  static func key(_ text: String, of what: String) throws(Problem) -> String {
    try Problem.named { () throws(NameProblem) in try Names.checkKey(text, of: what) }
    return text
  }

  /// Names such as tags and screens, each once, in the order given. A comma or semicolon would part one into two when
  /// it is next written to a file.
  static func names(_ texts: [String], _ what: String) throws(Problem) -> JSONValue {
    var found: [String] = []
    for text in texts {
      _ = try line(text, what)
      guard !text.isEmpty else { throw .usage("value.invalid", "a \(what) has an empty name") }
      guard !text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }) else {
        throw .usage("value.invalid", "\(MessageText.quoted(text)) is one \(what) with a comma or semicolon in it")
      }
      if !found.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { found.append(text) }
    }
    return list(found)
  }

  static func list(_ texts: [String]) -> JSONValue {
    texts.isEmpty ? .null : .array(texts.map(JSONValue.string))
  }

  /// One of a closed list of words.
  static func word(_ text: String, of words: [String], _ what: String) throws(Problem) -> JSONValue {
    if text.isEmpty { return .null }
    guard words.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else {
      let hints = Suggestion.hint(for: text, among: words)
      let wanted = words.count > 8 ? "" : ": \(Suggestion.alternatives(words)) is wanted"
      throw .usage("\(what).unknown", "\(MessageText.quoted(text)) is no \(what)\(wanted)", hints: hints)
    }
    return .string(text)
  }

  /// A kind of component, one of the catalogue's.
  static func kind(_ text: String) throws(Problem) -> JSONValue {
    let kinds = Catalog.componentKinds
    guard !kinds.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else { return .string(text) }
    throw .usage(
      "kind.unknown", "\(MessageText.quoted(text)) is no kind of component",
      hints: Suggestion.hint(for: text, among: kinds) + ["Kinds are \(kinds.joined(separator: ", "))."])
  }

  /// A button style: a built-in one under its own name, or a name that `Register` holds against the team's own.
  static func style(_ text: String) throws(Problem) -> JSONValue {
    if let builtIn = Catalog.style(text) { return .string(builtIn.name) }
    return try line(text, "style")
  }

  /// A measured size, stored as it was typed.
  static func size(_ text: String) throws(Problem) -> JSONValue {
    if text.isEmpty { return .null }
    do throws(MeasureError) {
      _ = try TargetSize.parse(text)
    } catch {
      throw .usage("size.invalid", error.message, hints: error.hint.isEmpty ? [] : [error.hint])
    }
    return try line(text, "size")
  }

  static let tiers = ["44", "48", "56", "64"]

  static func targetTier(_ text: String) throws(Problem) -> JSONValue {
    if text.isEmpty { return .null }
    guard let points = Int64(text), tiers.contains(String(points)) else {
      throw .usage(
        "tier.unknown", "\(MessageText.quoted(text)) is no target tier: \(Suggestion.alternatives(tiers)) is wanted")
    }
    return .integer(points)
  }

  /// A day, `YYYY-MM-DD`.
  static func day(_ text: String, _ what: String) throws(Problem) -> JSONValue {
    if text.isEmpty { return .null }
    let reading: TimestampReading
    do throws(TimestampError) {
      reading = try Timestamp.read(text, localOffset: { _ in 0 })
    } catch {
      throw .usage(
        "date.invalid", "\(what) \(MessageText.quoted(text)): \(error.reason)", hints: ["Write a day as 2027-01-31."])
    }
    guard reading.isDateOnly else {
      throw .usage(
        "date.invalid", "\(what) \(MessageText.quoted(text)): a day is wanted, without a time of day",
        hints: ["Write a day as 2027-01-31."])
    }
    return .string(reading.timestamp.localDate(offset: 0))
  }
}
