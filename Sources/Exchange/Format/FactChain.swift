package import Audit
package import Base
import Store

/// Which facts of a bundle no other fact of it names in `prev`: the ends of its chains. Kept while facts pass by, by
/// writer and reader alike.
///
/// Facts mostly come in the order of their replica, and then only the last one is looked at: it is either named by the
/// next, or it is an end.
struct FactChain {
  /// A fact that no other has named so far.
  struct End {
    var replica: String
    var mark: VersionVector.Mark
    /// Where it begins in the file, from 1; 0 where that does not matter.
    var line: Int
  }

  /// More loose ends than this come of a part of a large tracker, each gap being one, or of facts in no order at all.
  /// Then nothing is remembered, `ends` is left out, and the changed fact of a changed bundle cannot be named.
  static let mostLoose = 200_000

  private var lastReplica: [UInt8] = []
  private var last: (identity: Digest, sequence: Int64, line: Int)?
  private var loose: [FactReference: End] = [:]
  /// What is named and has not come by; it may come later where the order is another.
  private var wanted: Set<FactReference> = []
  private(set) var hasGivenUp = false
  /// Whether every fact came behind the one before by replica, sequence and digest.
  private(set) var isOrdered = true
  /// How many replicas have come by.
  private(set) var replicaCount = 0
  /// Their names: as text, which holds most of them without memory of their own.
  private var replicas: Set<String> = []
  /// The beginnings of all identities, in the order of the facts; empty where they are not needed.
  private(set) var prefixes: [FactReference] = []
  private let keepsPrefixes: Bool

  /// - Parameter keepsPrefixes: whether a fact that occurs twice can be named later: 16 bytes for each fact.
  init(keepsPrefixes: Bool = true) { self.keepsPrefixes = keepsPrefixes }

  /// Takes the next fact; false when it is the same as the one before.
  @inline(__always)
  mutating func add(
    replica: UnsafeRawBufferPointer, sequence: Int64, previous: FactReference?, identity: Digest, line: Int
  ) -> Bool {
    if keepsPrefixes { prefixes.append(identity.reference) }
    if let last, previous == last.identity.reference, sequence > last.sequence, isLast(replica) {
      self.last = (identity, sequence, line)
      return true
    }
    return addBreak(replica: replica, sequence: sequence, previous: previous, identity: identity, line: line)
  }

  @inline(__always)
  private func isLast(_ replica: UnsafeRawBufferPointer) -> Bool {
    let count = replica.count
    guard count == lastReplica.count, let base = replica.baseAddress else { return false }
    return lastReplica.withUnsafeBytes { last in
      guard let other = last.baseAddress else { return false }
      var index = 0
      while count &- index >= 8 {
        let one = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard one == other.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
        index &+= 8
      }
      while index < count {
        let one = base.load(fromByteOffset: index, as: UInt8.self)
        guard one == other.load(fromByteOffset: index, as: UInt8.self) else { return false }
        index &+= 1
      }
      return true
    }
  }

  /// The fact before is not, or not simply, the one that this one follows.
  private mutating func addBreak(
    replica: UnsafeRawBufferPointer, sequence: Int64, previous: FactReference?, identity: Digest, line: Int
  ) -> Bool {
    let isSameReplica = isLast(replica)
    if let last {
      if last.identity == identity { return false }
      let isBehind =
        isSameReplica
        ? (last.sequence, last.identity) < (sequence, identity)
        : lastReplica.lexicographicallyPrecedes(replica)
      if !isBehind { isOrdered = false }
      loose[last.identity.reference] = end(last)
    }
    if let previous, loose.removeValue(forKey: previous) == nil { wanted.insert(previous) }
    if !isSameReplica {
      lastReplica = Array(replica)
      replicas.insert(String(decoding: lastReplica, as: UTF8.self))
      replicaCount = replicas.count
    }
    last = (identity, sequence, line)
    if loose.count > Self.mostLoose || wanted.count > Self.mostLoose {
      hasGivenUp = true
      loose = [:]
      wanted = []
    }
    return true
  }

  private func end(_ fact: (identity: Digest, sequence: Int64, line: Int)) -> End {
    End(
      replica: String(decoding: lastReplica, as: UTF8.self),
      mark: VersionVector.Mark(sequence: fact.sequence, fact.identity.reference), line: fact.line)
  }

  /// All ends, by replica, sequence and digest; none after giving up.
  var ends: [End] {
    guard !hasGivenUp else { return [] }
    var ends = loose.values.filter { !wanted.contains($0.mark.reference) }
    if let last, !wanted.contains(last.identity.reference) { ends.append(end(last)) }
    return ends.sorted {
      ($0.replica, $0.mark.sequence, $0.mark.reference) < ($1.replica, $1.mark.sequence, $1.mark.reference)
    }
  }

  /// The positions, from 0, of two facts that are the same; nil when all differ.
  func repeated() -> (Int, Int)? {
    guard !isOrdered else { return nil }
    let order = prefixes.indices.sorted { (prefixes[$0], $0) < (prefixes[$1], $1) }
    for (one, other) in zip(order, order.dropFirst()) where prefixes[one] == prefixes[other] { return (one, other) }
    return nil
  }
}

/// How far someone knows each replica: `{"<replica>":[121,"e0b2…32 hex"]}`.
package struct VersionVector: Equatable, Sendable {
  /// One fact by its number and its identity, shortened.
  package struct Mark: Hashable, Sendable {
    package var sequence: Int64
    package var reference: FactReference

    package init(sequence: Int64, _ reference: FactReference) {
      (self.sequence, self.reference) = (sequence, reference)
    }
  }

  /// By replica. Replicas are plain ASCII, so Swift's equality is that of the bytes.
  package var marks: [String: Mark]

  package init(_ marks: [String: Mark] = [:]) { self.marks = marks }

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
