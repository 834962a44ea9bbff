import Audit
import Base
import SQLite

/// Keeps track of retractions. A retraction is a fact and can itself be retracted: that is redo.
///
/// One is in force where its author has authority over the fact that it names (`FactGraph.owns`), where it or its author
/// is followed here; what others ask for waits. All of it is a function of the facts that are here and of what was decided
/// here, so the order of arrival never matters.
final class RetractionProjector {
  let database: Connection
  private let lineage: LineageProjector
  /// Has what a fact says folded again.
  private let refold: (_ number: Int64, _ kind: String) throws -> Void
  /// Numbers of facts that were named, or of retractions, since the last `settle`.
  private var unsettled: Set<Int64> = []
  /// Whom this machine follows; of one pass.
  private var following: Following?
  /// Retractions whose targets were not looked for yet.
  private var unresolved: [Int64: [FactReference]] = [:]

  init(
    database: Connection, lineage: LineageProjector, refold: @escaping (Int64, String) throws -> Void
  ) {
    self.database = database
    self.lineage = lineage
    self.refold = refold
  }

  func isRetracted(_ reference: FactReference) throws -> Bool {
    try database.scalar(
      "SELECT 1 FROM retraction WHERE target = ? AND standing = 0 LIMIT 1", [.blob(reference.bytes)]) != nil
  }

  /// Adds a stored retraction; false when its body is not understood. What is named follows with `settle`.
  ///
  /// - Parameter numbers: of what it names, where that is known.
  func add(number: Int64, body: JSONObject, numbers: [FactReference: Int64] = [:]) throws -> Bool {
    guard let targets = ControlForm.targets(body) else { return false }
    for target in targets {
      try database.run(
        "INSERT OR IGNORE INTO retraction (target, fact, number, standing) VALUES (?, ?, ?, \(RequestState.absent))",
        [.blob(target.bytes), .integer(number), .integer(numbers[target] ?? 0)])
    }
    let open = targets.filter { numbers[$0] == nil }
    if !open.isEmpty { unresolved[number] = open }
    unsettled.insert(number)
    return true
  }

  /// A fact came that retractions name which were here before it.
  func arrived(_ reference: FactReference, number: Int64) throws {
    let waiting = try database.all(
      "SELECT fact FROM retraction WHERE target = ? AND number = 0", [.blob(reference.bytes)]
    ) { $0.int64(0) }
    guard !waiting.isEmpty else { return }
    try database.run("UPDATE retraction SET number = ? WHERE target = ?", [.integer(number), .blob(reference.bytes)])
    unsettled.formUnion(waiting)
  }

  /// Has all of them looked at again: decisions, signatures or forks are others now.
  func touchAll() throws {
    unsettled.formUnion(try database.all("SELECT DISTINCT fact FROM retraction", [], { $0.int64(0) }))
  }

  func touch(_ request: Int64) { unsettled.insert(request) }

  var isTouched: Bool { !unsettled.isEmpty }

  private func resolve() throws {
    guard !unresolved.isEmpty else { return }
    let wanted = Set(unresolved.values.joined())
    unresolved = [:]
    try ReferenceFinder.resolve(wanted, in: "retraction", of: database)
  }

  // MARK: Settling

  /// A fact whose standing may have changed, and what it names where it is a retraction.
  private struct Place {
    var kind: String
    var reference: FactReference?
    var named: [(target: FactReference, number: Int64, standing: Int64)] = []
    /// How many of the namings by other places are still to be decided.
    var undecided = 0
    var isChanged: Bool
  }

  /// Has everything that depends on what was named since the last time follow, however long the chains of undo and redo
  /// are.
  ///
  /// Each fact is looked at once, and after every retraction that names it.
  func settle() throws {
    guard !unsettled.isEmpty else { return }
    try resolve()
    defer { following = nil }
    var places = try reachable(from: unsettled)
    unsettled = []
    var ready = places.filter { $0.value.undecided == 0 }.map(\.key).sorted()
    // No retraction can name one that names it, since each holds the identity of what it names; if ever one does, both
    // are looked at all the same.
    var others = places.filter { $0.value.undecided > 0 }.map(\.key).sorted()
    while let number = ready.popLast() ?? others.popLast() {
      guard let place = places.removeValue(forKey: number) else { continue }
      if place.isChanged { try decide(place, number) }
      for named in place.named where places[named.number] != nil {
        places[named.number]?.undecided -= 1
        if place.isChanged { places[named.number]?.isChanged = true }
        if places[named.number]?.undecided == 0 { ready.append(named.number) }
      }
    }
  }

  /// The facts with these numbers, and all that is named by them, directly or through others.
  private func reachable(from numbers: Set<Int64>) throws -> [Int64: Place] {
    var places: [Int64: Place] = [:]
    var undecided: [Int64: Int] = [:]
    var waiting = Array(numbers)
    while let number = waiting.popLast() {
      guard places[number] == nil else { continue }
      let found = try database.first("SELECT kind, digest FROM fact WHERE id = ?", [.integer(number)]) { row in
        (kind: row.text(0), reference: FactReference(bytes: row.blob(1).prefix(FactReference.byteCount)))
      }
      var place = Place(
        kind: found?.kind ?? "result", reference: found?.reference, isChanged: numbers.contains(number))
      if place.kind == ControlKind.retract.rawValue {
        let sql = "SELECT target, number, standing FROM retraction WHERE fact = ? AND number <> 0"
        try database.rows(sql, [.integer(number)]) { row in
          guard let target = FactReference(bytes: row.blob(0)), row.int64(1) != number else { return }
          place.named.append((target, row.int64(1), row.int64(2)))
        }
        for named in place.named {
          undecided[named.number, default: 0] += 1
          waiting.append(named.number)
        }
      }
      places[number] = place
    }
    for (number, count) in undecided { places[number]?.undecided = count }
    return places
  }

  private func decide(_ place: Place, _ number: Int64) throws {
    guard place.kind == ControlKind.retract.rawValue else { return try refold(number, place.kind) }
    let decision = try Decision.about(number, in: database)
    let isTakenBack = try place.reference.map(isRetracted) ?? false
    for named in place.named {
      let standing = try standing(of: number, on: named.number, decision, isTakenBack: isTakenBack)
      guard standing != named.standing else { continue }
      try database.run(
        "UPDATE retraction SET standing = ? WHERE target = ? AND fact = ?",
        [.integer(standing), .blob(named.target.bytes), .integer(number)])
    }
  }

  private func standing(
    of request: Int64, on target: Int64, _ decision: Decision?, isTakenBack: Bool
  ) throws -> Int64 {
    if decision == .refuse { return RequestState.refused }
    if try decision == .follow || lineage.graph.owns(request, target) || isByFollowed(request) {
      return isTakenBack ? RequestState.takenBack : RequestState.inForce
    }
    if try lineage.graph.owns(request, target, throughForks: true) { return RequestState.forked }
    return isTakenBack ? RequestState.takenBack : RequestState.waits
  }

  private func isByFollowed(_ request: Int64) throws -> Bool {
    let following = try self.following ?? Following(database, lineage.graph)
    self.following = following
    return try following.followsByName(request)
  }
}
