/// Who had seen whom among the writes to one cell or one field.
///
/// A write has seen the earlier writes of its own replica, the writes it names, and all that those had seen. Clocks
/// play no part, and the answer does not depend on the order in which the writes arrived. Two writes with the same
/// replica and sequence (a fork) have not seen each other.
package struct Causality {
  /// One write as far as causality is concerned.
  package struct Event {
    package var replica: String
    package var sequence: Int64
    /// The first eight bytes of the fact's digest.
    package var digest: UInt64
    /// Digests of other replicas' writes that were in view when this one was made.
    package var saw: [UInt64]

    package init(replica: String, sequence: Int64, digest: UInt64, saw: [UInt64]) {
      self.replica = replica
      self.sequence = sequence
      self.digest = digest
      self.saw = saw
    }
  }

  private let owner: [Int]
  private let replicaCount: Int
  private let sequence: [Int64]
  /// Per event, the greatest sequence it has seen of each replica; empty where all events share one replica.
  private var seen: [[Int64]]
  /// Indices of the events such that an event stands behind all that it has seen.
  package let order: [Int]
  /// Per event, the events it saw directly: its replica's previous one and those that it names.
  package let parents: [[Int]]

  package init(_ events: [Event]) {
    var replicaIndex: [String: Int] = [:]
    owner = events.map { event in
      if let known = replicaIndex[event.replica] { return known }
      replicaIndex[event.replica] = replicaIndex.count
      return replicaIndex.count - 1
    }
    replicaCount = replicaIndex.count
    sequence = events.map(\.sequence)
    parents = Self.parents(of: events)
    order = Self.topological(parents)
    seen = []
    guard replicaCount > 1 else { return }
    seen = Array(repeating: Array(repeating: -1, count: replicaCount), count: events.count)
    for index in order {
      for parent in parents[index] {
        for replica in 0..<replicaCount {
          seen[index][replica] = max(seen[index][replica], seen[parent][replica])
        }
        seen[index][owner[parent]] = max(seen[index][owner[parent]], sequence[parent])
      }
    }
  }

  /// Whether event `later` had `earlier` in view when it was made.
  package func saw(_ later: Int, _ earlier: Int) -> Bool {
    if owner[later] == owner[earlier] { return sequence[earlier] < sequence[later] }
    return seen[later][owner[earlier]] >= sequence[earlier]
  }

  /// The members of `group` that no other member has seen.
  package func unseen(in group: [Int]) -> [Int] {
    var covered = Array(repeating: Int64(-1), count: replicaCount)
    for member in group {
      if !seen.isEmpty {
        for replica in 0..<replicaCount { covered[replica] = max(covered[replica], seen[member][replica]) }
      }
      covered[owner[member]] = max(covered[owner[member]], sequence[member] - 1)
    }
    return group.filter { covered[owner[$0]] < sequence[$0] }
  }

  private static func parents(of events: [Event]) -> [[Int]] {
    let bySequence = events.indices.sorted { left, right in
      (events[left].replica, events[left].sequence, events[left].digest)
        < (events[right].replica, events[right].sequence, events[right].digest)
    }
    let named = Dictionary(events.indices.map { (events[$0].digest, $0) }, uniquingKeysWith: { first, _ in first })
    var parents = Array(repeating: [Int](), count: events.count)
    var run: [Int] = []
    var previous: [Int] = []
    for index in bySequence {
      if let last = run.last, events[last].replica != events[index].replica {
        run = []
        previous = []
      } else if let last = run.last, events[last].sequence != events[index].sequence {
        previous = run
        run = []
      }
      run.append(index)
      parents[index] = previous
      for digest in events[index].saw {
        if let target = named[digest], target != index { parents[index].append(target) }
      }
    }
    return parents
  }

  /// Parents before children. A digest names what it covers, so honest facts form no cycle; should one be forged, its
  /// members simply come last.
  private static func topological(_ parents: [[Int]]) -> [Int] {
    var waiting = parents.map(\.count)
    var children = Array(repeating: [Int](), count: parents.count)
    for (child, own) in parents.enumerated() {
      for parent in own { children[parent].append(child) }
    }
    var order = parents.indices.filter { waiting[$0] == 0 }
    order.reserveCapacity(parents.count)
    var next = 0
    while next < order.count {
      for child in children[order[next]] {
        waiting[child] -= 1
        if waiting[child] == 0 { order.append(child) }
      }
      next += 1
    }
    if order.count < parents.count { order += parents.indices.filter { waiting[$0] > 0 } }
    return order
  }
}
