import Audit
import SQLite

/// Keeps `run`, `sight` and `missing` equal to what the facts say of one another.
///
/// What comes in the order in which it was made is entered as it comes. A fact before, between or beside facts that
/// are here, or one that they had in view, has all of it worked out again when the transaction settles.
final class LineageProjector {
  /// Where the facts that one has seen are most likely to be found.
  enum Near {
    /// Of those that the cell has once all of them came.
    case results(of: CellRow)
    case record(kind: String, key: String)
    case anywhere

    fileprivate enum Place: Hashable {
      case cell(Int64)
      case record(RecordProjector.Key)
      case anywhere
    }

    fileprivate var place: Place {
      switch self {
      case .results(let cell): .cell(cell.id)
      case .record(let kind, let key): .record(RecordProjector.Key(kind: kind, key: key))
      case .anywhere: .anywhere
      }
    }
  }

  private struct Sighting {
    var number: Int64
    var saw: [FactReference]
    var near: Near
  }

  /// More of them are found faster by reading all facts than by looking in one place after the other.
  private static let few = 2_000

  let database: Connection
  private var current: FactGraph?
  private var sightings: [Sighting] = []
  private var edges: [SightBuilder.Edge] = []
  private(set) var isStale = false
  /// Whether who saw whom, or who has authority over whom, may be different now for facts that were here before.
  private(set) var hasChanged = false

  init(database: Connection) { self.database = database }

  /// Who had seen whom, as far as it was settled.
  var graph: FactGraph {
    if let current { return current }
    let made = FactGraph(database)
    current = made
    return made
  }

  /// A fact that comes after all others of its replica and names none of them as the one before it.
  func begin(_ number: Int64) throws {
    try database.run("INSERT OR IGNORE INTO run (first, parent, rival) VALUES (?, 0, 0)", [.integer(number)])
    current = nil
  }

  /// A fact had others in view.
  func add(_ number: Int64, saw: [FactReference], near: Near) {
    sightings.append(Sighting(number: number, saw: saw, near: near))
  }

  /// The same where it is known which those are.
  func add(_ number: Int64, saw numbers: [Int64]) {
    edges += numbers.map { SightBuilder.Edge(at: number, target: $0) }
  }

  /// All has to be worked out again.
  func markStale() { isStale = true }

  /// Works all out again at once: facts are gone.
  func workOut() throws {
    isStale = true
    try settle()
  }

  /// Decisions or signatures are others now.
  func markChanged() {
    current = nil
    hasChanged = true
  }

  /// Others are followed now.
  func forgetFollowed() { current = nil }

  /// Whether something was gathered that the graph does not know yet.
  var isPending: Bool { isStale || !sightings.isEmpty || !edges.isEmpty }

  /// Enters what was gathered.
  func settle() throws {
    if isStale {
      sightings = []
      edges = []
      try LineageRebuild(database).run()
      isStale = false
      markChanged()
      return
    }
    guard !sightings.isEmpty || !edges.isEmpty else { return }
    let found = try resolve()
    for sighting in sightings {
      for reference in sighting.saw {
        if let target = found[reference] {
          if target != sighting.number { edges.append(SightBuilder.Edge(at: sighting.number, target: target)) }
        } else {
          try database.noteMissing(reference)
        }
      }
    }
    let builder = SightBuilder(graph)
    for edge in edges { try builder.add(edge) }
    try builder.finish()
    sightings = []
    edges = []
    current = nil
  }

  /// To be called once everything that follows from a change was brought up to date.
  func acknowledge() { hasChanged = false }

  private func resolve() throws -> [FactReference: Int64] {
    var wanted = Set(sightings.flatMap(\.saw))
    guard !wanted.isEmpty else { return [:] }
    var found: [FactReference: Int64] = [:]
    if sightings.count <= Self.few {
      // Each place is looked through once, for all that may be found there: a chain of facts about one item would be gone
      // through from its end for each of them.
      for group in Dictionary(grouping: sightings, by: \.near.place).values {
        let open = group.reduce(into: Set()) { $0.formUnion($1.saw) }.intersection(wanted)
        guard !open.isEmpty, let near = group.first?.near else { continue }
        let known = try look(for: open, near: near)
        found.merge(known) { first, _ in first }
        wanted.subtract(known.keys)
      }
    }
    guard !wanted.isEmpty else { return found }
    return found.merging(try ReferenceFinder.find(wanted, in: database)) { first, _ in first }
  }

