import Arguments
import AuditModel
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y show` does.
enum ShowRun {
  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positionals
    let scope = try scope(context)
    return try context.readIfThere { reader, folder in
      let names = try ShowNames(reader)
      let subject =
        words.count > 1 ? try names.find(words[0], words[1]) : try names.find(words.first ?? "")
      if context.arguments.has(.saveEvidence) {
        return try SaveEvidenceRun.run(try evidence(of: subject, reader, scope), folder, context)
      }
      let evidence = try reader.flatMap { reader in try folder.map { try EvidenceIndex(reader, $0) } } ?? .empty
      let shown = try show(subject, ShowContext(reader: reader, scope: scope, evidence: evidence))
      try write(shown, context, scope)
      return .done
    }
  }

  private static func scope(_ context: Context) throws -> ShowScope {
    let now = context.world.now()
    return ShowScope(
      people: RowForm(.table, context.world, now: now), machine: RowForm(.json, context.world, now: now),
      condition: context.arguments.has(.condition) ? try context.condition() : nil,
      isWhole: context.arguments.has(.all), limit: try context.arguments.int(.limit, in: 1...1_000_000_000))
  }

  private static func show(_ subject: ShowSubject, _ show: ShowContext) throws -> Shown {
    switch (subject, show.reader) {
    case (.check(let id), _): return try ShowCheck(show).show(id)
    case (.checklist(let id), _): return try ShowCatalog(show).checklist(id)
    case (.criterion(let id), _): return try ShowCatalog(show).criterion(id)
    case (.conflict(let id), _): return try ShowCatalog(show).conflict(id)
    case (.component(let key), let reader?):
      return try ShowComponent(show, reader).show(key, attached(show, reader, key, nil))
    case (.cell(let check, let component), let reader?):
      return try ShowCell(show, reader).show(check, component, attached(show, reader, component, check))
    case (.record(let kind, let key), let reader?): return try ShowRecord(show, reader).show(kind, key)
    case (.ticket(let name), let reader?): return try ShowTicket(show, reader).show(name)
    case (.note(let id), let reader?): return try ShowRecord(show, reader).note(id)
    default: throw Problem(.notFound, code: "tracker.none", "no tracker found in this folder or any parent folder")
    }
  }

  private static func attached(
    _ show: ShowContext, _ reader: Reader, _ component: String, _ check: String?
  ) throws -> Attached {
    let register = ShowRegister(show, reader)
    var attached = Attached(
      sections: try register.sections(component: component, check: check),
      members: try register.members(component: component, check: check))
    guard check == nil else { return attached }
    let conflicts = try reader.fieldConflicts(kind: "component", key: component)
    let change = try reader.lastChange(kind: "component", key: component)
    attached.conflicts = register.conflicts(conflicts)
    attached.conflictMembers = .array(conflicts.map { .object(register.json($0)) })
    attached.lastChange = change.map { ShowRegister.words($0, show) } ?? ""
    attached.changed = register.json(change)
    return attached
  }

  /// What `--save-evidence` writes.
  private static func evidence(
    of subject: ShowSubject, _ reader: Reader?, _ scope: ShowScope
  ) throws -> [Reader.EvidenceRow] {
    let rows: [Reader.EvidenceRow]? =
      switch subject {
      case .component(let key): try reader?.evidence(component: key)
      case .cell(let check, let component): try reader?.evidence(component: component, check: check)
      default:
        throw Problem.usage(
          "flag.unfit", "--save-evidence requires a component, or a check and a component",
          hints: ["Run \"a11y show CHECK COMPONENT --save-evidence DIR\"."])
      }
    return (rows ?? []).filter { scope.accepts($0.condition) }
  }

  private static func write(_ shown: Shown, _ context: Context, _ scope: ShowScope) throws {
    let head: [(String, JSONText)] = [
      ("schema", .string("a11y.\(shown.schema)/1")),
      ("generated", .string(Timestamp(milliseconds: scope.people.now).iso8601)),
    ]
    try context.write(shown.page, json: .object(head + shown.members))
  }
}
