import Base
import CommandLine
import Store

/// `a11y new`: adds records.
enum NewCommand {
  static let spec = CommandSpec(
    "new", group: .setUp, "add a component, audit, or other record",
    usage: ["KIND ... [FLAGS]"], subcommands: RecordKind.all.compactMap(\.new), run: GroupRun.run)
}

/// Rules for the records of a kind, beyond single fields.
struct RecordRules: Sendable {
  /// What a line of `new` says in other words.
  var said: @Sendable (Context) throws -> Context = { $0 }
  /// The key of a new record; nil if it is the first word of the line.
  var key: (@Sendable (JSONObject, RecordEdit) throws -> String)?
  /// Sets fields that follow from flags and other fields; rejects invalid combinations.
  var complete: @Sendable (inout JSONObject, RecordEdit) throws -> Void = { _, _ in }
  /// The records that one line stands for, by their keys; nil for one.
  var several: (@Sendable (String, JSONObject, RecordEdit) throws -> [(key: String, fields: JSONObject)]?)?
  /// Adds remarks after a new record with this key and these fields was added.
  var added: @Sendable (String, JSONObject, RecordEdit) throws -> Void = { _, _, _ in }
}

/// One record that is about to be written.
struct RecordEdit {
  let context: Context
  let register: Register
  /// The current record; nil if it is new.
  let record: Reader.Record?

  var arguments: ParsedArguments { context.arguments }
  var reader: Reader { register.reader }
  /// Whether `edit` has a flag.
  func edits(_ flag: FlagName) -> Bool { record != nil && arguments.has(flag) }

  /// A key for a record that is added by its text.
  func freeKey(_ kind: String, of sentence: String) throws -> String {
    try GeneratedKey.free(for: sentence, kind: kind, reader, random: context.world.random)
  }
}

/// What `a11y new` and `a11y edit` do for a kind that consists of fields.
struct RecordRun: Sendable {
  let kind: String
  let fields: [RecordField]
  let rules: RecordRules

  func new(_ context: Context) throws -> ExitCode {
    let context = try rules.said(context)
    let typed = rules.key == nil ? try FieldRules.key(context.arguments.positional(0) ?? "", of: kind) : nil
    let plain = try fields.values(context.arguments, \.new, nil)
    return try RegisterRun.run(context) { register in
      let change = RecordEdit(context: context, register: register, record: nil)
      var fields = try fields.values(context.arguments, \.new, register, plain)
      try rules.complete(&fields, change)
      let key = try typed ?? rules.key?(fields, change) ?? ""
      for (key, fields) in try rules.several?(key, fields, change) ?? [(key, fields)] {
        try register.add(kind, key, fields)
        try rules.added(key, fields, change)
      }
    }
  }

  func edit(_ context: Context) throws -> ExitCode {
    let plain = try fields.values(context.arguments, \.edit, nil)
    return try EditCommand.run(context, kind: kind) { register, record in
      var fields = try fields.values(context.arguments, \.edit, register, plain)
      try rules.complete(&fields, RecordEdit(context: context, register: register, record: record))
      return fields
    }
  }
}
