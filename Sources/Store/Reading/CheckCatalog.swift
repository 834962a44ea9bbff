package import Audit
import Base
import SQLite

/// Checks and checklists: the tracker's, or where there is no tracker the built-in ones. Each is read when first asked
/// for.
package final class CheckCatalog {
  package let reader: Reader?
  private lazy var everyCheck = Result { try reader?.checks() ?? Catalog.checks.map(Self.builtIn) }
  private var single: [ExactText: Reader.CurrentCheck?] = [:]
  private lazy var own = Result { try reader?.ownChecklists() ?? [] }
  /// The built-in lists, with the checks of the tracker's edition.
  private lazy var builtInLists: Result<[Checklist], any Error> = Result {
    let all = try reader?.checkIDs() ?? Catalog.checks.map(\.id)
    let edition = try reader?.edition ?? .newest
    let known = Set(all)
    var lists = Catalog.checklists.map { $0.asked(in: edition, all: all) }
    for place in lists.indices { lists[place].checks.removeAll { !known.contains($0) } }
    return lists
  }

  package init(_ reader: Reader?) { self.reader = reader }

  package func checks() throws -> [Reader.CurrentCheck] { try everyCheck.get() }

  /// One check; cheaper than all of them, and read once.
  package func check(_ id: String) throws -> Reader.CurrentCheck? {
    guard let reader else { return Catalog.checks[id: id].map(Self.builtIn) }
    return try single.value(ExactText(id)) { try reader.check(id) }
  }

  private static func builtIn(_ check: Check) -> Reader.CurrentCheck {
    Reader.CurrentCheck(check: check, text: TextVersion.parse(check.textVersion) ?? 0, isAdjusted: false)
  }

  /// The built-in checklists, and behind them the team's own; one of the same id takes the place of a built-in one.
  package func checklists() throws -> [Checklist] {
    let own = try ownChecklists()
    return try builtInLists.get().filter { list in !own.contains { $0.id == list.id } } + own
  }

  package func ownChecklists() throws -> [Checklist] { try own.get() }

  package func isOwn(_ list: Checklist) throws -> Bool { try ownChecklists().contains { $0.id == list.id } }

  /// The checks linked to a criterion, in the order of the ids: those that test it and those merely related.
  package typealias Links = (testing: [String], related: [String])

  package func linkedChecks() throws -> [String: Links] {
    var linked: [String: Links] = [:]
    for current in try checks() {
      for link in current.check.wcag {
        switch link.relation {
        case .tests: linked[link.criterion, default: ([], [])].testing.append(current.check.id)
        case .related: linked[link.criterion, default: ([], [])].related.append(current.check.id)
        }
      }
    }
    return linked
  }

  /// What the team's own version of a built-in check measures, for those of the ids that it changed.
  package func ownFigures(of ids: Set<String>) throws -> [String: Measurement] {
    var figures: [String: Measurement] = [:]
    for id in ids {
      guard let current = try check(id), current.isAdjusted, let own = current.check.measurement,
        own != Catalog.checks[id: id]?.measurement
      else { continue }
      figures[id] = own
    }
    return figures
  }
}

extension CheckRules {
  init(_ check: Check) {
    self.init(id: check.id, appliesTo: check.appliesTo, platforms: check.platforms, profiles: check.profiles)
  }

  /// The rules as `check_text` keeps them beside the text; nil if they are not readable.
  static func read(_ id: String, _ json: String) -> CheckRules? {
    guard let parts = parts(of: json) else { return nil }
    let (platforms, profiles) = (words(parts[1]), words(parts[2]))
    return CheckRules(
      id: id, appliesTo: words(parts[0]), platforms: platforms.isEmpty ? [] : platforms.compactMap(Platform.init),
      profiles: profiles.isEmpty ? [] : profiles.compactMap(Profile.init))
  }

  /// What the check with these rules measures.
  static func measurement(in json: String) -> Measurement? {
    parts(of: json).flatMap { $0[3].isNull ? nil : try? Measurement(from: $0[3]) }
  }

