package import Base
package import SQLite

/// One tracker: the database `audit.db` in its folder `.a11y/`.
///
/// One public method is one transaction. All times and random numbers come from the environment it was opened with.
/// Errors are `StoreError` where the database cannot serve, `Refusal` where a write makes no sense.
package final class Tracker {
  package enum Access {
    case read
    /// To read for seconds where the tracker is large: then from a copy of one moment, while others write.
    case readAtLength
    case write
  }

  /// `A11Y` in ASCII: what tells our databases from other programs'.
  package static let applicationID: Int32 = 0x4131_3159
  /// The schema this program writes.
  package static var newestVersion: Int { Migrator.newestVersion }

  package let path: String
  package let environment: StoreEnvironment
  /// The schema the file has.
  private(set) package var version: Int
  var database: Connection

  /// Revision of the built-in checks that the file held when it was opened.
  private var catalog: String?
  /// Set until the file was checked to be ours and up to date: the checks it is to hold.
  private var unseen: CatalogSeed?

  init(path: String, environment: StoreEnvironment, version: Int, catalog: String?, database: Connection) {
    (self.path, self.environment, self.version) = (path, environment, version)
    (self.catalog, self.database) = (catalog, database)
  }

  /// A file of which nothing is known yet.
  private convenience init(unseen path: String, _ environment: StoreEnvironment) throws {
    self.init(
      path: path, environment: environment, version: 0, catalog: nil,
      database: try Connection.open(path: path, mode: .readWrite, environment))
  }

  /// Opens a tracker; an older schema is migrated first when it is opened for writing.
  ///
  /// - Throws: `StoreError`; a foreign, damaged or missing file is left as it is.
  package static func open(path: String, environment: StoreEnvironment, access: Access) throws -> Tracker {
    try mapping(path) {
      let tracker = try Tracker(unseen: path, environment)
      try tracker.look(access)
      if access == .readAtLength { try tracker.setApart() }
      return tracker
    }
  }

  /// Opens a tracker to be written to at once. As `open` and `adopt`, but where the file turns out to be ours and up
  /// to date that is seen inside the first transaction: one of its own would take and drop the locks once more.
  ///
  /// - Throws: as `open`; the first `write` or `read` throws the rest of it.
  package static func openToWrite(
    path: String, environment: StoreEnvironment, catalog: CatalogSeed
  ) throws -> Tracker {
    try mapping(path) {
      let tracker = try Tracker(unseen: path, environment)
      tracker.unseen = catalog
      // No transaction for writing begins here, so what is wrong is found out in the usual order.
      if tracker.database.isReadOnly { try tracker.lookClosely() }
      return tracker
    }
  }

  /// Finds out what the file is. Nothing is written before it is known to be ours.
  private func look(_ access: Access) throws {
    let (identifier, found, catalog) = try database.read {
      let identifier = try database.applicationID
      let found = Int(try database.userVersion)
      let isOurs = identifier == Self.applicationID && found > 0
      return (identifier, found, isOurs ? try LocalTable.get(database, "catalog") : nil)
    }
    guard identifier == Self.applicationID else { throw StoreError.foreign(path: path) }
    version = found
    self.catalog = catalog
    if version > Self.newestVersion, access == .write { throw StoreError.newer(path: path, version: version) }
    if version < Self.newestVersion {
      try upgrade(access)
      version = Self.newestVersion
    }
    // SQLite opens a file without write permission all the same; better to say so before the work than after it.
    if access == .write, database.isReadOnly { throw StoreError.readOnly(path: path) }
    if access == .write { try database.leaveWriteAheadLog() }
  }

  /// Who only reads a file that cannot be written reads a copy that was upgraded; who may not write to it learns why that is
  /// needed.
  private func upgrade(_ access: Access) throws {
    do {
      if database.isReadOnly { throw StoreError.readOnly(path: path) }
      return try Migrator.migrate(database, path: path, environment: environment)
    } catch {
      switch (error as? SQLiteError).map({ StoreError($0, path: path) }) ?? error {
      case StoreError.readOnly, StoreError.unreachable:
        if access == .write { throw StoreError.notUpgraded(path: path, version: version) }
      case StoreError.full where access != .write: break
      case let other: throw other
      }
    }
    guard case .success(let copy) = try database.readCopy() else {
      throw StoreError.notUpgraded(path: path, version: version)
    }
    try Migrator.step(copy, path: path, environment: environment)
    database = copy
  }

  /// What `open` and `adopt` do, where `openToWrite` put it off.
  private func lookClosely() throws {
    guard let newest = unseen else { return }
    try look(.write)
    unseen = nil
    try adopt(newest)
  }

  /// The file is not ours, or has to be brought up to date. Thrown, so that the transaction leaves nothing: of an empty
  /// file a commit would make a database.
  private struct NeedsWork: Error {}

  /// Inside the first transaction: what the file says about itself.
  private func lookOnce(_ newest: CatalogSeed) throws -> [String: String] {
    guard try database.applicationID == Self.applicationID, Int(try database.userVersion) == Self.newestVersion else {
      throw NeedsWork()
    }
    let local = try LocalTable.all(database)
    guard newest.isHeld(by: local["catalog"]), try !database.hasWriteAheadLog else { throw NeedsWork() }
    (version, catalog, unseen) = (Self.newestVersion, local["catalog"], nil)
    return local
  }

  /// Creates a tracker in a new file, with a new identity and the given checks.
  ///
  /// The file is made under a temporary name beside its place and renamed there, so that no half-made one is found.
  package static func create(path: String, environment: StoreEnvironment, catalog: CatalogSeed) throws -> Tracker {
    try mapping(path) {
      if FileState.exists(path) { throw StoreError.exists(path: path) }
      PrivateFolder.secure(path)
      let temporary = path + ".new-" + environment.newIdentifier()
      UnfinishedFiles.note(temporary)
      defer { UnfinishedFiles.forget(temporary) }
      do {
        // SQLite would make it readable for others, as far as the umask lets it.
        FileState.write([], to: temporary)
        let database = try Connection.open(path: temporary, mode: .create, environment)
        try database.write {
          for migration in Migration.all { try database.execute(migration.sql) }
          try database.setApplicationID(applicationID)
          try database.setUserVersion(Int32(newestVersion))
          try Identity.found(database, environment: environment, edition: catalog.edition)
          try catalog.store(in: database)
          try ScopeTables.write(to: database)
        }
        try database.close()
        try FileState.renameWithoutReplacing(temporary, to: path)
      } catch {
        FileState.remove(temporary)
        FileState.remove(temporary + "-journal")
        throw error
      }
      // The mark of a file that was here before does not apply to this one.
      FileState.remove(Mark.path(beside: path))
      let tracker = try open(path: path, environment: environment, access: .write)
      try tracker.database.write { try Identity.adoptFile(tracker.database, path: path, environment: environment) }
      return tracker
    }
  }

  /// Puts the checks of this program into the tracker, unless it holds them already.
  package func adopt(_ newest: CatalogSeed) throws {
    guard !newest.isHeld(by: catalog) else { return }
    environment.watch.stage("Adding the new checks")
    try Self.mapping(path) {
      try database.write {
        try newest.store(in: database)
        let projector = Projector(database: database)
        try projector.recategorizeAll()
        try projector.flush()
        try ScopeTables.write(to: database)
      }
    }
  }

  package func close() { try? database.close() }

  /// Runs `body` in one read transaction, so that all it reads is of one moment.
  package func read<T>(_ body: (Reader) throws -> T) throws -> T {
    try Self.mapping(path) {
      try lookClosely()
      return try database.read {
        let reader = Reader(
          database: database, now: environment.now(), isSteady: true, clock: environment.clock)
        defer { reader.end() }
        return try body(reader)
      }
    }
  }

  /// Runs `body` in one write transaction with one time; all of it is kept, or nothing.
  ///
  /// - Parameter isBulk: many rows are coming: SQLite gets more memory, so that it need not write pages out and read
  ///   them again before the end.
  package func write<T>(isBulk: Bool = false, _ body: (Writer) throws -> T) throws -> T {
    do {
      return try writeNow(isBulk: isBulk, body)
    } catch is NeedsWork {
      try Self.mapping(path) { try lookClosely() }
      return try writeNow(isBulk: isBulk, body)
    }
  }

  private func writeNow<T>(isBulk: Bool, _ body: (Writer) throws -> T) throws -> T {
    try Self.mapping(path) {
      if isBulk { try database.execute("PRAGMA cache_size = -32768") }
      let (value, mark, erased, added) = try database.write {
        let local = try unseen.map(lookOnce)
        let writer = try Writer(database: database, path: path, environment: environment, local: local)
        let value = try body(writer)
        try writer.finish()
        // SQLite looks only when it begins to write; a long import leaves time to move the folder away.
        if database.hasMoved { throw StoreError.moved(path: path) }
        return (value, writer.mark, writer.projector.hasErasedEvidence, writer.hasAdded)
      }
      if added { environment.watch.didAdd() }
      mark?.store(beside: path)
      PrivateFolder.secure(path)
      // It is remembered, so the next command does what fails here.
      if erased { try? removeErasedFiles() }
      return value
    }
  }

  /// Keeps what the tracker holds now, for what takes several transactions and may turn out to be impossible.
  ///
  /// - Returns: puts it back, as if nothing had been written since; to be called outside of a transaction.
  package func keep() throws -> () throws -> Void {
    try Self.mapping(path) {
      try lookClosely()
      let kept = try database.privateCopy()
      return { [database, path] in try Self.mapping(path) { try kept.replaceAll(in: database) } }
    }
  }

  /// Turns SQLite's errors into what they mean for the tracker at `path`.
  static func mapping<T>(_ path: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    } catch let error as CanonicalError {
      throw Refusal.invalid("the data cannot be stored exactly: \(error)")
    }
  }
}

