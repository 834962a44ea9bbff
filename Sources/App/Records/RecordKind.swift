import Audit
import Base
import CommandLine
import Reports
import Store

/// A kind of record: its fields and rules, which define the commands that add, edit, and show it.
struct RecordKind: Sendable {
  /// What a command is called and takes.
  struct Words: Sendable {
    let summary: String
    var usage = ["KEY... [FLAGS]"]
    var words: [PositionalSpec] = []
    /// Flags behind those of the fields.
    var flags: [FlagSpec] = []
    /// What the command does with a flag that replaces the words, such as `--from`.
    var instead: [FlagName: CommandSpec.Run] = [:]
  }

  /// A line of the page of a record.
  enum Fact: Sendable {
    case fields([String])
    case items(@Sendable (Reader.Record, ShowContext, Reader) throws -> [PageItem])

    static func fields(_ names: String...) -> Fact { .fields(names) }
  }

  /// The word after `a11y new` and in stored facts: `task`.
  let name: String
  let fields: [RecordField]
  /// Nil without such a command.
  let new: CommandSpec?
  let edit: CommandSpec?
  /// The lines of its page; nil if `a11y show` has a special page for it, or none.
  let facts: [Fact]?

  /// A kind whose commands follow from its fields.
  init(
    _ name: String, fields: [RecordField], new: Words, edit: Words, facts: [Fact]? = nil, _ rules: RecordRules
  ) {
    let run = RecordRun(kind: name, fields: fields, rules: rules)
    self.init(
      name, fields: fields,
      new: CommandSpec(
        name, group: .setUp, new.summary, usage: new.usage, positionals: new.words,
        flags: fields.compactMap(\.new) + new.flags + [.dryRun],
        run: { context in
          let other = new.instead.first { context.arguments.has($0.key) }
          return try other?.value(context) ?? run.new(context)
        }),
      edit: .edit(name, edit, flags: fields.compactMap(\.edit), run.edit), facts: facts)
  }

  init(
    _ name: String, fields: [RecordField] = [], new: CommandSpec? = nil, edit: CommandSpec? = nil,
    facts: [Fact]? = nil
  ) {
    (self.name, self.fields, self.new, self.edit, self.facts) = (name, fields, new, edit, facts)
  }

  /// In the order of help.
  static let all: [RecordKind] = [
    component, audit, check, checklist, waiver, verdict, question, task, shortcut, gesture, finding, note, evidence,
    reference, plan, tracker,
  ]

  static func items(_ record: Reader.Record, kind name: String, _ show: ShowContext, _ reader: Reader) throws
    -> [PageItem]
  {
    guard let kind = all.first(where: { $0.name == name }) else { return [] }
    return try (kind.facts ?? []).flatMap { fact -> [PageItem] in
      switch fact {
      case .fields(let names):
        names.compactMap { name in kind.fields.first { $0.name == name && $0.rule != nil }?.item(of: record) }
      case .items(let make): try make(record, show, reader)
      }
    }
  }
}

extension CommandSpec {
  /// `a11y edit KIND KEY...`, with the flags for any record.
  static func edit(
    _ name: String, _ words: RecordKind.Words, flags: [FlagSpec] = [], _ run: @escaping Run
  ) -> CommandSpec {
    CommandSpec(
      name, group: .setUp, words.summary, usage: words.usage, positionals: keys(of: name),
      flags: flags + words.flags + [
        .delete, FlagSpec(switch: .restore, "restore a retired or deleted record").excludes(.retire), .dryRun,
      ],
      takesQuery: name == "component", needsFlag: true, run: run)
  }

  static func keys(of kind: String) -> [PositionalSpec] {
    let source = NameKind(rawValue: kind).map(CompletionSource.records) ?? .nothing
    return [
      PositionalSpec("KEY", completes: source, "key or unique prefix"),
      PositionalSpec("KEY", arity: .many, completes: source, "further keys, changed in the same way"),
    ]
  }
}

/// A field of a kind of record: its flags, its rule, and its name.
struct RecordField: Sendable {
  /// In stored facts: `tags`.
  let name: String
  /// On pages: `Tags`.
  let label: String
  /// Nil for a flag without a field: `RecordRules.complete` handles it.
  let rule: FieldRule?
  /// The index among the positional words of `new`; nil for a flag.
  let place: Int?
  /// The flags of `new` and `edit`; nil if that command has none.
  let new: FlagSpec?
  let edit: FlagSpec?
  /// Whether every record requires it.
  let isNeeded: Bool

