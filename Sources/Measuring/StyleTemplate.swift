/// What a button style promises of every component that names it.
package struct StyleTemplate: Equatable, Sendable {
  /// As components name it, such as `child-friendly-large`.
  package var name: String
  /// The smallest size; nil where the style sets none.
  package var size: TargetSize?
  /// The haptics that fit; none where the style sets none.
  package var haptics: [HapticType]
  /// The checks whose figures it promises to keep: those of press feedback.
  package var measures: [String]
  /// The values that it promises, by check, each as for a result of it.
  package var planned: [String: String] = [:]
  /// Where it comes from: a document with its section, or the team.
  package var source: String

  package init(name: String, size: TargetSize?, haptics: [HapticType], measures: [String] = [], source: String) {
    self.name = name
    self.size = size
    self.haptics = haptics
    self.measures = measures
    self.source = source
  }

  /// Whether a size keeps the promise; nil where there is none.
  package func accepts(_ size: TargetSize) -> Bool? {
    self.size.map { size.width >= $0.width && size.height >= $0.height }
  }
}
