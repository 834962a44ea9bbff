package import Audit
import Base
import SQLite

/// Where the facts of one replica stand while facts come in: which numbers are taken, and by which fact.
///
/// Facts come in the order of their numbers, some thousand at a time, so what is stored in their range is read at once
/// instead of being asked for one by one.
final class ReplicaPlaces {
  enum Place {
    /// It is here already, under this number.
    case known(Int64)
    /// It is new and gets this number.
    case free(Int64, Link)
  }

  /// How a new fact stands to those that are here.
  enum Link {
    /// It names the last fact of a branch as the one before it.
    case follows
    /// It comes after all others and names none of them: the first of the replica, or one after a gap.
    case begins
    /// It comes before, between or beside others: the order has to be worked out again.
    case irregular
    /// As irregular, and another fact has its number.
    case forks
  }

  private struct Line {
    var id: Int64
    /// The greatest sequence of the line, and the fact that has it.
    var end: Int64
    var last: Digest?
    /// Whether `known` holds all there is in the range that was prepared.
    var isLoaded = true
    var known: [Int64: Digest] = [:]
    /// What was added at its end since then, one behind the other.
    var added: [Digest] = []
  }

  let replica: String
  /// Whether this machine writes, or wrote, facts of the replica itself. Then its first line is for what it wrote: it
  /// signs for that line, and goes on from its end.
  private let isOwn: Bool
  private let database: Connection
  private var lines: [Line] = []
  /// The greatest sequence of all lines.
  private var greatest: Int64 = 0
  /// By sequence, which fact stands in which line, where there are many lines: each line would be asked for each fact.
  private var byPlace: [Int64: [FactReference: Int]]?
  /// The sequences that were prepared.
  private var prepared: ClosedRange<Int64> = 0...0
  /// By sequence, the lines before this one are taken there.
  private var firstFree: [Int64: Int] = [:]
  /// More lines than these are looked up in `byPlace`.
  private static let few = 8

  /// - Parameter isSelf: whether it is the replica that this machine is now.
  init(_ database: Connection, replica: String, isSelf: Bool) throws {
    (self.database, self.replica) = (database, replica)
    if isSelf { _ = try Identity.line(database, of: replica) }
    isOwn = try database.scalar("SELECT 1 FROM branch WHERE replica = ? AND own <> 0", [.text(replica)]) != nil
    for line in try Lines.all(database, of: replica) {
      let end = try FactTable.last(database, line: line)
      lines.append(Line(id: line, end: end?.sequence ?? 0, last: end?.digest))
      greatest = max(greatest, end?.sequence ?? 0)
    }
  }

  /// Whether it is this machine's and this machine has said nothing under it.
  var isOwnAndEmpty: Bool { isOwn && lines.first?.end == 0 }

  /// Reads what is stored between two sequences, before `count` facts from there are placed.
  func prepare(from first: Int64, through last: Int64, count: Int) throws {
    let isIndexed = lines.count > Self.few
    (byPlace, firstFree, prepared) = (nil, [:], first...max(first, last))
    for index in lines.indices {
      lines[index].known.removeAll(keepingCapacity: true)
      lines[index].added.removeAll(keepingCapacity: true)
      lines[index].isLoaded = true
      guard first <= lines[index].end else { continue }
      // A few facts that lie far apart are asked for one by one.
      guard isIndexed || last - first < Int64(16 * count + 1024) else {
        lines[index].isLoaded = false
        continue
      }
      try load(&lines[index])
    }
    if isIndexed { try makeIndex() }
  }

  /// Reads what a line has of what was prepared.
  private func load(_ line: inout Line) throws {
    // One more: the fact before the first may be the one that it names.
    try load(&line, from: prepared.lowerBound - 1, through: min(prepared.upperBound, line.end))
  }

  private func makeIndex() throws {
    var places: [Int64: [FactReference: Int]] = [:]
    for index in lines.indices {
      if !lines[index].isLoaded {
        try load(&lines[index])
        lines[index].isLoaded = true
      }
      let (line, begin) = (lines[index], lines[index].end - Int64(lines[index].added.count))
      if let last = line.last { places[line.end, default: [:]][last.reference] = index }
      for (sequence, digest) in line.known { places[sequence, default: [:]][digest.reference] = index }
      for (place, digest) in line.added.enumerated() {
        places[begin + Int64(place) + 1, default: [:]][digest.reference] = index
      }
    }
    byPlace = places
  }

