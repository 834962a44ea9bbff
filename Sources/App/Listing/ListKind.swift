import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// A list of `a11y list`: its name, the words that its query knows, and what makes its rows.
struct ListKind: Sendable {
  /// Lists that one audit, a moment, and the plan narrow.
  enum Items: String, CaseIterable {
    case cells, results, findings, fixes, retest
  }

  enum Rows: Sendable {
    case items(Items)
    /// Of the catalog, with what the tracker has of its own, where there is one.
    case catalog(@Sendable (ListRun, Reader?) throws -> ExitCode)
    case records(@Sendable (ListRun, Reader) throws -> ExitCode)
  }

  let name: String
  /// The query fields that apply to these rows.
  let fields: Set<Filter.Field>
  /// The texts that free words of a query search.
  let textPlace: String
  let rows: Rows

  private init(_ name: String, _ fields: Set<Filter.Field>, _ textPlace: String, _ rows: Rows) {
    (self.name, self.fields, self.textPlace, self.rows) = (name, fields, textPlace, rows)
  }

  init?(named name: String) {
    guard let known = Self.all.first(where: { $0.name == (name == "items" ? Self.cells.name : name) }) else {
      return nil
    }
    self = known
  }

  /// What can be typed: the lists, and `items`, as people call the cells.
  static let names = ["items"] + all.map(\.name)

  static let (cells, findings) = (items(.cells), items(.findings))

  /// Nil for lists that are not of items.
  var items: Items? { if case .items(let items) = rows { items } else { nil } }

  /// Whether `--audit` narrows it to one audit.
  var takesAudit: Bool { items != nil }

  private static let (components, checks) = (Filter.Field.ofComponents, Filter.Field.ofChecks)
  private static let both = components.union(checks)
  private static let records = "titles, keys, and notes"
  private static let texts = "titles and texts"

  private static func items(_ items: Items) -> ListKind {
    let without: Set<Filter.Field> =
      switch items {
      case .findings: []
      case .cells, .fixes, .retest: [.state]
      // Waivers and disputes concern the current status, not one result.
      case .results: [.waived, .disputed, .state]
      }
    return ListKind(
      items.rawValue, Set(Filter.Field.allCases).subtracting(without),
      "names, titles, screens, criteria, severities, notes, and tickets", .items(items))
  }

  private static func ofRecords<Row>(
    _ name: String, _ fields: Set<Filter.Field>, _ textPlace: String,
    _ table: @escaping @Sendable (ListRun, Reader) throws -> Table<Row>
  ) -> ListKind {
    ListKind(name, fields, textPlace, .records { try $0.write(table($0, $1)) })
  }

  /// All lists, in the order of their names in messages.
  static let all: [ListKind] =
    Items.allCases.map(items) + [
      ofRecords("components", components.union([.platform, .text]), texts) { try .components($0.query, $1) },
      ListKind(
        "checks", checks.union([.kind, .profile, .text]), texts,
        .catalog { try $0.write(.checks($0.query, CheckCatalog($1))) }),
      ListKind(
        "checklists", [.check, .category, .text], texts,
        .catalog { try $0.write(.checklists($0.query, CheckCatalog($1))) }),
      ListKind(
        "criteria", [.criterion, .level, .status, .check, .category, .text], texts, .catalog { try $0.criteria($1) }),
      ofRecords("audits", [.audit, .build, .condition, .owner, .tag, .text], records) { try .audits($0.query, $1) },
      ofRecords("waivers", both.union([.condition, .text]), records) { try .waivers($0.query, $1, now: $0.now) },
      ofRecords("conflicts", both.union([.audit, .condition, .text]), records) { try .conflicts($0.query, $1) },
      ofRecords("verdicts", [.criterion, .level, .tester, .text], "names and remarks") { try .verdicts($0.query, $1) },
      ofRecords("questions", both.union([.state, .text]), records) { try .questions($0.query, $1) },
      ofRecords("tasks", both.union([.state, .text]), records) { try .tasks($0.query, $1) },
      ofRecords("enhancements", both.union([.text]), records) { try .enhancements($0.query, $1) },
      ofRecords("shortcuts", both.union([.text]), "keys, actions, and notes") { try .shortcuts($0.query, $1) },
      ofRecords("gestures", both.union([.text]), "keys, actions, and notes") { try .gestures($0.query, $1) },
      ofRecords("notes", both.union([.tester, .since, .until, .text]), "notes") { try .notes($0.query, $1) },
      ofRecords("agreement", both.union([.condition, .tester, .build]), records) { try .agreement($0.query, $1) },
      ofRecords("bundles", [.text], "file names") { try .bundles($0.query, $1) },
      ofRecords("evidence", both.union([.condition, .tester, .since, .until, .text]), "file names") {
        try .evidence($0.query, $1, $0.folder)
      },
      ofRecords("plans", components.union([.text]), "plan keys and participant codes") { try .plans($0.query, $1) },
      ofRecords("sessions", components.union([.text]), "plan keys and participant codes") {
        try .sessions($0.query, $1)
      },
      ofRecords("planned", both.union([.text]), "values") { try .planned($0.query, $1, isWhole: $0.isWhole) },
      ofRecords("matrix", both.union([.text]), "setting names") { try .matrix($0.query, $1, isWhole: $0.isWhole) },
      ofRecords(
        "tool-findings", both.union([.condition, .build, .since, .until, .state, .text]),
        "messages, rules, screens, and elements"
      ) { try .signals($0.query, $1) },
    ]

