import CanonicalJSON
import SQLite

/// Where the facts of one replica stand while facts come in: which numbers are taken, and by which digest.
///
/// Facts come in the order of their numbers, some thousand at a time, so what is stored in their range is read at once
/// instead of being asked for one by one.
final class ReplicaPlaces {
  enum Place {
    /// It is here already, under this number.
    case known(Int64)
    /// It is new and gets this number. A fork: its sequence is taken by another fact.
    case free(Int64, isFork: Bool)
  }

  private struct Line {
    var id: Int64
    /// The greatest sequence of the line.
    var end: Int64
    /// Whether `known` holds all there is in the range that was prepared.
    var isLoaded = true
    var known: [Int64: Digest] = [:]
  }

  let replica: String
  private let database: Connection
  private var lines: [Line] = []

  init(_ database: Connection, replica: String) throws {
    self.database = database
    self.replica = replica
    for line in try Lines.all(database, of: replica) {
      lines.append(Line(id: line, end: try FactTable.last(database, line: line)?.sequence ?? 0))
    }
  }

  /// Reads what is stored between two sequences, before `count` facts from there are placed.
  func prepare(from first: Int64, through last: Int64, count: Int) throws {
    for index in lines.indices {
      lines[index].known.removeAll(keepingCapacity: true)
      lines[index].isLoaded = true
      guard first <= lines[index].end else { continue }
      // A few facts that lie far apart are asked for one by one.
      guard last - first < Int64(16 * count + 1024) else {
        lines[index].isLoaded = false
        continue
      }
      try load(&lines[index], from: first, through: min(last, lines[index].end))
    }
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
  func place(sequence: Int64, digest: Digest) throws -> Place {
    var isFork = false
    var free: Int?
    for index in lines.indices {
      guard let stored = try stored(in: index, sequence: sequence) else {
        if free == nil { free = index }
        continue
      }
      if stored == digest { return .known(FactNumber.make(line: lines[index].id, sequence: sequence)) }
      isFork = true
    }
    let index = try free ?? newLine()
    lines[index].known[sequence] = digest
    if sequence > lines[index].end { lines[index].end = sequence }
    return .free(FactNumber.make(line: lines[index].id, sequence: sequence), isFork: isFork)
  }

  private func stored(in index: Int, sequence: Int64) throws -> Digest? {
    if sequence > lines[index].end { return nil }
    if let known = lines[index].known[sequence] { return known }
    if lines[index].isLoaded { return nil }
    return try FactTable.digest(database, number: FactNumber.make(line: lines[index].id, sequence: sequence))
  }

  private func newLine() throws -> Int {
    try database.run(
      "INSERT INTO line (replica, fork) VALUES (?, ?)", [.text(replica), .integer(Int64(lines.count))])
    let line = database.lastInsertRowID
    guard line <= FactNumber.largestLine else { throw Refusal.invalid("too many replicas") }
    lines.append(Line(id: line, end: 0))
    return lines.count - 1
  }
}
