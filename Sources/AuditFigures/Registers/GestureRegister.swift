package import AuditModel

/// What is wrong with a gesture as it was registered, or may be.
package struct GestureConcern: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case noAlternative = "no-alternative"
    case systemEdge = "system-edge"
    case otherMeaning = "other-meaning"
    /// A custom gesture of the app, which people do not know by heart.
    case custom
  }

  package var kind: Kind
  /// A sentence without full stop.
  package var words: String

  package var check: String {
    switch kind {
    case .noAlternative: "gestures.alternatives"
    case .systemEdge: "gestures.system-edges-free"
    case .otherMeaning: "gestures.standard-meaning"
    case .custom: "gestures.custom-discoverable"
    }
  }

  /// - Parameters:
  ///   - entry: what the reference says of the gesture; nil for one of the app's own, which it does not know.
  ///   - action: what it does here. At an edge of the system, what the system does there is nothing against it.
  ///   - alternative: how else that can be done; empty where not given.
  package static func all(
    _ gesture: String, _ entry: ReferenceEntry?, action: String, alternative: String
  ) -> [GestureConcern] {
    var found: [GestureConcern] = []
    // A tap is an alternative itself.
    if alternative.isEmpty, entry?.figures.contains(where: { $0.name == "alternative" }) != true {
      found.append(GestureConcern(kind: .noAlternative, words: "no alternative is recorded"))
    }
    guard let entry else {
      let words = "\(gesture) is not a standard gesture: something visible must indicate it"
      return found + [GestureConcern(kind: .custom, words: words)]
    }
    if entry.figures.contains(where: { $0.name == "reserved by" }) {
      let isItsOwn = entry.figures.contains { $0.name == "usual" } && entry.isUsual(action)
      guard !isItsOwn else { return found }
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
