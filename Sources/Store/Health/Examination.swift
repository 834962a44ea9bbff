import Audit
import Base
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
    (self.path, self.environment, self.progress) = (path, environment, progress)
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
      findings.add(
        area, .wrong, "This part cannot be read completely: \(error.message).",
        advice: "Keep the file as is and restore a backup.")
    }
  }
}

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
    guard !faults.isEmpty else { return [.init(.file, .ok, "Database integrity is OK.")] }
    let damage = HealthFinding(
      .file, .wrong, "The file is damaged: \(NamedCount(faults).list).",
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
      if count.isWhole { return counted(count.rows, one, many) }
      // From the other end as well: the damage is somewhere between.
      let rows = count.rows + self.count(table, descending: true).rows
      return counted(rows, one, many) + " (incomplete)"
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
    if version == newest { return [.init(.schema, .ok, "The tracker has schema \(version).")] }
    if version > newest {
      return [
        .init(
          .schema, .note,
          "A newer a11y wrote the tracker (schema \(version); this one supports \(newest)). Only the file was checked.",
          advice: "Install the newer a11y, then run \"a11y doctor\".")
      ]
    }
    return [
      .init(
        .schema, .note, "The tracker has schema \(version); this a11y writes \(newest). Only the file was checked.",
        advice: isReadOnly
          ? "Allow writing to the file and its folder, or copy the folder to a place where you can write. Then run any "
            + "command that writes there: it updates the schema and creates a backup first."
          : "Run any command that writes to update the schema. It creates a backup first.")
    ]
  }

  func folderFindings() -> [HealthFinding] {
    let open = FileState.writableByOthers(path)
    var findings: [HealthFinding] = []
    if hasWriteAheadLog {
      findings.add(
        .file, .note,
        "Another program switched the file to write-ahead logging (WAL). A copy of the file alone can miss the latest "
          + "entries, which are in \(FileState.name(of: path))-wal.",
        advice:
          "Close the other program. The next command that writes switches the file back. \"a11y backup\" copies all "
          + "entries.")
    }
    if open.isEmpty {
      findings.append(
        PrivateFolder.isReadable(path)
          ? HealthFinding(
            .folder, .note, "Other users of this machine can read the file, with the sessions of children in it.",
            advice: "Run \"chmod go-rwx\" on the file and its folder unless these users work with it.")
          : HealthFinding(.folder, .ok, "Only the owner can read the file."))
    } else {
      findings.add(
        .folder, .note, "All users of this machine can write to \(open.joined(separator: " and ")).",
        advice: "Run \"chmod o-w\" on each to remove this permission.")
    }
    let left = FileState.names(in: FileState.folder(of: path), beginningWith: FileState.name(of: path) + ".new-")
    if !left.isEmpty {
      findings.add(
        .folder, .note, "Stopped commands left unfinished files next to the tracker: \(NamedCount(left).list).",
        advice: "Delete them while no a11y command runs. Nothing else refers to them.")
    }
    for (copy, sign) in UnfinishedCopy.all(beside: path) where FileState.exists(copy) {
      findings.add(
        .folder, .note, "A stopped backup left a copy of the tracker, with all that has been erased since: \(copy).",
        advice: "Delete it and \(sign) while no a11y command runs.")
    }
    // Where the schema is older, its finding says so.
    if isReadOnly, version >= Tracker.newestVersion {
      findings.add(
        .folder, .note, "You cannot write to the file, so nothing can be logged.",
        advice: "Allow writing, or copy the folder to a place where you can write.")
    }
    return findings
  }
}

/// Names that look like other names.
extension Examination {
  /// All of them: a repair requires each name.
  func lookAlikeFindings() throws -> [HealthFinding] {
    try Reader(database: database, now: environment.now()).lookAlikes().map { pair in
      HealthFinding(
        .references, .note, "The \(pair.sentence).",
        advice: "Use one of them from now on if both mean the same. Results keep the name they were logged under."
      )
    }
  }
}

