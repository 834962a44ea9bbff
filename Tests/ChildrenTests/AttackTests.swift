import Children
import Testing

/// Somebody who has every report that was ever told, and knows the method, tries to learn of few children.
@Suite("Attacks on what is told of children")
struct AttackTests {
  private static let seed: UInt64 = 20_261_121

  /// A child in a table: its group, and which of two results it had.
  private struct World: Hashable {
    var counts: [Int]
    var hits: [Int]
  }

  /// What is told of a world: the whole, and its groups where they are shown. Each child made two taps and hit one or
  /// both of them.
  private func told(_ world: World) throws -> [Int]? {
    let groups = try zip(world.counts, world.hits).map { count, twice in
      try same(twice, 2, 2) + same(count - twice, 1, 2)
    }
    let whole = Array(groups.joined())
    guard DisclosureRule.standard.disclosure(of: whole) == .shown else { return nil }
    let sums = [whole.count, whole.reduce(0) { $0 + $1.hits }]
    let parts = groups.enumerated().flatMap { place, group in
      group.enumerated().map { child, taps in
        DisclosurePart(child: place * 100 + child, session: 0, taps: taps, labels: ["\(place)"])
      }
    }
    guard DisclosureRule.standard.breakdowns(of: parts) == [0] else { return sums + [-1] }
    return sums + world.counts + world.hits
  }

  /// All tables of so many groups and so many children.
  private func worlds(groups: Int, children: Int) -> [World] {
    guard groups > 0 else { return children == 0 ? [World(counts: [], hits: [])] : [] }
    return (0...children).flatMap { count in
      (0...count).flatMap { hits in
        worlds(groups: groups - 1, children: children - count).map {
          World(counts: [count] + $0.counts, hits: [hits] + $0.hits)
        }
      }
    }
  }

  @Test("Of a hidden group every number of children from 1 to the fewest stays possible", arguments: [2, 3])
  func enumeration(groups: Int) throws {
    var tables = 0
    for children in 5...(groups == 2 ? 14 : 12) {
      var alike: [[Int]: [World]] = [:]
      for world in worlds(groups: groups, children: children) {
        if let told = try told(world) { alike[told, default: []].append(world) }
      }
      for (told, candidates) in alike where told.last == -1 {
        tables += 1
        for group in 0..<groups {
          let counts = Set(candidates.map { $0.counts[group] })
          #expect(counts.isSuperset(of: 1..<5), "\(told) group \(group): \(counts.sorted())")
        }
        // Nor is it known which group it is that hides the others.
        for group in 0..<groups {
          #expect(children < 9 || candidates.contains { $0.counts[group] >= 5 }, "\(told)")
        }
      }
      // A group that is shown is never one in which all did the same.
      for (told, candidates) in alike where told.last != -1 {
        #expect(candidates.count == 1)
        for group in 0..<groups {
          let (count, hits) = (told[2 + group], told[2 + groups + group])
          #expect(count == 0 || (count >= 5 && hits > 0 && hits < count), "\(told)")
        }
      }
    }
    #expect(tables > 20)
  }

  /// A child with the sessions it had been to when it was told of: what its share of hits is of.
  private struct Known: Hashable {
    var child: Int
    var visits: Int
  }

  @Test("No sum or difference of all reports of a plan is about fewer children than a group must have")
  func differences() throws {
    print("seed \(Self.seed)")
    var random = SplitMix64(seed: Self.seed)
    var (reported, brokenDown) = (0, 0)
    for _ in 0..<300 {
      let rule = random.below(3) == 0 ? DisclosureRule.redacted : .standard
      let planned = rule.fewest + random.below(20)
      let looks = [planned - random.below(planned), planned]
      var sessions: [PublishedLook.Session<Int>] = []
      for child in 0..<planned + random.below(8) {
        sessions.append(.init(child: child, taps: try ChildTaps(hits: random.below(4), taps: 4)))
        if random.below(4) == 0 {
          sessions.append(.init(child: random.below(child + 1), taps: try ChildTaps(hits: random.below(4), taps: 4)))
        }
      }
      let labels = (0..<sessions.count).map { _ in (0..<3).map { _ in "\(random.below(2))" } }
      let erased = random.below(2) == 0 ? random.below(planned) : nil
      let erasedAt = erased.map { _ in sessions.count - random.below(6) }
      var rows: Set<[Known]> = []
      // A report after every session.
      for end in 1...sessions.count {
        let isErased = erasedAt.map { end > $0 } ?? false
        let held = sessions.prefix(end).enumerated().filter { !isErased || $0.element.child != erased }
        let before = isErased ? held.filter { $0.offset < erasedAt ?? 0 }.count : nil
        let all = held.map(\.element)
        guard let look = PublishedLook(all, looks: looks, erasedAfter: before, rule: rule) else { continue }
        if look.disclosure == .shown { rows.insert(Self.known(all.prefix(look.sessions))) }
        guard let part = look.brokenDown else { continue }
        let parts = all.prefix(part).enumerated().map {
          DisclosurePart(child: $1.child, session: $0, taps: $1.taps, labels: labels[$1.child])
        }
        for place in rule.breakdowns(of: parts, steps: look.steps.filter { $0 < part }) {
          brokenDown += 1
          for band in ["0", "1"] {
            rows.insert(Self.known(all.prefix(part).filter { labels[$0.child][place] == band }))
          }
        }
      }
      guard !rows.isEmpty else { continue }
      reported += 1
      require(Array(rows), tellNothingBelow: rule.fewest)
    }
    #expect(reported > 100 && brokenDown > 20)
  }

  /// Whose shares of hits are summed up.
  private static func known(_ sessions: some Sequence<PublishedLook.Session<Int>>) -> [Known] {
    let visits = sessions.reduce(into: [Int: Int]()) { $0[$1.child, default: 0] += 1 }
    return visits.map { Known(child: $0.key, visits: $0.value) }.sorted {
      ($0.child, $0.visits) < ($1.child, $1.visits)
    }
  }

  /// Some combination of rows is about these children alone if leaving their columns out lowers the rank. Children who
  /// are in the same rows stand for each other: one that is left keeps the column.
  private func require(_ rows: [[Known]], tellNothingBelow fewest: Int) {
    let columns = Array(Set(rows.joined()))
    var classes: [[Int]: [Int]] = [:]
    for child in Set(columns.map(\.child)) {
      classes[rows.map { row in row.first { $0.child == child }?.visits ?? 0 }, default: []].append(child)
    }
    let whole = rank(rows, columns)
    func search(_ rest: ArraySlice<[Int]>, without taken: Set<Int>) {
      guard taken.count < fewest else { return }
      guard let first = rest.first else {
        #expect(rank(rows, columns.filter { !taken.contains($0.child) }) == whole, "\(taken.sorted()): \(rows)")
        return
      }
      search(rest.dropFirst(), without: taken)
      search(rest.dropFirst(), without: taken.union(first))
    }
    search(classes.values.filter { $0.count < fewest }[...], without: [])
  }

  private func rank(_ rows: [[Known]], _ columns: [Known]) -> Int {
    Ranks.rank(rows.map { row in columns.map { row.contains($0) ? 1 : 0 } })
  }
}