  private func look(for wanted: Set<FactReference>, near: Near) throws -> [FactReference: Int64] {
    switch near {
    case .anywhere: return [:]
    case .results(let cell): return try ReferenceFinder.find(wanted, amongResultsFrom: cell.last, in: database)
    case .record(let kind, let key):
      var found: [FactReference: Int64] = [:]
      let sql = """
        SELECT fact.id, fact.digest FROM register JOIN fact ON fact.id = register.fact
        WHERE register.kind = ? AND register.key = ?
        """
      try database.rows(sql, [.text(kind), .text(key)]) { row in
        guard let reference = FactReference(bytes: row.blob(1).prefix(FactReference.byteCount)),
          wanted.contains(reference)
        else { return }
        found[reference] = row.int64(0)
      }
      return found
    }
  }
}

/// Works out from all facts which follow which, and what they had seen.
struct LineageRebuild {
  private let database: Connection

  init(_ database: Connection) { self.database = database }

  func run() throws {
    // What undos and erasures name and is not here is still waited for.
    try database.execute(
      """
      DELETE FROM run;
      DELETE FROM sight;
      DELETE FROM missing WHERE reference NOT IN (SELECT target FROM request WHERE number = 0);
      UPDATE missing SET saw = 0;
      """)
    var starts: [Int64: Start] = [:]
    for replica in try database.all("SELECT DISTINCT replica FROM branch", [], { $0.text(0) }) {
      let lines = try Lines.all(database, of: replica)
      var found: [Int64: Start] = [:]
      for line in lines { try findStarts(in: line, &found) }
      if lines.count > 1 { try findForks(lines, &found) }
      starts.merge(found) { first, _ in first }
    }
    for (first, start) in starts.sorted(by: { $0.key < $1.key }) {
      try database.run(
        "INSERT INTO run (first, parent, rival) VALUES (?, ?, ?)",
        [.integer(first), .integer(start.parent), .integer(start.isRival ? 1 : 0)])
    }
    let graph = FactGraph(database)
    try graph.prepareForMany()
    let builder = SightBuilder(graph)
    for (first, start) in starts where start.parent != 0 { try builder.add(.init(at: first, target: start.parent)) }
    try addSightings(to: builder)
    try builder.finish()
  }

  private struct Start {
    var previous: FactReference?
    var parent: Int64 = 0
    var isRival = false
  }

  /// Facts that do not name the one stored before them.
  private func findStarts(in line: Int64, _ starts: inout [Int64: Start]) throws {
    let range = FactNumber.bounds(of: line)
    let results = try database.cached("SELECT id, digest, prev FROM result WHERE id BETWEEN ? AND ? ORDER BY id")
    let facts = try database.cached("SELECT id, digest, prev FROM fact WHERE id BETWEEN ? AND ? ORDER BY id")
    try results.bind(range)
    try facts.bind(range)
    var sources = try [results, facts].filter { try $0.step() }
    var last: (number: Int64, reference: FactReference?)?
    while let row = sources.min(by: { $0.int64(0) < $1.int64(0) }) {
      let number = row.int64(0)
      let previous = row.withBlob(2) { FactReference(bytes: $0) }
      let reference = row.withBlob(1) { FactReference(beginning: $0) }
      let follows = last.map { $0.number == number - 1 && previous != nil && $0.reference == previous } ?? false
      if !follows { starts[number] = Start(previous: previous) }
      last = (number, reference)
      if try !row.step() { sources.removeAll { $0 === row } }
    }
  }

  /// Which fact of a replica stands at a place: several do where they were made in the place of one another.
  private struct Beside: Hashable {
    var sequence: Int64
    var reference: FactReference?
  }

