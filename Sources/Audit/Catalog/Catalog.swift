import Base
import CatalogData

/// The built-in catalog. Each file is read when it is first used, and then kept.
package enum Catalog {
  /// Names the state of the built-in checks: a new one for every change of their file, compared with its digest by a
  /// test.
  package static let revision = "2026-11-28.1"

  /// The checks of the newest edition, in the order of the file.
  package static var checks: CheckTable { checkFile.rows.checks }
  package static func checks(of edition: CatalogEdition) -> CheckTable { file(edition).rows.checks }
  package static var categories: [CheckCategory] { checkFile.rows.categories }
  /// The settings under which checks are tested, by check. They have a file of their own: logging one result asks for them,
  /// and reading all checks takes longer than the rest of it.
  static var settings: [String: Condition] { settingFile.rows }
  /// The kinds of components, from `app` to `custom-control`.
  package static var componentKinds: [String] { kindFile.rows }
  /// The names for several kinds, such as every interactive one, and why. In a file of their own: who registers or tests a
  /// component asks for its kind alone.
  package static var kindGroups: [KindGroup] { kindGroupFile.rows }
  /// What a component may have that decides which checks are asked of it.
  package static var features: [Feature] { featureFile.rows }
  /// Apple's accessibility nutrition labels, in the order in which Apple asks developers to evaluate them. Which checks
  /// belong to which is ours, after Apple's evaluation criteria.
  package static var declaredFeatures: [DeclaredFeature] { declarationFile.rows }
  /// The text versions of checks that were reworded, with those that took their place.
  static var rewordings: [UInt32: UInt32] { rewordingFile.rows }
  package static var ticketWords: TicketVocabulary { ticketFile.rows }
  /// The usual list, the other ones of the catalog, and behind them the name for all checks.
  package static var checklists: [Checklist] { essentialsFile.rows + checklistFile.rows + [.everything] }
  /// A list by its ID. The usual one has a file of its own, since nearly every command asks for it and for no other.
  package static func checklist(_ id: String) -> Checklist? {
    essentialsFile.rows.first { $0.id == id } ?? checklists.first { $0.id == id }
  }
  /// The 86 criteria of WCAG 2.2 and the one it dropped, in the order of the standard.
  package static var criteria: [Criterion] { criterionFile.rows.criteria }
  package static let standards = Standard.all(of: criteria)
  /// The places where the source documents disagree, with the reading that we take.
  package static var conflicts: [SourceConflict] { conflictFile.rows.conflicts }
  /// What the letters in a conflict's evidence mean.
  package static var evidenceCodes: [String: String] { conflictFile.rows.codes }
  package static var traits: [TraitEntry] { traitFile.rows.traits }
  package static var uiKitTraits: [UIKitTrait] { traitFile.rows.uiKit }
  package static var auditTypes: [AuditTypeEntry] { auditFile.rows }
  /// The rules of other tools, with the checks that their findings apply to.
  package static var toolRules: [ToolRules] { toolFile.rows }
  /// Why some checks are kept to one profile.
  package static var profileRules: [ProfileRule] { profileFile.rows }
  /// The figures of the source documents that are looked up by name.
  package static var limits: [NumericLimit] { limitFile.rows }
  /// The entries of the reference that come from no other table; `reference` has all.
  static let ownReference = styles + referenceFile.rows
  /// The styles of components. In a file of their own: who registers a component asks for its style alone.
  static var styles: [ReferenceEntry] { styleFile.rows }

  /// The editions of the conformance report that OpenACR has, oldest first, and the chapters that they share.
  package static var editions: [ConformanceEdition] { editionFile.rows.editions }
  package static var chapters: [ConformanceChapter] { editionFile.rows.chapters }

  /// What is wrong with the built-in files; always empty, which a test holds. A file with a problem counts as empty.
  package static var problems: [CatalogProblem] {
    [
      checkFile.problem, firstEdition.problem, secondEdition.problem, thirdEdition.problem, fourthEdition.problem,
      kindFile.problem, kindGroupFile.problem, featureFile.problem, declarationFile.problem, rewordingFile.problem,
      ticketFile.problem, essentialsFile.problem, checklistFile.problem, criterionFile.problem, conflictFile.problem,
      traitFile.problem, auditFile.problem, toolFile.problem, profileFile.problem, settingFile.problem,
      limitFile.problem, referenceFile.problem, styleFile.problem, editionFile.problem,
    ].compactMap { $0 }
  }
}

