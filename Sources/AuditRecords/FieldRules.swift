package import Arguments
import AuditCatalog
import AuditModel
package import AuditStore
package import CanonicalJSON
package import Terminal
import TrackerAccess

/// How what was typed becomes the value of a field; nothing and the empty text are null, which clears it.
package struct FieldRule: Sendable {
  /// What the value is, which decides how it is shown.
  package enum Form: Sendable {
    /// One value, or several between commas.
    case text, list
    /// The name of another record, or several.
    case name, names
  }

  /// How the value is found.
  package enum Reading: Sendable {
    /// What is right whatever the tracker holds.
    case plain(@Sendable ([String]) throws(Problem) -> JSONValue)
    /// What has to be held against the tracker.
    case known(@Sendable ([String], Register) throws -> JSONValue)
  }

  package let form: Form
  package let reading: Reading

  package var isList: Bool { form == .list || form == .names }

  /// A field of one value.
  package static func text(_ read: @escaping @Sendable (String) throws(Problem) -> JSONValue) -> FieldRule {
    FieldRule(form: .text, reading: .plain { texts throws(Problem) in try read(texts.first ?? "") })
  }

  /// A field of several values.
  package static func list(_ read: @escaping @Sendable ([String]) throws(Problem) -> JSONValue) -> FieldRule {
    FieldRule(form: .list, reading: .plain(read))
  }

  /// A field of a component, which other records may have as well.
  package static func of(_ field: ComponentField) -> FieldRule {
    field.isList
      ? list { texts throws(Problem) in try field.value(of: texts) }
      : text { text throws(Problem) in try field.value(of: text) }
  }

  /// A field whose value is held against the tracker.
  package static func known(
    _ form: Form, _ read: @escaping @Sendable ([String], Register) throws -> JSONValue
  ) -> FieldRule {
    FieldRule(form: form, reading: .known(read))
  }

  /// A field of one line of text.
  package static func line(_ what: String) -> FieldRule {
    text { text throws(Problem) in try FieldRules.line(text, what) }
  }

  /// The text that a record is about.
  package static func sentence(_ kind: String) -> FieldRule {
    text { text throws(Problem) in
      let line = try FieldRules.line(text, kind)
      guard !line.isNull else { throw .usage("argument.empty", "the \(kind) has no text") }
      return line
    }
  }

  /// A field of text with several lines.
  package static func note(_ what: String = "note") -> FieldRule {
    text { text throws(Problem) in try FieldRules.note(text, what) }
  }

  package static var ticket: FieldRule { text { text throws(Problem) in try FieldRules.ticket(text) } }

  /// A field that is a day.
  package static func day(_ flag: FlagName) -> FieldRule {
    text { text throws(Problem) in try FieldRules.day(text, flag.long) }
  }

  /// - Parameter clears: the empty text is null, and no slip.
  package static func whole(_ flag: FlagName, in range: ClosedRange<Int>, clears: Bool = false) -> FieldRule {
    text { text throws(Problem) in
      if clears, text.isEmpty { return .null }
      return .integer(Int64(try ParsedArguments.whole(text, of: flag, in: range)))
    }
  }

  /// A field of names such as tags.
  package static func names(_ what: String) -> FieldRule {
    list { texts throws(Problem) in try FieldRules.names(texts, what) }
  }

  /// Beginnings of names will do.
  package static var component: FieldRule { found(NameFinder.component) }
  package static var check: FieldRule { found(NameFinder.check) }
  package static var checklists: FieldRule {
    known(.names) { texts, register in FieldRules.list(try ChecklistName.find(texts, register.reader)) }
  }

  private static func found(_ find: @escaping @Sendable (String, Reader) throws -> String) -> FieldRule {
    known(.name) { texts, register in
      guard let typed = texts.first, !typed.isEmpty else { return .null }
      return .string(try find(typed, register.reader))
    }
  }
}

/// The rules for what a field may hold. Every refusal says what was found and what is wanted; the empty text is null,
/// which clears a field.
package enum FieldRules {
  /// One line of text.
  package static func line(_ text: String, _ what: String) throws(Problem) -> JSONValue {
    try Problem.named { () throws(NameProblem) in try Names.checkLine(text, of: what) }
    return text.isEmpty ? .null : .string(text)
  }

  /// A number in an issue tracker, or its address: of the web, and nothing that would run when it is followed.
  package static func ticket(_ text: String) throws(Problem) -> JSONValue {
    guard Ticket.isAllowed(text) else {
      throw .usage(
        "ticket.invalid", "\(MessageText.quoted(text)) is no ticket",
        hints: ["Write a number such as APP-12 or #12, or an address that begins with https:// or http://."])
    }
    return try line(text, "ticket")
  }

  /// Text that may have several lines.
  package static func note(_ text: String, _ what: String = "note") throws(Problem) -> JSONValue {
    try Problem.named { () throws(NameProblem) in try Names.checkNote(text, of: what) }
    return text.isEmpty ? .null : .string(text)
  }

  /// The key of a record.
  package static func key(_ text: String, of what: String) throws(Problem) -> String {
    try Problem.named { () throws(NameProblem) in try Names.checkKey(text, of: what) }
    return text
  }

  /// Names such as tags and screens, each once, in the order given. A comma or semicolon would part one into two when
  /// it is next written to a file.
  package static func names(_ texts: [String], _ what: String) throws(Problem) -> JSONValue {
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

  /// Texts as an array, or null where there are none.
  package static func list(_ texts: [String]) -> JSONValue {
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

  package static let tiers = ["44", "48", "56", "64"]

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
