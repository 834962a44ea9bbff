import AuditModel
import AuditStore
import CanonicalJSON

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
  init(keepsPrefixes: Bool = true) {
    self.keepsPrefixes = keepsPrefixes
  }

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
