package import Measuring

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
    let isOfStyle = component.styleChecks.contains(id)
    if !isOfStyle, !suits(kind, kinds) {
      return .out(
        reason: kinds.count > 6
          ? "\(id) applies to \(kinds.count) kinds of components, but not to \(kind)."
          : "\(id) applies to \(listed(kinds)), not \(kind).")
    }
    if !isOfStyle, !isOfTier(id, component), !suits(profile, profiles) {
      let wanted = listed(profiles.map(\.rawValue))
      return .out(reason: "\(id) applies to the profile \(wanted), not \(profile.rawValue).")
    }
    if !suits(places, platforms) {
      let wanted = listed(platforms.map(\.rawValue))
      let present = listed(places.map(\.rawValue))
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
    if isAboveTier(id, component) { return false }
    if suits(component.kind, kinds), suits(component.profile, profiles) || isOfTier(id, component) { return true }
    return !component.styleChecks.isEmpty && component.styleChecks.contains(id)
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

  private static func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
    // Not `joined`: what it looks up about its types at run time takes longer than logging a result should.
    var text = ""
    for word in words.dropLast() { text += text.isEmpty ? word : ", " + word }
    return text + " and " + last
  }
}
