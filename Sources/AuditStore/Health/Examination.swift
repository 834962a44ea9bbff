import SQLite

/// Looks a tracker over without changing it.
///
/// It opens what `Tracker.open` would refuse (read-only, newer, damaged as far as SQLite reads it) and goes on where
/// one part cannot be read. It reads a private copy of one moment, so that others can write in the meantime;
/// only where no copy can be made it reads the file itself, in pieces.
package struct Examination {
  /// What is looked at.
  let database: Connection
  let isReadOnly: Bool
  /// Why it is the file itself; nil where it is a copy.
  let obstacle: SQLiteError?
  /// Whether the file keeps a write-ahead log; the copy does not show this.
  let hasWriteAheadLog: Bool
  let path: String
  let environment: StoreEnvironment
  /// The schema of the file.
  package let version: Int
  package private(set) var findings: [HealthFinding] = []
  private let progress: (_ done: Int, _ total: Int) throws -> Void

  /// Examines the tracker at `path`.
  ///
  /// - Parameters:
  ///   - comparesProjections: whether derived data is rebuilt in the copy, and compared.
  ///   - progress: told from time to time how far the copy and then the reading of facts are, of how much; throwing
  ///     gives up.
  /// - Throws: `StoreError` when there is no tracker that could be examined.
  package static func run(
    path: String, environment: StoreEnvironment, comparesProjections: Bool = true,
    progress: @escaping (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> [HealthFinding] {
    try Tracker.mapping(path) {
      var examination = try Examination(path: path, environment: environment, progress: progress)
      try examination.look(comparesProjections: comparesProjections)
      return examination.findings
    }
  }

  private init(
    path: String, environment: StoreEnvironment, progress: @escaping (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    // Not opened for reading only: the journal of a writer that crashed could not be played back then.
    let original = try Connection.open(path: path, mode: .readWrite, environment)
    self.path = path
    self.environment = environment
    self.progress = progress
    guard try original.applicationID == Tracker.applicationID else { throw StoreError.foreign(path: path) }
    version = Int(try original.userVersion)
    isReadOnly = original.isReadOnly
    hasWriteAheadLog = try original.hasWriteAheadLog
    environment.watch.stage("Copying")
    switch try original.readCopy(progress: { remaining, total in try progress(total - remaining, total) }) {
    case .success(let copy):
      (database, obstacle) = (copy, nil)
      // The file is read through several times, and rows are sorted.
      try copy.execute("PRAGMA cache_size = -16384")
    case .failure(let error): (database, obstacle) = (original, error)
    }
  }

  private mutating func look(comparesProjections: Bool) throws {
    environment.watch.stage("Checking the file")
    try look(at: .file) { try $0.fileFindings() }
    findings += schemaFindings()
    try look(at: .schema) { try $0.tableFindings() }
    findings += folderFindings()
    guard version == Tracker.newestVersion else { return }
    var examined = FactExamination(database: database)
    environment.watch.stage("Checking entries")
    try look(at: .facts) { try examined.facts($0.progress) }
    environment.watch.stage("Checking the order of entries")
    try look(at: .chains) { _ in try examined.chains() }
    if comparesProjections {
      environment.watch.stage("Comparing derived data")
      try look(at: .projections) { try $0.projectionFindings() }
    }
    try look(at: .newer) { try $0.newerFindings() }
    try look(at: .clock) { try $0.clockFindings() }
    try look(at: .replica) { try $0.replicaFindings() }
    try look(at: .conflicts) { try $0.conflictFindings() }
    try look(at: .conflicts) { try $0.undecidedFindings() }
    try look(at: .references) { try $0.referenceFindings() }
    try look(at: .references) { try $0.lookAlikeFindings() }
    try look(at: .evidence) { try $0.evidenceFindings() }
    try look(at: .retention) { try $0.retentionFindings() }
  }

  /// Adds the findings of one step; damage that stops it is a finding, and the next step follows.
  private mutating func look(at area: HealthFinding.Area, _ body: (Examination) throws -> [HealthFinding]) throws {
    do {
      findings += try body(self)
    } catch let error as SQLiteError where error.isCorrupt || error.code.primary == .error {
      findings.append(
        HealthFinding(
          area, .wrong, "This part cannot be read completely: \(error.message).",
          advice: "Keep the file as is and restore a backup."))
    }
  }
}