/// The rows of one embedded file, or nothing and the reason.
private struct Loaded<Rows: Sendable>: Sendable {
  let rows: Rows
  let problem: CatalogProblem?

  init(
    _ file: catalog_file, format: String, empty: Rows, _ read: (Members) throws(CatalogProblem) -> Rows
  ) {
    let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    do {
      rows = try read(try Document(bytes, format: format).members)
      problem = nil
    } catch {
      rows = empty
      problem = error
    }
  }
}

extension Catalog {
  private typealias CheckRows = (checks: CheckTable, categories: [CheckCategory], kinds: [String: KindRule])
  private typealias TraitRows = (traits: [TraitEntry], uiKit: [UIKitTrait])

  private static let checkFile = checkRows(.newest)
  private static let firstEdition = checkRows(.first)
  private static let secondEdition = checkRows(.second)
  private static let thirdEdition = checkRows(.third)
  private static let fourthEdition = checkRows(.fourth)

  private static func file(_ edition: CatalogEdition) -> Loaded<CheckRows> {
    switch edition {
    case .first: firstEdition
    case .second: secondEdition
    case .third: thirdEdition
    case .fourth: fourthEdition
    case .fifth, .sixth: checkFile
    }
  }

  private static func checkRows(_ edition: CatalogEdition) -> Loaded<CheckRows> {
    Loaded(catalog_checks(), format: "a11y-catalog", empty: (CheckTable([]), [], [:])) {
      members throws(CatalogProblem) in
      let reading = builtInReading
      let rows = try members.requiredList("checks") { value throws(CatalogProblem) in edition.row(value) }
        .compactMap(\.self)
      let rules = try rows.map { row throws(CatalogProblem) in try KindRule(row) }
      return (
        CheckTable(try rows.map { row throws(CatalogProblem) in try reading.check(row) }),
        try members.requiredList("categories", RegisterReading.category),
        Dictionary(firstOf: rules.map { ($0.check, $0) })
      )
    }
  }

  private static var builtInReading: CheckReading {
    let profiles = Dictionary(firstOf: profileFile.rows.map { ($0.check, $0.profiles) })
    return .builtIn(profiles: profiles, kindGroups, limitFile.rows)
  }

  private static let kindFile = Loaded<[String]>(catalog_kinds(), format: "a11y-kinds", empty: []) {
    members throws(CatalogProblem) in
    try members.texts("kinds")
  }
  private static let kindGroupFile = list(catalog_kind_groups(), "a11y-kind-groups", "groups") {
    value throws(CatalogProblem) in
    try KindRule.group(value, of: componentKinds)
  }
  private static let featureFile = list(catalog_features(), "a11y-features", "features", RegisterReading.feature)
  private static let declarationFile = list(
    catalog_declared_features(), "a11y-declared-features", "features", RegisterReading.declaredFeature)
  private static let rewordingFile = Loaded<[UInt32: UInt32]>(
    catalog_reworded(), format: "a11y-reworded", empty: [:]
  ) { members throws(CatalogProblem) in
    Dictionary(firstOf: try members.requiredList("versions", RegisterReading.rewording))
  }
  private static let ticketFile = Loaded<TicketVocabulary>(
    catalog_ticket_words(), format: "a11y-ticket-words", empty: TicketVocabulary()
  ) { members throws(CatalogProblem) in
    TicketVocabulary(
      tickets: try members.texts("tickets"), numbers: try members.texts("numbers"),
      states: try members.texts("states"), closings: try members.texts("closings"),
      closed: Set(try members.texts("closed")), open: Set(try members.texts("open")))
  }
  private static let essentialsFile = checklists(catalog_essentials())
  private static let checklistFile = checklists(catalog_checklists())

