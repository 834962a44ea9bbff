import SQLite

/// Reading a copy of one moment, so that no writer waits for the reader.
///
/// The file keeps a rollback journal: while one reads, no other can commit. A status or a list of a large tracker is
/// read in some tenths of a second; a report, an export or what explains a trend took from 2 to 100 seconds at 320 MB,
/// and a bundle that goes into a pipe as long as its reader takes. The copy takes 1.2 ms for each MB, in steps of 4 MB
/// between which others write, and needs as much room among the temporary files.
extension Connection {
  /// The copy, or why none could be made: there is no room for it, or the file cannot be read as a whole.
  ///
  /// - Throws: as `privateCopy`, for any other reason.
  func readCopy(
    progress: (_ remaining: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> Result<Connection, SQLiteError> {
    do {
      return .success(try privateCopy(progress: progress))
    } catch let error as SQLiteError where error.isFull || error.isCannotOpen || error.isCorrupt || error.isIOError {
      return .failure(error)
    }
  }
}

extension Tracker {
  /// Bytes from which on a long read looks at a copy. Of a smaller file none takes longer than some 2 s, and copying it
  /// would be felt: 40 ms of the 150 that a report takes.
  static let copiedFrom: Int64 = 32 << 20

  /// Goes on from a copy where the file is large; from the file itself where there is no room for one.
  func setApart() throws {
    guard FileState.size(of: path) >= Self.copiedFrom, case .success(let copy) = try database.readCopy() else { return }
    database = copy
  }
}