  private func load(_ line: inout Line, from first: Int64, through last: Int64) throws {
    let rows = try database.cached(
      """
      SELECT id, digest FROM result WHERE id BETWEEN ?1 AND ?2
      UNION ALL SELECT id, digest FROM fact WHERE id BETWEEN ?1 AND ?2
      """)
    try rows.bind(FactNumber.make(line: line.id, sequence: first), at: 1)
    try rows.bind(FactNumber.make(line: line.id, sequence: last), at: 2)
    defer { rows.reset() }
    while try rows.step() {
      let digest = rows.withBlob(1) { Digest(bytes: UnsafeRawBufferPointer($0)) }
      if let digest { line.known[FactNumber.sequence(of: rows.int64(0))] = digest }
    }
  }

  /// The place of a fact within what was prepared; a free one counts as taken from now on.
  @inline(__always)
  func place(sequence: Int64, digest: Digest, previous: FactReference?) throws -> Place {
    if !isOwn, lines.count == 1, sequence == lines[0].end + 1, let previous, previous == lines[0].last?.reference {
      greatest = sequence
      return .free(append(digest, to: 0), .follows)
    }
    return try placeSlowly(sequence: sequence, digest: digest, previous: previous)
  }

  private func placeSlowly(sequence: Int64, digest: Digest, previous: FactReference?) throws -> Place {
    let found = try byPlace == nil ? search(sequence, digest, previous) : lookUp(sequence, digest, previous)
    if let known = found.known { return .known(FactNumber.make(line: lines[known].id, sequence: sequence)) }
    let (isFork, named) = (found.isFork, found.named)
    let index = try found.free ?? newLine()
    let isLast = greatest < sequence
    byPlace?[sequence, default: [:]][digest.reference] = index
    greatest = max(greatest, sequence)
    let link: Link =
      isFork ? .forks : !isLast ? .irregular : named == nil ? .begins : named == index ? .follows : .irregular
    if sequence == lines[index].end + 1 { return .free(append(digest, to: index), link) }
    lines[index].known[sequence] = digest
    if sequence > lines[index].end {
      // What was added so far is now before a gap.
      let first = lines[index].end - Int64(lines[index].added.count) + 1
      for (place, one) in lines[index].added.enumerated() { lines[index].known[first + Int64(place)] = one }
      lines[index].added.removeAll(keepingCapacity: true)
      lines[index].end = sequence
      lines[index].last = digest
    }
    return .free(FactNumber.make(line: lines[index].id, sequence: sequence), link)
  }

  /// Where a fact is, where the one is that it names, and which line is free for it.
  private struct Found {
    var known: Int?
    var isFork = false
    var named: Int?
    var free: Int?
  }

  private func search(_ sequence: Int64, _ digest: Digest, _ previous: FactReference?) throws -> Found {
    var free: [Int] = []
    for index in lines.indices {
      guard let stored = try stored(in: index, sequence: sequence) else {
        free.append(index)
        continue
      }
      if stored == digest { return Found(known: index) }
    }
    var found = Found(isFork: free.count < lines.count)
    if let previous {
      found.named = try lines.indices.first { try stored(in: $0, sequence: sequence - 1)?.reference == previous }
    }
    let others = free.filter { !isOwn || $0 > 0 }
    found.free = found.named.flatMap { others.contains($0) ? $0 : nil } ?? others.first
    return found
  }

  private func lookUp(_ sequence: Int64, _ digest: Digest, _ previous: FactReference?) throws -> Found {
    let here = byPlace?[sequence] ?? [:]
    if let line = here[digest.reference], try stored(in: line, sequence: sequence) == digest {
      return Found(known: line)
    }
    var found = Found(isFork: !here.isEmpty)
    found.named = previous.flatMap { byPlace?[sequence - 1]?[$0] }
    let least = isOwn ? 1 : 0
    if let named = found.named, named >= least, try stored(in: named, sequence: sequence) == nil {
      found.free = named
      return found
    }
    var place = max(firstFree[sequence] ?? 0, least)
    while place < lines.count, try stored(in: place, sequence: sequence) != nil { place += 1 }
    firstFree[sequence] = place
    if place < lines.count { found.free = place }
    return found
  }

