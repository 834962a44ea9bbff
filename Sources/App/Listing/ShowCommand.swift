import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y show`: the details of one record.
enum ShowCommand {
  static let spec = CommandSpec(
    "show", group: .tester, "show details of a check, component, or record",
    usage: ["CHECK COMPONENT", "COMPONENT", "CHECK", "RECORD"],
    positionals: [
      PositionalSpec("NAME", completes: .records(.subject), "check, component, or other record"),
      PositionalSpec("COMPONENT", arity: .optional, completes: .records(.component), "component, after a check"),
    ],
    flags: [
      .condition("conditions to show"), .limit,
      FlagSpec(switch: .all, "show the full history, including undone changes"),
      .file(.saveEvidence, value: "DIR", "folder for copies of the evidence; prints nothing else"),
    ],
    formats: [.table, .plain, .json, .md], canBeRunAgain: true, run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positionals
    let scope = try scope(context)
    return try context.readIfThere { reader, folder in
      let names = try ShowNames(reader)
      let subject = words.count > 1 ? try names.find(words[0], words[1]) : try names.find(words.first ?? "")
      if context.arguments.has(.saveEvidence) {
        return try SaveEvidenceRun.run(try evidence(of: subject, reader, scope), folder, context)
      }
      let evidence = try reader.flatMap { reader in try folder.map { try EvidenceIndex(reader, $0) } } ?? .empty
      var shown = try show(subject, ShowContext(reader: reader, scope: scope, evidence: evidence))
      if subject.hasTimes, try context.format() != .md, let words = scope.people.zoneSentence {
        shown.page.sections.append(PageSection(nil, [.text(words)]))
      }
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
    case (.check(let id), _): return try show.check(id)
    case (.checklist(let id), _): return try show.checklist(id)
    case (.criterion(let id), _): return try show.criterion(id)
    case (.conflict(let id), _): return try show.conflict(id)
    case (.component(let key), let reader?):
      return try show.component(key, attached(show, reader, key, nil), reader)
    case (.cell(let check, let component), let reader?):
      return try show.cell(check, component, attached(show, reader, component, check), reader)
    case (.record(let kind, let key), let reader?): return try ShowRecord(show, reader).show(kind, key)
    case (.ticket(let name), let reader?): return try show.ticket(name, reader)
    case (.note(let id), let reader?): return try ShowRecord(show, reader).note(id)
    default: throw Problem.noTracker()
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
    attached.conflictMembers = .objects(conflicts) { register.json($0) }
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
    let head: JSONMembers = [
      "schema": "a11y.\(shown.schema)/1", "generated": Timestamp(milliseconds: scope.people.now).iso8601,
    ]
    try context.write(shown.page, json: .object(head + shown.members))
  }
}

extension ShowSubject {
  /// The catalog has none.
  fileprivate var hasTimes: Bool {
    switch self {
    case .check, .checklist, .criterion, .conflict: false
    default: true
    }
  }
}

/// What to show.
enum ShowSubject: Equatable {
  case check(String)
  case component(String)
  case cell(check: String, component: String)
  /// A record of a kind with its own page.
  case record(kind: String, key: String)
  case note(String)
  case checklist(String)
  case criterion(String)
  case conflict(String)
  /// All findings of a ticket.
  case ticket(String)

  /// `component sign-in/close-button`, for a sentence.
  var kind: String {
    switch self {
    case .check: "check"
    case .component: "component"
    case .cell: "cell"
    case .record(let kind, _): kind
    case .note: "note"
    case .checklist: "checklist"
    case .criterion: "criterion"
    case .conflict: "conflict"
    case .ticket: "ticket"
    }
  }

  var name: String {
    switch self {
    case .check(let name), .component(let name), .record(_, let name), .note(let name), .checklist(let name),
      .criterion(let name), .conflict(let name), .ticket(let name):
      name
    case .cell(let check, let component): "\(check) \(component)"
    }
  }
}

/// Finds the record that a name refers to.
struct ShowNames {
  private let reader: Reader?
  private let checks: [String]
  private let components: [String]
  private static let recordKinds = RecordKind.all.filter { $0.facts != nil }.map(\.name)

  /// - Parameter reader: nil without a tracker: then only the catalog is known.
  init(_ reader: Reader?) throws {
    self.reader = reader
    checks = try reader?.checkIDs() ?? Catalog.checks.map(\.id)
    components = try reader?.componentKeys() ?? []
  }

  /// Finds one name: an exact match, else a ticket or a result, else a check or component by part of its name, else any
  /// other record.
  func find(_ typed: String) throws -> ShowSubject {
    let typed = Catalog.checkID(spelled: typed)
    guard !typed.isEmpty else {
      throw Problem.usage(
        "name.empty", "the name to show is empty",
        hints: ["Run \"a11y list checks\" or \"a11y list components\" for valid names."])
    }
    if let explicit = try explicit(typed) { return explicit }
    let exact = try exactly(typed)
    if exact.count > 1 { throw Self.ambiguous(typed, exact, "matches more than one record") }
    if let only = exact.first { return only }
    if let found = try ticket(typed) ?? result(typed) { return found }
    let named = try Self.meant(typed, checks, ShowSubject.check) + componentsMeant(typed)
    let others = try named.isEmpty ? otherNames().flatMap { Self.meant(typed, $0.names, $0.subject) } : []
    let found = named + others
    if found.count > 1 { throw Self.ambiguous(typed, found, "matches more than one record") }
    if let only = found.first { return only }
    throw try unknown(typed)
  }

  /// A check and a component, in either order.
  func find(_ first: String, _ second: String) throws -> ShowSubject {
    let ways = [(first, second), (second, first)]
    for (check, component) in ways where checks.contains(check) {
      if try isComponent(component) { return .cell(check: check, component: try present(component)) }
    }
    for (check, component) in ways {
      guard case .one(let check) = resolve(check, among: checks) else { continue }
      if try isComponent(component) { return .cell(check: check, component: try present(component)) }
      if case .one(let component) = resolve(component, among: components) {
        return .cell(check: check, component: component)
      }
    }
    // If one of the names clearly is a check or a component, the other must be the missing one.
    if case .one = resolve(second, among: checks) { return try both(second, first) }
    if case .one = resolve(first, among: components) { return try both(second, first) }
    return try both(first, second)
  }

  /// - Throws: an unknown check or component, with similar names.
  private func both(_ check: String, _ component: String) throws -> ShowSubject {
    let check = try NameFinder.find(
      check, among: checks, kind: "check", unknown: Refusal.unknownCheck(check).problem)
    let component = try NameFinder.find(
      component, among: components, kind: "component", unknown: Refusal.unknownComponent(component).problem)
    return .cell(check: check, component: component)
  }

  /// What a component is called now.
  private func present(_ key: String) throws -> String { try reader?.names.present(key) ?? key }

  /// Registered, or named by imported results or notes.
  private func isComponent(_ key: String) throws -> Bool {
    if components.contains(key) { return true }
    return try reader?.isNamedComponent(key) ?? false
  }

  private func exactly(_ typed: String) throws -> [ShowSubject] {
    var found: [ShowSubject] = []
    if checks.contains(where: { $0.hasSameBytes(as: typed) }) { found.append(.check(typed)) }
    if try isComponent(typed) { found.append(.component(try present(typed))) }
    for (names, subject) in try otherNames() where names.contains(where: { $0.hasSameBytes(as: typed) }) {
      found.append(subject(typed))
    }
    if let conflict = Catalog.conflict(typed.uppercased()) { found.append(.conflict(conflict.id)) }
    if try reader?.notes().contains(where: { $0.id == typed }) ?? false { found.append(.note(typed)) }
    return found
  }

  private func otherNames() throws -> [(names: [String], subject: (String) -> ShowSubject)] {
    var names: [(names: [String], subject: (String) -> ShowSubject)] = []
    if let reader {
      for kind in Self.recordKinds {
        names.append((try reader.records(kind).map(\.key), { .record(kind: kind, key: $0) }))
      }
    }
    let own = try reader?.ownChecklists().map(\.id) ?? []
    names.append((own + Catalog.checklists.map(\.id).filter { !own.contains($0) }, ShowSubject.checklist))
    names.append((Catalog.criteria.map(\.id), ShowSubject.criterion))
    return names
  }

  /// `component:home`, if `home` alone matches several records.
  private func explicit(_ typed: String) throws -> ShowSubject? {
    guard let colon = typed.firstIndex(of: ":") else { return nil }
    let (kind, name) = (String(typed[..<colon]), String(typed[typed.index(after: colon)...]))
    guard !name.isEmpty else { return nil }
    if kind == "ticket" { return try ticket(name) }
    return try exactly(name).first { $0.kind == kind }
  }

  /// What a ticket, or the mark of one, is about: an item, or several. The letters of an ID mean one finding.
  private func ticket(_ typed: String) throws -> ShowSubject? {
    guard let findings = try reader?.findings(ofTicket: typed), let first = findings.first else { return nil }
    _ = try NameFinder.finding(typed, among: findings)
    let isOne = findings.allSatisfy { $0.check == first.check && $0.component == first.component }
    return isOne ? .cell(check: first.check, component: first.component) : .ticket(typed)
  }

  /// By the names that they have, else by those that they had.
  private func componentsMeant(_ typed: String) throws -> [ShowSubject] {
    let found = Self.meant(typed, components, ShowSubject.component)
    guard found.isEmpty, let names = try reader?.names, !names.isEmpty,
      case .one(let former) = resolve(typed, among: names.allFormer)
    else { return found }
    return [.component(names.present(former))]
  }

  private func result(_ typed: String) throws -> ShowSubject? {
    try reader?.item(ofResult: typed).map { .cell(check: $0.check, component: $0.component) }
  }

  private static func meant(
    _ typed: String, _ names: [String], _ subject: (String) -> ShowSubject
  ) -> [ShowSubject] {
    switch resolve(typed, among: names) {
    case .one(let name): [subject(name)]
    case .several(let names): names.map(subject)
    case .none: []
    }
  }

  private static func ambiguous(_ typed: String, _ found: [ShowSubject], _ words: String) -> Problem {
    let listed = firstNamed(found.map { "\($0.kind) \($0.name)" }, 8)
    let kind = found.first?.kind ?? "component"
    return .usage(
      "name.ambiguous", "\(MessageText.quoted(typed)) \(words): \(listed)",
      hints: [
        found.contains { $0.name != typed }
          ? "Type more of the name."
          : "Run \"a11y show \(kind):\(ShellWord.quoted(MessageText.shortened(typed, limit: 80)))\" to specify the kind."
      ])
  }

  private func unknown(_ typed: String) throws -> Problem {
    for kind in ["component", "check"] + Self.recordKinds where try reader?.record(kind, typed)?.isDeleted == true {
      return Refusal.recordDeleted(kind: kind, key: typed).problem
    }
    let everything = try checks + components + otherNames().flatMap(\.names) + Catalog.conflicts.map(\.id)
    let alike = suggestions(for: typed, among: everything)
    let didYouMean = Suggestion.question(alike)
    let kind = typed.firstIndex(of: ":").map { String(typed[..<$0]) }
    let place = kind.flatMap { kind in
      ListKind.all.contains { $0.name == kind + "s" } ? NameFinder.listing(kind) : nil
    }
    return Problem(
      .notFound, code: "name.unknown",
      "no check, component, ticket, or other record named \(MessageText.quoted(typed))",
      hints: didYouMean + [place ?? "Run \"a11y list checks\" or \"a11y list components\" for valid names."])
  }
}
