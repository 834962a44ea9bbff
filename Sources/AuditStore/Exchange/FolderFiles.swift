import SQLite

/// A file of a shared folder that was read or written here before.
package struct FolderFile: Equatable, Sendable {
  /// Below the tracker's part of the folder.
  package var path: String
  package var bytes: Int64
  /// File number and time of change: a file that keeps them was not written again.
  package var stamp: String
  package var runs: FactRuns
  /// How many of its facts were erased when it was written.
  package var stubs: Int

  package init(path: String, bytes: Int64, stamp: String, runs: FactRuns, stubs: Int) {
    self.stubs = stubs
    self.path = path
    self.bytes = bytes
    self.stamp = stamp
    self.runs = runs
  }
}

extension Reader {
  /// The files of a folder that are known, by path.
  package func folderFiles(of folder: String) throws -> [String: FolderFile] {
    let sql = """
      SELECT path, bytes, stamp, first, last, stubs FROM folder_file LEFT JOIN folder_run ON file = id
      WHERE tracker_folder = ? ORDER BY path, first
      """
    var files: [String: FolderFile] = [:]
    try database.rows(sql, [.text(folder)]) { row in
      let path = row.text(0)
      var file =
        files[path]
        ?? FolderFile(path: path, bytes: row.int64(1), stamp: row.text(2), runs: FactRuns(), stubs: row.int(5))
      if let first = row.optionalInt64(3), first <= row.int64(4) {
        file.runs = file.runs.union(FactRuns([first...row.int64(4)]))
      }
      files[path] = file
    }
    return files
  }
}

extension Writer {
  /// Remembers what a file of a folder holds, in the place of what was remembered before.
  package func remember(_ file: FolderFile, of folder: String) throws {
    try forgetFolderFile(file.path, of: folder)
    try database.run(
      "INSERT INTO folder_file (tracker_folder, path, bytes, stamp, stubs) VALUES (?, ?, ?, ?, ?)",
      [
        .text(folder), .text(file.path), .integer(file.bytes), .text(file.stamp), .integer(Int64(file.stubs)),
      ])
    let number = database.lastInsertRowID
    for run in file.runs.runs {
      try database.run(
        "INSERT INTO folder_run (file, first, last) VALUES (?, ?, ?)",
        [.integer(number), .integer(run.lowerBound), .integer(run.upperBound)])
    }
  }

  package func forgetFolderFile(_ path: String, of folder: String) throws {
    let place: [Value] = [.text(folder), .text(path)]
    try database.run(
      "DELETE FROM folder_run WHERE file IN (SELECT id FROM folder_file WHERE tracker_folder = ? AND path = ?)", place)
    try database.run("DELETE FROM folder_file WHERE tracker_folder = ? AND path = ?", place)
  }
}
