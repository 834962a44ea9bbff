import Base

/// How a check is carried out.
package enum Method: String, CaseIterable, Sendable {
  case manual
  case inspection
  case automated
  case childTest = "child-test"
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
    (self.criterion, self.relation) = (criterion, relation)
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
  /// How bad a fail is where the tester does not say otherwise, as its source says or as was assigned.
  package var impact: Severity
  /// `stated` by a source or `assigned` by us.
  package var impactOrigin = "assigned"
  package var measurement: Measurement?
  /// Component kinds, as in the catalog; empty means every kind.
  package var appliesTo: [String] = []
  package var platforms = Platform.usual
  /// The profiles of components it is meant for; empty means every profile.
  package var profiles: [Profile] = []
  /// Platform name to the lowest system version, e.g. `["iOS": "17"]`; empty where there is no limit.
  package var minOS: [String: String] = [:]
  package var wcag: [CriterionLink] = []
  package var xcuiAudits: [String] = []
  package var sources: [SourcePlace] = []
  /// Identifiers of entries in the register of source conflicts.
  package var conflicts: [String] = []
  package var note: String?
  package var origin = Origin.team

  /// What a finding is named by: never the sentence of its success alone.
  package var failure: String { fails ?? "fails \"\(title)\"" }

  /// What was logged for a check that is not known here.
  package static func unknown(_ id: String) -> Check {
    Check(id: id, category: "", title: id, how: "", expected: "", method: .manual, impact: .moderate)
  }
  /// Where a word is looked for: names of modifiers stand in the remedy.
  package var searched: [String] { [id, title, how, expected, note ?? "", remedy ?? ""] }
}

extension Check {
  /// Where a team has another threshold than the built-in check, words that hold the built-in figure are left out: they
  /// would say 44 where 48 is asked.
  package func worded(besides builtIn: Check?) -> Check {
    guard let builtIn, let own = measurement, let threshold = builtIn.measurement?.threshold, own.threshold != threshold
    else { return self }
    let figures = threshold.filter { !own.threshold.contains($0) }.map { "\($0)" }
    func isOld(_ text: String?, _ builtIn: String?) -> Bool {
      guard let text, text == builtIn else { return false }
      return figures.contains { text.holds(figure: $0) }
    }
    var check = self
    if isOld(fails, builtIn.fails) { check.fails = "Measured value is not \(own.wording())" }
    if isOld(expected, builtIn.expected) {
      check.expected = "\(own.wording().capitalizedFirst) (threshold of the team)."
    }
    if isOld(remedy, builtIn.remedy) { check.remedy = nil }
    return check
  }
}

extension String {
  /// Whether a number is in it as a whole: 4 is not in 44 or in 4.5.
  fileprivate func holds(figure: String) -> Bool {
    ranges(of: figure).contains { range in
      let before = self[..<range.lowerBound].last
      let after = self[range.upperBound...].prefix(2)
      let goesOn = after.first?.isNumber ?? false
      let hasPlaces = after.first == "." && after.last?.isNumber ?? false
      return !(before?.isNumber ?? false) && before != "." && !goesOn && !hasPlaces
    }
  }
}

