import AuditStore
import CanonicalJSON

/// Reads the flags of a command into the fields of a record: only those given, and an empty value is null.
struct FieldFlags {
  let arguments: ParsedArguments
  private(set) var fields = JSONObject()

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  mutating func set(_ field: String, _ value: JSONValue) { fields[field] = value }

  mutating func line(_ flag: FlagName, as field: String? = nil) throws(Problem) {
    guard let text = arguments.string(flag) else { return }
    fields[field ?? flag.rawValue] = try FieldRules.line(text, flag.rawValue)
  }

  /// A text that a record cannot be without.
  mutating func needed(_ flag: FlagName, as field: String? = nil) throws(Problem) {
    guard let text = arguments.string(flag) else { return }
    guard !text.isEmpty else {
      throw .usage("flag.value", "\(flag.long) cannot be empty here", hints: [arguments.helpHint])
    }
    try line(flag, as: field)
  }

  /// `-m`.
  mutating func message(as field: String = "note") throws(Problem) {
    guard let text = arguments.string(.message) else { return }
    fields[field] = try FieldRules.note(text)
  }

  mutating func ticket() throws(Problem) {
    guard let text = arguments.string(.ticket) else { return }
    fields["ticket"] = try FieldRules.ticket(text)
  }

  mutating func names(_ flag: FlagName, as field: String, _ what: String) throws(Problem) {
    guard arguments.has(flag) else { return }
    fields[field] = try FieldRules.names(arguments.list(flag), what)
  }

  mutating func day(_ flag: FlagName) throws(Problem) {
    guard let text = arguments.string(flag) else { return }
    fields[flag.rawValue] = try FieldRules.day(text, flag.long)
  }

  /// What records of work share: a component, a check, an owner, tags, a ticket, a note. Names may be beginnings.
  mutating func references(_ reader: Reader) throws {
    if let typed = arguments.string(.component) {
      fields["component"] = typed.isEmpty ? .null : .string(try NameFinder.component(typed, reader))
    }
    if let typed = arguments.string(.check) {
      fields["check"] = typed.isEmpty ? .null : .string(try NameFinder.check(typed, reader))
    }
    try line(.owner)
    try names(.tag, as: "tags", "tag")
    try ticket()
    try message()
  }
}