  /// Words for `status:` that are about an item, not about one result.
  private static let ofCells = ["untested", "disputed", "contradicted", "overruled", "retested"]

  /// The closed set of values that a field has here; nil where it has any name.
  func choices(_ field: Filter.Field) -> [String]? {
    switch (items, field) {
    case (.findings, .state): Filter.findingStates
    case (_, .state) where name == "questions": ["open", "decided"]
    case (_, .state) where name == "tasks": ["open", "done"]
    case (_, .state): ["open", "reviewed", "unmatched"]
    case (.results, .status): field.choices?.filter { !Self.ofCells.contains($0) }
    default: field.choices
    }
  }

  /// - Throws: usage, `query.unfit`, that names the words which do apply.
  func check(_ filter: Filter) throws(Problem) {
    for term in filter.terms where !fields.contains(term.field) {
      let words = Filter.Field.allCases.filter { $0 != .text && fields.contains($0) }.map { $0.rawValue + ":" }
      let place: [String] =
        switch (items, term.field) {
        case (.results, .waived), (.results, .disputed): ["Use it with items or findings."]
        case (.cells, .state), (.fixes, .state), (.retest, .state):
          ["Run \"a11y list findings\" with it, or use status:fail.", "Use waived:yes for what a waiver covers."]
        default: []
        }
      throw .usage(
        "query.unfit", "\(term.field.rawValue): does not apply to \(items == .cells ? "items" : name)",
        hints: place + ["Use \(words.joined(separator: " ")). Other words search \(textPlace)."])
    }
    let states = choices(.state) ?? []
    let valid = states.map { "state:" + $0 }.joined(separator: ", ")
    for value in filter.terms(on: [.state]).flatMap(\.values) where !states.contains(value) {
      throw .usage("query.unfit", "state:\(value) does not apply to \(name)", hints: ["Use \(valid)."])
    }
    guard items == .results else { return }
    for value in filter.terms(on: [.status]).flatMap(\.values) where Self.ofCells.contains(value) {
      throw .usage(
        "query.unfit", "status:\(value) applies to items, not to results",
        hints: ["Run \"a11y list items status:\(value)\"."])
    }
  }
}

/// The parsed words of `a11y list`: what to list, and the query.
struct ListRequest {
  var kind: ListKind
  var filter: Filter

  init(kind: ListKind, filter: Filter) { (self.kind, self.filter) = (kind, filter) }

  /// The first word is a kind, or the query begins with it.
  ///
  /// - Throws: usage: a misspelled kind, or a query term that is invalid or does not apply.
  init(_ words: [String]) throws(Problem) {
    var words = words[...]
    if let first = words.first, let kind = ListKind(named: first) {
      self.kind = kind
      words.removeFirst()
    } else {
      kind = .cells
      if let first = words.first { try Self.refuseSlip(first, followedBy: words.dropFirst()) }
    }
    filter = try Filter(typed: Array(words))
    try kind.check(filter)
  }

  /// What lists were called once, or are called in their titles.
  private static let others = ["settings": "matrix", "specified": "planned", "signals": "tool-findings"]

  /// `a11y list finding` is a slip; `a11y list finding severity:1` as well. A word with a colon or a space is a query.
  private static func refuseSlip(_ word: String, followedBy rest: ArraySlice<String>) throws(Problem) {
    guard !word.contains(":"), !word.contains(" ") else { return }
    let names = others[word].map { [$0] } ?? Suggestion.nearest(to: word, among: ListKind.names)
    guard !names.isEmpty else { return }
    throw .usage(
      "list.unknown-kind", "cannot list \(MessageText.quoted(word))",
      hints: [
        "Did you mean \(WordList.or(names))?",
        "Run \"a11y list items WORD\" to search names, titles, and notes for the word.",
      ])
  }
}

