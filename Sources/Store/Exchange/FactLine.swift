package import Audit
package import Base
import SQLite

/// Where a fact stands, before it is written out.
package struct FactPlace {
  package var replica: String
  package var sequence: Int64
  /// The local number; it never leaves the machine.
  package var number: Int64
  package var kind: String
  /// Of an edit: the kind of its record, such as component or waiver.
  package var recordKind: String?
  package var clock: HybridTime
  /// Whether the fact carries a tester's words: a note, a result with one, or the remarks on an audit.
  package var hasNote: Bool
  /// Whether only its header is here.
  package var isStub: Bool
  /// Of the replica's fact before; nil for its first.
  package var previous: FactReference?
  /// The fact's identity.
  package var digest: Digest
}

/// A fact as it travels, or the header of one whose content is not here:
///
///     {"at":[ms,counter],"c":"<64 hex>","kind":"result","n":5,"prev":"<32 hex>","r":"<replica>","saw":[]}
package struct FactLine {
  package var place: FactPlace
  /// Canonical, proved to have the identity that it should; valid while it is visited.
  package var bytes: UnsafeRawBufferPointer
}

package struct FactSelection {
  /// By replica: the sequence up to which they are left out.
  package var after: [String: Int64]
  /// Asked about each fact before it is read as a whole.
  package var includes: ((FactPlace) throws -> Bool)?

  package init(after: [String: Int64] = [:], includes: ((FactPlace) throws -> Bool)? = nil) {
    (self.after, self.includes) = (after, includes)
  }
}

