import SQLite

/// Whether what is derived is what the facts say.
extension Examination {
  /// Derives everything anew in the copy, and compares.
  func projectionFindings() throws -> [HealthFinding] {
    if let obstacle {
      return [
        HealthFinding(
          .projections, .note,
          "What is derived was not compared with the facts, because that needs a copy in the folder for temporary "
            + "files: \(obstacle.message).",
          advice: "TMPDIR names another folder for it; it takes as much room as the tracker.")
      ]
    }
    let rebuild = try Rebuilding.dryRun(database, path: path, environment: environment)
    guard !rebuild.changed.isEmpty else {
      return [
        HealthFinding(
          .projections, .ok, "Everything derived is what the facts say: it was derived anew in a copy and compared.")
      ]
    }
    return [
      HealthFinding(
        .projections, .wrong, "Not what the facts say: \(rebuild.changed.joined(separator: ", ")).",
        advice: "a11y doctor --rebuild derives them anew; no fact is touched.")
    ]
  }
}

/// What a rebuild came to.
package struct Rebuilding: Equatable, Sendable {
  /// The projections that were not what the facts say, in words for people; empty when nothing changed.
  package var changed: [String]

  /// Rebuilds within a transaction, and says what that changed. Cells are compared before they are written.
  fileprivate static func run(_ writer: Writer, isDryRun: Bool = false) throws -> Rebuilding {
    let before = try writer.reader.projectionParts()
    try writer.rebuildRecords()
    let after = try writer.reader.projectionParts()
    let changed = try CellComparison.changed(writer.projector)
    if !isDryRun { try writer.rebuildCells() }
    return Rebuilding(changed: changed + zip(before, after).filter { $0 != $1 }.map(\.0.name))
  }

  /// Carries the answer out of a transaction that is not to be kept.
  private struct RolledBack: Error {
    var rebuilding: Rebuilding
  }

  /// Rebuilds records in a transaction that is rolled back, and compares the cells with the facts.
  fileprivate static func dryRun(
    _ database: Connection, path: String, environment: StoreEnvironment
  ) throws -> Rebuilding {
    do {
      return try database.write {
        let writer = try Writer(database: database, path: path, environment: environment)
        throw RolledBack(rebuilding: try run(writer, isDryRun: true))
      }
    } catch let rolledBack as RolledBack {
      return rolledBack.rebuilding
    }
  }
}

extension Tracker {
  /// Derives every projection anew from the facts, in one transaction; with `isDryRun` in a copy that is thrown away.
  package func rebuild(isDryRun: Bool = false) throws -> Rebuilding {
    if isDryRun {
      return try Self.mapping(path) {
        environment.watch.stage("Copying")
        let copy = try database.privateCopy()
        environment.watch.stage("Comparing what is derived")
        return try Rebuilding.dryRun(copy, path: path, environment: environment)
      }
    }
    environment.watch.stage("Deriving everything anew")
    let rebuilding = try write { try Rebuilding.run($0) }
    try removeErasedFiles()
    return rebuilding
  }
}
