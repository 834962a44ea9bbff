package import Measuring

/// A group of checks; its identifier is the part of their identifiers before the first dot.
package struct CheckCategory: Equatable, Sendable {
  package var id: String
  package var title: String

  package init(id: String, title: String) {
    self.id = id
    self.title = title
  }
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

  package init(id: String, title: String, kinds: [String], reasons: [String: String]) {
    self.id = id
    self.title = title
    self.kinds = kinds
    self.reasons = reasons
  }
}

/// Whether a check is meant for a kind of component, and why.
package struct KindAnswer: Equatable, Sendable {
  package var kind: String
  package var applies: Bool
  /// A sentence; nil where the check names its kinds one by one.
  package var reason: String?

  package init(kind: String, applies: Bool, reason: String?) {
    self.kind = kind
    self.applies = applies
    self.reason = reason
  }
}

/// Why a check is kept to some profiles.
package struct ProfileRule: Equatable, Sendable {
  package var check: String
  package var profiles: [Profile]
  package var reason: String

  package init(check: String, profiles: [Profile], reason: String) {
    self.check = check
    self.profiles = profiles
    self.reason = reason
  }
}
