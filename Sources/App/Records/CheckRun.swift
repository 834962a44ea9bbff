import Audit
import Base
import CommandLine
import Sessions
import Store

extension RecordKind {
  static let check = RecordKind(
    "check",
    new: CommandSpec(
      "check", group: .setUp, "add a custom check", usage: ["[ID] --from FILE"],
      positionals: [
        PositionalSpec(
          "ID", arity: .optional,
          "check to add if the file has several, or its ID if the file has none")
      ],
      flags: [.from.required(), .dryRun], run: CheckRun.new),
    edit: .edit(
      "check",
      Words(
        summary: "edit a custom check, or a check's threshold",
        flags: [
          .from.excludes(.impact, .threshold, hint: "Put these fields in the file: --from replaces the whole check."),
          FlagSpec(
            .impact, value: "IMPACT", choices: Severity.allCases.map(\.word), clearable: true,
            "default severity of a fail"),
          FlagSpec(.threshold, value: "FIGURE", "threshold, e.g. 48, 4.5:1, or 3,5 for a range"),
          FlagSpec(switch: .retire, "remove it from every scope; its results are kept"),
        ]), CheckRun.edit))
}

/// What `a11y new check` and `a11y edit check` do.
enum CheckRun {
  static func new(_ context: Context) throws -> ExitCode {
    let wanted = context.arguments.positional(0)
    let own = try OwnFile.read(context) { bytes throws(CatalogProblem) in
      try OwnFiles.checks(in: bytes, id: wanted)
    }
    let checks = try select(wanted, from: own.checks, context)
    return try RegisterRun.run(context) { register in
      for check in checks { try register.add("check", check.id, try fields(of: check)) }
      if !own.categories.isEmpty {
        let names = own.categories.map(\.id).joined(separator: ", ")
        register.remark("category titles in the file are ignored: \(names)")
      }
    }
  }

  /// All checks of a file, or the named one.
  private static func select(_ id: String?, from checks: [Check], _ context: Context) throws(Problem) -> [Check] {
    guard let id else { return checks }
    let found = checks.filter { $0.id.hasSameBytes(as: id) }
    guard !found.isEmpty else {
      throw Problem(
        .badInput, code: "check.not-in-file",
        "unknown check \(MessageText.quoted(id)) in the file; it has \(firstNamed(checks.map(\.id)))")
    }
    return found
  }

  private static func fields(of check: Check) throws -> JSONObject {
    guard let fields = check.fact.objectValue else { throw Refusal.invalid("the check has no fields") }
    return fields
  }

