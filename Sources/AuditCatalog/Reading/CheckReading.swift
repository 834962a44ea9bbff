import AuditModel
import CanonicalJSON
import Measuring

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
      id: id,
      category: try category(members, of: id),
      title: try members.text("title", limit: Members.shortText),
      fails: try members.optionalText("fails", limit: Members.shortText),
      how: try members.text("how"),
      expected: try members.text("expected"),
      affects: try members.optionalText("affects"),
      remedy: try members.optionalText("remedy"),
      method: try members.word("method"),
      impact: try members.word("impact"),
      impactOrigin: (try members.optionalWord("impact_origin") ?? ImpactOrigin.assigned).rawValue,
      measurement: try measurement(members),
      appliesTo: try kinds(members),
      platforms: try platforms(members),
      profiles: try profiles(members, of: id),
      minOS: try lowestSystems(members),
      wcag: try criteria(members),
      xcuiAudits: try references(members, "xcui_audit", what: "a member of XCUIAccessibilityAuditType") { $0.audits },
      sources: try members.list("sources", SourceReading.source),
      conflicts: try references(members, "conflicts", what: "an entry of the conflict register") { $0.conflicts },
      note: try members.optionalText("note"),
      origin: try origin(members))
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
    return platforms.isEmpty ? Platform.allCases : platforms
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
          throw CatalogProblem("unknown platform; expected iOS, iPadOS, or macOS").inside(.member(platform))
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
    (1...4).contains(part.count) && part.allSatisfy { (0x30...0x39).contains($0) }
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