  /// Each command reads those of all checks: by a loop, which takes a sixth of what a chain of closures does.
  private static func words(_ part: JSONValue) -> [String] {
    guard case .array(let values) = part else { return [] }
    var words: [String] = []
    for case .string(let word) in values { words.append(word) }
    return words
  }

  private static func parts(of json: String) -> [JSONValue]? {
    guard let parts = RecordJSON.value(json)?.arrayValue, parts.count == 4 else { return nil }
    return parts
  }
}

/// The reference of this tracker: the built-in entries, and the team's own, which replace entries of the same name.
package struct ReferenceCatalog {
  package let entries: [ReferenceEntry]
  private let own: Set<String>
  private let catalog: CheckCatalog

  package init(_ reader: Reader?) throws {
    catalog = CheckCatalog(reader)
    own = Set(try reader?.ownReference().map(\.key) ?? [])
    entries = try reader?.reference() ?? Catalog.reference
  }

  package func isOwn(_ entry: ReferenceEntry) -> Bool { own.contains(entry.key) }

  package func title(ofCheck id: String) throws -> String { try catalog.check(id)?.check.title ?? "unknown check" }

  /// What the team's own version of a check asks, for the checks whose figure an entry tells.
  package func ownFigures(of entry: ReferenceEntry) throws -> [(check: String, wording: String)] {
    guard entry.table == ReferenceTable.limit.rawValue else { return [] }
    return try catalog.ownFigures(of: Set(entry.checks)).sorted { $0.key < $1.key }.map { ($0.key, $0.value.wording()) }
  }

  /// The tables, those of the team last.
  package var tables: [String] {
    (ReferenceTable.allCases.map(\.rawValue) + entries.map(\.table)).unique()
  }

  package func title(of table: String) -> String {
    "\(table): \(ReferenceTable(rawValue: table)?.title ?? "custom table")"
  }

  /// Parts a table, if the first word is one (`haptics` is `haptic`), from the words looked for.
  package func split(_ words: [String]) throws -> (table: String?, word: String) {
    // Of `list styles inset` the first two words are the table.
    for count in [2, 1] where words.count >= count {
      let folded = ReferenceEntry.folded(words.prefix(count).joined())
      let table = tables.first { table in
        let name = ReferenceEntry.folded(table)
        return name == folded || name + "s" == folded || plural(table) == folded
      }
      if let table { return (table, words.dropFirst(count).joined(separator: " ")) }
    }
    return (nil, words.joined(separator: " "))
  }

  private func plural(_ table: String) -> String? {
    switch ReferenceTable(rawValue: table) {
    case .criterion: "criteria"
    case .rowAccessory: "rowaccessories"
    case .target: "tiers"
    default: nil
    }
  }

  /// How many checks have a text in what they say.
  package func checkCount(saying text: String) throws -> Int {
    let wanted = text.lowercased()
    return try catalog.checks().map(\.check).count { check in
      check.searched.contains { $0.lowercased().contains(wanted) }
    }
  }
}

/// What a team adds to the reference, and the styles of components.
extension Reader {
  /// A team's own entries, in the order of their keys; one that this version cannot read is left out.
  package func ownReference() throws -> [ReferenceEntry] {
    try records("reference").compactMap(Self.entry)
  }

  /// The whole reference: the built-in entries, then the team's own, which take the place of one of their name.
  package func reference() throws -> [ReferenceEntry] {
    let team = try ownReference()
    let own = Set(team.map(\.key))
    return Catalog.reference.filter { !own.contains($0.key) } + team
  }

  /// A style by its name: the team's own, else a built-in one.
  package func style(_ name: String) throws -> ReferenceEntry? {
    try ownEntry(.style, name) ?? Catalog.style(name)
  }

  /// An anti-pattern by its full name: the team's own, else a built-in one.
  package func pattern(_ name: String) throws -> ReferenceEntry? {
    try ownEntry(.pattern, name) ?? Catalog.entry(.pattern, name)
  }

