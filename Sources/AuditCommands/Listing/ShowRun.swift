import AuditModel
import AuditReports
import AuditStore

/// What `a11y show` does.
enum ShowRun {
  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positionals
    let scope = try ShowScope(context)
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

  private static func show(_ subject: ShowSubject, _ show: ShowContext) throws -> Shown {
    switch (subject, show.reader) {
    case (.check(let id), _): return try ShowCheck(show).show(id)
    case (.checklist(let id), _): return try ShowCatalog(show).checklist(id)
    case (.criterion(let id), _): return try ShowCatalog(show).criterion(id)
    case (.conflict(let id), _): return try ShowCatalog(show).conflict(id)
    case (.component(let key), let reader?): return try ShowComponent(show, reader).show(key)
    case (.cell(let check, let component), let reader?): return try ShowCell(show, reader).show(check, component)
    case (.record(let kind, let key), let reader?): return try ShowRecord(show, reader).show(kind, key)
    case (.note(let id), let reader?): return try ShowRecord(show, reader).note(id)
    default: throw Problem(.notFound, code: "tracker.none", "there is no tracker here or in a folder above")
    }
  }

  /// What `--save-evidence` is to write.
  private static func evidence(
    of subject: ShowSubject, _ reader: Reader?, _ scope: ShowScope
  ) throws -> [Reader.EvidenceRow] {
    let rows: [Reader.EvidenceRow]? =
      switch subject {
      case .component(let key): try reader?.evidence(component: key)
      case .cell(let check, let component): try reader?.evidence(component: component, check: check)
      default:
        throw Problem.usage(
          "flag.unfit", "--save-evidence goes with a component, or a check and a component",
          hints: ["a11y show CHECK COMPONENT --save-evidence DIR"])
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

/// What `a11y show` says about one thing: for people, and the members for JSON.
struct Shown {
  var schema: String
  var page: Page
  var members: [(String, JSONText)]
}

/// How much to show, and how times are written.
struct ShowScope {
  let people: RowForm
  let machine: RowForm
  /// Only this condition, if one was named.
  let condition: Condition?
  let isWhole: Bool
  private let limit: Int?

  init(_ context: Context) throws {
    let now = context.world.now()
    people = RowForm(.table, context.world, now: now)
    machine = RowForm(.json, context.world, now: now)
    isWhole = context.arguments.has(.all)
    limit = try context.arguments.int(.limit, in: 1...1_000_000_000)
    condition = context.arguments.has(.condition) ? try context.condition() : nil
  }

  /// How many rows of a section are shown: `--limit`, all of them with `--all`, else a screenful.
  func rows(otherwise standard: Int) -> Int { limit ?? (isWhole ? Int.max : standard) }

  func accepts(_ condition: String) -> Bool { self.condition.map { $0.text == condition } ?? true }

  /// The rows that are shown, and a sentence about those that are not.
  func cut(_ rows: [PageRow], otherwise standard: Int) -> [PageItem] {
    let shown = rows.prefix(self.rows(otherwise: standard))
    let rest = rows.count - shown.count
    let items = shown.map { PageItem.row($0) }
    return rest > 0 ? items + [.text("and \(rest) more: --all shows them.")] : items
  }
}

/// What the parts of `a11y show` work with.
struct ShowContext {
  let reader: Reader?
  let scope: ShowScope
  let evidence: EvidenceIndex

  func catalog() -> CheckCatalog { CheckCatalog(reader) }

  /// A moment as people read it.
  func time(_ milliseconds: Int64) -> String {
    guard case .text(let text) = scope.people.time(milliseconds) else { return "" }
    return text
  }

  func day(_ milliseconds: Int64) -> String {
    guard case .text(let text) = scope.people.day(milliseconds) else { return "" }
    return text
  }

  func iso(_ milliseconds: Int64) -> JSONText { .string(Timestamp(milliseconds: milliseconds).iso8601) }
}
