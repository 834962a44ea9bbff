import AuditModel
import SQLite

/// Keeps `run`, `sight` and `missing` equal to what the facts say of one another.
///
/// What comes in the order in which it was made is entered as it comes. A fact before, between or beside facts that
/// are here, or one that they had in view, has all of it worked out again when the transaction settles.
final class LineageProjector {
  /// Where the facts that one has seen are most likely to be found.
  enum Near {
    case results(from: Int64)
    case record(kind: String, key: String)
    case anywhere
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

  init(database: Connection) {
    self.database = database
  }

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
          try database.run(
            "INSERT INTO missing (reference, saw) VALUES (?, 1) ON CONFLICT DO UPDATE SET saw = 1",
            [.blob(reference.bytes)])
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
      for sighting in sightings {
        let open = Set(sighting.saw).intersection(wanted)
        guard !open.isEmpty else { continue }
        let near = try look(for: open, near: sighting.near)
        found.merge(near) { first, _ in first }
        wanted.subtract(near.keys)
      }
    }
    guard !wanted.isEmpty else { return found }
    return found.merging(try ReferenceFinder.find(wanted, in: database)) { first, _ in first }
  }

  private func look(for wanted: Set<FactReference>, near: Near) throws -> [FactReference: Int64] {
    switch near {
    case .anywhere: return [:]
    case .results(let last): return try ReferenceFinder.find(wanted, amongResultsFrom: last, in: database)
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
