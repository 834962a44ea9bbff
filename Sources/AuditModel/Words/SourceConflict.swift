/// A place where the source documents disagree with each other or with the facts, and the reading that we take.
package struct SourceConflict: Equatable, Sendable {
  /// `E-01` to `E-78`.
  package var id: String
  package var title: String
  /// Documents and lines.
  package var place: String
  package var sourcesSay: String
  package var fact: String
  /// What the fact rests on, opened by letters explained in the register: V verified, C computed, X visible, K known.
  package var evidence: String
  /// The reading that the catalog takes.
  package var reading: String
  /// The checks that the reading decides.
  package var checks: [String]

  package init(
    id: String, title: String, place: String, sourcesSay: String, fact: String, evidence: String, reading: String,
    checks: [String]
  ) {
    self.id = id
    self.title = title
    self.place = place
    self.sourcesSay = sourcesSay
    self.fact = fact
    self.evidence = evidence
    self.reading = reading
    self.checks = checks
  }
}
