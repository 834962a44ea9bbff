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
    guard !faults.isEmpty else { return [HealthFinding(.file, .ok, "Database integrity is OK.")] }
    var named = NamedCount()
    for fault in faults { named.add(fault) }
    let damage = HealthFinding(
      .file, .wrong, "The file is damaged: \(named.list).",
      advice: "Keep the file as is and restore a backup. The next finding lists the readable data.")
    return [damage, HealthFinding(.file, .note, "Readable: \(readable()).")]
  }

  /// How many rows each table of facts and records gives before it fails.
  private func readable() -> String {
    let tables = [
      ("result", "result", "results"), ("fact", "other entry", "other entries"), ("record", "record", "records"),
      ("cell", "item", "items"),
    ]
    return tables.map { table, one, many in
      let count = count(table, descending: false)
      if count.isWhole { return HealthWords.counted(count.rows, one, many) }
      // From the other end as well: the damage is somewhere between.
      let rows = count.rows + self.count(table, descending: true).rows
      return HealthWords.counted(rows, one, many) + " (incomplete)"
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
    if version == newest { return [HealthFinding(.schema, .ok, "The tracker has schema \(version).")] }
    if version > newest {
      return [
        HealthFinding(
          .schema, .note,
          "A newer a11y wrote the tracker (schema \(version); this one supports \(newest)). Only the file was checked.",
          advice: "Install the newer a11y, then run \"a11y doctor\".")
      ]
    }
    return [
      HealthFinding(
        .schema, .note, "The tracker has schema \(version); this a11y writes \(newest). Only the file was checked.",
        advice: "Run any command that writes to update the schema. It creates a backup first.")
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
            "Close the other program. The next command that writes switches the file back. \"a11y backup\" copies all "
            + "entries."))
    }
    if open.isEmpty {
      findings.append(
        PrivateFolder.isReadable(path)
          ? HealthFinding(
            .folder, .note, "Other users of this machine can read the file, with the sessions of children in it.",
            advice: "Run \"chmod go-rwx\" on the file and its folder unless these users work with it.")
          : HealthFinding(.folder, .ok, "Only the owner can read the file."))
    } else {
      findings.append(
        HealthFinding(
          .folder, .note, "All users of this machine can write to \(open.joined(separator: " and ")).",
          advice: "Run \"chmod o-w\" on each to remove this permission."))
    }
    let left = FileState.names(in: FileState.folder(of: path), beginningWith: FileState.name(of: path) + ".new-")
    if !left.isEmpty {
      var named = NamedCount()
      for name in left { named.add(name) }
      findings.append(
        HealthFinding(
          .folder, .note, "Stopped commands left unfinished files next to the tracker: \(named.list).",
          advice: "Delete them while no a11y command runs. Nothing else refers to them."))
    }
    for (copy, sign) in UnfinishedCopy.all(beside: path) where FileState.exists(copy) {
      findings.append(
        HealthFinding(
          .folder, .note, "A stopped backup left a copy of the tracker, with all that has been erased since: \(copy).",
          advice: "Delete it and \(sign) while no a11y command runs."))
    }
    if isReadOnly {
      findings.append(
        HealthFinding(
          .folder, .note, "You cannot write to the file, so nothing can be logged.",
          advice: "Allow writing, or copy the folder to a place where you can write."))
    }
    return findings
  }
}
