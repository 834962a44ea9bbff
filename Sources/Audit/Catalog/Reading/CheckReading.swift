import Base

/// Where a check comes from, which decides how strictly it is read.
enum CheckReading {
  /// Our own file; those beside it say which checks are kept to some profiles, which kinds a group has, and the figures
  /// of limits.
  case builtIn(profiles: [String: [Profile]], [KindGroup], [NumericLimit])
  /// A team's file: slips in names are refused, and what it refers to must exist.
  case own(KnownWords)
  /// The body of a fact, perhaps from a newer version: members that this version does not know are passed over, and
  /// references may dangle.
  case fact

  static let members: [String] = [
    "id", "category", "title", "fails", "how", "expected", "affects", "remedy", "method", "impact",
    "impact_origin", "measurement", "applies_to", "platforms", "profiles", "min_os", "wcag", "xcui_audit", "sources",
    "conflicts", "note",
  ]

  func check(_ value: JSONValue) throws(CatalogProblem) -> Check {
    let members = try Members(of: value, name: "check")
    if refusesUnknown { try members.refuseUnknown(except: Self.members) }
    let id = try identifier(members)
    return Check(
      id: id, category: try category(members, of: id), title: try members.text("title", limit: Members.shortText),
      fails: try members.optionalText("fails", limit: Members.shortText), how: try members.text("how"),
      expected: try members.text("expected"), affects: try members.optionalText("affects"),
      remedy: try members.optionalText("remedy"), method: try members.word("method"),
      impact: try members.word("impact", \Severity.word),
      impactOrigin: (try members.optionalWord("impact_origin") ?? ImpactOrigin.assigned).rawValue,
      measurement: try measurement(members), appliesTo: try kinds(members), platforms: try platforms(members),
      profiles: try profiles(members, of: id), minOS: try lowestSystems(members), wcag: try criteria(members),
      xcuiAudits: try references(members, "xcui_audit", what: "a member of XCUIAccessibilityAuditType") { $0.audits },
      sources: try members.list("sources", SourceReading.source),
      conflicts: try references(members, "conflicts", what: "an entry of the conflict register") { $0.conflicts },
      note: try members.optionalText("note"), origin: try origin(members))
  }

  private enum ImpactOrigin: String, CaseIterable {
    case stated
    case assigned
  }

  private var refusesUnknown: Bool {
    if case .own = self { true } else { false }
  }

  private func identifier(_ members: Members) throws(CatalogProblem) -> String {
    let id = try members.text("id")
    return try at(.member("id")) { () throws(CatalogProblem) in
      if let form = Identifiers.faultInCheck(id) { throw CatalogProblem(wanted: form, found: Excerpt.quoted(id)) }
      if case .own(let known) = self, known.builtInChecks.contains(id) {
        throw CatalogProblem("\(id) is a built-in check; choose another id")
      }
      return id
    }
  }

  private func category(_ members: Members, of id: String) throws(CatalogProblem) -> String {
    let category = Identifiers.category(of: id)
    guard let stated = try members.optionalText("category") else { return category }
    guard stated == category else {
      throw CatalogProblem(wanted: "\(category), with which the id begins", found: Excerpt.quoted(stated))
        .inside(.member("category"))
    }
    return category
  }

  private func measurement(_ members: Members) throws(CatalogProblem) -> Measurement? {
    guard let value = members.value("measurement") else { return nil }
    return try at(.member("measurement")) { () throws(CatalogProblem) in
      guard case .builtIn(_, _, let limits) = self else {
        return try MeasurementReading.measurement(value, refusesUnknown: refusesUnknown)
      }
      return try MeasurementReading.measurement(try LimitReading.resolved(value, limits), refusesUnknown: true)
    }
  }

  /// A list of names that have to exist, unless the reading allows names to dangle.
  private func references(
    _ members: Members, _ key: String, what: String, _ names: (KnownWords) -> [String]
  ) throws(CatalogProblem) -> [String] {
    guard case .own(let known) = self else { return try members.texts(key) }
    let names = names(known)
    return try members.list(key) { value throws(CatalogProblem) in
      try KnownWords.member(value, of: names, what: what)
    }
  }

  /// The kinds it names, with those of the groups that it names.
  private func kinds(_ members: Members) throws(CatalogProblem) -> [String] {
    let named = try references(members, "applies_to", what: "a component kind") { $0.kinds + $0.groups.map(\.id) }
    switch self {
    case .builtIn(_, let groups, _): return try KindRule(members).kinds(in: groups)
    case .own(let known): return KindRule(check: "", named: named).kinds(in: known.groups)
    case .fact: return named
    }
  }