/// A set of facts of one file, as runs of their local numbers.
package struct FactRuns: Equatable, Sendable {
  /// Numbers that can be in a set. No fact has another one, and within them nothing here can overflow.
  static let bounds: ClosedRange<Int64> = 0...(1 << 62)

  /// Apart from one another, in rising order.
  package private(set) var runs: [ClosedRange<Int64>] = []

  package init() {}

  /// Numbers outside `bounds` are left out.
  package init(_ runs: [ClosedRange<Int64>]) {
    for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) where run.overlaps(Self.bounds) {
      append(run.clamped(to: Self.bounds))
    }
  }

  /// All that is in any of some sets.
  package init(unionOf sets: [FactRuns]) { self.init(sets.flatMap(\.runs)) }

  package var isEmpty: Bool { runs.isEmpty }
  package var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// Adds a number; quick where numbers come in rising order.
  mutating func insert(_ number: Int64) {
    guard Self.bounds.contains(number) else { return }
    if let last = runs.last, number < last.lowerBound {
      if !contains(number) { self = FactRuns(runs + [number...number]) }
    } else {
      append(number...number)
    }
  }

  /// Adds a run that begins no earlier than the last one.
  private mutating func append(_ run: ClosedRange<Int64>) {
    guard let last = runs.last, run.lowerBound <= last.upperBound + 1 else { return runs.append(run) }
    runs[runs.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
  }

  package func contains(_ number: Int64) -> Bool {
    let place = place(of: number)
    return place < runs.count && runs[place].contains(number)
  }

  /// The first run that does not end before a number.
  private func place(of number: Int64) -> Int {
    (0..<runs.count).partition { runs[$0].upperBound < number }
  }

  /// Looks up the runs of the set that has fewer: of one that has thousands each author asks for a few.
  package func intersection(_ other: FactRuns) -> FactRuns {
    let (few, many) = runs.count < other.runs.count ? (self, other) : (other, self)
    var both = FactRuns()
    for run in few.runs {
      let first = many.place(of: run.lowerBound)
      for one in many.runs[first...].prefix(while: { $0.lowerBound <= run.upperBound }) {
        both.append(one.clamped(to: run))
      }
    }
    return both
  }

  package func union(_ other: FactRuns) -> FactRuns { FactRuns(runs + other.runs) }

  /// The same set in parts of `size` facts, the last of what is left; of one fact where `size` is less.
  package func pieces(of size: Int) -> [FactRuns] {
    let size = max(size, 1)
    var pieces: [FactRuns] = []
    var piece = FactRuns()
    var room = size
    for run in runs {
      var start = run.lowerBound
      while start <= run.upperBound {
        let end = run.upperBound - start < Int64(room) ? run.upperBound : start + Int64(room) - 1
        piece.append(start...end)
        room -= Int(end - start) + 1
        start = end + 1
        if room == 0 {
          pieces.append(piece)
          (piece, room) = (FactRuns(), size)
        }
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }

  package func subtracting(_ other: FactRuns) -> FactRuns {
    var rest: [ClosedRange<Int64>] = []
    for run in runs {
      var start = run.lowerBound
      var index = other.place(of: start)
      while index < other.runs.count, other.runs[index].lowerBound <= run.upperBound {
        let taken = other.runs[index]
        if taken.lowerBound > start { rest.append(start...(taken.lowerBound - 1)) }
        start = taken.upperBound + 1
        index += 1
      }
      if start <= run.upperBound { rest.append(start...run.upperBound) }
    }
    return FactRuns(rest)
  }
}

/// Which facts a tracker holds, in one number.
package struct FactsDigest: Equatable, Sendable {
  package var facts: Int
  package var digest: Digest
  /// 64 hex digits.
  package var text: String { digest.hex }
}

extension Reader {
  /// A digest of the set of facts that is had without reading them.
  ///
  /// Each fact names the one before it in its replica's chain, so the last fact of a run without a hole stands for all of
  /// the run. The digest is the SHA-256 of a line for each run, in the order of replica and number:
  ///
  /// ```
  ///   <replica> <first number>-<last number> <digest of the last fact>
  /// ```
  /// Where the branches of a fork were stored differs from machine to machine; of a replica that forked, each fact is a
  /// run. The same facts give the same digest on every machine, however they came.
  /// - Parameter withheld: facts that are passed over, as though they were not here.
  package func factsDigest(without withheld: FactRuns = FactRuns()) throws -> FactsDigest {
    let stored = try storedRuns()
    let forked = Set(try replicas(of: stored).filter { Self.isForked($0.runs) }.map(\.replica))
    let facts = stored.subtracting(withheld)
    var text: [UInt8] = []
    for (replica, runs) in try replicas(of: facts) {
      var lines: [(first: Int64, last: Int64, digest: Digest)] = []
      let stretches =
        forked.contains(replica)
        ? runs.pieces(of: 1).flatMap { Self.stretches(of: $0) } : Self.stretches(of: runs)
      for stretch in stretches {
        guard let digest = try FactTable.digest(database, number: stretch.end) else { continue }
        lines.append((stretch.first, stretch.last, digest))
      }
      lines.sort { ($0.first, $0.digest) < ($1.first, $1.digest) }
      for line in lines {
        text += Array("\(replica) \(line.first)-\(line.last) \(line.digest.hex)\n".utf8)
      }
    }
    return FactsDigest(facts: facts.count, digest: SHA256.digest(of: text))
  }
}

extension Reader {
  /// The checks, in order, of which results among some facts were given against another text than theirs of today.
  ///
  /// A check that is not known here has no text to differ from.
  package func checksReadDifferently(in runs: FactRuns) throws -> [String] {
    var found: Set<String> = []
    let sql = """
      SELECT DISTINCT term.text FROM result JOIN cell ON cell.id = result.cell JOIN term ON term.id = cell.check_id
      JOIN check_text ON check_text.check_id = term.text AND check_text.current = 1
      WHERE result.id BETWEEN ? AND ? AND result.text <> check_text.version
      """
    for run in runs.runs {
      try database.rows(sql, [.integer(run.lowerBound), .integer(run.upperBound)]) { found.insert($0.text(0)) }
    }
    return found.sorted()
  }
}

extension FactPlace {
  /// Whether the fact by its nature has text or images by people: a waiver's reason, a question, a task, remarks on a
  /// finding or of a verdict, what a shortcut or a gesture does, evidence.
  package var isRemark: Bool {
    recordKind.map { ["waiver", "question", "task", "finding", "shortcut", "gesture", "verdict"].contains($0) }
      ?? (kind == "evidence" && !isStub)
  }

  /// Whether a query decides about it: a result, or what hangs on results.
  package var isQueried: Bool { ["result", "note", "evidence", "signal"].contains(kind) && !isStub }
}

extension Reader {
  /// The results that a query asks for, retracted or not, their evidence, and the notes and signals on what they are
  /// about.
  package func matchingFacts(_ filter: Filter) throws -> Set<Int64> {
    var matching: Set<Int64> = []
    var components: Set<ExactText> = []
    try results(filter, includingRetracted: true) { _, row in
      let row = try row()
      matching.insert(row.number)
      components.insert(ExactText(row.component))
    }
    let evidence = """
      SELECT fact, result, cell.last FROM evidence
      JOIN cell ON cell.component = evidence.component AND cell.check_id = evidence.check_id
        AND cell.condition = evidence.condition
      """
    let results = ResultNames(database)
    try database.rows(evidence) { row in
      let result = try FactReference(bytes: row.blob(1)).flatMap { try results.number(of: $0, from: row.int64(2)) }
      if let result, matching.contains(result) { matching.insert(row.int64(0)) }
    }
    for table in ["note", "signal"] {
      try database.rows("SELECT fact, term.text FROM \(table) JOIN term ON term.id = component") { row in
        if components.contains(ExactText(row.text(1))) { matching.insert(row.int64(0)) }
      }
    }
    return matching
  }
}
