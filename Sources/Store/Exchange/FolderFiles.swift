import Audit
package import Base
import SQLite

/// A file of a shared folder that was read or written here before.
package struct FolderFile: Equatable, Sendable {
  /// Below the tracker's part of the folder.
  package var path: String
  package var bytes: Int64
  /// File number and time of change: a file that keeps them was not written again.
  package var stamp: String
  package var runs: FactRuns
  /// Of how many of its facts it holds the header alone.
  package var stubs: Int
  /// Whether a signature lay beside it.
  package var isSigned: Bool

  package init(path: String, bytes: Int64, stamp: String, runs: FactRuns, stubs: Int, isSigned: Bool = false) {
    (self.isSigned, self.stubs, self.path) = (isSigned, stubs, path)
    (self.bytes, self.stamp, self.runs) = (bytes, stamp, runs)
  }
}

extension FolderFile {
  fileprivate var doc: JSONObject {
    [
      "bytes": .integer(bytes), "runs": .array(runs.words.map { .string($0) }), "stamp": .string(stamp),
      "signed": isSigned ? true : false, "stubs": .integer(Int64(stubs)),
    ]
  }

  fileprivate init?(path: String, _ doc: JSONObject) {
    guard let bytes = doc["bytes"]?.integerValue, let stamp = doc["stamp"]?.stringValue,
      let words = doc["runs"]?.arrayValue, let runs = FactRuns(words: words.compactMap(\.stringValue))
    else { return nil }
    self.init(
      path: path, bytes: bytes, stamp: stamp, runs: runs, stubs: Int(clamping: doc["stubs"]?.integerValue ?? 0),
      isSigned: doc["signed"]?.boolValue ?? false)
  }
}

extension FactRuns {
  /// `<line>:<first>-<last>` for each run: a local number is larger than JSON can say.
  fileprivate var words: [String] {
    runs.map { run in
      let line = FactNumber.line(of: run.lowerBound)
      return "\(line):\(FactNumber.sequence(of: run.lowerBound))-\(FactNumber.sequence(of: run.upperBound))"
    }
  }

  fileprivate init?(words: [String]) {
    var runs: [ClosedRange<Int64>] = []
    for word in words {
      let parts = word.split { $0 == ":" || $0 == "-" }.compactMap { Int64($0) }
      guard parts.count == 3, (0...FactNumber.largestLine).contains(parts[0]), parts[1] <= parts[2],
        (0...FactNumber.largestSequence).contains(parts[1]), parts[2] <= FactNumber.largestSequence
      else { return nil }
      let run =
        FactNumber.make(line: parts[0], sequence: parts[1])...FactNumber.make(line: parts[0], sequence: parts[2])
      runs.append(run)
    }
    self.init(runs)
  }
}

/// A file of a shared folder that was refused for what it holds. It is not read again until it changes.
package struct SetAsideFile: Equatable, Sendable {
  /// Below the shared folder.
  package var path: String
  package var bytes: Int64
  /// As in `FolderFile`.
  package var stamp: String
  /// What was wrong, for programs and for people.
  package var code: String
  package var reason: String

  package init(path: String, bytes: Int64, stamp: String, code: String, reason: String) {
    (self.path, self.bytes, self.stamp, self.code, self.reason) = (path, bytes, stamp, code, reason)
  }
}

extension SetAsideFile {
  fileprivate var doc: JSONObject {
    ["bytes": .integer(bytes), "code": .string(code), "reason": .string(reason), "stamp": .string(stamp)]
  }

  fileprivate init?(path: String, _ doc: JSONObject) {
    guard let bytes = doc["bytes"]?.integerValue, let stamp = doc["stamp"]?.stringValue,
      let code = doc["code"]?.stringValue, let reason = doc["reason"]?.stringValue
    else { return nil }
    self.init(path: path, bytes: bytes, stamp: stamp, code: code, reason: reason)
  }
}

extension Reader {
  /// The files of a folder that are known, by the bytes of their paths: names that look alike are two files.
  package func folderFiles(of folder: String) throws -> [[UInt8]: FolderFile] {
    try remembered("file", of: folder, FolderFile.init)
  }

  /// Those that were set aside.
  package func setAsideFiles(of folder: String) throws -> [[UInt8]: SetAsideFile] {
    try remembered("aside", of: folder, SetAsideFile.init)
  }

  private func remembered<File>(
    _ kind: String, of folder: String, _ file: (String, JSONObject) -> File?
  ) throws -> [[UInt8]: File] {
    var files: [[UInt8]: File] = [:]
    let sql = "SELECT name, doc FROM exchange WHERE kind = ? AND place = ?"
    try database.rows(sql, [.text(kind), .text(folder)]) { row in
      let path = row.text(0)
      files[Array(path.utf8)] = RecordJSON.object(row.text(1)).flatMap { file(path, $0) }
    }
    return files
  }
}

extension Writer {
  /// Remembers what a file of a folder holds, in the place of what was remembered before.
  package func remember(_ file: FolderFile, of folder: String) throws {
    try remember("file", file.path, of: folder, file.doc)
  }

  /// Remembers why a file was refused.
  package func setAside(_ file: SetAsideFile, of folder: String) throws {
    try remember("aside", file.path, of: folder, file.doc)
  }

