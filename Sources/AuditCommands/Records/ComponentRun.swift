import AuditModel
import AuditStore
import CanonicalJSON

/// What `a11y new component` and `a11y edit component` do.
enum ComponentRun {
  static func new(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    if arguments.has(.from) { return try ComponentImport.run(context) }
    let key = try FieldRules.key(arguments.positional(0) ?? "", of: "component")
    var fields = try flags(arguments)
    let sources = try SourceFiles(context)
    if let source = fields["source"] { fields["source_digest"] = sources.digestField(for: source, before: "") }
    return try RegisterRun.run(context) { register in
      let planned = try PlannedFlag(arguments).fields(of: nil, key: key, with: fields, register)
      try register.add("component", key, JSONObject((fields.members + planned.members).map { ($0.key, $0.value) }))
      if let path = fields["source"]?.stringValue, fields["source_digest"]?.isNull ?? true {
        register.remark(missing(path))
      }
    }
  }

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let fields = try flags(arguments)
    let sources = try SourceFiles(context)
    return try EditRun.run(context, kind: "component") { register, record in
      var wanted = fields
      try changeList(.screen, add: .addScreen, remove: .removeScreen, "screens", arguments, record, &wanted, register)
      try changeList(.tag, add: .addTag, remove: .removeTag, "tags", arguments, record, &wanted, register)
      if let source = wanted["source"] {
        wanted["source_digest"] = sources.digestField(for: source, before: record.text("source"))
        if let path = source.stringValue, sources.digest(of: path) == nil { register.remark(missing(path)) }
      }
      let planned = try PlannedFlag(arguments).fields(
        of: register.reader.component(record.key), key: record.key, with: fields, register)
      for member in planned.members { wanted[member.key] = member.value }
      if arguments.has(.retire) { wanted["retired"] = true }
      if arguments.has(.restore) { wanted["retired"] = .null }
      return wanted
    }
  }

  static func missing(_ path: String) -> String {
    "there is no file \(MessageText.quoted(path)) here, so results cannot become stale when it changes"
  }

  /// The fields that the flags give; the same for one that is new and one that is there.
  private static func flags(_ arguments: ParsedArguments) throws(Problem) -> JSONObject {
    var fields = JSONObject()
    for field in ComponentField.allCases {
      guard let flag = field.flag, arguments.has(flag) else { continue }
      fields[field.rawValue] =
        try field.isList ? field.value(of: arguments.list(flag)) : field.value(of: arguments.string(flag) ?? "")
    }
    return fields
  }

  /// One name more or less than before, or than `--screen` and `--tag` say.
  private static func changeList(
    _ flag: FlagName, add: FlagName, remove: FlagName, _ field: String, _ arguments: ParsedArguments,
    _ record: Reader.Record, _ wanted: inout JSONObject, _ register: Register
  ) throws {
    guard arguments.has(add) || arguments.has(remove) else { return }
    var names = wanted[field].map { $0.arrayValue?.compactMap(\.stringValue) ?? [] } ?? record.list(field)
    let removed = try FieldRules.names(arguments.list(remove), flag.rawValue)
    for name in removed.arrayValue?.compactMap(\.stringValue) ?? [] {
      guard names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        register.remark("component \(record.key) has no \(flag.rawValue) \(MessageText.quoted(name)) to remove")
        continue
      }
      names.removeAll { $0.utf8.elementsEqual(name.utf8) }
    }
    wanted[field] = try FieldRules.names(names + arguments.list(add), flag.rawValue)
  }
}
