import Audit
package import Base
import SQLite

/// The evidence files of a tracker. Each is named by the SHA-256 of what it holds and by nothing else, so that the same
/// file is there once, and no name that came from elsewhere is ever a path.
///
/// The folder is `evidence` beside `audit.db`; a database of another name (a backup, a copy to look into) has its own,
/// `<name>.evidence`. What a fact says about a file and whether the file is here are two things: facts travel by
/// themselves.
package struct EvidenceFolder {
  package let path: String

  /// - Parameter database: the path of the database.
  package init(beside database: String) {
    let isUsual = FileState.name(of: database).hasSameBytes(as: "audit.db")
    let folder = FileState.folder(of: database)
    path = isUsual ? (folder == "/" ? "/evidence" : folder + "/evidence") : database + ".evidence"
  }

  package func path(of digest: Digest) -> String { "\(path)/\(digest.hex)" }

  /// Whether a file of that name and size is here. What is in it is not read; see `content`.
  package func holds(_ digest: Digest, bytes: Int64) -> Bool {
    var info = stat()
    return lstat(path(of: digest), &info) == 0 && info.st_mode & S_IFMT == S_IFREG && Int64(info.st_size) == bytes
  }

  /// What is kept under a digest; nil where it is missing, or is not what its name says.
  package func content(_ digest: Digest) -> [UInt8]? { Self.content(of: path(of: digest), digest) }

  /// A file from elsewhere whose content has a digest; nil for anything else, a link or a pipe included.
  package static func content(of file: String, _ digest: Digest) -> [UInt8]? {
    guard let bytes = read(file), SHA256.digest(of: bytes) == digest else { return nil }
    return bytes
  }

  /// Takes a file from elsewhere that a fact names: only if it is a regular file, is what the fact says of it, and is
  /// of a size and kind that would be taken from a person as well.
  ///
  /// - Returns: false where there is no such file.
  /// - Throws: `StoreError` where it cannot be kept.
  package func take(_ file: String, _ wanted: NewEvidence) throws -> Bool {
    guard let bytes = Self.content(of: file, wanted.digest), Int64(bytes.count) == wanted.bytes,
      EvidenceType(of: bytes)?.rawValue == wanted.type
    else { return false }
    try store(bytes, wanted.digest)
    return true
  }

  /// Keeps some bytes under their digest: under a temporary name first, made durable, then renamed. What is here
  /// already stays.
  ///
  /// - Returns: false where it was here.
  /// - Throws: `StoreError`, with nothing left behind.
  @discardableResult
  package func store(_ bytes: [UInt8], _ digest: Digest) throws -> Bool {
    if holds(digest, bytes: Int64(bytes.count)), content(digest) != nil { return false }
    try prepare()
    sweep()
    let temporary = try Self.put(bytes, into: path, mode: 0o600)
    defer { UnfinishedFiles.forget(temporary) }
    // What has the name already is damaged, or is the same, which another process has just put there.
    guard rename(temporary, path(of: digest)) == 0 else {
      let error = errno
      unlink(temporary)
      throw Self.problem(error, path)
    }
    FileState.sync(path)
    return true
  }

  /// Writes a copy into another folder, under the first of some names that is free there.
  ///
  /// - Parameter name: the first, second … name to try; safe in any folder.
  /// - Returns: the name it got; nil where the file is missing here, or is not what its name says.
  /// - Throws: `StoreError` where it cannot be written, with nothing left behind.
  package func save(_ digest: Digest, into folder: String, as name: (Int) -> String) throws -> String? {
    guard let bytes = content(digest) else { return nil }
    let temporary = try Self.put(bytes, into: folder, mode: 0o666)
    defer { UnfinishedFiles.forget(temporary) }
    for number in 1..<10_000 {
      do {
        try FileState.renameWithoutReplacing(temporary, to: "\(folder)/\(name(number))")
        FileState.sync(folder)
        return name(number)
      } catch StoreError.exists {
        continue
      } catch {
        unlink(temporary)
        throw error
      }
    }
    unlink(temporary)
    throw StoreError.exists(path: "\(folder)/\(name(1))")
  }

  package func remove(_ digest: Digest) { FileState.remove(path(of: digest)) }

  /// The digests under which something is kept.
  package func digests() -> [Digest] {
    FileState.names(in: path, beginningWith: "").compactMap { Digest(hex: $0) }
  }

  // MARK: -

  private static let unfinished = ".new-"

  /// Writes a file under a temporary name and makes it durable. The caller renames it and forgets it as unfinished.
  private static func put(_ bytes: [UInt8], into folder: String, mode: mode_t) throws -> String {
    let name = "\(folder)/\(unfinished)\(String(UInt64.random(in: .min ... .max), radix: 36))"
    UnfinishedFiles.note(name)
    let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else {
      let error = errno
      UnfinishedFiles.forget(name)
      throw problem(error, folder)
    }
    // Held as long as it is written: that is how others know it from what a killed process left.
    _ = flock(file, LOCK_EX | LOCK_NB)
    var error = bytes.withUnsafeBytes { WholeWrite.all($0, to: file) }
    if error == 0 { error = makeDurable(file) }
    if close(file) != 0, error == 0 { error = errno }
    guard error == 0 else {
      unlink(name)
      UnfinishedFiles.forget(name)
      throw problem(error, folder)
    }
    return name
  }

  private func prepare() throws {
    if FileState.isFolder(path) { return }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST && FileState.isFolder(path) else {
      throw Self.problem(errno, path)
    }
    FileState.sync(FileState.folder(of: path))
  }

  /// Removes what killed processes left half-written: no process uses it any more.
  private func sweep() {
    for name in FileState.names(in: path, beginningWith: Self.unfinished) {
      let file = open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      var info = stat()
      // A minute, for the moment between making a file and holding it.
      if fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG, Self.age(info) > 60,
        flock(file, LOCK_EX | LOCK_NB) == 0
      {
        unlink("\(path)/\(name)")
      }
      close(file)
    }
  }

  private static func age(_ info: stat) -> Int {
    time(nil).subtractingReportingOverflow(info.modified.tv_sec).partialValue
  }

  /// All of a regular file that is not too large.
  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0,
      info.st_size <= EvidenceType.largest
    else { return nil }
    let size = Int(info.st_size)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<size])
        let step = pread(file, rest.baseAddress, rest.count, off_t(count))
        if step < 0, errno == EINTR { continue }
        guard step > 0 else {
          isWhole = false
          return
        }
        count += step
      }
    }
    return isWhole ? bytes : nil
  }

  private static func problem(_ error: Int32, _ path: String) -> StoreError {
    switch error {
    case ENOSPC, EDQUOT: .full(path: path)
    case EACCES, EPERM, EROFS: .readOnly(path: path)
    case EMFILE, ENFILE: .tooManyFiles(path: path)
    default: .unreachable(path: path, detail: SystemText.of(error))
    }
  }
}

