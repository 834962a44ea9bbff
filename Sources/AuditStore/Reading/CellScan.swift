import AuditModel
import SQLite

/// A column of `cell`, by its name in the file.
enum CellColumn: String {
  case id
  case component
  case check = "check_id"
  case condition
  case category
  case outcome
  case severity
  case marks
  case shown
  case latest
  case latestTime = "latest_time"
  case seen
  case since
  case context
  case text
  case results
  case changes
  case branch
}

/// The cell that a pass has come to, as it is or as it was; valid until the pass goes on.
final class ScannedCell {
  private let row: Statement
  private let columns: [CellColumn]
  private let textPlace: Int32
  /// What it was, where it has changed since.
  fileprivate var then: CellAsOf?

  fileprivate init(_ row: Statement, _ columns: [CellColumn]) {
    (self.row, self.columns) = (row, columns)
    textPlace = Int32(clamping: columns.firstIndex(of: .text) ?? columns.count)
  }

  /// The value of a column but `text`, by its place among those that were asked for.
  subscript(place: Int) -> Int64 {
    then.flatMap { $0[columns[place]] } ?? row.int64(Int32(truncatingIfNeeded: place))
  }

  /// The version of its check's text, where that was asked for and is known.
  var text: Int64? { if let then { then.text } else { row.optionalInt64(textPlace) } }
}

extension CellAsOf {
  /// Nil for what a cell is at any moment.
  fileprivate subscript(column: CellColumn) -> Int64? {
    switch column {
    case .outcome: Codes.code(state.outcome)
    case .severity: Int64(state.severity?.rawValue ?? 0)
    case .marks: Codes.marks(state) | (isBetterByRetest ? Codes.retest : 0)
    case .shown: shown
    case .latest: latest
    case .latestTime: latestTime
    case .seen: seen
    case .since: since
    case .context: context
    case .results: results
    case .id, .component, .check, .condition, .category, .text, .changes, .branch: nil
    }
  }
}

extension Reader {
  /// Calls `visit` with each cell that has a result, in the order of their numbers, as it is or as it was at the moment
  /// of this reader.
  ///
  /// - Parameters:
  ///   - columns: those that are read. `changes` and `branch` are always those of now.
  ///   - shortcut: an SQL condition that `visit` checks as well. It saves reading the other cells; a reader of a past
  ///     moment has no use for it.
  ///   - components: a JSON array of the terms of the only components that are asked for.
  func visitCells(
    _ columns: [CellColumn], shortcut: String = "", components: String? = nil, _ visit: (ScannedCell) throws -> Void
  ) throws {
    var names = columns.map(\.rawValue)
    if past != nil { names += ["id", "latest_time"] }
    let row = try database.cached(
      """
      SELECT \(names.joined(separator: ", ")) FROM cell WHERE outcome <> 0
        \(past == nil && !shortcut.isEmpty ? "AND \(shortcut)" : "")
        \(components == nil ? "" : "AND component IN (SELECT value FROM json_each(?))") ORDER BY id
      """)
    defer { row.reset() }
    if let components { try row.bind(components, at: 1) }
    let cell = ScannedCell(row, columns)
    guard let past else {
      while try row.step() { try visit(cell) }
      return
    }
    let (id, latest) = (Int32(columns.count), Int32(columns.count + 1))
    var moved = past.moved[...]
    while try row.step() {
      cell.then = nil
      if row.int64(latest) > past.moment {
        while let next = moved.first, next.cell < row.int64(id) { moved.removeFirst() }
        guard let next = moved.first, next.cell == row.int64(id) else { continue }
        cell.then = next.then
      }
      try visit(cell)
    }
  }
}