/// What the store needs from outside: it reads no clock, random source or host name by itself.
package struct StoreEnvironment {
  /// Milliseconds UTC since 1970.
  package var now: () -> Int64
  /// That many bytes from a cryptographic source.
  package var random: (Int) -> [UInt8]
  /// Something that stays the same on one machine and differs on others.
  package var host: String
  /// The clocks of who asks.
  package var clock = LocalClock.utc
  /// Who looks on while long work is done.
  package var watch = ProgressWatch()

  package init(now: @escaping () -> Int64, random: @escaping (Int) -> [UInt8], host: String) {
    (self.now, self.random, self.host) = (now, random, host)
  }

  /// A new identifier for a tracker or a replica: twelve characters without look-alikes, 60 random bits.
  func newIdentifier() -> String {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    return String(decoding: random(12).prefix(12).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
  }
}

/// Why a tracker cannot be opened, read or written. Nothing was changed unless the case says so.
package enum StoreError: Error {
  /// There is no database at the path.
  case missing(path: String)
  /// `init` found one there already.
  case exists(path: String)
  /// The file is not a tracker of ours: another program's database, or none at all.
  case foreign(path: String)
  /// Written by a newer program: readable, not writable.
  case newer(path: String, version: Int)
  /// SQLite finds the file damaged or cut short.
  case damaged(path: String, detail: String)
  /// The file, its folder or its file system does not allow writing.
  case readOnly(path: String)
  /// The file is of an older schema, and it or its folder does not allow writing.
  case notUpgraded(path: String, version: Int)
  /// The file was moved or deleted, or another one was put in its place, while it was open.
  case moved(path: String)
  /// The disk is full.
  case full(path: String)
  /// The file has this number of other names (hard links); by one name SQLite does not find the journal of another.
  case linked(path: String, others: Int)
  /// This process, or the whole system, may not have more files open.
  case tooManyFiles(path: String)
  /// Another process held the database beyond the deadline.
  case busy(path: String)
  /// The file or folder cannot be opened or created.
  case unreachable(path: String, detail: String)
  /// The commit failed; whether it took effect is unknown.
  case commitUnknown(path: String, detail: String)
  /// Work was stopped on request; nothing of it was kept.
  case interrupted
  /// Any other answer of SQLite.
  case sqlite(SQLiteError)

  /// What an error of SQLite means for a tracker.
  init(_ error: SQLiteError, path: String) {
    if FileState.isTooManyFiles(error.systemError) {
      self = .tooManyFiles(path: path)
    } else if error.isBusy {
      self = .busy(path: path)
    } else if error.code == .readOnlyMoved {
      self = .moved(path: path)
    } else if error.isReadOnly {
      self = .readOnly(path: path)
    } else if error.isFull {
      self = .full(path: path)
    } else if error.primaryCode == .notADatabase {
      self = .foreign(path: path)
    } else if error.isCorrupt || error.message == "malformed JSON" {
      // The latter where an entry is no text of JSON any more.
      self = .damaged(path: path, detail: error.message)
    } else if error.isCannotOpen {
      self = FileState.explain(path)
    } else if error.isInterrupted {
      self = .interrupted
    } else if error.commitFailed {
      self = .commitUnknown(path: path, detail: error.message)
    } else if error.isIOError {
      self = .unreachable(path: path, detail: error.message)
    } else {
      self = .sqlite(error)
    }
  }
}

/// A write that was understood and refused; nothing of its transaction was kept.
package enum Refusal: Error, Equatable {
  case unknownComponent(String)
  case unknownCheck(String)
  case unknownRecord(kind: String, key: String)
  case recordExists(kind: String, key: String)
  case recordDeleted(kind: String, key: String)
  case recordRetired(kind: String, key: String)
  case unknownStyle(String)
  case invalid(String)
  /// More items in scope than can be listed.
  case tooManyItems
}
