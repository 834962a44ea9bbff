/// The results that nothing supersedes, while a cell is folded, and whether some of them differ.
///
/// While they are few each is compared with each. From then on an index finds those that a new one supersedes, and sums
/// tell how many of them it has not seen: a stranger's cell may have as many open results as a bundle has facts.
struct OpenResults {
  private let rules: Supersession
  private let few: Int
  /// In observed order; once there is an index, with those that were open before.
  private var added: [Int] = []
  private var isOpen: [Bool]
  /// The same by how bad they are, of each those that are not followed before those that are, and how many of each
  /// are open.
  private var byBadness = Array(repeating: [Int](), count: 2 * Badness.count)
  private var counts = Array(repeating: 0, count: Badness.count)
  /// Pairs that differ where neither had seen the other.
  private var unseen = 0
  private var index: OpenIndex?

  init(_ rules: Supersession, few: Int) {
    (self.rules, self.few) = (rules, few)
    isOpen = Array(repeating: false, count: rules.results.count)
  }

  /// In observed order.
  var members: [Int] { added.filter { isOpen[$0] } }
  var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }
  var isDisputed: Bool { unseen > 0 }
  var isContradicted: Bool { !isDisputed && Badness.differ(counts) }

  /// The worst of them, of these one that is followed, and of these the newest.
  mutating func worst() -> Int? {
    for badness in byBadness.indices.reversed() {
      while let last = byBadness[badness].last {
        if isOpen[last] { return last }
        byBadness[badness].removeLast()
      }
    }
    return nil
  }

  /// Those that a result supersedes that is observed after them.
  mutating func superseded(by one: Int) throws -> [Int] {
    if index != nil { return try index?.superseded(by: one, isOpen) ?? [] }
    return try added.filter { try rules.supersedes(one, $0) }
  }

  mutating func add(_ one: Int) throws {
    unseen += strangers(to: one)
    isOpen[one] = true
    added.append(one)
    byBadness[2 * rules.badness[one] + (rules.isFollowed[one] ? 1 : 0)].append(one)
    counts[rules.badness[one]] += 1
    if index == nil, added.count > few {
      index = OpenIndex(rules)
      for other in added { try index?.add(other) }
    } else {
      try index?.add(one)
    }
  }

  mutating func remove(_ one: Int) {
    isOpen[one] = false
    counts[rules.badness[one]] -= 1
    if index == nil { added.removeAll { $0 == one } } else { index?.remove(one) }
    unseen -= strangers(to: one)
  }

  /// How many differ from a result that is not among them and have neither seen it nor been seen by it.
  private func strangers(to one: Int) -> Int {
    let (badness, sight) = (rules.badness[one], rules.sight)
    guard let index else {
      return added.count { other in
        Badness.differ(badness, rules.badness[other]) && !sight.saw(one, other) && !sight.saw(other, one)
      }
    }
    return counts.indices.reduce(0) { sum, other in
      guard counts[other] > 0, Badness.differ(badness, other) else { return sum }
      return sum + counts[other] - index.acquaintances(of: one, other)
    }
  }
}

/// How bad a result is, as one number: N/A, PASS, can't tell, then a failure without a severity and by severity.
enum Badness {
  static let count = 8
  private static let fail = 3

  static func of(_ result: Observation) -> Int {
    let (outcome, severity) = result.badness
    return outcome + severity
  }

  /// Whether results that are so bad say something different: another outcome, or another stated severity.
  static func differ(_ one: Int, _ other: Int) -> Bool {
    one != other && !(min(one, other) == fail && max(one, other) > fail)
  }

  /// The same of some of them, by how many are how bad.
  static func differ(_ counts: [Int]) -> Bool {
    let found = counts.indices.filter { counts[$0] > 0 }
    return found.contains { one in found.contains { differ(one, $0) } }
  }
}

/// Finds among open results those that one supersedes, each once, and how many of them it has seen or was seen by.
private struct OpenIndex {
  /// Results of one run, by what they must have in common with the one that supersedes them.
  private struct Group: Hashable {
    var run: Int
    var of: Int64
    var build = 0
  }

  private let rules: Supersession
  private var byBuild = Heap()
  /// By the order in their run; for those that a retest of better may supersede, by badness and whether they measured.
  private var byTester: [Group: Heap] = [:]
  private var byBadness: [Group: Heap] = [:]
  /// Those with a stated time, by a run that they had seen and how much of it, the most first.
  private var stated: [Group: Heap] = [:]
  /// By badness, and by place in a run: what is there, and what had seen the run so far.
  private var places: [Sums?] = Array(repeating: nil, count: Badness.count)
  private var views: [Sums?] = Array(repeating: nil, count: Badness.count)