  /// What a start follows in another row of its replica, and which facts were made in the place of one another.
  private func findForks(_ lines: [Int64], _ starts: inout [Int64: Start]) throws {
    let sequences = Set(starts.keys.flatMap { [FactNumber.sequence(of: $0), FactNumber.sequence(of: $0) - 1] })
    let facts = try facts(at: sequences, in: lines)
    var named: [Beside: [Int64]] = [:]
    var rivals: [Beside: [NumberedFact]] = [:]
    for fact in facts {
      let sequence = FactNumber.sequence(of: fact.number)
      named[Beside(sequence: sequence, reference: fact.reference), default: []].append(fact.number)
      rivals[Beside(sequence: sequence, reference: fact.previous), default: []].append(fact)
    }
    for (number, start) in starts {
      let sequence = FactNumber.sequence(of: number)
      guard let previous = start.previous, sequence > 1 else { continue }
      let before = named[Beside(sequence: sequence - 1, reference: previous)]?.last {
        FactNumber.line(of: $0) != FactNumber.line(of: number)
      }
      if let before { starts[number]?.parent = before }
    }
    for group in rivals.values where group.count > 1 && group.contains(where: { starts[$0.number] != nil }) {
      for fact in group {
        if starts[fact.number] == nil { starts[fact.number] = Start(previous: fact.previous, parent: fact.number - 1) }
        starts[fact.number]?.isRival = true
      }
    }
  }

  /// Each row of the replica is asked for each place, or read as a whole where both are many.
  private func facts(at sequences: Set<Int64>, in lines: [Int64]) throws -> [NumberedFact] {
    guard lines.count > 8 else {
      return try lines.flatMap { line in
        try sequences.compactMap { try fact(at: FactNumber.make(line: line, sequence: $0)) }
      }
    }
    return try lines.flatMap { line in
      let sql = """
        SELECT id, digest, prev FROM result WHERE id BETWEEN ?1 AND ?2
        UNION ALL SELECT id, digest, prev FROM fact WHERE id BETWEEN ?1 AND ?2
        """
      let range = FactNumber.bounds(of: line)
      return try database.all(sql, range) { row in
        sequences.contains(FactNumber.sequence(of: row.int64(0)))
          ? NumberedFact(
            number: row.int64(0), reference: FactReference(bytes: row.blob(1).prefix(FactReference.byteCount)),
            previous: FactReference(bytes: row.blob(2))) : nil
      }.compactMap { $0 }
    }
  }

  /// A fact with a number, in one of the rows of its replica.
  private struct NumberedFact {
    var number: Int64
    var reference: FactReference?
    var previous: FactReference?
  }

  private func fact(at number: Int64) throws -> NumberedFact? {
    let sql = """
      SELECT digest, prev FROM result WHERE id = ?1 UNION ALL SELECT digest, prev FROM fact WHERE id = ?1
      """
    return try database.first(sql, [.integer(number)]) { row in
      NumberedFact(
        number: number, reference: FactReference(bytes: row.blob(0).prefix(FactReference.byteCount)),
        previous: FactReference(bytes: row.blob(1)))
    }
  }

  private func addSightings(to builder: SightBuilder) throws {
    var sightings: [(number: Int64, saw: [FactReference])] = []
    for table in ["fact", "result"] {
      try database.rows("SELECT id, saw FROM \(table) WHERE saw IS NOT NULL") { row in
        sightings.append((row.int64(0), FactReference.list(row.blob(1))))
      }
    }
    let wanted = Set(sightings.flatMap(\.saw))
    let found = try ReferenceFinder.find(wanted, in: database)
    for (number, saw) in sightings {
      for reference in saw {
        if let target = found[reference], target != number { try builder.add(.init(at: number, target: target)) }
      }
    }
    for reference in wanted where found[reference] == nil { try database.noteMissing(reference) }
  }
}

extension Connection {
  /// A fact was seen by another and is not here.
  fileprivate func noteMissing(_ reference: FactReference) throws {
    try run(
      "INSERT INTO missing (reference, saw) VALUES (?, 1) ON CONFLICT DO UPDATE SET saw = 1", [.blob(reference.bytes)])
  }
}