/// A named, ordered list of checks.
package struct Checklist: Equatable, Sendable {
  package var id: String
  package var title: String
  /// The source document it comes from; nil for a team's own.
  package var document: String?
  /// How the sections of the document that are its groups begin, such as `Review Checklist` in `Review Checklist: Layout`;
  /// nil where it has no groups.
  package var groups: String?
  package var checks: [String]

  package init(id: String, title: String, document: String? = nil, groups: String? = nil, checks: [String]) {
    (self.id, self.title, self.document, self.groups, self.checks) = (id, title, document, groups, checks)
  }

  /// The group of the document that a check is in.
  package func group(of check: Check) -> String? {
    guard let document, let start = groups.map({ $0 + ": " }) else { return nil }
    let section = check.sources.first { $0.document == document && $0.section.hasPrefix(start) }?.section
    return section.map { String($0.dropFirst(start.count)) }
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

extension Check {
  /// How to test on a kind of device: on a Mac with its own path of the settings, elsewhere without what is for a Mac alone.
  ///
  /// `Turn on Settings > Accessibility > VoiceOver (macOS: System Settings > Accessibility > VoiceOver).` has both.
  package func how(on family: DeviceFamily?) -> String {
    var text = ""
    var rest = Substring(how)
    while let start = rest.firstRange(of: "macOS: "), let end = rest[start.upperBound...].firstIndex(of: ")") {
      var before = rest[..<start.lowerBound]
      let path = rest[start.upperBound..<end]
      let isAlone = before.hasSuffix(" (")
      if family == .mac {
        if isAlone, path.hasPrefix("System Settings > "), let other = before.lastRange(of: "Settings > ") {
          text += before[..<other.lowerBound] + path
        } else {
          text += before + "macOS: " + path + ")"
        }
      } else {
        before.removeLast(isAlone ? 2 : before.hasSuffix("; ") ? 2 : 0)
        text += before + (isAlone ? "" : ")")
      }
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}

extension Substring {
  /// Where a text stands last.
  fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}

/// A group of checks; its identifier is the part of their identifiers before the first dot.
package struct CheckCategory: Equatable, Sendable {
  package var id: String
  package var title: String

  package init(id: String, title: String) { (self.id, self.title) = (id, title) }
}

/// A name for kinds of components that a check means together, with a reason for each kind that is in it or is not.
package struct KindGroup: Equatable, Sendable {
  /// Such as `all-interactive`; a check names it like a kind.
  package var id: String
  package var title: String
  /// The kinds in it, in the order of the catalog.
  package var kinds: [String]
  /// A sentence by kind, for every kind there is.
  package var reasons: [String: String]
}

/// Whether a check is meant for a kind of component, and why.
package struct KindAnswer: Equatable, Sendable {
  package var kind: String
  package var applies: Bool
  /// A sentence; nil where the check names its kinds one by one.
  package var reason: String?
}

/// Why a check is kept to some profiles.
package struct ProfileRule: Equatable, Sendable {
  package var check: String
  package var profiles: [Profile]
  package var reason: String
}

/// Whether a check is in scope for a component, and if not, why.
package enum Applicability: Equatable, Sendable {
  case inScope
  /// The reason is a sentence to print.
  case out(reason: String)
}

extension Check {
  /// Decides by kind, style, platform and profile of a component whether this check is in scope for it.
  ///
  /// A lowest system version (`minOS`) never takes a check out of scope: a component does not say on which version it
  /// runs, a result does.
  /// - Parameter component: its kind is one of the catalog's, e.g. `icon-button`; no platforms mean that none is given,
  ///   so every platform counts. A check of its style applies to it, for any kind and profile.
  package func applies(to component: Component) -> Applicability {
    Self.applies(id, to: appliesTo, platforms: platforms, profiles: profiles, component)
  }

  /// As `applies(to:)`, from the rules of a check alone.
  package static func applies(
    _ id: String, to kinds: [String], platforms: [Platform], profiles: [Profile], _ component: Component
  ) -> Applicability {
    let (kind, profile, places) = (component.kind, component.profile, component.platforms)
    if !component.styleOmits.isEmpty, component.styleOmits.contains(id) {
      return .out(reason: "\(id) does not apply to components of style \(component.style).")
    }
    if isAboveTier(id, component), let tier = component.tier {
      return .out(reason: "\(id) applies to larger targets; this target size is \(tier) pt.")
    }
    if isLeftOut(id, kinds, component) {
      guard !component.features.isEmpty else {
        let wanted = WordList.or(Catalog.features.filter { $0.only.contains(id) }.map(\.id))
        return .out(reason: "\(id) applies to components with \(wanted); to name what this one has, use --has.")
      }
      let named = WordList.and(component.features)
      return .out(reason: "\(id) applies to components with other features; this component has \(named).")
    }
    let isOfStyle = component.styleChecks.contains(id) || component.featureChecks.contains(id)
    if !isOfStyle, !suits(kind, kinds) {
      return .out(
        reason: kinds.count > 6
          ? "\(id) applies to \(kinds.count) kinds of components, but not to \(kind)."
          : "\(id) applies to \(WordList.and(kinds)), not \(kind).")
    }
    if !isOfStyle, !isOfTier(id, component), !suits(profile, profiles) {
      let wanted = WordList.and(profiles.map(\.rawValue))
      return .out(reason: "\(id) applies to the profile \(wanted), not \(profile.rawValue).")
    }
    if !suits(places, platforms) {
      let wanted = WordList.and(platforms.map(\.rawValue))
      let present = WordList.and(places.map(\.rawValue))
      return .out(reason: "\(id) applies to \(wanted); this component is only on \(present).")
    }
    return .inScope
  }

  /// The answer of `applies` without its sentence, for loops over a whole register.
  package func isInScope(for component: Component) -> Bool {
    Self.isInScope(id, to: appliesTo, platforms: platforms, profiles: profiles, component)
  }

  /// As `isInScope(for:)`, from the rules of a check alone.
  package static func isInScope(
    _ id: String, to kinds: [String], platforms: [Platform], profiles: [Profile], _ component: Component
  ) -> Bool {
    guard suits(component.platforms, platforms) else { return false }
    if !component.styleOmits.isEmpty, component.styleOmits.contains(id) { return false }
    if isLeftOut(id, kinds, component) { return false }
    if isAboveTier(id, component) { return false }
    if suits(component.kind, kinds), suits(component.profile, profiles) || isOfTier(id, component) { return true }
    return component.styleChecks.contains(id) || component.featureChecks.contains(id)
  }

  /// Whether a check is for features that a component does not have. Where none are named, a screen or the app as a whole is
  /// asked for them all.
  private static func isLeftOut(_ id: String, _ kinds: [String], _ component: Component) -> Bool {
    guard !component.featureOmits.isEmpty, component.featureOmits.contains(id) else { return false }
    return !component.features.isEmpty || CheckUnit(of: kinds) == .component
  }

  /// The tiers that a team chooses between (E-04); 44 and 24 are asked of every target.
  private static let tiers: [String: Int] = Dictionary(
    uniqueKeysWithValues: [TargetTier.recommended, .large, .extraLarge].map { ($0.check, $0.points.wholePart) })

  /// Whether a check asks for a larger target than the component is meant to be.
  private static func isAboveTier(_ id: String, _ component: Component) -> Bool {
    guard let wanted = component.tier, let asked = tiers[id] else { return false }
    return asked > wanted
  }

  /// Whether a check is that of the target size which was named for the component: it applies to any profile.
  private static func isOfTier(_ id: String, _ component: Component) -> Bool {
    component.targetTier.map { tiers[id] == $0 } ?? false
  }

  private static func suits(_ kind: String, _ kinds: [String]) -> Bool { kinds.isEmpty || kinds.contains(kind) }

  private static func suits(_ profile: Profile, _ profiles: [Profile]) -> Bool {
    profiles.isEmpty || profiles.contains(profile)
  }

  private static func suits(_ places: [Platform], _ platforms: [Platform]) -> Bool {
    platforms.isEmpty || places.isEmpty || platforms.contains(where: places.contains)
  }
}

/// Texts of built-in checks that were reworded without a change of what they require.
///
/// A result that was given against the earlier text is not stale. Both are text versions: see `Check.textVersion`.
package enum RewordedChecks {
  /// Whether 2 texts of a check require the same.
  package static func areSame(_ earlier: UInt32, _ current: UInt32) -> Bool {
    earlier == current || Catalog.rewordings[earlier] == current
  }
}