  /// A field with the same flag in both commands.
  ///
  /// - Parameters:
  ///   - name: default: the name of the flag.
  ///   - required: `new` requires it.
  ///   - needed: it cannot be cleared.
  ///   - edit: the text of the flag in `edit`, if different.
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
    (self.rule, self.place, self.new, self.edit, self.isNeeded) = (rule, place, new, edit, isNeeded)
  }

  /// A field that is a positional word of `new`; `edit` may have a flag for it.
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
  /// - Parameter new: the flag of `new`, if it has further rules.
  static func of(_ field: ComponentField, _ flag: FlagSpec, new: FlagSpec? = nil) -> RecordField {
    RecordField(field.rawValue, nil, .of(field), new: new ?? flag, edit: flag)
  }

  /// A field without a flag, shown if a record has it.
  static func shown(_ name: String, _ rule: FieldRule) -> RecordField {
    RecordField(name, nil, rule, new: nil, edit: nil)
  }

  /// A flag without a field.
  static func flag(new: FlagSpec? = nil, edit: FlagSpec? = nil) -> RecordField {
    RecordField((new ?? edit)?.name.rawValue ?? "", nil, nil, new: new, edit: edit)
  }

  // MARK: Common fields

  static var title: RecordField { RecordField(.title, .line("title")) }
  static var owner: RecordField { RecordField(.owner, .line("owner")) }
  static var tags: RecordField { RecordField(.tag, .names("tag"), as: "tags") }
  static var ticket: RecordField { RecordField(.ticket, .ticket) }
  static func note(_ doc: String) -> RecordField { RecordField(.message(doc), .note(), as: "note") }
  static func component(_ doc: String, required: Bool = false) -> RecordField {
    RecordField(.component(doc), .component, required: required)
  }
  static func check(_ doc: String) -> RecordField { RecordField(.check(doc), .check) }
  /// The common fields of tasks, questions, and the like.
  static func work(_ note: String) -> [RecordField] { [.owner, .tags, .ticket, .note(note)] }

  // MARK: Reading

  /// Nil if the line does not set it, or if it requires an open tracker.
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
        throw .usage("flag.value", "\(flag.name.long) cannot be empty", hints: [arguments.helpHint])
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
  /// The values of a line, added to those found before.
  ///
  /// - Parameter register: nil before the tracker is open: then only fields that do not depend on it are read.
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

/// A file of custom checks or checklists.
enum OwnFile {
  private static let largest = 16 << 20

  /// Reads a file; problems include the file name and the place in it.
  static func read<T>(
    _ context: Context, hint: String = "Run \"a11y show voiceover.label-present --json\" for the format of a check.",
    _ body: ([UInt8]) throws(CatalogProblem) -> T
  ) throws(Problem) -> T {
    let name = try context.arguments.required(.from)
    let shown = name == "-" ? "standard input" : MessageText.quoted(name)
    let input = try context.text(of: name)
    let bytes = try input.readAll(limit: largest, name: shown)
    do throws(CatalogProblem) {
      return try body(pattern(in: bytes) ?? bytes)
    } catch {
      throw Problem(
        .badInput, code: "file.invalid", "\(shown), \(error.path): \(error.reason); nothing was stored",
        hints: [hint])
    }
  }

  /// The check or checklist in the output of `a11y show NAME --json`, which serves as a template.
  private static func pattern(in bytes: [UInt8]) -> [UInt8]? {
    guard let document = try? JSONReader.parse(bytes, options: JSONOptions(allowsFractions: true)).objectValue else {
      return nil
    }
    var list: JSONObject = [:]
    switch document["schema"]?.stringValue {
    case "a11y.check/1": return document["check"].flatMap { try? CanonicalWriter.bytes(of: $0) }
    case "a11y.checklist/1":
      for name in ["id", "title", "document", "checks"] { list[name] = document[name].flatMap { $0.isNull ? nil : $0 } }
      return try? CanonicalWriter.bytes(of: .object(list))
    default: return nil
    }
  }
}