extension Reader {
  /// Files whose content is to be gone, wherever they lie.
  package func erasedFiles() throws -> [Digest] { try ErasedFiles.digests(database) }
}

extension Tracker {
  /// The files of this tracker.
  package var evidence: EvidenceFolder { EvidenceFolder(beside: path) }

  /// Removes files whose content is to be gone and that are still here, or here again.
  package func removeErasedFiles() throws {
    try Self.mapping(path) {
      guard try !database.read({ try ErasedFiles.digests(database) }).isEmpty else { return }
      try database.write { try ErasedFiles.remove(database, path: path) }
    }
  }

  /// How many files of evidence that stands are missing here.
  package func missingEvidence() throws -> Int {
    let named = try read { try $0.evidence() }.map(\.evidence)
    return Set(named.filter { !evidence.holds($0.digest, bytes: $0.bytes) }.map(\.digest)).count
  }

  /// Copies the evidence files into the folder that belongs to a copy of the database.
  ///
  /// - Returns: how many were there or were copied; what is missing or damaged here is left out.
  /// - Throws: `StoreError` about the copy.
  package func copyEvidence(beside copy: String) throws -> Int {
    let target = EvidenceFolder(beside: copy)
    var count = 0
    for file in try read({ try $0.namedFiles() }) {
      guard let bytes = evidence.content(file.digest) else { continue }
      try target.store(bytes, file.digest)
      count += 1
    }
    return count
  }

  /// Takes files back that were put into the folder for facts that then were not written.
  package func withdraw(_ digests: [Digest]) throws {
    try Self.mapping(path) {
      try database.write {
        for digest in digests {
          let sql = "SELECT 1 FROM evidence WHERE sha256 = ? LIMIT 1"
          let isNamed = try database.scalar(sql, [.blob(digest.withBytes { [UInt8]($0) })]) != nil
          if !isNamed { evidence.remove(digest) }
        }
      }
    }
  }
}

