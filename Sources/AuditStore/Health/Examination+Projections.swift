import SQLite

/// Whether what is derived is what the facts say.
extension Examination {
  /// Rebuilds derived data in the copy, and compares.
  func projectionFindings() throws -> [HealthFinding] {
    if let obstacle {
      return [
        HealthFinding(
          .projections, .note,
          "Derived data was not compared with the history, because the temporary folder cannot hold a copy: "
            + "\(obstacle.message).",
          advice: "Set TMPDIR to another folder. The copy needs as much space as the tracker.")
      ]
    }
    let rebuild = try Rebuilding.dryRun(database, path: path, environment: environment)
    guard !rebuild.changed.isEmpty else {
      return [
        HealthFinding(
          .projections, .ok, "Derived data matches the history (rebuilt in a copy and compared).")
      ]
    }
    return [
      HealthFinding(
        .projections, .wrong, "Derived data differs from the history: \(rebuild.changed.joined(separator: ", ")).",
        advice: "Run \"a11y doctor --rebuild\" to rebuild the derived data. The history does not change.")
    ]
  }
}

/// The result of a rebuild.
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
  /// Rebuilds every projection from the facts, in one transaction; with `isDryRun` in a copy that is thrown away.
  package func rebuild(isDryRun: Bool = false) throws -> Rebuilding {
    if isDryRun {
      return try Self.mapping(path) {
        environment.watch.stage("Copying")
        let copy = try database.privateCopy()
        environment.watch.stage("Comparing derived data")
        return try Rebuilding.dryRun(copy, path: path, environment: environment)
      }
    }
    environment.watch.stage("Rebuilding derived data")
    let rebuilding = try write { try Rebuilding.run($0) }
    try removeErasedFiles()
    return rebuilding
  }
}
