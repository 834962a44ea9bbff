import Children
import Testing

/// What the same children did in several plans, with the rates of the plans: no sum and no difference of it is about few.
@Suite("Comparisons of the same children")
struct PairAttackTests {
  private static let seed: UInt64 = 20_261_122

  private func group(_ children: some Sequence<Int>, _ hits: (Int) -> Int) throws -> ToldGroup<Int> {
    Dictionary(uniqueKeysWithValues: try children.map { ($0, try ChildTaps(hits: hits($0), taps: 4)) })
  }

  @Test("Told where all did both, or where those who did one could be told of as well", arguments: [0, 1, 4, 5, 9])
  func overlap(apart: Int) throws {
    let first = try group(0..<10) { $0 % 5 }
    let second = try group(apart..<10 + apart) { ($0 + $0 / 3) % 5 }
    let isTold = DisclosureRule.standard.allows(pairs: [(first: 0, second: 1)], of: [first, second])
    #expect(isTold == (apart == 0 || apart == 5))
  }

  @Test("With ten children all but one of whom did alike the others' results would be known")
  func alike() throws {
    let first = try group(0..<10) { $0 % 4 }
    let shifted = try group(0..<10) { $0 % 4 + ($0 == 3 ? 0 : 1) }
    #expect(DisclosureRule.standard.allows(pairs: [(first: 0, second: 1)], of: [first, shifted]))
    #expect(!DisclosureRule.redacted.allows(pairs: [(first: 0, second: 1)], of: [first, shifted]))
  }

  @Test("A breakdown that is told as well parts the children further")
  func marks() throws {
    let first = try group(0..<10) { $0 % 5 }
    let second = try group(0..<10) { ($0 + 1) % 4 }
    func isTold(_ young: Int) -> Bool {
      let marks = Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, Set([$0 < young ? "6-8" : "9-10"])) })
      return DisclosureRule.standard.allows(pairs: [(first: 0, second: 1)], of: [first, second], marks: marks)
    }
    #expect(isTold(5) && isTold(10) && !isTold(3))
  }

  @Test("No combination of rates and differences of many plans is about fewer children than a group must have")
  func differences() throws {
    print("seed \(Self.seed)")
    var random = SplitMix64(seed: Self.seed)
    var told = 0
    for _ in 0..<300 {
      let rule = random.below(3) == 0 ? DisclosureRule.redacted : .standard
      let blocks = 2 + random.below(4)
      // Blocks of children who go together, and now and then one who does not.
      let plans = (0..<4).map { _ -> Set<Int> in
        var children = Set((0..<blocks).filter { _ in random.below(3) > 0 }.flatMap { ($0 * 10)..<($0 * 10 + 10) })
        if random.below(3) == 0 { children.insert(random.below(blocks * 10)) }
        if random.below(3) == 0 { children.remove(random.below(blocks * 10)) }
        return children
      }
      let groups = try plans.map { plan in try group(plan.sorted()) { _ in random.below(5) } }
      var (involved, pairs): ([Int], [(Int, Int)]) = ([], [])
      for place in 1..<4 where !plans[place].isDisjoint(with: plans[place - 1]) {
        let asked = involved + [place - 1, place]
        let candidate = pairs + [(asked.count - 2, asked.count - 1)]
        let isTold = rule.allows(
          pairs: candidate.map { (first: $0.0, second: $0.1) }, of: asked.map { groups[$0] })
        if isTold { (involved, pairs) = (asked, candidate) }
      }
      guard !pairs.isEmpty else { continue }
      told += pairs.count
      let columns = (0..<4).flatMap { plan in plans[plan].sorted().map { (plan: plan, child: $0) } }
      // The rates of those plans that could be told themselves, and the differences.
      let rates = (0..<4).filter { rule.disclosure(of: Array(groups[$0].values)) == .shown }.map { plan in
        columns.map { $0.plan == plan ? 1 : 0 }
      }
      let rows =
        rates
        + pairs.map { pair in
          let (first, second) = (involved[pair.0], involved[pair.1])
          let both = plans[first].intersection(plans[second])
          return columns.map { both.contains($0.child) ? ($0.plan == second ? 1 : $0.plan == first ? -1 : 0) : 0 }
        }
      try require(rows, columns.map(\.child), tellNothingBelow: rule.fewest)
    }
    #expect(told > 50)
  }

  /// A combination is about these children alone if leaving their columns out lowers the rank.
  private func require(_ rows: [[Int]], _ children: [Int], tellNothingBelow fewest: Int) throws {
    let whole = Ranks.rank(rows)
    var alike: [[[Int]]: Set<Int>] = [:]
    for child in Set(children) {
      let own = children.indices.filter { children[$0] == child }
      alike[own.map { column in rows.map { $0[column] } }.sorted { $0.lexicographicallyPrecedes($1) }, default: []]
        .insert(child)
    }
    let small = alike.values.filter { $0.count < fewest }
    for choice in 0..<(1 << min(small.count, 10)) {
      let taken = small.enumerated().filter { choice >> $0.offset & 1 == 1 }.reduce(into: Set<Int>()) {
        $0.formUnion($1.element)
      }
      guard !taken.isEmpty, taken.count < fewest else { continue }
      let left = rows.map { row in row.indices.filter { !taken.contains(children[$0]) }.map { row[$0] } }
      #expect(Ranks.rank(left) == whole, "\(taken.sorted())")
    }
  }
}