/// A file that lies in the evidence folder and is to be attached to a result.
package struct NewEvidence: Equatable, Sendable {
  /// How it is shown: data, never a path.
  package var name: String
  /// The media type, as in `image/png`.
  package var type: String
  package var digest: Digest
  package var bytes: Int64
  /// What it shows, for people who cannot see it; empty without a description.
  package var words = ""

  /// The digest as 64 hex digits.
  package var digestText: String { digest.hex }

  package init(name: String, type: String, digest: Digest, bytes: Int64) {
    (self.name, self.type, self.digest, self.bytes) = (name, type, digest, bytes)
  }
}

/// Evidence files whose content is to be gone: rows of `exchange` of kind `erased`, named by their digest.
///
/// A file can only be removed once the transaction that says so is durable, and a process may be killed in between; so
/// it is remembered there, and the next process checks it again. The rows stay: files come back with old bundles,
/// and are in shared folders.
enum ErasedFiles {
  static func add(ofFact number: Int64, _ database: Connection) throws {
    try database.run(
      """
      INSERT OR IGNORE INTO exchange (kind, place, name, doc)
      SELECT 'erased', 'evidence', lower(hex(sha256)), '{}' FROM evidence WHERE fact = ?
      """, [.integer(number)])
  }

  /// The digests of files that nothing here refers to any more.
  static func digests(_ database: Connection) throws -> [Digest] {
    let sql = """
      SELECT name FROM exchange WHERE kind = 'erased' AND place = 'evidence'
        AND NOT EXISTS (SELECT 1 FROM evidence WHERE lower(hex(sha256)) = exchange.name) ORDER BY name
      """
    return try database.all(sql, []) { Digest(hex: $0.text(0)) }.compactMap { $0 }
  }

  /// Removes those files. To be called with the lock for writing, so that no process attaches one of them then.
  static func remove(_ database: Connection, path: String) throws {
    let folder = EvidenceFolder(beside: path)
    for digest in try digests(database) { folder.remove(digest) }
  }
}

/// The body of an `evidence` fact: a file that shows what a result says. An empty text is a member that is not there.
///
///     {"alt":"…","check":…,"component":…,"condition":…,"name":"shot.png","of":"<32 hex of the result's identity>",
///      "sha256":"<64 hex>","size":48211,"tester":…,"type":"image/png"}
///
/// The names of the cell stand here too: the file may arrive before the result, or without it.
struct EvidenceBody {
  var check: String
  var component: String
  var condition = ""
  var evidence: NewEvidence
  var result: FactReference
  var tester = ""

  init(
    _ evidence: NewEvidence, result: FactReference, check: String, component: String, condition: String, tester: String
  ) {
    (self.evidence, self.result, self.check) = (evidence, result, check)
    (self.component, self.condition, self.tester) = (component, condition, tester)
  }

  /// Reads a body; nil when a member this version needs is missing or not of its form. Others are passed over.
  init?(_ object: JSONObject) {
    guard let check = object["check"]?.stringValue, !check.isEmpty,
      let component = object["component"]?.stringValue, !component.isEmpty,
      let name = object["name"]?.stringValue, let type = object["type"]?.stringValue,
      let result = object["of"]?.stringValue.flatMap({ FactReference(hex: $0) }),
      let digest = object["sha256"]?.stringValue.flatMap(Digest.init(hex:)),
      let bytes = object["size"]?.integerValue, bytes >= 0
    else { return nil }
    self.init(
      NewEvidence(name: name, type: type, digest: digest, bytes: bytes), result: result, check: check,
      component: component, condition: "", tester: "")
    for (member, path) in [("condition", \EvidenceBody.condition), ("tester", \.tester), ("alt", \.evidence.words)] {
      guard let value = object[member] else { continue }
      guard let text = value.stringValue else { return nil }
      self[keyPath: path] = text
    }
  }

  var json: JSONObject {
    var object: JSONObject = [
      "check": .string(check), "component": .string(component), "name": .string(evidence.name),
      "of": .string(result.hex), "sha256": .string(evidence.digest.hex),
      "size": .integer(evidence.bytes), "type": .string(evidence.type),
    ]
    if !condition.isEmpty { object["condition"] = .string(condition) }
    if !evidence.words.isEmpty { object["alt"] = .string(evidence.words) }
    if !tester.isEmpty { object["tester"] = .string(tester) }
    return object
  }
}
