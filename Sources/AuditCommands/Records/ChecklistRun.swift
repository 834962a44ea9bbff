import Arguments
import AuditCatalog
import AuditModel
import AuditRecords
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

extension RecordKind {
  static var checklist: RecordKind {
    let check = FlagSpec(
      .check, value: "CHECK", repeatable: true, completes: .records(.check), "checks (comma-separated)")
    let from = FlagSpec.from.excludes(.check, .title, hint: "Put both in the file.")
    return RecordKind(
      "checklist",
      new: CommandSpec(
        "checklist", group: .setUp, "add a custom checklist",
        usage: ["KEY --check CHECK,... [FLAGS]", "[KEY] --from FILE"],
        examples: [
          .init("a11y new checklist ours --from checklist.json", "from a file"),
          .init("a11y new checklist smoke --check voiceover.label-present,keyboard.focus-visible", "from names"),
        ],
        positionals: [PositionalSpec("KEY", arity: .optional, unless: [.from], "checklist key")],
        flags: [.title, check.required(unless: .from), from, .dryRun], run: ChecklistRun.new),
      edit: .edit(
        "checklist",
        Words(
          summary: "edit a custom checklist",
          examples: [.init("a11y edit checklist smoke --check voiceover.label-present", "one check only")],
          flags: [
            .title, check.saying("checks that replace the current ones (comma-separated)"), from,
            FlagSpec(switch: .retire, "retire the checklist"),
          ]), ChecklistRun.edit))
  }
}

/// What `a11y new checklist` and `a11y edit checklist` do.
enum ChecklistRun {
  private static let title = RecordField(.title, .line("title"), needed: true)

  static func new(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    if !arguments.has(.from) {
      let key = arguments.positional(0) ?? ""
      return try RegisterRun.run(context) { register in
        let checks = try checks(arguments, register.reader)
        let list = try valid(Checklist(id: key, title: arguments.string(.title) ?? key, checks: checks))
        try register.add("checklist", list.id, fields(of: list))
      }
    }
    return try RegisterRun.run(context) { register in
      for list in try lists(context, arguments.positional(0), register.reader) {
        try register.add("checklist", list.id, fields(of: list))
      }
    }
  }

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    if arguments.has(.from), arguments.positionals.count > 1 {
      throw Problem.usage("argument.extra", "--from requires exactly one key")
    }
    return try RegisterRun.run(context) { register in
      for typed in arguments.positionals {
        let key = try find(typed, register.reader)
        if arguments.has(.retire) || arguments.has(.delete) {
          try register.delete("checklist", key)
        } else {
          let wanted = try wanted(context, key, register.reader)
          try register.change("checklist", key, wanted, restoring: arguments.has(.restore))
        }
      }
    }
  }

  private static func find(_ typed: String, _ reader: Reader) throws -> String {
    if let builtIn = Catalog.checklist(typed), try reader.record("checklist", typed) == nil {
      throw Problem.usage(
        "checklist.built-in", "cannot edit built-in checklist \(builtIn.id)",
        hints: ["Run \"a11y new checklist\" to add a custom one."])
    }
    return try NameFinder.record("checklist", typed, reader)
  }

  private static func wanted(_ context: Context, _ key: String, _ reader: Reader) throws -> JSONObject {
    let arguments = context.arguments
    if arguments.has(.from) {
      guard let list = try lists(context, key, reader).first else {
        throw Refusal.unknownRecord(kind: "checklist", key: key)
      }
      return fields(of: list)
    }
    var fields = try [title].values(arguments, \.edit, nil)
    if arguments.has(.check) {
      let list = try valid(Checklist(id: key, title: key, checks: try checks(arguments, reader)))
      fields["checks"] = FieldRules.list(list.checks)
    }
    return fields
  }

  /// The ids of the named checks, each once.
  private static func checks(_ arguments: ParsedArguments, _ reader: Reader) throws -> [String] {
    var found: [String] = []
    for typed in arguments.list(.check) {
      let id = try NameFinder.check(typed, reader)
      if !found.contains(id) { found.append(id) }
    }
    guard !found.isEmpty else { throw Problem.usage("flag.value", "a checklist requires at least one check") }
    return found
  }

  /// Applies the rules of a list from a file to one from flags.
  private static func valid(_ list: Checklist) throws(Problem) -> Checklist {
    if Catalog.checklist(list.id) != nil {
      throw .usage("checklist.built-in", "built-in checklist \(list.id) already exists; use another key")
    }
    do throws(CatalogProblem) {
      return try Checklist(from: list.fact)
    } catch {
      let place = error.path == "$.id" ? "the key of a checklist" : error.path == "$.title" ? "the title" : error.path
      throw .usage("checklist.invalid", "\(place): \(error.reason)")
    }
  }

  /// The lists of a file, or the named one.
  private static func lists(_ context: Context, _ key: String?, _ reader: Reader) throws -> [Checklist] {
    let known = try reader.checkIDs()
    let lists = try OwnFile.read(context) { bytes throws(CatalogProblem) in
      try OwnFiles.checklists(in: bytes, teamChecks: known, id: key)
    }
    guard let key else { return lists }
    let found = lists.filter { $0.id.utf8.elementsEqual(key.utf8) }
    guard !found.isEmpty else {
      throw Problem(
        .badInput, code: "checklist.not-in-file",
        "unknown checklist \(MessageText.quoted(key)) in the file; it has \(lists.map(\.id).joined(separator: ", "))")
    }
    return found
  }

  private static func fields(of list: Checklist) -> JSONObject {
    [
      "title": .string(list.title), "checks": FieldRules.list(list.checks),
      "document": list.document.map(JSONValue.string) ?? .null,
    ]
  }
}