  init(_ rules: Supersession) { self.rules = rules }

  mutating func add(_ one: Int) throws {
    let (rules, result, sight, badness) = (rules, rules.results[one], rules.sight, rules.badness[one])
    let (run, rank) = (sight.runs[one], sight.ranks[one])
    if rules.builds[one] >= 0 { byBuild.insert(one, at: rules.builds[one]) }
    byTester[Group(run: run, of: result.tester), default: Heap()].insert(one, at: rank)
    byBadness[Self.group(run, badness, result.isMeasured), default: Heap()].insert(one, at: rank)
    if result.time != nil, result.build.number != nil || !rules.sawNumber[one] {
      try sight.eachSeen(by: one) { run, count in
        let owned = try rules.owned(by: one, run, count)
        let group = Group(run: run, of: result.tester, build: rules.sameBuild[one])
        if owned > 0 { stated[group, default: Heap()].insert(one, at: -owned) }
      }
    }
    count(one, 1)
  }

  mutating func remove(_ one: Int) { count(one, -1) }

  private mutating func count(_ one: Int, _ sign: Int) {
    let (sight, badness) = (rules.sight, rules.badness[one])
    if places[badness] == nil {
      (places[badness], views[badness]) = (Sums(sight.members.map(\.count)), Sums(sight.members.map(\.count)))
    }
    places[badness]?.add(sign, sight.runs[one], sight.ranks[one])
    sight.eachSeen(by: one) { run, count in views[badness]?.add(sign, run, count - 1) }
  }

  /// How many that are so bad the one has seen, or was seen by.
  func acquaintances(of one: Int, _ badness: Int) -> Int {
    let sight = rules.sight
    var known = 0
    if let views = views[badness] {
      let (run, rank) = (sight.runs[one], sight.ranks[one])
      known += views.sum(run, upTo: sight.members[run].count) - views.sum(run, upTo: rank)
    }
    sight.eachSeen(by: one) { run, count in known += places[badness]?.sum(run, upTo: count) ?? 0 }
    return known
  }

  mutating func superseded(by one: Int, _ isOpen: [Bool]) throws -> [Int] {
    let rules = rules
    let result = rules.results[one]
    guard !result.isInDoubt else { return [] }
    var found: Set<Int> = []
    if !result.build.isClaimed, rules.builds[one] >= 0 {
      while let other = byBuild.popFirst(below: rules.builds[one]) {
        if isOpen[other] { found.insert(other) }
      }
    }
    guard !rules.isStale[one] else { return Array(found) }
    let worse = result.isRetest ? Badness.count - rules.badness[one] - 1 : 0
    try rules.sight.eachSeen(by: one) { run, count in
      let group = Group(run: run, of: result.tester)
      try Self.take(from: &byTester[group], below: count, one, rules, isOpen, &found)
      if result.isRetest, result.outcome == .fail {
        for isMeasured in [false, true] {
          let group = Self.group(run, Outcome.cantTell.badness, isMeasured)
          try Self.take(from: &byBadness[group], below: count, one, rules, isOpen, &found)
        }
      }
      for badness in (Badness.count - worse)..<Badness.count {
        for isMeasured in result.isMeasured ? [false, true] : [false] {
          let group = Self.group(run, badness, isMeasured)
          try Self.take(from: &byBadness[group], below: count, one, rules, isOpen, &found)
        }
      }
    }
    let group = Group(run: rules.sight.runs[one], of: result.tester, build: rules.sameBuild[one])
    try Self.take(from: &stated[group], below: -rules.sight.ranks[one], one, rules, isOpen, &found, goingOn: true)
    return Array(found)
  }

  /// Takes those that the one supersedes. In a run it has authority over the first ones if over any; so where it has
  /// none over the first, the others are left alone.
  private static func take(
    from heap: inout Heap?, below limit: Int, _ one: Int, _ rules: Supersession, _ isOpen: [Bool],
    _ found: inout Set<Int>, goingOn: Bool = false
  ) throws {
    guard heap != nil else { return }
    var left: [(result: Int, key: Int)] = []
    while let key = heap?.first, let other = heap?.popFirst(below: limit) {
      guard isOpen[other] else { continue }
      if try rules.supersedes(one, other) {
        found.insert(other)
        continue
      }
      left.append((other, key))
      if !goingOn { break }
    }
    for (other, key) in left { heap?.insert(other, at: key) }
  }

