import Arguments
import AuditModel
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

/// How what was typed becomes the value of a field; nothing and the empty text are null, which clears it.
struct FieldRule: Sendable {
  /// What the value is, which decides how it is shown.
  enum Form: Sendable {
    /// One value, or several between commas.
    case text, list
    /// The name of another record, or several.
    case name, names
  }

  enum Reading: Sendable {
    /// What is right whatever the tracker holds.
    case plain(@Sendable ([String]) throws(Problem) -> JSONValue)
    /// What has to be held against the tracker.
    case known(@Sendable ([String], Register) throws -> JSONValue)
  }

  let form: Form
  let reading: Reading

  var isList: Bool { form == .list || form == .names }

  static func text(_ read: @escaping @Sendable (String) throws(Problem) -> JSONValue) -> FieldRule {
    FieldRule(form: .text, reading: .plain { texts throws(Problem) in try read(texts.first ?? "") })
  }

  static func list(_ read: @escaping @Sendable ([String]) throws(Problem) -> JSONValue) -> FieldRule {
    FieldRule(form: .list, reading: .plain(read))
  }

  /// A field of a component, which other records may have as well.
  static func of(_ field: ComponentField) -> FieldRule {
    field.isList
      ? list { texts throws(Problem) in try field.value(of: texts) }
      : text { text throws(Problem) in try field.value(of: text) }
  }

  static func known(
    _ form: Form, _ read: @escaping @Sendable ([String], Register) throws -> JSONValue
  ) -> FieldRule {
    FieldRule(form: form, reading: .known(read))
  }

  static func line(_ what: String) -> FieldRule {
    text { text throws(Problem) in try FieldRules.line(text, what) }
  }

  /// The text that a record is about.
  static func sentence(_ kind: String) -> FieldRule {
    text { text throws(Problem) in
      let line = try FieldRules.line(text, kind)
      guard !line.isNull else { throw .usage("argument.empty", "the \(kind) has no text") }
      return line
    }
  }

  static func note(_ what: String = "note") -> FieldRule {
    text { text throws(Problem) in try FieldRules.note(text, what) }
  }

  static var ticket: FieldRule { text { text throws(Problem) in try FieldRules.ticket(text) } }

  static func day(_ flag: FlagName) -> FieldRule {
    text { text throws(Problem) in try FieldRules.day(text, flag.long) }
  }

  /// - Parameter clears: the empty text is null, and no slip.
  static func whole(_ flag: FlagName, in range: ClosedRange<Int>, clears: Bool = false) -> FieldRule {
    text { text throws(Problem) in
      if clears, text.isEmpty { return .null }
      return .integer(Int64(try ParsedArguments.whole(text, of: flag, in: range)))
    }
  }

  static func names(_ what: String) -> FieldRule {
    list { texts throws(Problem) in try FieldRules.names(texts, what) }
  }

  /// Beginnings of names will do.
  static var component: FieldRule { found(NameFinder.component) }
  static var check: FieldRule { found(NameFinder.check) }
  static var checklists: FieldRule {
    known(.names) { texts, register in FieldRules.list(try ChecklistName.find(texts, register.reader)) }
  }

  private static func found(_ find: @escaping @Sendable (String, Reader) throws -> String) -> FieldRule {
    known(.name) { texts, register in
      guard let typed = texts.first, !typed.isEmpty else { return .null }
      return .string(try find(typed, register.reader))
    }
  }
}
