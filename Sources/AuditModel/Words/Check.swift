package import Measuring

/// How a check is carried out.
package enum Method: String, CaseIterable, Sendable {
  case manual
  case inspection
  case automated
  case childTest = "child-test"
}

/// How much a failure of a check matters, as its source says or as was assigned.
package enum Impact: String, CaseIterable, Sendable {
  case critical
  case serious
  case moderate
  case minor

  /// How bad a fail of a check is where the tester does not say otherwise.
  package var usualSeverity: Severity {
    switch self {
    case .critical: .critical
    case .serious: .serious
    case .moderate: .moderate
    case .minor: .minor
    }
  }
}

/// A WCAG criterion that a check tests or is merely related to.
package struct CriterionLink: Equatable, Sendable {
  package enum Relation: String, CaseIterable, Sendable {
    case tests
    case related
  }

  package var criterion: String
  package var relation: Relation

  package init(criterion: String, relation: Relation) {
    self.criterion = criterion
    self.relation = relation
  }
}

/// One checklist item: how to test, what to expect, and what it applies to.
package struct Check: Equatable, Sendable {
  package enum Origin: String, Sendable {
    case builtIn = "built-in"
    case team
  }

  /// Dotted identifier such as `voiceover.label-present`; never changes.
  package var id: String
  package var category: String
  package var title: String
  /// What is wrong where it fails, as a heading of at most ten words; nil where a team's check does not say.
  package var fails: String?
  package var how: String
  package var expected: String
  /// Who is affected where it fails, and how, in one sentence; nil where a team's check does not say.
  package var affects: String?
  /// How to repair it, with the modifier or pattern by its name; nil where a team's check does not say.
  package var remedy: String?
  package var method: Method
  package var impact: Impact
  /// `stated` by a source or `assigned` by us.
  package var impactOrigin: String
  package var measurement: Measurement?
  /// Component kinds, as in the catalog; empty means every kind.
  package var appliesTo: [String]
  package var platforms: [Platform]
  /// The profiles of components it is meant for; empty means every profile.
  package var profiles: [Profile]
  /// Platform name to the lowest system version, e.g. `["iOS": "17"]`; empty where there is no limit.
  package var minOS: [String: String]
  package var wcag: [CriterionLink]
  package var xcuiAudits: [String]
  package var sources: [SourcePlace]
  /// Identifiers of entries in the register of source conflicts.
  package var conflicts: [String]
  package var note: String?
  package var origin: Origin

  package init(
    id: String, category: String, title: String, fails: String? = nil, how: String, expected: String,
    affects: String? = nil, remedy: String? = nil,
    method: Method, impact: Impact,
    impactOrigin: String = "assigned", measurement: Measurement? = nil, appliesTo: [String] = [],
    platforms: [Platform] = Platform.allCases, profiles: [Profile] = [], minOS: [String: String] = [:],
    wcag: [CriterionLink] = [],
    xcuiAudits: [String] = [], sources: [SourcePlace] = [], conflicts: [String] = [], note: String? = nil,
    origin: Origin = .team
  ) {
    self.id = id
    self.category = category
    self.title = title
    self.fails = fails
    self.how = how
    self.expected = expected
    self.affects = affects
    self.remedy = remedy
    self.method = method
    self.impact = impact
    self.impactOrigin = impactOrigin
    self.measurement = measurement
    self.appliesTo = appliesTo
    self.platforms = platforms
    self.profiles = profiles
    self.minOS = minOS
    self.wcag = wcag
    self.xcuiAudits = xcuiAudits
    self.sources = sources
    self.conflicts = conflicts
    self.note = note
    self.origin = origin
  }

  /// What a finding is named by.
  package var failure: String { fails ?? title }
}

/// A named, ordered list of checks.
package struct Checklist: Equatable, Sendable {
  package var id: String
  package var title: String
  /// The source document it comes from; nil for a team's own.
  package var document: String?
  package var checks: [String]

  package init(id: String, title: String, document: String? = nil, checks: [String]) {
    self.id = id
    self.title = title
    self.document = document
    self.checks = checks
  }

  /// The list that is the plan where a team has chosen none, from the third edition of the checks on.
  package static let essentials = "essentials"
  /// The name for every check, a team's own included; who reads it fills it.
  package static let everything = Checklist(id: "everything", title: "All checks", checks: [])

  /// Whether every check is on it, so that it distinguishes none.
  package var isOfAll: Bool { id == Self.everything.id && title == Self.everything.title }
}

/// What a check is asked once for.
package enum CheckUnit: String, CaseIterable, Sendable {
  case app
  case screen
  case component

  /// The kinds that are tested as a whole, and not with the screen that they are on.
  package static let screens: Set = ["screen", "widget", "modal", "sheet"]

  /// The app or a screen for a check that is meant for nothing else.
  package init(of kinds: [String]) {
    if kinds == ["app"] {
      self = .app
    } else {
      self = !kinds.isEmpty && Self.screens.isSuperset(of: kinds) ? .screen : .component
    }
  }
}

extension Check {
  package var unit: CheckUnit { CheckUnit(of: appliesTo) }
}