  private func ownEntry(_ table: ReferenceTable, _ name: String) throws -> ReferenceEntry? {
    try record("reference", "\(table.rawValue)/\(name)").flatMap { record in
      record.isDeleted ? nil : Self.entry(record)
    }
  }

  static func entry(_ record: Record) -> ReferenceEntry? {
    let parts = record.key.split(separator: "/", maxSplits: 1).map { JSONValue.string(String($0)) }
    guard parts.count == 2 else { return nil }
    let fields = record.fields.members.map { ($0.key, $0.value) }
    return ReferenceEntry(stored: .object(JSONObject([("table", parts[0]), ("name", parts[1])] + fields)))
  }

  /// Adds to components the checks and promises of their styles.
  func styled(_ components: [Component], at then: RecordsAsOf? = nil) throws -> [Component] {
    try styled(components, at: then, by: style)
  }

  /// The same with other styles than those of now.
  ///
  /// - Parameter then: the moment whose edition of the checks counts; nil for now.
  func styled(
    _ components: [Component], at then: RecordsAsOf?, by style: (String) throws -> ReferenceEntry?
  ) throws -> [Component] {
    let (names, edition) = (try names, try then?.otherEdition() ?? edition)
    var components = components
    if !names.isEmpty {
      for place in components.indices { components[place].formerKeys = names.former(components[place].key) }
    }
    if components.contains(where: { $0.profile == .child }), edition >= .third {
      for place in components.indices where components[place].profile == .child {
        components[place].usualTier = TargetTier.recommended.points.wholePart
      }
    }
    let asksUnnamed = edition < .fifth
    for place in components.indices where !asksUnnamed || !components[place].features.isEmpty {
      components[place].take(features: Catalog.features, asksUnnamed: asksUnnamed)
    }
    guard components.contains(where: { !$0.style.isEmpty }) else { return components }
    var known: [String: ReferenceEntry?] = [:]
    return try components.map { component in
      guard !component.style.isEmpty else { return component }
      let entry = try known[component.style] ?? style(component.style)
      known[component.style] = .some(entry)
      guard let entry else { return component }
      var component = component
      component.take(style: entry)
      return component
    }
  }
}

/// The checklists of now, a team's own and built-in ones: each is read once, however many audits name it.
package final class AskedChecklists {
  private let reader: Reader
  private let own: [String: Checklist]
  private let edition: CatalogEdition
  private var lists: [String: Checklist?] = [:]
  /// The rules of all checks, and of each list the places of its checks among them: lists name any number of checks that no
  /// one knows.
  private lazy var rules = Result { try reader.checkRules() }
  private lazy var places = Dictionary(placesOf: ((try? rules.get()) ?? []).map(\.id))
  private var placesOfLists: [String: [Int]] = [:]
  /// How many names of checks were looked up.
  private(set) var lookups = 0

  fileprivate init(_ reader: Reader) throws {
    self.reader = reader
    own = Dictionary(firstOf: try reader.ownChecklists().map { ($0.id, $0) })
    edition = try reader.edition
  }

  /// A checklist by its id: a team's own, else a built-in one.
  func list(_ id: String) throws -> Checklist? {
    try lists.value(id) { try (own[id] ?? Catalog.checklist(id))?.asked(in: edition, all: reader.checkIDs()) }
  }

  /// The checks of some lists, in their order, each once.
  package func checks(on ids: [String]) throws -> [String] {
    try ids.flatMap { try list($0)?.checks ?? [] }.unique()
  }

  /// The rules of those of them that are known.
  func rules(on ids: [String]) throws -> [CheckRules] {
    let all = try rules.get()
    var isFound = Array(repeating: false, count: all.count)
    var found: [CheckRules] = []
    for id in ids {
      for place in try places(on: id) where !isFound[place] {
        isFound[place] = true
        found.append(all[place])
      }
    }
    return found
  }

  private func places(on id: String) throws -> [Int] {
    try placesOfLists.value(id) {
      let checks = try list(id)?.checks ?? []
      lookups += checks.count
      return checks.compactMap { places[ExactText($0)] }
    }
  }
}

