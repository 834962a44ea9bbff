import SQLite

extension RetractionProjector {
  /// A fact whose standing may have changed, and what it names where it is a retraction.
  private struct Place {
    var kind: String
    var digest: UInt64
    var named: [(number: Int64, digest: UInt64)] = []
    /// How many of the namings by other places are still to be decided.
    var undecided = 0
    var isChanged: Bool
  }

  /// Has everything that depends on the facts named since the last time follow them, however long the chains of undo
  /// and redo are.
  ///
  /// Each fact is looked at once, and after every retraction that names it: what is done at once for each retraction
  /// that arrives is the square of their number, and for retractions that name many others far more.
  func settle() throws {
    guard !unsettled.isEmpty else { return }
    var places = try reachable(from: unsettled)
    unsettled = []
    var ready = places.filter { $0.value.undecided == 0 }.map(\.key).sorted()
    // No retraction can name one that names it, since each holds the digest of what it names; if ever one does, both
    // are looked at all the same.
    var others = places.filter { $0.value.undecided > 0 }.map(\.key).sorted()
    while let number = ready.popLast() ?? others.popLast() {
      guard let place = places.removeValue(forKey: number) else { continue }
      let changed = place.isChanged ? try decide(place, number) : []
      for named in place.named {
        guard places[named.number] != nil else { continue }
        places[named.number]?.undecided -= 1
        if changed.contains(named.digest) { places[named.number]?.isChanged = true }
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
      let sql = "SELECT kind, substr(digest, 1, 8), body FROM fact WHERE id = ?"
      let found = try database.first(sql, [.integer(number)]) { row in
        (kind: row.text(0), digest: ShortDigest.value(row.blob(1)), body: row.text(2))
      }
      var place = Place(kind: found?.kind ?? "result", digest: found?.digest ?? 0, isChanged: numbers.contains(number))
      if place.kind == "retract" {
        for target in found.flatMap({ RecordJSON.object($0.body) }).flatMap(Self.targets) ?? [] {
          guard let named = try find(target)?.number else { continue }
          place.named.append((named, target.digest))
          undecided[named, default: 0] += 1
          waiting.append(named)
        }
      }
      places[number] = place
    }
    for (number, count) in undecided { places[number]?.undecided = count }
    return places
  }

  /// - Returns: the digests of those it names for which something is different now.
  private func decide(_ place: Place, _ number: Int64) throws -> Set<UInt64> {
    guard place.kind == "retract" else {
      try refold(number, place.kind)
      return []
    }
    let standing = try standing(ofRetraction: place.digest)
    var changed: Set<UInt64> = []
    for named in place.named {
      try database.run(
        "UPDATE retraction SET void = ?1 WHERE target = ?2 AND fact = ?3 AND void NOT IN (?1, \(Standing.waits))",
        [.integer(standing), .blob(ShortDigest.bytes(named.digest)), .integer(number)])
      if database.changes > 0 { changed.insert(named.digest) }
    }
    return changed
  }
}
