import Audit
import Base
import SQLite

/// A fact up to which the closing of an audit had seen a chain: `<replica>-<sequence>-<reference>`. By the reference it is
/// told from what was put beside it later.
///
/// Where entries before it were not here then, or only their headers, their numbers follow: `-2,5+40` for 2 and for 5 to 45.
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
        let more = ends.count > 1 ? Self.number(ends[1]) : 0, first + more < sequence
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
    for head in names.compactMap(ClosingHead.init) {
      for line in try Lines.all(graph.database, of: head.replica) {
        lines.insert(line)
        let number = FactNumber.make(line: line, sequence: head.sequence)
        guard try FactTable.digest(graph.database, number: number)?.reference == head.reference else { continue }
        for run in try graph.chain(of: number) {
          if head.absent.isEmpty {
            spans[run.first, default: []].removeAll { $0.upto <= run.upto }
          }
          spans[run.first, default: []].append((run.upto, head.absent))
        }
      }
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
        if next < number(range.lowerBound) { found.append(next...min(span.upto, number(range.lowerBound) - 1)) }
        next = number(range.upperBound) + 1
      }
      return next <= span.upto ? found + [next...span.upto] : found
    }
  }
}

extension Reader {
  /// What the closing of an audit had seen: of each machine that logged results of it, or wrote or asked what counts, and of
  /// those that are followed, who may ask later with any stated time.
  ///
  /// - Parameter bytes: for how many names there is room. Whom this machine follows comes first, then whose entries came
  ///   first, so that machines that someone makes up displace none.
  /// - Returns: the names, and how many machines there was no room for: what they wrote is not part of the closing.
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
    var (names, unnamed, room): ([String], Set<String>, Int) = ([], [], bytes)
    for line in followed + concerned.filter({ !isFollowed.contains($0) }) {
      guard let replica = try Lines.replica(database, of: line) else { continue }
      for head in try heads(ofLine: line, replica) {
        // With a comma and quotation marks.
        if head.utf8.count + 3 > room {
          unnamed.insert(replica)
        } else {
          names.append(head)
          room -= head.utf8.count + 3
        }
      }
    }
    return (names, unnamed.count)
  }

  /// The last fact of each run of a line, but of those that go on in another one of it.
  private func heads(ofLine line: Int64, _ replica: String) throws -> [String] {
    let bounds = FactNumber.bounds(of: line)
    let runs = try database.all("SELECT first, parent FROM run WHERE first BETWEEN ? AND ? ORDER BY first", bounds) {
      (first: $0.int64(0), parent: $0.int64(1))
    }
    let parents = Set(runs.map(\.parent))
    var heads: [String] = []
    for (place, run) in runs.enumerated() {
      let end = place + 1 < runs.count ? Value.integer(runs[place + 1].first - 1) : bounds[1]
      guard let last = try FactTable.number("max", in: [.integer(run.first), end], database), !parents.contains(last),
        let digest = try FactTable.digest(database, number: last)
      else { continue }
      let head = ClosingHead(
        replica: replica, sequence: FactNumber.sequence(of: last), reference: digest.reference,
        absent: try absent(before: last))
      heads.append(head.text)
    }
    return heads
  }

  /// The numbers in the chain of a fact whose entries are not here, or only by their headers.
  private func absent(before last: Int64) throws -> [ClosedRange<Int64>] {
    var found: [Int64] = []
    var first = FactNumber.sequence(of: last)
    for run in try lineage.chain(of: last) {
      first = min(first, FactNumber.sequence(of: run.first))
      found += try database.all(
        "SELECT id FROM fact WHERE body = '' AND id BETWEEN ? AND ?",
        [.integer(run.first), .integer(min(run.upto, last - 1))]
      ) { FactNumber.sequence(of: $0.int64(0)) }
    }
    var ranges = first > 1 ? [1...first - 1] : []
    for number in found.sorted() {
      if let open = ranges.last, number <= open.upperBound + 1 {
        ranges[ranges.count - 1] = open.lowerBound...max(open.upperBound, number)
      } else {
        ranges.append(number...number)
      }
    }
    return ranges
  }
}