  private static func checklists(_ file: catalog_file) -> Loaded<[Checklist]> {
    list(file, "a11y-checklists", "checklists", ChecklistReading().checklist)
  }

  private static let criterionFile = Loaded<(criteria: [Criterion], places: [String: Int])>(
    catalog_criteria(), format: "a11y-criteria", empty: ([], [:])
  ) { members throws(CatalogProblem) in
    let criteria = try members.requiredList("criteria", CriterionReading.criterion)
    let places = Dictionary(firstOf: criteria.enumerated().map { ($0.element.id, $0.offset) })
    return (criteria, places)
  }

  private static let conflictFile = Loaded<(conflicts: [SourceConflict], codes: [String: String])>(
    catalog_conflicts(), format: "a11y-conflicts", empty: ([], [:])
  ) { members throws(CatalogProblem) in
    (try members.requiredList("conflicts", RegisterReading.conflict), try members.dictionary("evidence_codes"))
  }

  private static let traitFile = Loaded<TraitRows>(
    catalog_traits(), format: "a11y-traits", empty: ([], [])
  ) { members throws(CatalogProblem) in
    (
      try members.requiredList("traits", TraitReading.trait),
      try members.requiredList("uikit_only_or_differently_named", TraitReading.uiKitTrait)
    )
  }

  private static let toolFile = list(catalog_tool_rules(), "a11y-tool-rules", "tools", AuditTypeReading.tool)
  private static let auditFile = list(catalog_audit_types(), "a11y-audit-types", "types", AuditTypeReading.type)
  private static let profileFile = list(catalog_profiles(), "a11y-profiles", "rules", RegisterReading.profileRule)

  private static let settingFile = Loaded<[String: Condition]>(
    catalog_settings(), format: "a11y-settings", empty: [:]
  ) { members throws(CatalogProblem) in
    Dictionary(firstOf: try members.requiredList("settings", CheckSettings.row))
  }

  private static let referenceFile = list(
    catalog_reference(), ReferenceReading.format, "entries", ReferenceReading.entry)
  private static let styleFile = list(catalog_styles(), ReferenceReading.format, "entries", ReferenceReading.entry)
  private static let editionFile = Loaded<EditionReading.Rows>(
    catalog_conformance(), format: "a11y-conformance", empty: ([], []), EditionReading.rows)
  private static let limitFile = list(catalog_limits(), "a11y-limits", "limits", LimitReading.limit)

  private static func list<Row>(
    _ file: catalog_file, _ format: String, _ name: String, _ read: (JSONValue) throws(CatalogProblem) -> Row
  ) -> Loaded<[Row]> {
    Loaded(file, format: format, empty: []) { members throws(CatalogProblem) in
      try members.requiredList(name, read)
    }
  }
}

extension Catalog {
  package static func criterion(_ id: String) -> Criterion? {
    let file = criterionFile.rows
    return file.places[id].map { file.criteria[$0] }
  }

  /// The criterion whose number is in a text: 1.4.3 in `SC 1.4.3 Contrast (Minimum)`.
  package static func criterion(in text: String) -> Criterion? {
    text.split { !$0.isNumber && $0 != "." }.lazy
      .compactMap { criterion($0.split(separator: ".").joined(separator: ".")) }.first
  }

  /// Whether a check is meant for each kind of component, in the order of the catalog.
  package static func kinds(of check: Check) -> [KindAnswer] {
    let rule = check.origin == .builtIn ? rule(of: check) : nil
    return componentKinds.map { kind in
      KindAnswer(
        kind: kind, applies: check.appliesTo.isEmpty || check.appliesTo.contains(kind),
        reason: rule?.reason(for: kind, kindGroups))
    }
  }