  private static func group(_ run: Int, _ badness: Int, _ isMeasured: Bool) -> Group {
    Group(run: run, of: Int64(badness), build: isMeasured ? 1 : 0)
  }
}

/// Results that state the same moment and were folded: one may have seen what a clock puts behind it.
struct SameMoment {
  private struct Group: Hashable {
    var run: Int
    var of: Int64
    var isRetest = false
    var isMeasured = false
  }

  private let rules: Supersession
  private let few: Int
  private var time: Int64?
  private var members: [Int] = []
  /// How much of a run the results of a tester, or retests that are so bad, supersede at most.
  private var most: [Group: Int] = [:]
  /// How much of a run retests that failed have seen at most: those who could not tell in it were answered.
  private var answered: [Int: Int] = [:]

  init(_ rules: Supersession, few: Int) { (self.rules, self.few) = (rules, few) }

  mutating func add(_ one: Int, at moment: Int64) throws {
    begin(moment)
    members.append(one)
    guard members.count > few else { return }
    for member in members.count == few + 1 ? members : [one] where !rules.isStale[member] { try enter(member) }
  }

  private mutating func begin(_ moment: Int64) {
    if time != moment { (time, members, most, answered) = (moment, [], [:], [:]) }
  }

  private mutating func enter(_ one: Int) throws {
    let (rules, result) = (rules, rules.results[one])
    try rules.sight.eachSeen(by: one) { run, count in
      let group = Group(run: run, of: result.tester)
      most[group] = max(most[group] ?? 0, try rules.owned(by: one, run, count))
      if result.isRetest, result.outcome == .fail { answered[run] = max(answered[run] ?? 0, count) }
      guard result.isRetest, result.outcome != .fail || result.severity != nil else { return }
      let retests = Group(run: run, of: Int64(rules.badness[one]), isRetest: true, isMeasured: result.isMeasured)
      most[retests] = max(most[retests] ?? 0, count)
    }
  }

  /// Whether one of them supersedes a result that is observed at a moment.
  mutating func supersedes(_ one: Int, at moment: Int64) throws -> Bool {
    begin(moment)
    if members.count <= few { return try members.contains { try rules.supersedes($0, one) } }
    let (result, run, rank) = (rules.results[one], rules.sight.runs[one], rules.sight.ranks[one])
    if (most[Group(run: run, of: result.tester)] ?? 0) > rank { return true }
    if result.outcome == .cantTell, (answered[run] ?? 0) > rank { return true }
    return (0..<rules.badness[one]).contains { badness in
      [true, result.isMeasured].contains { isMeasured in
        (most[Group(run: run, of: Int64(badness), isRetest: true, isMeasured: isMeasured)] ?? 0) > rank
      }
    }
  }
}

/// Numbers by a key, of which the least comes first.
private struct Heap {
  private var items: [(key: Int, value: Int)] = []

  var first: Int? { items.first?.key }

  mutating func insert(_ value: Int, at key: Int) {
    items.append((key, value))
    var place = items.count - 1
    while place > 0, items[place].key < items[(place - 1) / 2].key {
      items.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func popFirst(below limit: Int) -> Int? {
    guard let first = items.first, first.key < limit else { return nil }
    items.swapAt(0, items.count - 1)
    items.removeLast()
    var place = 0
    while true {
      let least = [2 * place + 1, 2 * place + 2].filter { $0 < items.count }.min { items[$0].key < items[$1].key }
      guard let least, items[least].key < items[place].key else { return first.value }
      items.swapAt(place, least)
      place = least
    }
  }
}

/// Sums over the beginnings of some rows of numbers (a Fenwick tree for each row, one behind the other).
private struct Sums {
  private let starts: [Int]
  private var nodes: [Int32]

  init(_ lengths: [Int]) {
    var end = 0
    starts =
      lengths.map { length in
        defer { end += length }
        return end
      } + [lengths.reduce(0, +)]
    nodes = Array(repeating: 0, count: lengths.reduce(0, +))
  }

  mutating func add(_ number: Int, _ row: Int, _ place: Int) {
    var node = place + 1
    while node <= starts[row + 1] - starts[row] {
      nodes[starts[row] + node - 1] += Int32(number)
      node += node & -node
    }
  }

  func sum(_ row: Int, upTo count: Int) -> Int {
    var (sum, node) = (0, count)
    while node > 0 {
      sum += Int(nodes[starts[row] + node - 1])
      node -= node & -node
    }
    return sum
  }
}
