@testable import Audit

extension Check {
  /// As `applies(to:)` for a component of which no more is known.
  func applies(kind: String, profile: Profile, platforms: [Platform]) -> Applicability {
    applies(to: .of(kind, profile, platforms))
  }

  func isInScope(kind: String, profile: Profile, platforms: [Platform]) -> Bool {
    isInScope(for: .of(kind, profile, platforms))
  }
}

extension Component {
  static func of(_ kind: String, _ profile: Profile = .general, _ platforms: [Platform] = []) -> Component {
    var component = Component(key: "a", kind: kind)
    component.profile = profile
    component.platforms = platforms
    return component
  }
}