  /// The rule of the edition in which a check is for the kinds that it names.
  private static func rule(of check: Check) -> KindRule? {
    let newest = checkFile.rows.kinds[check.id]
    func holds(_ rule: KindRule) -> Bool { rule.kinds(in: kindGroups) == check.appliesTo }
    if newest.map(holds) ?? true { return newest }
    let earlier = [CatalogEdition.second, .first].lazy.compactMap { file($0).rows.kinds[check.id] }
    return earlier.first(where: holds) ?? newest
  }

  /// What a team's own checks may refer to.
  static var knownWords: KnownWords {
    KnownWords(
      kinds: componentKinds, criteria: criteria.map(\.id), audits: auditTypes.map(\.name),
      conflicts: conflicts.map(\.id), builtInChecks: checks.map(\.id), groups: kindGroups)
  }
}

/// An edition of the rules by which checks are asked and rated: which checks there are, for which platforms, which
/// criteria they test, and how severe a failure is that no tester rates.
///
/// A tracker keeps the edition with which it began, so that a newer program changes neither its plan nor its figures,
/// until its team chooses another one. The texts of the checks are those of today in every edition.
package enum CatalogEdition: Int, CaseIterable, Comparable, Sendable {
  case first = 1
  case second
  /// Each check is asked once for what it is about: a component, a screen, or the app.
  case third
  /// What fails a criterion of level A or AA is serious at least, and what is style is not.
  case fourth
  /// A control is asked for no feature that it is not said to have.
  case fifth
  /// A check that has a setting is asked once for all conditions in which that is on.
  case sixth

  package static let newest = sixth

  /// With what the ID of a tracker ends that began with it: a letter that the alphabet of IDs leaves out.
  private var mark: String {
    switch self {
    case .first: ""
    case .second: "u"
    case .third: "l"
    case .fourth: "o"
    case .fifth: "i"
    case .sixth: "iu"
    }
  }

  /// The list that a tracker of this edition has for its plan until its team chooses one; nil where every check is asked.
  package var usualChecklist: String? { self < .third ? nil : Checklist.essentials }

  /// The edition with which a tracker began. Every machine of a team has its ID from the start, with any list of followed
  /// machines, and no entry changes it. For one that only a later program knows the newest stands.
  package init(tracker: String) {
    let mark = Self.mark(of: tracker)
    self = Self.allCases.first { $0.mark == mark } ?? .newest
  }

  /// The letters at the end of a tracker's ID that the alphabet of IDs leaves out.
  private static func mark(of tracker: String) -> String {
    String(decoding: tracker.utf8.reversed().prefix { "ilou".utf8.contains($0) }.reversed(), as: UTF8.self)
  }

  /// Whether a tracker began with an edition that only a later program knows.
  package static func isLater(tracker: String) -> Bool {
    let mark = mark(of: tracker)
    return !allCases.contains { $0.mark == mark }
  }

  /// Whether the settings of a team name an edition that only a later program knows.
  package static func isLater(setting: Int64?) -> Bool { setting.map { $0 > newest.rawValue } ?? false }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// What the settings of a team name; nil where they name none. Of a later one this program has the newest.
  package init?(setting: Int64?) {
    guard let number = setting, number >= Self.first.rawValue else { return nil }
    self = Self.allCases.last { $0.rawValue <= number } ?? .newest
  }

  /// The ID of a tracker that begins with it.
  package func marking(_ identifier: String) -> String { String(identifier.dropLast(mark.count)) + mark }

  /// A row of the file of checks as this edition has it; nil where it does not have the check.
  ///
  /// A row has the newest rules, and of each edition what was different until then.
  func row(_ value: JSONValue) -> JSONValue? {
    guard self != .newest, var object = value.objectValue else { return value }
    if let from = object["edition"]?.integerValue, from > rawValue { return nil }
    for edition in Self.allCases.reversed() where edition >= self {
      let members = object["edition_\(edition.rawValue)"]?.objectValue?.members ?? []
      for member in members { object[member.key] = member.value }
    }
    return .object(object)
  }
}