  package func forgetFolderFile(_ path: String, of folder: String) throws { try forget("file", path, of: folder) }
  package func forgetSetAside(_ path: String, of folder: String) throws { try forget("aside", path, of: folder) }

  private func remember(_ kind: String, _ path: String, of folder: String, _ doc: JSONObject) throws {
    let text = try RecordJSON.text(.object(doc))
    try database.run(
      "INSERT OR REPLACE INTO exchange (kind, place, name, doc) VALUES (?, ?, ?, ?)",
      [.text(kind), .text(folder), .text(path), .text(text)])
  }

  private func forget(_ kind: String, _ path: String, of folder: String) throws {
    try database.run(
      "DELETE FROM exchange WHERE kind = ? AND place = ? AND name = ?", [.text(kind), .text(folder), .text(path)])
  }
}

/// A record that decides what is counted, and how, or what a conformance report says, and reads differently now.
package struct RecordChange: Hashable, Sendable {
  package var kind: String
  package var key: String
  /// The fields whose value is another one now, in order; `@deleted` where it was deleted or restored.
  package var fields: [String]
  package var isNew: Bool
  /// How many checks more a checklist has than before, less than 0 where it has fewer; 0 of other records.
  package var moreChecks: Int
  /// The fields as they are now.
  package var now: JSONObject
  /// Who else wrote what is in view now; in order.
  package var by: [String] = []
  /// Those of them whose values are shown as they wrote them, or are a part of what is shown.
  package var shownBy: [String] = []
  /// The fields that show several values joined, and none of them as it was written.
  package var joined: Set<String> = []
  /// The policy of the tracker, or of an open audit, counts tickets.
  private var countsTickets = false

  /// Nil where nothing that decides is different.
  init?(
    _ record: RecordProjector.Key, from before: RecordProjector.Stored?, to after: RecordProjector.Stored?,
    in database: Connection
  ) throws {
    // The first record under such a name adds nothing: it is put in the place of what is built in.
    let isBuiltIn = try DecidingFields.isBuiltIn(record, in: database)
    let (old, new) = (before?.document ?? JSONObject(), after?.document ?? JSONObject())
    let rules = DecidingFields.of(record.kind)
    // What is new only adds to what is asked for, except for the words of a check, and what takes away.
    let isAdded = before == nil && record.kind != "check" && !isBuiltIn
    var fields = Set((old.members + new.members).map(\.key)).filter { field in
      rules.decides(field) && old[field] != new[field] && !(isAdded && rules.adds(field))
    }.sorted()
    if before != nil, (before?.isDeleted ?? false) != (after?.isDeleted ?? true) {
      fields.append(RecordProjector.deletedField)
    }
    guard !fields.isEmpty else { return nil }
    (kind, key, self.fields, now) = (ComponentNames.shown(record.kind), record.key, fields, new)
    isNew = before == nil && !isBuiltIn
    let reader = Reader(database: database, now: 0)
    func checks(_ stored: RecordProjector.Stored?) throws -> Int {
      let own = stored.flatMap { $0.isDeleted ? nil : $0.document["checks"]?.arrayValue?.compactMap(\.stringValue) }
      let list = own.map { Checklist(id: record.key, title: "", checks: $0) } ?? Catalog.checklist(record.key)
      return try list?.asked(in: reader.edition, all: reader.checkIDs()).checks.count ?? 0
    }
    moreChecks = record.kind == "checklist" ? try checks(after) - checks(before) : 0
    if fields.contains(where: Self.isOfTicket) { countsTickets = try reader.countsTickets() }
    try addAuthors(of: record, in: database)
  }

  private static func isOfTicket(_ field: String) -> Bool { field.hasPrefix(TicketIndex.stateField) }

  /// Of the fields, those that may change a figure or a release check: the state of a ticket only by a rule about it.
  package var counted: [String] { countsTickets ? fields : fields.filter { !Self.isOfTicket($0) } }

  /// It counts by the state of a ticket.
  package var countsByTickets: Bool { countsTickets && fields.contains(where: Self.isOfTicket) }

  private mutating func addAuthors(of record: RecordProjector.Key, in database: Connection) throws {
    let sql = """
      SELECT register.field, register.value, branch.own,
        coalesce(nullif(json_extract(fact.body, '$.by'), ''), branch.replica)
      FROM register JOIN fact ON fact.id = register.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE register.kind = ? AND register.key = ? AND live = \(RegisterState.live)
      """
    let all = try database.all(sql, [.text(record.kind), .text(record.key)]) { row in
      (field: row.text(0), value: row.text(1), isOwn: row.int64(2) != 0, author: row.text(3))
    }
    var (others, shown): (Set<String>, Set<String>) = ([], [])
    for (field, writes) in Dictionary(grouping: all, by: \.field) where fields.contains(field) {
      let value = now[field] ?? .null
      let isAlone = Set(writes.map(\.value)).count == 1 || field == RecordProjector.deletedField
      let asShown = isAlone ? writes : writes.filter { RecordJSON.value($0.value) == value }
      if asShown.isEmpty { joined.insert(field) }
      others.formUnion(writes.lazy.filter { !$0.isOwn }.map(\.author))
      shown.formUnion((asShown.isEmpty ? writes : asShown).lazy.filter { !$0.isOwn }.map(\.author))
    }
    (by, shownBy) = (others.sorted(), shown.sorted())
  }
}