extension Reader {
  /// The checklists of now. A reader that is not steady reads them at each call: who asks for many keeps them.
  package func checklists() throws -> AskedChecklists { try kept(\.keptChecklists) { try AskedChecklists(self) } }

  /// A checklist by its id: a team's own, else a built-in one.
  package func checklist(_ id: String) throws -> Checklist? { try checklists().list(id) }
}

extension Reader {
  /// The rules of checks as they read now, in the order of the ids; a small part of the cost of the checks.
  ///
  /// - Parameter ids: those that are asked for; nil for all. A plan has a third of them.
  func checkRules(of ids: [String]? = nil) throws -> [CheckRules] {
    if let known = root.keptRules { return known }
    // Most checks have the rules of another one.
    var known: [String: CheckRules] = [:]
    let sql = """
      SELECT check_id, rules FROM check_text WHERE current = 1
        \(ids == nil ? "" : "AND check_id IN (SELECT value FROM json_each(?))") ORDER BY check_id
      """
    let asked = try ids.map { ids in
      try RecordJSON.text(.array(ids.map { .string($0) }))
    }
    let found = try database.all(sql, asked.map { [.text($0)] } ?? []) { row -> CheckRules? in
      let (id, json) = (row.text(0), row.text(1))
      guard var rules = known[json] ?? CheckRules.read(id, json) else { return nil }
      known[json] = rules
      rules.id = id
      return rules
    }.compactMap(\.self)
    if ids == nil, root.isSteady { root.keptRules = found }
    return found
  }

  /// The edition of the built-in checks.
  package var edition: CatalogEdition { get throws { try CatalogEdition(of: database) } }

  package var checkSettings: CheckSettings {
    get throws { try root.kept(\.keptSettings) { CheckSettings(of: try edition) } }
  }

  /// The setting of one check, without a look at the edition for those that have none in any.
  package func setting(of check: String) throws -> Condition? {
    try CheckSettings.isKnown(check) ? checkSettings.setting(of: check) : nil
  }

  /// Whether the tracker has an edition that this program does not know, for which the newest one stands.
  package var isOfLaterEdition: Bool { get throws { try CatalogEdition.isLater(in: self) } }

  /// The checklists of the plan until the team chooses some; none where every check is asked.
  package var usualChecklists: [String] {
    get throws { try usualChecklists(record("setting", "tracker").flatMap { $0.isDeleted ? nil : $0 }) }
  }

  /// A tracker that began before keeps the plan that it had, which is of all.
  private func usualChecklists(_ settings: Record?) throws -> [String] {
    let edition = try min(CatalogEdition(settings, in: database), CatalogEdition(began: database))
    return edition.usualChecklist.map { [$0] } ?? []
  }

  /// The plan as it is now, also for a moment of the past: as with the scope of an audit, one yardstick for all times.
  package func plan() throws -> TrackerPlan {
    var plan = TrackerPlan()
    let record = try record("setting", "tracker").flatMap { $0.isDeleted ? nil : $0 }
    plan.checklists = record?.list("checklists") ?? []
    if plan.checklists.isEmpty { plan.checklists = try usualChecklists(record) }
    let all = Checklist.everything.id
    if plan.checklists.contains(all), try !ownChecklists().contains(where: { $0.id == all }) {
      (plan.checklists, plan.asksForAll) = ([], true)
    }
    let conditions = record.map(Self.conditions) ?? []
    if !conditions.isEmpty { plan.conditions = conditions }
    return plan
  }

  /// The conditions that a record names, each once.
  static func conditions(_ record: Record) -> [Condition] {
    record.list("conditions").compactMap { try? Condition(parsing: $0) }.unique { ExactText($0.text) }
  }
}