  private func platforms(_ members: Members) throws(CatalogProblem) -> [Platform] {
    let platforms: [Platform] = try members.list("platforms") { value throws(CatalogProblem) in
      try Members.word(value)
    }
    return platforms.isEmpty ? Platform.usual : platforms
  }

  private func profiles(_ members: Members, of id: String) throws(CatalogProblem) -> [Profile] {
    if case .builtIn(let profiles, _, _) = self { return profiles[id] ?? [] }
    return try members.list("profiles") { value throws(CatalogProblem) in try Members.word(value) }
  }

  private func lowestSystems(_ members: Members) throws(CatalogProblem) -> [String: String] {
    let systems = try members.dictionary("min_os")
    for (platform, version) in systems.sorted(by: { $0.key < $1.key }) {
      try at(.member("min_os")) { () throws(CatalogProblem) in
        if refusesUnknown, Platform(rawValue: platform) == nil {
          throw CatalogProblem("unknown platform; expected \(Platform.choices)").inside(.member(platform))
        }
        guard version.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy(Self.isNumber) else {
          throw CatalogProblem(wanted: "a version such as \"17\" or \"10.15\"", found: Excerpt.quoted(version))
            .inside(.member(platform))
        }
      }
    }
    return systems
  }

  private static func isNumber(_ part: Substring.UTF8View) -> Bool {
    (1...4).contains(part.count) && part.allSatisfy(\.isDigit)
  }

  private func criteria(_ members: Members) throws(CatalogProblem) -> [CriterionLink] {
    try members.list("wcag") { value throws(CatalogProblem) in
      let link = try Members(of: value, name: "link to a criterion")
      if refusesUnknown { try link.refuseUnknown(except: ["criterion", "relation"]) }
      var criterion = try link.text("criterion", limit: Members.shortText)
      if case .own(let known) = self {
        criterion = try at(.member("criterion")) { () throws(CatalogProblem) in
          try KnownWords.member(.string(criterion), of: known.criteria, what: "a criterion of WCAG 2.2")
        }
      }
      return CriterionLink(criterion: criterion, relation: try link.word("relation"))
    }
  }

  private func origin(_ members: Members) throws(CatalogProblem) -> Check.Origin {
    switch self {
    case .builtIn: .builtIn
    case .own: .team
    case .fact: try members.optionalText("origin") == Check.Origin.builtIn.rawValue ? .builtIn : .team
    }
  }
}

struct ChecklistReading {
  /// The checks that a list may name, built in and the team's own; nil where names may dangle.
  var knownChecks: [String]?
  /// Identifiers that are taken.
  var builtInChecklists: [String] = []
  /// Off for the body of a fact, which may come from a newer version.
  var refusesUnknown = true

  func checklist(_ value: JSONValue) throws(CatalogProblem) -> Checklist {
    let members = try Members(of: value, name: "checklist")
    if refusesUnknown { try members.refuseUnknown(except: ["id", "title", "document", "groups", "checks"]) }
    return Checklist(
      id: try identifier(members), title: try members.text("title", limit: Members.shortText),
      document: try members.optionalText("document", limit: Members.shortText),
      groups: try members.optionalText("groups", limit: Members.shortText), checks: try checks(members))
  }

  private func identifier(_ members: Members) throws(CatalogProblem) -> String {
    let id = try members.text("id")
    return try at(.member("id")) { () throws(CatalogProblem) in
      if let form = Identifiers.faultInWord(id) { throw CatalogProblem(wanted: form, found: Excerpt.quoted(id)) }
      if builtInChecklists.contains(id) {
        throw CatalogProblem("\(id) is a built-in checklist; choose another id")
      }
      return id
    }
  }

  private func checks(_ members: Members) throws(CatalogProblem) -> [String] {
    // A set beside the list: a checklist of all checks is ordinary, and looking back along it for each is not cheap.
    let known = knownChecks.map { Set($0) }
    var places: [String: Int] = [:]
    let checks = try members.requiredList("checks") { value throws(CatalogProblem) in
      let id = Catalog.checkID(spelled: try Members.text(value, limit: Identifiers.longest))
      if let form = Identifiers.faultInCheck(id) { throw CatalogProblem(wanted: form, found: Excerpt.quoted(id)) }
      if let known, !known.contains(id) {
        _ = try KnownWords.member(value, of: knownChecks ?? [], what: "the id of a check")
      }
      if let place = places[id] { throw CatalogProblem("\(id) is already in the list, at [\(place)]") }
      places[id] = places.count
      return id
    }
    if checks.isEmpty {
      throw CatalogProblem(wanted: "at least one check", found: "an empty array").inside(.member("checks"))
    }
    return checks
  }
}

