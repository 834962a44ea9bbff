import SQLite

/// Small integers for the strings that many rows repeat, remembered for the length of a transaction.
final class Interner {
  private let database: Connection
  private var numbers: [String: Int64] = ["": 0]
  private var contexts: [Context: Int64] = [:]
  private var last: (names: [String], number: Int64)?

  /// One combination of terms under which results were seen.
  struct Context: Hashable {
    var tester: Int64 = 0
    var device: Int64 = 0
    var os: Int64 = 0
    var build: Int64 = 0
    var audit: Int64 = 0
    var source: Int64 = 0

    func hash(into hasher: inout Hasher) {
      // Without an array: this is asked for each of a million results.
      var mixed = tester
      mixed = mixed &* 0x9E37_79B9 ^ device
      mixed = mixed &* 0x9E37_79B9 ^ os
      mixed = mixed &* 0x9E37_79B9 ^ build
      mixed = mixed &* 0x9E37_79B9 ^ audit
      hasher.combine(mixed &* 0x9E37_79B9 ^ source)
    }
  }

  init(database: Connection) {
    self.database = database
  }

  /// The number of a text, made when it is new. Texts are compared as bytes by SQLite.
  func number(_ text: String) throws -> Int64 {
    // Swift's own equality folds composed and decomposed letters, so only plain ASCII is remembered.
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    if isASCII, let known = numbers[text] { return known }
    let number = try find(text) ?? insert(text)
    if numbers.count > 200_000 { numbers = ["": 0] }
    if isASCII { numbers[text] = number }
    return number
  }

  /// Forgets everything: rows may have gone.
  func forget() {
    numbers = ["": 0]
    contexts = [:]
    last = nil
  }

  private func find(_ text: String) throws -> Int64? {
    try database.scalar("SELECT id FROM term WHERE text = ?", [.text(text)])
  }

  private func insert(_ text: String) throws -> Int64 {
    let statement = try database.cached("INSERT INTO term (text) VALUES (?)")
    try statement.bind(text, at: 1)
    try statement.run()
    return database.lastInsertRowID
  }

  /// The number of a combination of names. One session repeats the same one, so the last is remembered as it is.
  func context(
    tester: String, device: String, os: String, build: String, audit: String, source: String
  ) throws -> Int64 {
    let names = [tester, device, os, build, audit, source]
    if let last, last.names.elementsEqual(names, by: { $0.hasSameBytes(as: $1) }) { return last.number }
    let number = try self.number(
      of: Context(
        tester: try number(tester), device: try number(device), os: try number(os), build: try number(build),
        audit: try number(audit), source: try number(source)))
    last = (names, number)
    return number
  }

  /// The number of a combination, made when it is new.
  func number(of context: Context) throws -> Int64 {
    if let known = contexts[context] { return known }
    let terms = [context.tester, context.device, context.os, context.build, context.audit, context.source]
    let values = terms.map { Value.integer($0) }
    let found = try database.scalar(
      """
      SELECT id FROM context
      WHERE tester = ? AND device = ? AND os = ? AND build = ? AND audit = ? AND source = ?
      """, values)
    let number: Int64
    if let found {
      number = found
    } else {
      try database.run(
        "INSERT INTO context (tester, device, os, build, audit, source) VALUES (?, ?, ?, ?, ?, ?)", values)
      number = database.lastInsertRowID
    }
    contexts[context] = number
    return number
  }
}