  // MARK: Editing

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    var text: OwnChecks?
    if arguments.has(.from) {
      let id = arguments.positionals.count == 1 ? arguments.positional(0) : nil
      text = try OwnFile.read(context) { bytes throws(CatalogProblem) in try OwnFiles.checks(in: bytes, id: id) }
    }
    let takesAway = arguments.has(.retire) || arguments.has(.delete)
    return try RegisterRun.run(context) { register in
      for typed in arguments.positionals {
        let id = try find(typed, register.reader)
        if takesAway {
          try remove(id, register)
        } else if let text {
          try replace(id, with: text, context, register)
        } else {
          try adjust(id, arguments, register)
        }
      }
    }
  }

  /// Retired and deleted checks are found too, to restore them.
  private static func find(_ typed: String, _ reader: Reader) throws -> String {
    if try reader.check(typed) != nil { return typed }
    let ids = try reader.checkIDs()
    let gone = try reader.records("check", includingDeleted: true).map(\.key).filter { !ids.contains($0) }
    return try NameFinder.find(typed, among: ids + gone, kind: "check", unknown: Refusal.unknownCheck(typed).problem)
  }

  private static func remove(_ id: String, _ register: Register) throws {
    guard try register.reader.record("check", id) != nil else {
      throw Problem.usage(
        "check.built-in", "cannot remove built-in check \(id)",
        hints: ["Run \"a11y new checklist KEY --check CHECKS\" to make a checklist without it."])
    }
    try register.delete("check", id)
  }

  private static func replace(_ id: String, with text: OwnChecks, _ context: Context, _ register: Register) throws {
    if Catalog.checks[id: id] != nil {
      throw Problem.usage(
        "check.built-in", "cannot change the text of built-in check \(id)",
        hints: ["Use --impact or --threshold to adjust it, or \"a11y new check --from FILE\" to add a custom check."])
    }
    guard let check = try select(id, from: text.checks, context).first else { throw Refusal.unknownCheck(id) }
    try register.change("check", id, try fields(of: check), restoring: context.arguments.has(.restore))
    try remarkStale(id, register)
  }

  /// Sets impact and threshold in this tracker; an empty value restores those of the check itself.
  private static func adjust(_ id: String, _ arguments: ParsedArguments, _ register: Register) throws {
    let builtIn = Catalog.checks[id: id]
    let isRestoring = arguments.has(.restore)
    guard let current = try register.reader.check(id)?.check ?? builtIn else {
      if isRestoring { return try register.change("check", id, [:], restoring: true) }
      throw Refusal.recordDeleted(kind: "check", key: id)
    }
    var fields = JSONObject()
    if let word = arguments.string(.impact) {
      guard !word.isEmpty || builtIn != nil else {
        throw Problem.usage("flag.value", "--impact of custom check \(id) cannot be empty")
      }
      let isBack = word.isEmpty || word == builtIn?.impact.word
      fields["impact"] = isBack ? .null : .string(word)
      fields["impact_origin"] = isBack ? .null : .string("assigned")
      if builtIn == nil { fields["impact_origin"] = .string("assigned") }
    }
    if let figures = arguments.string(.threshold) {
      let measurement: Measurement
      do throws(MeasureError) {
        measurement = try ThresholdText.measurement(figures, of: current, builtIn: builtIn)
      } catch {
        throw Problem.usage("threshold.invalid", error.problem, hints: error.hint.isEmpty ? [] : [error.hint])
      }
      fields["measurement"] = measurement == builtIn?.measurement ? .null : measurement.fact
    }
    let before = register.rows.count
    try register.change("check", id, fields, base: builtIn?.fact.objectValue ?? [:], restoring: isRestoring)
    let row = register.rows.dropFirst(before).first
    if row?.fields.contains(where: { $0.name == "measurement" }) ?? false { try remarkStale(id, register) }
  }

  private static func remarkStale(_ id: String, _ register: Register) throws {
    guard register.rows.last?.change == .changed, try register.reader.hasResults(ofCheck: id) else { return }
    register.remark(
      "earlier results are for the previous text: they are stale, and their values are evaluated again")
  }
}

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
        positionals: [PositionalSpec("KEY", arity: .optional, unless: [.from], "checklist key")],
        flags: [.title, check.required(unless: .from), from, .dryRun], run: ChecklistRun.new),
      edit: .edit(
        "checklist",
        Words(
          summary: "edit a custom checklist",
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
        hints: ["Run \"a11y new checklist KEY --check CHECKS\" to add a custom one."])
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
    let found = try arguments.list(.check).map { try NameFinder.check($0, reader) }.unique()
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
    let hint = "Run \"a11y show critical-rules --json\" for the format of a checklist."
    let lists = try OwnFile.read(context, hint: hint) { bytes throws(CatalogProblem) in
      try OwnFiles.checklists(in: bytes, teamChecks: known, id: key)
    }
    guard let key else { return lists }
    let found = lists.filter { $0.id.hasSameBytes(as: key) }
    guard !found.isEmpty else {
      throw Problem(
        .badInput, code: "checklist.not-in-file",
        "unknown checklist \(MessageText.quoted(key)) in the file; it has \(firstNamed(lists.map(\.id)))")
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
