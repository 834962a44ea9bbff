/// Who had seen whom among the writes to one cell or one field.
///
/// A write has seen the earlier writes of its own replica, the writes it names, and all that those had seen. Clocks
/// play no part, and the answer does not depend on the order in which the writes arrived. Of two writes with the same
/// replica and sequence (a fork) a write has seen those that it named or that led to what it named, and a later
/// write of that replica both.
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
  private var seen: [[Int64]] = []
  /// Per event, all it has seen. A number that stands for two writes says too little, so where a replica was forked
  /// within one sequence this is used instead of `seen`; empty otherwise.
  private var ancestors: [IndexSet] = []
  /// More writes than this take too much memory for `ancestors`: a quarter of a gigabit at most.
  private static let mostForked = 16_384
  /// Indices of the events such that an event stands behind all that it has seen.
  package let order: [Int]
  /// Whether some events have seen one another in a circle, which only a forger achieves.
  package let isTangled: Bool
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
    let canonical = Self.canonical(events)
    parents = Self.parents(of: events, canonical)
    (order, isTangled) = Self.topological(parents, canonical)
    let isForked = zip(canonical, canonical.dropFirst()).contains { one, next in
      events[one].replica == events[next].replica && events[one].sequence == events[next].sequence
    }
    if isForked, events.count <= Self.mostForked {
      gatherAncestors()
    } else if replicaCount > 1 {
      gatherSequences()
    }
  }

  private mutating func gatherSequences() {
    seen = Array(repeating: Array(repeating: -1, count: replicaCount), count: owner.count)
    for index in order {
      for parent in parents[index] {
        for replica in 0..<replicaCount {
          seen[index][replica] = max(seen[index][replica], seen[parent][replica])
        }
        seen[index][owner[parent]] = max(seen[index][owner[parent]], sequence[parent])
      }
    }
  }

  private mutating func gatherAncestors() {
    ancestors = Array(repeating: IndexSet(count: owner.count), count: owner.count)
    for index in order {
      for parent in parents[index] {
        ancestors[index].formUnion(ancestors[parent])
        ancestors[index].insert(parent)
      }
    }
  }

  /// Whether event `later` had `earlier` in view when it was made.
  package func saw(_ later: Int, _ earlier: Int) -> Bool {
    if !ancestors.isEmpty { return ancestors[later].contains(earlier) }
    if owner[later] == owner[earlier] { return sequence[earlier] < sequence[later] }
    return seen[later][owner[earlier]] >= sequence[earlier]
  }

  /// The members of `group` that no other member has seen, and those of a forged circle unless one of these has seen
  /// them: who names what is returned has seen the whole group.
  package func unseen(in group: [Int]) -> [Int] {
    remaining(of: group, behind: remaining(of: group, behind: group))
  }

  /// The members of `group` that no member of `later` has seen.
  private func remaining(of group: [Int], behind later: [Int]) -> [Int] {
    ancestors.isEmpty ? remainingBySequence(group, later) : remainingByAncestors(group, later)
  }

  private func remainingBySequence(_ group: [Int], _ later: [Int]) -> [Int] {
    var covered = Array(repeating: Int64(-1), count: replicaCount)
    for member in later {
      if !seen.isEmpty {
        for replica in 0..<replicaCount where replica != owner[member] {
          covered[replica] = max(covered[replica], seen[member][replica])
        }
      }
      covered[owner[member]] = max(covered[owner[member]], sequence[member] - 1)
    }
    return group.filter { covered[owner[$0]] < sequence[$0] }
  }

  private func remainingByAncestors(_ group: [Int], _ later: [Int]) -> [Int] {
    var covered = IndexSet(count: owner.count)
    for member in later { covered.formUnion(ancestors[member]) }
    return group.filter { !covered.contains($0) }
  }

  /// An order that every machine finds, whatever the order of arrival.
  private static func canonical(_ events: [Event]) -> [Int] {
    events.indices.sorted { left, right in
      (events[left].replica, events[left].sequence, events[left].digest)
        < (events[right].replica, events[right].sequence, events[right].digest)
    }
  }

  private static func parents(of events: [Event], _ bySequence: [Int]) -> [[Int]] {
    let named = Dictionary(bySequence.map { (events[$0].digest, $0) }, uniquingKeysWith: { first, _ in first })
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

  /// Parents before children. A digest names what it covers, so honest facts form no cycle; a replica that lies about
  /// its own sequence can make one, and then its members and what saw them come last, in an order all machines find.
  private static func topological(_ parents: [[Int]], _ canonical: [Int]) -> (order: [Int], isTangled: Bool) {
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
    guard order.count < parents.count else { return (order, false) }
    return (order + canonical.filter { waiting[$0] > 0 }, true)
  }
}

/// A set of indices below a fixed count.
private struct IndexSet {
  private var words: [UInt64]

  init(count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  mutating func insert(_ index: Int) { words[index / 64] |= 1 << UInt64(index % 64) }

  mutating func formUnion(_ other: IndexSet) {
    for place in words.indices { words[place] |= other.words[place] }
  }

  func contains(_ index: Int) -> Bool { words[index / 64] & (1 << UInt64(index % 64)) != 0 }
}
