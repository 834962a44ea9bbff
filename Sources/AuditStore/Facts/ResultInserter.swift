import AuditModel
import CanonicalJSON
import SQLite

/// Stores results with one statement, compiled once for a transaction: the hot path of logging and import.
final class ResultInserter {
  private let database: Connection
  private var statement: Statement?
  /// What is bound already and mostly stays the same from row to row.
  private var context: Int64 = 0
  private var time: Int64?
  private var hasNote = false
  private var hasRest = false

  init(database: Connection) {
    self.database = database
  }

  func insert(_ row: ResultTable.Row) throws {
    let insert = try statement ?? prepare()
    try insert.bind(row.number, at: 1)
    try insert.bind(row.cell, at: 2)
    if row.context != context { try insert.bind(row.context, at: 3) }
    context = row.context
    try insert.bind(row.earlier, at: 16)
    try insert.bind(row.clock.milliseconds, at: 4)
    try insert.bind(row.clock.counter, at: 5)
    if row.time != time { try insert.bind(row.time, at: 8) }
    time = row.time
    try insert.bind(Codes.code(row.outcome), at: 9)
    try insert.bind(row.severity.map { Int64($0.rawValue) }, at: 10)
    try insert.bind(row.text.map { Int64($0) }, at: 11)
    if let note = row.note { try insert.bind(text: note, at: 13) } else if hasNote { try insert.bindNull(at: 13) }
    hasNote = row.note != nil
    let rest =
      row.value != nil || row.valueBytes != nil || !row.saw.isEmpty || row.body != nil || row.isRetest
    if rest || hasRest {
      if let value = row.valueBytes { try insert.bind(text: value, at: 12) } else { try insert.bind(row.value, at: 12) }
      try insert.bind(row.saw.isEmpty ? nil : row.saw.flatMap(\.bytes), at: 14)
      try insert.bind(row.isRetest ? 1 : nil, at: 18)
      try insert.bind(row.body, at: 15)
      hasRest = rest
    }
    // The bytes stay where they are until the row is stored, so SQLite need not copy them.
    try row.digest.withBytes { digest in
      try insert.bind(blob: digest.bindMemory(to: UInt8.self), at: 7)
      try row.salt.withBytes { salt in
        try insert.bind(blob: salt.bindMemory(to: UInt8.self), at: 17)
        guard let previous = row.previous else {
          try insert.bind(blob: UnsafeBufferPointer(start: nil, count: 0), at: 6)
          return try insert.run()
        }
        try withUnsafeBytes(of: (previous.high.bigEndian, previous.low.bigEndian)) { bytes in
          try insert.bind(blob: bytes.bindMemory(to: UInt8.self), at: 6)
          try insert.run()
        }
      }
    }
  }

  private func prepare() throws -> Statement {
    let made = try database.prepare(
      """
      INSERT INTO result
        (id, cell, context, ms, counter, prev, digest, time, outcome, severity, text, value, note, saw, body,
         earlier, salt, retest)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    statement = made
    return made
  }
}
