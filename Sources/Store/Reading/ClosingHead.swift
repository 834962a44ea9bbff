import Audit
import Base
import SQLite

/// A fact up to which the closing of an audit had seen a chain: `<replica>-<sequence>-<reference>`. By the reference it is
/// told from what was put beside it later.
///
/// Where entries up to it were not here then, or only their headers, their numbers follow: `-2,5+40` for 2 and for 5 to 45.
struct ClosingHead {
  var replica: String
  var sequence: Int64
  var reference: FactReference
  /// In their order.
  var absent: [ClosedRange<Int64>] = []
}

extension ClosingHead {
  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(Substring.init)
    guard (3...4).contains(parts.count), let sequence = Self.number(parts[1]),
      let reference = FactReference(hex: String(parts[2]))
    else { return nil }
    self.init(replica: String(parts[0]), sequence: sequence, reference: reference)
    guard parts.count == 4 else { return }
    for part in parts[3].split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = Self.number(ends[0]), first > absent.last?.upperBound ?? 0,
        let more = ends.count > 1 ? Self.number(ends[1]) : 0, first + more <= sequence
      else { return nil }
      absent.append(first...first + more)
    }
  }

  private static func number(_ text: Substring) -> Int64? {
    Int64(text).flatMap { (1...FactNumber.largestSequence).contains($0) ? $0 : nil }
  }

  var text: String {
    let ranges = absent.map { $0.count > 1 ? "\($0.lowerBound)+\($0.count - 1)" : "\($0.lowerBound)" }
    return (["\(replica)-\(sequence)-\(reference.hex)"] + (ranges.isEmpty ? [] : [ranges.joined(separator: ",")]))
      .joined(separator: "-")
  }
}

/// The entries that the closing of an audit had seen.
struct SeenEntries {
  /// By run: up to which fact, without which.
  private var spans: [Int64: [(upto: Int64, absent: [ClosedRange<Int64>])]] = [:]
  /// Of the machines that the closing names, with what was put beside their entries.
  private(set) var lines: Set<Int64> = []

  init(_ names: [String], _ graph: FactGraph) throws {
    let heads = Dictionary(grouping: names.compactMap(ClosingHead.init), by: \.replica)
    for (replica, heads) in heads {
      // A stranger makes a row beside the entries of someone with each fork: each is looked at once, not for each head.
      let rows = try Lines.all(graph.database, of: replica).map { line in
        let bounds = FactNumber.bounds(of: line)
        let ends = try ["min", "max"].map { try FactTable.number($0, in: bounds, graph.database) ?? 0 }
        return (line: line, first: FactNumber.sequence(of: ends[0]), last: FactNumber.sequence(of: ends[1]))
      }
      lines.formUnion(rows.map(\.line))
      for head in heads {
        for row in rows where row.first <= head.sequence && head.sequence <= row.last {
          let number = FactNumber.make(line: row.line, sequence: head.sequence)
          guard try FactTable.digest(graph.database, number: number)?.reference == head.reference else { continue }
          try add(head, number, graph)
        }
      }
    }
  }

  private mutating func add(_ head: ClosingHead, _ number: Int64, _ graph: FactGraph) throws {
    try graph.visitChain(of: number) { run, upto in
      let known = spans[run] ?? []
      // Where all of a run was seen, what lies before it in its chain was, too.
      if known.contains(where: { $0.absent.isEmpty && $0.upto >= upto }) { return false }
      spans[run] = (head.absent.isEmpty ? known.filter { $0.upto > upto } : known) + [(upto, head.absent)]
      return true
    }
  }

  /// Whether the closing says anything of a run.
  func names(_ run: Int64) -> Bool { spans[run] != nil }

  func contain(_ number: Int64, of run: Int64) -> Bool {
    let sequence = FactNumber.sequence(of: number)
    return spans[run]?.contains { span in
      guard number <= span.upto else { return false }
      let low = span.absent.indices.partition { span.absent[$0].lowerBound <= sequence }
      return low == 0 || span.absent[low - 1].upperBound < sequence
    } ?? false
  }

  /// Those of a run, as ranges of numbers that may overlap.
  func ranges(of run: Int64) -> [ClosedRange<Int64>] {
    func number(_ sequence: Int64) -> Int64 { FactNumber.make(line: FactNumber.line(of: run), sequence: sequence) }
    return (spans[run] ?? []).flatMap { span -> [ClosedRange<Int64>] in
      var (found, next): ([ClosedRange<Int64>], Int64) = ([], run)
      for range in span.absent where number(range.upperBound) >= run {
        // What is missing behind the end of this run is of those that go on from it.
        guard next <= span.upto else { break }
        if next < number(range.lowerBound) { found.append(next...min(span.upto, number(range.lowerBound) - 1)) }
        next = number(range.upperBound) + 1
      }
      return next <= span.upto ? found + [next...span.upto] : found
    }
  }
}

/// What is missing below facts in their chains: entries that are not here, or only by their headers. Each run is looked at
/// once, as a chain may fork at each of its entries.
private final class AbsentEntries {
  private let graph: FactGraph
  /// The numbers of the headers, in order.
  private let headers: [Int64]
  /// By run, what is missing before its first fact.
  private var below: [Int64: [ClosedRange<Int64>]] = [:]

