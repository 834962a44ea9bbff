/// Whether a check is in scope for a component, and if not, why.
package enum Applicability: Equatable, Sendable {
  case inScope
  /// The reason is a sentence to print.
  case out(reason: String)
}

extension Check {
  /// Decides by kind, platform and profile of a component whether this check is in scope for it.
  ///
  /// A lowest system version (`minOS`) never takes a check out of scope: a component does not say on which version it
  /// runs, a result does.
  /// - Parameters:
  ///   - kind: one of the catalogue's component kinds, e.g. `icon-button`.
  ///   - platforms: where the component exists; empty means that nobody said, so every platform counts.
  package func applies(kind: String, profile: Profile, platforms: [Platform]) -> Applicability {
    if !suits(kind: kind) { return .out(reason: "\(id) is for \(Self.listed(appliesTo)); this is \(kind).") }
    if !suits(profile: profile) {
      let profiles = Self.listed(self.profiles.map(\.rawValue))
      return .out(reason: "\(id) is for the profile \(profiles); this component's is \(profile.rawValue).")
    }
    if !suits(platforms: platforms) {
      let wanted = Self.listed(self.platforms.map(\.rawValue))
      let present = Self.listed(platforms.map(\.rawValue))
      return .out(reason: "\(id) is for \(wanted); this component is only on \(present).")
    }
    return .inScope
  }

  /// The answer of `applies` without its sentence, for loops over a whole register.
  package func isInScope(kind: String, profile: Profile, platforms: [Platform]) -> Bool {
    suits(kind: kind) && suits(profile: profile) && suits(platforms: platforms)
  }

  private func suits(kind: String) -> Bool { appliesTo.isEmpty || appliesTo.contains(kind) }

  private func suits(profile: Profile) -> Bool { profiles.isEmpty || profiles.contains(profile) }

  private func suits(platforms components: [Platform]) -> Bool {
    platforms.isEmpty || components.isEmpty || platforms.contains(where: components.contains)
  }

  private static func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
