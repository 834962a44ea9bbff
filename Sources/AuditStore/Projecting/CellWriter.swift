import AuditModel
import SQLite

/// Writes cells and their new transitions, with two statements compiled once for a flush.
struct CellWriter {
  private let transition: Statement
  private let update: Statement

  init(database: Connection) throws {
    transition = try database.cached(
      """
      INSERT INTO transition (cell, ordinal, time, result, outcome, severity, marks, context)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    update = try database.cached(
      """
      UPDATE cell SET category = ?, outcome = ?, severity = ?, marks = ?, shown = ?, latest = ?, latest_time = ?,
        since = ?, results = ?, changes = ?, branch = ?, last = ?, context = ?, measured = ?,
        seen = ?, text = ?
      WHERE id = ?
      """)
  }

  func store(_ row: CellRow) throws {
    for change in row.pending {
      try transition.bind(row.id, at: 1)
      try transition.bind(row.changes, at: 2)
      try transition.bind(change.time, at: 3)
      try transition.bind(change.result, at: 4)
      try transition.bind(Codes.code(change.state.outcome), at: 5)
      try transition.bind(Int64(change.state.severity?.rawValue ?? 0), at: 6)
      try transition.bind(Codes.marks(change.state), at: 7)
      try transition.bind(change.context, at: 8)
      try transition.run()
      row.changes += 1
    }
    row.pending = []
    try update.bind(row.category, at: 1)
    try update.bind(row.outcomeCode, at: 2)
    try update.bind(row.severityCode, at: 3)
    try update.bind(row.marks, at: 4)
    try update.bind(row.shown, at: 5)
    try update.bind(row.latest, at: 6)
    try update.bind(row.latestTime, at: 7)
    try update.bind(row.since, at: 8)
    try update.bind(row.results, at: 9)
    try update.bind(row.changes, at: 10)
    try update.bind(row.branch, at: 11)
    try update.bind(row.last, at: 12)
    try update.bind(row.context, at: 13)
    try update.bind(Int64(row.isMeasured ? 1 : 0), at: 14)
    try update.bind(row.seen, at: 15)
    try update.bind(row.text, at: 16)
    try update.bind(row.id, at: 17)
    try update.run()
    row.isTouched = false
  }
}
