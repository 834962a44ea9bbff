import Audit
import Base
import SQLite

/// Which replica this file is, and whether it still is.
///
/// A copied or restored file must not go on under the old name: two machines would make different facts with the same
/// number. So the file remembers where it lives (host and file number), and a small mark beside it remembers how far
/// it had come. Before the first write of a process both are compared; on any doubt the file becomes a new replica
/// with the old one as its parent. What was copied is not lost: it stays the parent's, for whose facts the new one does
/// not speak.
struct Identity {
  var replica: String
  var line: Int64

  /// Gives a new file a tracker and a replica identifier.
  static func found(
    _ database: Connection, environment: StoreEnvironment, edition: CatalogEdition = .newest
  ) throws {
    try LocalTable.set(database, "tracker", edition.marking(environment.newIdentifier()))
    try LocalTable.set(database, "replica", environment.newIdentifier())
    try LocalTable.set(database, "place", "")
  }

  /// Remembers where the file lives now.
  static func adoptFile(_ database: Connection, path: String, environment: StoreEnvironment) throws {
    try LocalTable.set(database, "place", FileState.place(of: path, host: environment.host))
  }

  /// The identity to write under; a new one when the file is not where, or not as far as, it was.
  ///
  /// - Parameter local: what `LocalTable.all` gives, if it was read in this transaction already.
  /// - Returns: the identity, the parent when a new one was made, the last fact of its line, and all lines.
  static func current(
    _ database: Connection, path: String, environment: StoreEnvironment, local: [String: String]?
  ) throws -> (identity: Identity, parent: String?, end: FactTable.End?, lines: [Int64]) {
    let known = try local ?? LocalTable.all(database)
    guard let replica = known["replica"] else { throw StoreError.foreign(path: path) }
    let place = FileState.place(of: path, host: environment.host)
    let (line, lines) = try self.line(database, of: replica)
    let end = try FactTable.last(database, line: line)
    let isMarked = Mark.load(beside: path).map { mark in
      mark.replica == replica && mark.sequence == end?.sequence && mark.digest == end?.digest.shortHex
    }
    if known["place"] == place, try isMarked == true || !isRolledBack(database, path: path) {
      return (Identity(replica: replica, line: line), nil, end, lines)
    }
    try vouch(database)
    let new = environment.newIdentifier()
    try LocalTable.set(database, "replica", new)
    try LocalTable.set(database, "place", place)
    let former = (known["former"].map { $0 + " " } ?? "") + replica
    try LocalTable.set(database, "former", former)
    // This file recorded the sessions that were begun under the old name; they go on elsewhere, if they go on.
    try database.run("UPDATE branch SET own = 1 WHERE own = 2")
    let (newLine, newLines) = try self.line(database, of: new)
    let newEnd = try FactTable.last(database, line: newLine)
    return (Identity(replica: new, line: newLine), replica, newEnd, newLines)
  }

  /// Has the next write made under a new identity. To be called before what gives rise to the doubt is stored.
  static func doubt(_ database: Connection) throws {
    try vouch(database)
    try LocalTable.set(database, "place", "")
  }

  /// Whether the next write is made under a new identity: the file is a copy, or facts came under a name under which it
  /// has said nothing.
  static func isInDoubt(_ database: Connection) throws -> Bool {
    try LocalTable.get(database, "place")?.isEmpty ?? true
  }

  /// Remembers how far this file wrote under the name that it gives up.
  private static func vouch(_ database: Connection) throws {
    guard try !isInDoubt(database), let replica = try LocalTable.get(database, "replica"),
      let line = try Lines.all(database, first: replica).first,
      let end = try FactTable.last(database, line: line)
    else { return }
    let numbers = try vouched(database) + [FactNumber.make(line: line, sequence: end.sequence)]
    try LocalTable.set(database, "vouched", numbers.map(String.init).joined(separator: " "))
  }

  /// The last facts that this file wrote under each name that it had before, or is about to give up.
  static func vouched(_ database: Connection) throws -> [Int64] {
    try LocalTable.get(database, "vouched")?.split(separator: " ").compactMap { Int64($0) } ?? []
  }

  /// Whether the mark beside the file knows a fact that the file does not hold: an older copy was put in its place. The
  /// fact may be that of a replica the file does not know any more, where an older copy was put back twice.
  private static func isRolledBack(_ database: Connection, path: String) throws -> Bool {
    guard let mark = Mark.load(beside: path) else { return false }
    return try !Lines.all(database, of: mark.replica).contains { line in
      let number = FactNumber.make(line: line, sequence: mark.sequence)
      return try FactTable.digest(database, number: number)?.shortHex == mark.digest
    }
  }

  /// The line of a replica's first branch, made when it is new, and all lines.
  ///
  /// - Parameter own: what stands in `branch.own` of a new one.
  static func line(_ database: Connection, of replica: String, own: Int64 = 1) throws -> (own: Int64, all: [Int64]) {
    let (lines, first) = try Lines.all(database, first: replica)
    if let first { return (first, lines) }
    let statement = try database.cached("INSERT INTO branch (replica, fork, own) VALUES (?, 0, ?)")
    try statement.bind(replica, at: 1)
    try statement.bind(own, at: 2)
    try statement.run()
    let made = database.lastInsertRowID
    return (made, lines + [made])
  }
}

/// What the file knows about itself and never tells others: tracker, replica, place and catalog revision.
enum LocalTable {
  static func all(_ database: Connection) throws -> [String: String] {
    var values: [String: String] = [:]
    try database.rows("SELECT name, value FROM local") { values[$0.text(0)] = $0.text(1) }
    return values
  }

  static func get(_ database: Connection, _ name: String) throws -> String? {
    try all(database)[name]
  }

  static func set(_ database: Connection, _ name: String, _ value: String) throws {
    try database.run(
      "INSERT INTO local (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      [.text(name), .text(value)])
  }

  fileprivate static func setting(_ name: String) -> String { "setting." + name }
}

extension Reader {
  /// A setting of this file alone, such as the audit that is at hand here; nil where it has none.
  package func setting(_ name: String) throws -> String? { try LocalTable.get(database, LocalTable.setting(name)) }
}

extension Writer {
  /// - Parameter value: one line of text; nil removes the setting.
  package func setSetting(_ name: String, to value: String?) throws {
    guard let value else {
      return try database.run("DELETE FROM local WHERE name = ?", [.text(LocalTable.setting(name))])
    }
    try LocalTable.set(database, LocalTable.setting(name), value)
  }
}
