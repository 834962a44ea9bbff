/// The systems a check or a component is about.
package enum Platform: String, CaseIterable, Sendable {
  case iOS
  case iPadOS
  case macOS
}

/// Whom a component is for; haptics and size tiers follow it.
package enum Profile: String, CaseIterable, Sendable {
  case general
  case child
}

/// Where in which source document a check comes from.
package struct SourcePlace: Equatable, Sendable {
  package var document: String
  package var section: String

  package init(document: String, section: String) {
    self.document = document
    self.section = section
  }
}
