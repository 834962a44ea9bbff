/// A group of checks; its identifier is the part of their identifiers before the first dot.
package struct CheckCategory: Equatable, Sendable {
  package var id: String
  package var title: String

  package init(id: String, title: String) {
    self.id = id
    self.title = title
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

/// A countable limit of the source documents, such as three to five tabs.
package struct LimitEntry: Equatable, Sendable {
  package var id: String
  package var title: String
  /// Always of type `number`, with its unit.
  package var measurement: Measurement
  /// The figure to aim for inside the limit, where a source names one.
  package var preferred: FixedPoint?
  /// The check that judges it; nil where none does.
  package var check: String?
  package var sources: [SourcePlace]

  package init(
    id: String, title: String, measurement: Measurement, preferred: FixedPoint?, check: String?,
    sources: [SourcePlace]
  ) {
    self.id = id
    self.title = title
    self.measurement = measurement
    self.preferred = preferred
    self.check = check
    self.sources = sources
  }
}
