package import AuditModel
package import CanonicalJSON

/// How far someone knows each replica: `{"<replica>":[121,"e0b2…32 hex"]}`.
package struct VersionVector: Equatable, Sendable {
  /// One fact by its number and its identity, shortened.
  package struct Mark: Hashable, Sendable {
    package var sequence: Int64
    package var reference: FactReference

    package init(sequence: Int64, _ reference: FactReference) {
      self.sequence = sequence
      self.reference = reference
    }
  }

  /// By replica. Replicas are plain ASCII, so Swift's equality is that of the bytes.
  package var marks: [String: Mark]

  package init(_ marks: [String: Mark] = [:]) {
    self.marks = marks
  }

  package subscript(replica: String) -> Mark? {
    get { marks[replica] }
    set { marks[replica] = newValue }
  }

  package var isEmpty: Bool { marks.isEmpty }

  /// As it is written in a bundle.
  package var json: JSONValue {
    .object(JSONObject(marks.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
  }

  /// Reads it as it is written in a bundle; nil for anything else.
  package init?(json: JSONValue?) {
    guard let object = json?.objectValue else { return nil }
    self.init()
    for member in object.members {
      guard FactForm.isReplica(member.key.utf8), let mark = Mark(json: member.value) else { return nil }
      marks[member.key] = mark
    }
  }
}

extension VersionVector.Mark {
  var json: JSONValue { [.integer(sequence), .string(reference.hex)] }

  init?(json: JSONValue) {
    guard let pair = json.arrayValue, pair.count == 2, let sequence = pair[0].integerValue,
      FactForm.sequences.contains(sequence), let reference = pair[1].stringValue.flatMap({ FactReference(hex: $0) })
    else { return nil }
    self.init(sequence: sequence, reference)
  }
}

/// The ends of chains that are no version vector's: `{"<replica>":[[12,"…"],[14,"…"]]}`, a replica's in rising order.
enum ChainEnds {
  typealias Marks = [String: [VersionVector.Mark]]

  static func json(_ ends: Marks) -> JSONValue {
    .object(JSONObject(ends.sorted { $0.key < $1.key }.map { ($0.key, .array($0.value.map(\.json))) }))
  }

  static func read(_ json: JSONValue) -> Marks? {
    guard let object = json.objectValue, !object.isEmpty else { return nil }
    var ends: Marks = [:]
    for member in object.members {
      guard FactForm.isReplica(member.key.utf8), let list = member.value.arrayValue, !list.isEmpty else { return nil }
      let marks = list.compactMap { VersionVector.Mark(json: $0) }
      let rises = zip(marks, marks.dropFirst()).allSatisfy {
        ($0.sequence, $0.reference) < ($1.sequence, $1.reference)
      }
      guard marks.count == list.count, rises else { return nil }
      ends[member.key] = marks
    }
    return ends
  }
}
