import Arguments
import AuditRecords
import AuditReports
import AuditStore
import CanonicalJSON

/// A kind of record: its fields and rules, which define the commands that add, edit, and show it.
struct RecordKind: Sendable {
  /// The help texts of a command.
  struct Words: Sendable {
    let summary: String
    var usage = ["KEY... [FLAGS]"]
    var examples: [CommandSpec.Example]
    var details: [String] = []
    var words: [PositionalSpec] = []
    /// Flags behind those of the fields.
    var flags: [FlagSpec] = []
    /// What the command does with a flag that replaces the words, such as `--from`.
    var instead: [FlagName: CommandSpec.Run] = [:]
  }

  /// A line of the page of a record.
  enum Fact: Sendable {
    case field(String)
    case items(@Sendable (Reader.Record, ShowContext, Reader) throws -> [PageItem])
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
        name, group: .setUp, new.summary, usage: new.usage, examples: new.examples, details: new.details,
        positionals: new.words, flags: fields.compactMap(\.new) + new.flags + [.dryRun],
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
    self.name = name
    self.fields = fields
    self.new = new
    self.edit = edit
    self.facts = facts
  }

  /// In the order of help.
  static var all: [RecordKind] {
    [
      component, audit, check, checklist, waiver, verdict, question, task, shortcut, gesture, finding, note, evidence,
      reference, plan, tracker,
    ]
  }

  static func items(_ record: Reader.Record, kind name: String, _ show: ShowContext, _ reader: Reader) throws
    -> [PageItem]
  {
    guard let kind = all.first(where: { $0.name == name }) else { return [] }
    return try (kind.facts ?? []).flatMap { fact -> [PageItem] in
      switch fact {
      case .field(let name):
        kind.fields.filter { $0.name == name && $0.rule != nil }.prefix(1).map { $0.item(of: record) }
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
      name, group: .setUp, words.summary, usage: words.usage, examples: words.examples, details: words.details,
      positionals: keys(of: name),
      flags: flags + words.flags + [
        .delete, FlagSpec(switch: .restore, "restore a retired or deleted record").excludes(.retire), .dryRun,
      ],
      needsFlag: true, run: run)
  }

  static func keys(of kind: String) -> [PositionalSpec] {
    let source = NameKind(rawValue: kind).map(CompletionSource.records) ?? .nothing
    return [
      PositionalSpec("KEY", completes: source, "key or unique prefix"),
      PositionalSpec("KEY", arity: .many, completes: source, "further keys, changed in the same way"),
    ]
  }
}