  @inline(__always)
  private func append(_ digest: Digest, to index: Int) -> Int64 {
    lines[index].end += 1
    lines[index].last = digest
    lines[index].added.append(digest)
    return FactNumber.make(line: lines[index].id, sequence: lines[index].end)
  }

  private func stored(in index: Int, sequence: Int64) throws -> Digest? {
    let line = lines[index]
    if sequence > line.end || sequence < 1 { return nil }
    if sequence == line.end { return line.last }
    let place = sequence - (line.end - Int64(line.added.count)) - 1
    if place >= 0 { return line.added[Int(place)] }
    if let known = line.known[sequence] { return known }
    if line.isLoaded { return nil }
    return try FactTable.digest(database, number: FactNumber.make(line: line.id, sequence: sequence))
  }

  private func newLine() throws -> Int {
    try database.run(
      "INSERT INTO branch (replica, fork) VALUES (?, ?)", [.text(replica), .integer(Int64(lines.count))])
    let line = database.lastInsertRowID
    guard line <= FactNumber.largestLine else { throw Refusal.invalid("too many machines") }
    lines.append(Line(id: line, end: 0))
    if byPlace == nil && lines.count > Self.few { try makeIndex() }
    return lines.count - 1
  }
}

/// What is known here of one replica.
package struct ReplicaState: Sendable {
  package var replica: String
  /// The replica that it says it went on from, after a copy or a restore; empty where it began by itself. It proves
  /// nothing and gives no right.
  package var parent: String
  /// As `worker` has it.
  package var tester: String
  package var facts: Int
  package var last: Int64
  /// The latest reading of its clock.
  package var clock: HybridTime
  /// Facts from a clock far ahead of ours.
  package var aheadOfClock: Int
  package var keptForNewer: Int
  /// Facts before `last` that are not here.
  package var missing: Int
  package var isForked: Bool
  package var runs: FactRuns
}

extension Reader {
  /// Every replica that facts came from, in the order of their bytes.
  package func replicaStates() throws -> [ReplicaState] {
    let stored = Dictionary(
      try replicas(of: try storedRuns()).map { ($0.replica, $0.runs) }, uniquingKeysWith: { $0.union($1) })
    return try factReplicas().map { replica in
      let lines = try Lines.all(database, of: replica)
      let ends = try lines.compactMap { try FactTable.last(database, line: $0) }
      let runs = stored[replica] ?? FactRuns()
      let last = ends.map(\.sequence).max() ?? 0
      return ReplicaState(
        replica: replica, parent: try parent(of: replica, lines), tester: try worker(at: lines), facts: runs.count,
        last: last,
        clock: ends.map(\.clock).max() ?? HybridTime(milliseconds: 0),
        aheadOfClock: try count(lines, "ms > \(now + HybridTime.tolerance)", results: true),
        keptForNewer: try count(lines, "projected = 0", results: false),
        missing: Self.isForked(runs) ? 0 : max(0, Int(clamping: last) - runs.count), isForked: Self.isForked(runs),
        runs: runs)
    }
  }

  /// The names that this file had before, the latest first. What others say of their kinship counts for nothing.
  package func formerNames() throws -> [String] {
    let names = try LocalTable.get(database, "former")?.split(separator: " ").map(String.init) ?? []
    return names.reversed()
  }

  private func parent(of replica: String, _ lines: [Int64]) throws -> String {
    for line in lines {
      let sql = """
        SELECT json_extract(body, '$.parent') FROM fact
        WHERE id BETWEEN ? AND ? AND kind = 'replica' AND body <> '' ORDER BY id LIMIT 1
        """
      let range = FactNumber.bounds(of: line)
      if let parent = try database.first(sql, range, { $0.text(0) }) { return parent }
    }
    return ""
  }

  private func count(_ lines: [Int64], _ condition: String, results: Bool) throws -> Int {
    try lines.reduce(0) { sum, line in
      let range = FactNumber.bounds(of: line)
      let tables = results ? ["fact", "result"] : ["fact"]
      return try tables.reduce(sum) { sum, table in
        sum
          + Int(
            try database.scalar("SELECT count(*) FROM \(table) WHERE id BETWEEN ? AND ? AND \(condition)", range) ?? 0)
      }
    }
  }
}
