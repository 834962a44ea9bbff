import Arguments
import AuditCatalog
import AuditModel
import AuditRecords
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

extension RecordKind {
  static var check: RecordKind {
    RecordKind(
      "check",
      new: CommandSpec(
        "check", group: .setUp, "a check of your own, in the form of the built-in ones", usage: ["[ID] --from FILE"],
        examples: [
          .init("a11y new check team.no-autoplay --from check.json", "one check"),
          .init("a11y new check --from checks.json", "all checks of a file"),
          .init("a11y show voiceover.label-present --json -o check.json", "a built-in one, as a pattern"),
        ],
        positionals: [
          PositionalSpec(
            "ID", arity: .optional,
            "the one to take, where the file holds more; or its id, where the file does not say")
        ],
        flags: [.from.required(), .dryRun], run: CheckRun.new),
      edit: .edit(
        "check",
        Words(
          summary: "a new text for a check of your own, or another figure for any",
          examples: [
            .init("a11y edit check team.no-autoplay --from check.json", "results given before become stale"),
            .init(
              "a11y edit check touch-target.minimum-44pt --threshold 48", "this team asks for more than the built-in"),
            .init("a11y edit check touch-target.minimum-44pt --threshold ''", "back to the figure it came with"),
          ],
          details: [
            "--impact and --threshold also change a built-in check, for this tracker: it is shown as adjusted, and measured "
              + "values are judged by the new figure. A check of your own that is retired or deleted is no longer asked for; "
              + "its results stay."
          ],
          flags: [
            .from.excludes(.impact, .threshold, hint: "--from brings a whole check."),
            FlagSpec(
              .impact, value: "IMPACT", choices: Impact.allCases.map(\.rawValue), clearable: true,
              "how much a fail matters to this team"),
            FlagSpec(.threshold, value: "FIGURE", "the figure that decides, e.g. 48, 4.5:1; a range is 3,5"),
            FlagSpec(switch: .retire, "no longer asked for; its results stay"),
          ]), CheckRun.edit))
  }
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
        register.remark("the titles of categories in the file are not kept: \(names)")
      }
    }
  }

  /// All checks of a file, or the one that was named.
  private static func select(_ id: String?, from checks: [Check], _ context: Context) throws(Problem) -> [Check] {
    guard let id else { return checks }
    let found = checks.filter { $0.id.utf8.elementsEqual(id.utf8) }
    guard !found.isEmpty else {
      let ids = checks.prefix(5).map(\.id).joined(separator: ", ") + (checks.count > 5 ? " and more" : "")
      throw Problem(
        .badInput, code: "check.not-in-file", "the file has no check \(MessageText.quoted(id)); it holds \(ids)")
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

  /// Also a check that was taken away can be named, to bring it back.
  private static func find(_ typed: String, _ reader: Reader) throws -> String {
    if try reader.check(typed) != nil { return typed }
    let ids = try reader.checkIDs()
    let gone = try reader.records("check", includingDeleted: true).map(\.key).filter { !ids.contains($0) }
    return try NameFinder.find(typed, among: ids + gone, kind: "check", unknown: Refusal.unknownCheck(typed).problem)
  }

  private static func remove(_ id: String, _ register: Register) throws {
    guard try register.reader.record("check", id) != nil else {
      throw Problem.usage(
        "check.built-in", "\(id) is built in and cannot be taken away",
        hints: ["An audit asks for the checks of its checklists: a11y new checklist makes one without it."])
    }
    try register.delete("check", id)
  }

  private static func replace(_ id: String, with text: OwnChecks, _ context: Context, _ register: Register) throws {
    if Catalog.checks[id: id] != nil {
      throw Problem.usage(
        "check.built-in", "\(id) is built in; its text stays as it is",
        hints: ["--impact and --threshold change it for this tracker; a11y new check adds one of your own."])
    }
    guard let check = try select(id, from: text.checks, context).first else { throw Refusal.unknownCheck(id) }
    try register.change("check", id, try fields(of: check), restoring: context.arguments.has(.restore))
    remarkStale(register)
  }

  /// Impact and threshold as this tracker sees them; an empty value goes back to what the check says itself.
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
        throw Problem.usage("flag.value", "\(id) is your own check; it cannot be without an impact")
      }
      let isBack = word.isEmpty || word == builtIn?.impact.rawValue
      fields["impact"] = isBack ? .null : .string(word)
      fields["impact_origin"] = isBack ? .null : .string("assigned")
      if builtIn == nil { fields["impact_origin"] = .string("assigned") }
    }
    if let figures = arguments.string(.threshold) {
      let measurement: Measurement
      do throws(MeasureError) {
        measurement = try ThresholdText.measurement(figures, of: current, builtIn: builtIn)
      } catch {
        throw Problem.usage(
          "threshold.invalid", error.message, hints: error.hint.isEmpty ? [] : [error.hint])
      }
      fields["measurement"] = measurement == builtIn?.measurement ? .null : measurement.fact
    }
    let before = register.rows.count
    try register.change(
      "check", id, fields, base: builtIn?.fact.objectValue ?? [:], restoring: isRestoring)
    let row = register.rows.dropFirst(before).first
    if row?.fields.contains(where: { $0.name == "measurement" }) ?? false { remarkStale(register) }
  }

  private static func remarkStale(_ register: Register) {
    guard register.rows.last?.change == .changed else { return }
    register.remark(
      "results given before were given against another text: they count as stale, and values are judged anew")
  }
}