  init(_ graph: FactGraph) throws {
    self.graph = graph
    headers = try graph.database.all("SELECT id FROM fact WHERE body = '' ORDER BY id", []) { $0.int64(0) }
    try graph.prepareForMany()
  }

  /// The numbers in the chain of a fact, its own included, in order.
  func ranges(upTo last: Int64) throws -> [ClosedRange<Int64>] {
    var open = [(run: try graph.place(of: last), end: last + 1)]
    var visited: Set<Int64> = []
    while let top = open.last, below[top.run.first] == nil, top.run.parent != 0, visited.insert(top.run.first).inserted
    {
      open.append((try graph.place(of: top.run.parent), top.run.parent + 1))
    }
    var found: [ClosedRange<Int64>] = []
    for (run, end) in open.reversed() {
      let first = FactNumber.sequence(of: run.first)
      if let known = below[run.first] {
        found = known
      } else {
        if found.isEmpty, run.parent == 0, first > 1 { found = [1...first - 1] }
        below[run.first] = found
      }
      let low = headers.indices.partition { headers[$0] < run.first }
      for header in headers[low...].prefix(while: { $0 < end }) {
        let number = FactNumber.sequence(of: header)
        if let before = found.last, number == before.upperBound + 1 {
          found[found.count - 1] = before.lowerBound...number
        } else {
          found.append(number...number)
        }
      }
    }
    return found
  }
}

extension Reader {
  /// What the closing of an audit had seen: of each machine that logged results of it, or wrote or asked what counts, and of
  /// those that are followed, who may ask later with any stated time.
  ///
  /// - Parameter bytes: for how many names there is room. Whom this machine follows comes first, then whose entries came
  ///   first, so that machines that someone makes up displace none.
  /// - Returns: the names, and of how many machines there was no room for some: what they wrote there is not part of the
  ///   closing.
  package func heads(of audit: String, bytes: Int) throws -> (names: [String], unnamed: Int) {
    let sql = """
      SELECT result.id >> \(FactNumber.bits) FROM result JOIN context ON context.id = result.context WHERE context.audit = ?
      UNION SELECT fact >> \(FactNumber.bits) FROM register WHERE live < \(RegisterState.waits)
      UNION SELECT fact >> \(FactNumber.bits) FROM request WHERE standing = \(RequestState.inForce) ORDER BY 1
      """
    let concerned = try database.all(sql, [.integer(term(audit) ?? -1)]) { $0.int64(0) }
    let followed = try database.all("SELECT id FROM branch ORDER BY own DESC, id", []) { $0.int64(0) }.filter {
      try lineage.follows(FactNumber.make(line: $0, sequence: 1))
    }
    let isFollowed = Set(followed)
    // By machine, in the order of its entries.
    var (places, machines): ([String: Int], [(replica: String, ends: [Int64])]) = ([:], [])
    for line in followed + concerned.filter({ !isFollowed.contains($0) }) {
      guard let replica = try Lines.replica(database, of: line) else { continue }
      let place = places[replica] ?? machines.count
      if place == machines.count { machines.append((replica, [])) }
      places[replica] = place
      machines[place].ends += try ends(ofLine: line)
    }
    let absent = try AbsentEntries(lineage)
    var (names, room) = ([String](), bytes)
    // One of each machine before the second of any: beside the entries of someone a stranger puts as many as they like.
    for round in 0..<(machines.map(\.ends.count).max() ?? 0) {
      for (replica, ends) in machines where round < ends.count {
        guard let digest = try FactTable.digest(database, number: ends[round]) else { continue }
        let head = ClosingHead(
          replica: replica, sequence: FactNumber.sequence(of: ends[round]), reference: digest.reference,
          absent: try absent.ranges(upTo: ends[round])
        ).text
        // With a comma and quotation marks.
        room -= head.utf8.count + 3
        guard room >= 0 else { break }
        names.append(head)
      }
      if room < 0 { break }
    }
    let named = Dictionary(grouping: names) { $0.prefix { $0 != "-" } }.mapValues(\.count)
    return (names, machines.count { named[$0.replica[...]] ?? 0 < $0.ends.count })
  }

  /// The last facts of the runs of a line, but of those that go on in another one of it.
  private func ends(ofLine line: Int64) throws -> [Int64] {
    let bounds = FactNumber.bounds(of: line)
    let runs = try database.all("SELECT first, parent FROM run WHERE first BETWEEN ? AND ? ORDER BY first", bounds) {
      (first: $0.int64(0), parent: $0.int64(1))
    }
    let parents = Set(runs.map(\.parent))
    return try runs.enumerated().compactMap { place, run -> Int64? in
      let end = place + 1 < runs.count ? Value.integer(runs[place + 1].first - 1) : bounds[1]
      let last = try FactTable.number("max", in: [.integer(run.first), end], database)
      return last.flatMap { parents.contains($0) ? nil : $0 }
    }
  }
}