/// The evidence folder against the facts.
extension Examination {
  func evidenceFindings() throws -> [HealthFinding] {
    let folder = EvidenceFolder(beside: path)
    let reader = Reader(database: database, now: environment.now())
    let (shown, named) = (try reader.evidence().map(\.evidence), Set(try reader.namedFiles().map(\.digest)))
    let gone = Set(try reader.erasedFiles())
    var (missing, damaged, unnamed, erased) = (NamedCount(), NamedCount(), NamedCount(), NamedCount())
    var seen: Set<Digest> = []
    for file in shown where seen.insert(file.digest).inserted && !folder.holds(file.digest, bytes: file.bytes) {
      missing.add("\(file.name) (\(file.digest.shortHex))")
    }
    for digest in folder.digests().sorted() {
      if gone.contains(digest) {
        erased.add(digest.shortHex)
      } else if !named.contains(digest) {
        unnamed.add(digest.shortHex)
      } else if folder.content(digest) == nil {
        damaged.add(digest.shortHex)
      }
    }
    var findings = [
      finding(
        damaged, .wrong, "evidence file was changed", "evidence files were changed",
        advice: "Remove it from \(folder.path). The next sync or import with the file, or a backup, restores it."),
      finding(
        erased, .wrong, "erased evidence file still exists", "erased evidence files still exist",
        advice: "Run a sync, an import, or \"a11y doctor --rebuild\" to remove it."),
      finding(
        missing, .note, "evidence file is missing", "evidence files are missing",
        advice: "Run a sync, or import a bundle with its files, to restore it."),
      finding(
        unnamed, .note, "unreferenced file is in the evidence folder",
        "unreferenced files are in the evidence folder",
        advice: "Delete unreferenced files from \(folder.path). A command that was stopped leaves such files."),
    ].compactMap { $0 }
    if findings.isEmpty {
      let words = counted(
        seen.count, "evidence file matches its digest", "evidence files match their digests")
      let sentence = seen.isEmpty ? "No evidence files." : "\(words)."
      findings = [.init(.evidence, .ok, sentence)]
    }
    return findings
  }

  private func finding(
    _ names: NamedCount, _ grade: HealthFinding.Grade, _ one: String, _ many: String, advice: String
  ) -> HealthFinding? {
    names.isEmpty
      ? nil
      : HealthFinding(.evidence, grade, "\(counted(names.count, one, many)): \(names.list).", advice: advice)
  }
}

/// The tables of the file, their columns and their indexes, beside those that a file of its version has.
extension Examination {
  /// Nothing for a file of a newer version, whose tables are not known here.
  func tableFindings() throws -> [HealthFinding] {
    guard version <= Tracker.newestVersion else { return [] }
    let model = try Connection.inMemory()
    for migration in Migration.all where migration.version <= version { try model.execute(migration.sql) }
    let expected = try Self.names(of: "table", in: model)
    let found = try Self.names(of: "table", in: database)
    let triggers = try Self.names(of: "trigger", in: database)
    let both = expected.intersection(found)
    var findings = compare("Tables", expected, found)
    findings += compare("Columns", try Self.columns(of: both, in: model), try Self.columns(of: both, in: database))
    findings += compare("Indexes", try Self.names(of: "index", in: model), try Self.names(of: "index", in: database))
    if let named = Self.named(triggers) {
      findings.add(
        .schema, .note, "The file has triggers from another program: \(named). They have no effect in a11y.",
        advice: "Remove them with DROP TRIGGER. They run when another program writes to the file.")
    }
    return findings
  }

  private func compare(_ kind: String, _ expected: Set<String>, _ found: Set<String>) -> [HealthFinding] {
    let advice = "Keep the file as is and restore a backup."
    var findings: [HealthFinding] = []
    if let named = Self.named(expected.subtracting(found)) {
      findings.add(.schema, .wrong, "\(kind) of schema \(version) are missing: \(named).", advice: advice)
    }
    if let named = Self.named(found.subtracting(expected)) {
      // One that a later step is to make would be in its way.
      let isOlder = version < Tracker.newestVersion
      findings.add(
        .schema, isOlder ? .wrong : .note,
        "The file has \(kind.lowercased()) that schema \(version) does not have: \(named).",
        advice: isOlder ? advice : nil)
    }
    return findings
  }

  /// `table.column` of some tables.
  private static func columns(of tables: Set<String>, in database: Connection) throws -> Set<String> {
    var columns: Set<String> = []
    for table in tables {
      let names = try database.all("SELECT name FROM pragma_table_info(?)", [.text(table)]) { $0.text(0) }
      columns.formUnion(names.map { "\(table).\($0)" })
    }
    return columns
  }

  private static func names(of kind: String, in database: Connection) throws -> Set<String> {
    // What begins so is SQLite's own, such as the statistics that ANALYZE keeps.
    let sql = "SELECT name FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    return Set(try database.all(sql, [.text(kind)]) { $0.text(0) })
  }

  private static func named(_ names: Set<String>) -> String? {
    names.isEmpty ? nil : NamedCount(names.sorted()).list
  }
}
