import Arguments
import AuditRecords
import AuditReports
import AuditStore
import CanonicalJSON
import Terminal

/// A field of a kind of record: where it comes from, what it may hold, and what it is called.
struct RecordField: Sendable {
  /// In facts: `tags`.
  let name: String
  /// Where it is shown: `Tags`.
  let label: String
  /// Nil for a flag that is no field by itself: what it does is said where the fields are completed.
  let rule: FieldRule?
  /// The place among the words of `new`, where it is no flag there.
  let place: Int?
  /// The flags of `new` and `edit`; nil where that command has none.
  let new: FlagSpec?
  let edit: FlagSpec?
  /// Whether a record cannot be without it.
  let isNeeded: Bool

  /// A field with the same flag in both commands.
  ///
  /// - Parameters:
  ///   - name: that of the flag unless given.
  ///   - required: `new` has to have it.
  ///   - needed: it cannot be cleared.
  ///   - edit: what `edit` says of the flag, where that is something else.
  init(
    _ flag: FlagSpec, _ rule: FieldRule, as name: String? = nil, required: Bool = false, needed: Bool = false,
    onEdit doc: String? = nil
  ) {
    self.init(
      name ?? flag.name.rawValue, nil, rule, new: required ? flag.required() : flag,
      edit: doc.map(flag.saying) ?? flag, isNeeded: needed)
  }

  private init(
    _ name: String, _ label: String?, _ rule: FieldRule?, place: Int? = nil, new: FlagSpec?, edit: FlagSpec?,
    isNeeded: Bool = false
  ) {
    self.name = name
    self.label = label ?? name.prefix(1).uppercased() + name.dropFirst()
    self.rule = rule
    self.place = place
    self.new = new
    self.edit = edit
    self.isNeeded = isNeeded
  }

  /// A field that is a word of `new`; `edit` may have a flag for it.
  static func word(
    _ place: Int, _ name: String, label: String? = nil, _ rule: FieldRule, edit: FlagSpec? = nil
  ) -> RecordField {
    RecordField(name, label, rule, place: place, new: nil, edit: edit, isNeeded: true)
  }

  /// A field that only `edit` sets.
  static func later(_ flag: FlagSpec, _ rule: FieldRule) -> RecordField {
    RecordField(flag.name.rawValue, nil, rule, new: nil, edit: flag)
  }

  /// A field of a component.
  ///
  /// - Parameter new: the flag of `new`, where it asks for more.
  static func of(_ field: ComponentField, _ flag: FlagSpec, new: FlagSpec? = nil) -> RecordField {
    RecordField(field.rawValue, nil, .of(field), new: new ?? flag, edit: flag)
  }

  /// A field that no flag sets, and that is shown where a record has it.
  static func shown(_ name: String, _ rule: FieldRule) -> RecordField {
    RecordField(name, nil, rule, new: nil, edit: nil)
  }

  /// A flag that is no field by itself.
  static func flag(new: FlagSpec? = nil, edit: FlagSpec? = nil) -> RecordField {
    RecordField((new ?? edit)?.name.rawValue ?? "", nil, nil, new: new, edit: edit)
  }

  // MARK: What many kinds have

  static var title: RecordField { RecordField(.title, .line("title")) }
  static var owner: RecordField { RecordField(.owner, .line("owner")) }
  static var tags: RecordField { RecordField(.tag, .names("tag"), as: "tags") }
  static var ticket: RecordField { RecordField(.ticket, .ticket) }
  static func note(_ doc: String) -> RecordField { RecordField(.message(doc), .note(), as: "note") }
  static func component(_ doc: String, required: Bool = false) -> RecordField {
    RecordField(.component(doc), .component, required: required)
  }
  static func check(_ doc: String) -> RecordField { RecordField(.check(doc), .check) }
  /// What work on a check has beside its text.
  static func work(_ note: String) -> [RecordField] { [.owner, .tags, .ticket, .note(note)] }

  // MARK: Reading

  /// Nil where the line says nothing of it, or where only a tracker can tell.
  fileprivate func value(
    _ arguments: ParsedArguments, _ flag: FlagSpec?, _ register: Register?
  ) throws -> JSONValue? {
    guard let rule, let texts = try texts(arguments, flag, rule) else { return nil }
    switch (rule.reading, register) {
    case (.plain(let read), nil): return try read(texts)
    case (.known(let read), let register?): return try read(texts, register)
    default: return nil
    }
  }

  private func texts(
    _ arguments: ParsedArguments, _ flag: FlagSpec?, _ rule: FieldRule
  ) throws(Problem) -> [String]? {
    if let flag {
      guard arguments.has(flag.name) else { return nil }
      if rule.isList { return arguments.list(flag.name) }
      let text = arguments.string(flag.name) ?? ""
      guard !text.isEmpty || !isNeeded else {
        throw .usage("flag.value", "\(flag.name.long) cannot be empty here", hints: [arguments.helpHint])
      }
      return [text]
    }
    guard let place, arguments.path.first == "new" else { return nil }
    return [arguments.positional(place) ?? ""]
  }

  // MARK: Showing

  func item(of record: Reader.Record) -> PageItem {
    switch rule?.form {
    case .name: .names(label, [record.text(name)].filter { !$0.isEmpty })
    case .names: .names(label, record.list(name))
    case .list: .fact(label, record.list(name).joined(separator: ", "))
    case .text, nil: .fact(label, record.text(name))
    }
  }
}

extension [RecordField] {
  /// The values that a line gives, beside those that were found before.
  ///
  /// - Parameter register: nil before the tracker is open: then only what is right without it is read, and with it the
  ///   rest.
  func values(
    _ arguments: ParsedArguments, _ flag: (RecordField) -> FlagSpec?, _ register: Register?,
    _ found: JSONObject = JSONObject()
  ) throws -> JSONObject {
    var found = found
    for field in self {
      if let value = try field.value(arguments, flag(field), register) { found[field.name] = value }
    }
    return found
  }
}