/// Looks up the names in a query before its rows: an unknown name is probably a typo, so an empty list would mislead.
struct QueryNames {
  /// Nil if only the catalog is listed.
  private let reader: Reader?
  private let known: NameIndex

  init(reader: Reader?) {
    self.reader = reader
    known = NameIndex(reader)
  }

  /// Reports names that match nothing.
  ///
  /// - Throws: usage for a kind, category or criterion that does not exist; with `--exit-code` not found for a check,
  ///   component, or audit that is required and does not exist.
  func examine(_ request: ListRequest, _ context: Context) throws {
    for term in request.filter.terms {
      guard let what = Self.nouns[term.field] else { continue }
      for value in term.values where try !isKnown(value, term.field, request.kind) {
        let problem = try problem(value, term.field, what)
        if problem.exitCode == .usage { throw problem }
        let isPlace = [.check, .component, .audit].contains(term.field)
        if isPlace, !term.isNegated, context.arguments.has(.exitCode) { throw problem }
        context.remark(([problem.message] + problem.hints).joined(separator: ". ").asNote)
      }
    }
  }

  private static let nouns: [Filter.Field: String] = [
    .kind: "kind", .category: "category", .criterion: "criterion", .check: "check", .component: "component",
    .audit: "audit", .owner: "owner", .tester: "tester", .screen: "screen", .tag: "tag", .build: "build",
    .condition: "condition", .ticket: "ticket",
  ]

  private func isKnown(_ value: String, _ field: Filter.Field, _ kind: ListKind) throws -> Bool {
    // Verdicts are also on requirements besides WCAG.
    if field == .criterion, kind.name == "verdicts", Catalog.verdictSubject(value) != nil { return true }
    // Notes, waivers, and audits have their own testers, conditions, and builds, which are not looked up.
    if [.tester, .condition, .build].contains(field), !kind.takesAudit { return true }
    return try known.contains(value, field)
  }

  private func problem(_ value: String, _ field: Filter.Field, _ what: String) throws -> Problem {
    let alike = suggestions(for: value, among: try known.all(field))
    var hints = Suggestion.question(alike)
    switch field {
    case .kind, .category, .criterion:
      if alike.isEmpty, field == .kind { hints = ["Use one of: \(Catalog.componentKinds.joined(separator: ", "))."] }
      return .usage("query.invalid", "unknown \(what) \(MessageText.quoted(value))", hints: hints)
    case .check, .component, .audit:
      if let reader, let record = try reader.record(what, value), record.isDeleted {
        return Refusal.recordDeleted(kind: what, key: value).problem
      }
    default: break
    }
    return Problem(
      .notFound, code: "\(what).unknown", "no \(what) matches \(MessageText.quoted(value))", hints: hints)
  }
}

extension String {
  fileprivate var asNote: String { "a11y: note: " + self }
}

/// The source of the status of criteria, and the criteria to list.
struct CriterionScope {
  /// Nil without a tracker: then only the checks of each criterion are known.
  let rollUp: StandardsRollUp?
  /// Nil for all criteria.
  let standard: Standard?
  /// Of people, at the same moment.
  let verdicts: VerdictBook
  /// For the title: ` of spring-24, 2026-02-28T23:59:59Z`.
  let suffix: String

  init(_ context: Context, _ reader: Reader?) throws {
    standard = try context.arguments.string(.standard).map { typed throws(Problem) in try Self.standard(typed) }
    let moment = try context.asOf()
    if reader == nil, moment != nil || context.arguments.has(.audit) {
      throw Problem.noTracker()
    }
    let (named, shown) = try reader.map { try AuditName.asked(context, $0, asOf: moment) } ?? (nil, moment)
    let then = try reader?.at(shown, showing: named)
    let audit = try named.flatMap { named in try then.map { try AuditName.find(named.name, $0) } }
    rollUp = try then?.standards(of: audit)
    verdicts = VerdictBook(try then?.verdicts() ?? [])
    suffix =
      (audit.map { " of \($0.name)" } ?? "")
      + (try moment.map { ", \(try context.moment($0))" } ?? "")
  }

  /// - Throws: usage, with the valid standards.
  static func standard(_ typed: String) throws(Problem) -> Standard {
    if let standard = Catalog.standard(typed) { return standard }
    throw .unknown("standard", typed, among: Catalog.standards.map(\.id))
  }
}
