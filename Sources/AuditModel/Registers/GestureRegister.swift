/// What is wrong with a gesture as it was registered, or may be.
package struct GestureConcern: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case noAlternative = "no-alternative"
    case systemEdge = "system-edge"
    case otherMeaning = "other-meaning"
    case unknown
  }

  package var kind: Kind
  /// A sentence without full stop.
  package var words: String

  package var check: String {
    switch kind {
    case .noAlternative, .unknown: "gestures.alternatives"
    case .systemEdge: "gestures.system-edges-free"
    case .otherMeaning: "gestures.standard-meaning"
    }
  }

  /// - Parameters:
  ///   - entry: what the reference says of the gesture; nil where it knows none of that name.
  ///   - action: what it does here.
  ///   - alternative: how else that can be done; empty where nobody said.
  package static func all(
    _ gesture: String, _ entry: ReferenceEntry?, action: String, alternative: String
  ) -> [GestureConcern] {
    guard let entry else {
      return [GestureConcern(kind: .unknown, words: "\(gesture) is no gesture of the reference")]
    }
    var found: [GestureConcern] = []
    // A tap is an alternative itself.
    if alternative.isEmpty, !entry.figures.contains(where: { $0.name == "alternative" }) {
      found.append(GestureConcern(kind: .noAlternative, words: "no alternative is on record"))
    }
    if entry.figures.contains(where: { $0.name == "reserved by" }) {
      found.append(GestureConcern(kind: .systemEdge, words: "\(entry.title): \(entry.meaning.withoutStop)"))
    } else if !entry.isUsual(action) {
      found.append(
        GestureConcern(
          kind: .otherMeaning,
          words: "\(entry.title) is not used for this elsewhere: \(entry.meaning.withoutStop)"))
    }
    return found
  }
}

extension String {
  fileprivate var withoutStop: String { last == "." ? String(dropLast()) : self }
}