/// For which kinds of components a check is meant, as the catalog says: kinds and groups of kinds by name, and the
/// kinds of those groups that it leaves out, each with a reason.
struct KindRule {
  var check: String
  /// In the order of the file.
  var named: [String]
  var exceptions: [String: String] = [:]

  init(check: String, named: [String]) { (self.check, self.named) = (check, named) }

  init(_ value: JSONValue) throws(CatalogProblem) {
    try self.init(try Members(of: value, name: "check"))
  }

  init(_ members: Members) throws(CatalogProblem) {
    check = try members.text("id")
    named = try members.texts("applies_to")
    exceptions = try members.dictionary("not_for")
  }

  /// The kinds alone, each once.
  func kinds(in groups: [KindGroup]) -> [String] {
    var kinds: [String] = []
    for name in named {
      for kind in groups.first(where: { $0.id == name })?.kinds ?? [name]
      where exceptions[kind] == nil && !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }

  /// Why a kind is asked or is not; nil where the check names its kinds one by one.
  func reason(for kind: String, _ groups: [KindGroup]) -> String? {
    if let exception = exceptions[kind] { return exception }
    if named.contains(kind) { return nil }
    return groups.first { named.contains($0.id) }?.reasons[kind]
  }

  /// A group of kinds: what is in it and what is not, with a reason for each kind.
  static func group(_ value: JSONValue, of kinds: [String]) throws(CatalogProblem) -> KindGroup {
    let members = try Members(of: value, name: "group of kinds")
    let inside = try members.dictionary("kinds")
    let outside = try members.dictionary("others")
    for kind in kinds where (inside[kind] == nil) == (outside[kind] == nil) {
      throw CatalogProblem("\(kind) must be named once, among its kinds or among the others")
    }
    return KindGroup(
      id: try members.text("id"), title: try members.text("title"), kinds: kinds.filter { inside[$0] != nil },
      reasons: inside.merging(outside) { first, _ in first })
  }
}

/// Reads the limits, and puts their figures where a check names one.
enum LimitReading {
  /// A limit is written flat; read as a measurement it gets that one's rules.
  static func limit(_ value: JSONValue) throws(CatalogProblem) -> NumericLimit {
    let members = try Members(of: value, name: "limit")
    let unit = try members.text("unit")
    var measurement: JSONObject = [:]
    measurement["type"] = .string(unit == "percent" ? unit : "number")
    if unit != "percent" { measurement["unit"] = .string(unit) }
    measurement["comparison"] = members.value("comparison") ?? .null
    measurement["threshold"] = try members.required("limit", wanted: "a number")
    return NumericLimit(
      name: try members.text("id"), title: try members.text("title"),
      measurement: try MeasurementReading.measurement(.object(measurement), refusesUnknown: true),
      preferred: try members.value("preferred").map { value throws(CatalogProblem) in
        try MeasurementReading.figure(value)
      },
      check: try members.text("check"), sources: try members.list("sources", SourceReading.source),
      reading: try members.optionalText("note"))
  }

  /// A measurement in which `"limit": "tabs"` stands for the figures of that limit, also within its parts.
  static func resolved(_ value: JSONValue, _ limits: [NumericLimit]) throws(CatalogProblem) -> JSONValue {
    switch value {
    case .array(let values):
      return .array(try values.map { value throws(CatalogProblem) in try resolved(value, limits) })
    case .object(let object):
      let isPart = object.names("names")
      var resolved = JSONObject()
      for member in object.members {
        guard member.key.hasSameBytes(as: "limit") else {
          resolved[member.key] = try Self.resolved(member.value, limits)
          continue
        }
        let name = try Members.text(member.value, limit: Members.shortText)
        guard let limit = limits.first(where: { $0.name.hasSameBytes(as: name) }) else {
          throw CatalogProblem("unknown limit \(Excerpt.quoted(name))").inside(.member("limit"))
        }
        guard case .object(let figures) = limit.measurement.fact else { continue }
        // A part has the type and the unit of the whole.
        for figure in figures.members where !isPart || ["comparison", "threshold"].contains(figure.key) {
          resolved[figure.key] = figure.value
        }
      }
      return .object(resolved)
    default: return value
    }
  }
}
