import SQLite

/// The file, its schema and its folder.
extension Examination {
  func fileFindings() throws -> [HealthFinding] {
    let faults: [String]
    do throws(SQLiteError) {
      faults = try database.integrityCheck()
    } catch {
      guard error.isCorrupt else { throw error }
      faults = [error.message]
    }
    guard !faults.isEmpty else { return [HealthFinding(.file, .ok, "The file is sound (integrity_check).")] }
    var named = NamedCount()
    for fault in faults { named.add(fault) }
    let damage = HealthFinding(
      .file, .wrong, "The file is damaged: \(named.list).",
      advice: "Keep the file as it is, and go on from a backup; what can still be read is said below.")
    return [damage, HealthFinding(.file, .note, "Can be read: \(readable()).")]
  }

  /// How many rows each table of facts and records gives before it fails.
  private func readable() -> String {
    let tables = [("result", "result"), ("fact", "other fact"), ("record", "record"), ("cell", "cell")]
    return tables.map { table, name in
      let count = count(table, descending: false)
      if count.isWhole { return HealthWords.counted(count.rows, name) }
      // From its other end as well: the fault lies somewhere between.
      let rows = count.rows + self.count(table, descending: true).rows
      return HealthWords.counted(rows, name) + " (not all of them)"
    }.joined(separator: ", ")
  }

  private func count(_ table: String, descending: Bool) -> (rows: Int, isWhole: Bool) {
    let order = table == "record" ? "kind, key" : "id"
    let direction = descending ? order.split(separator: ",").map { "\($0) DESC" }.joined(separator: ",") : order
    var rows = 0
    do {
      try database.rows("SELECT * FROM \(table) ORDER BY \(direction)") { _ in rows += 1 }
      return (rows, true)
    } catch {
      return (rows, false)
    }
  }

  func schemaFindings() -> [HealthFinding] {
    let newest = Tracker.newestVersion
    if version == newest { return [HealthFinding(.schema, .ok, "It is a tracker of schema \(version).")] }
    if version > newest {
      return [
        HealthFinding(
          .schema, .note,
          "It was written by a newer a11y (schema \(version); this one knows \(newest)). Only the file was looked at.",
          advice: "Install the newer a11y and run doctor with it.")
      ]
    }
    return [
      HealthFinding(
        .schema, .note, "It has schema \(version); this a11y writes \(newest). Only the file was looked at.",
        advice: "The next command that writes brings it up to date, after a backup.")
    ]
  }

  func folderFindings() -> [HealthFinding] {
    let open = FileState.writableByOthers(path)
    var findings: [HealthFinding] = []
    if hasWriteAheadLog {
      findings.append(
        HealthFinding(
          .file, .note,
          "Another program switched the file to write-ahead logging (WAL). A copy of the file alone can miss the latest "
            + "entries, which are in \(FileState.name(of: path))-wal.",
          advice:
            "Close the other program. The next command that writes switches the file back; a11y backup copies all "
            + "entries."))
    }
    if open.isEmpty {
      findings.append(HealthFinding(.folder, .ok, "Only its owner and group can write the file and its folder."))
    } else {
      findings.append(
        HealthFinding(
          .folder, .note, "Everyone on this machine can write \(open.joined(separator: " and ")).",
          advice: "chmod o-w takes that away."))
    }
    let left = FileState.names(in: FileState.folder(of: path), beginningWith: FileState.name(of: path) + ".new-")
    if !left.isEmpty {
      var named = NamedCount()
      for name in left { named.add(name) }
      findings.append(
        HealthFinding(
          .folder, .note, "Beside it lies what a command was making when it was stopped: \(named.list).",
          advice: "While no a11y command runs these can be deleted; nothing else refers to them."))
    }
    if isReadOnly {
      findings.append(
        HealthFinding(
          .folder, .note, "The file cannot be written by you: nothing can be logged here.",
          advice: "Allow writing, or copy the folder to a place where you may write."))
    }
    return findings
  }
}
