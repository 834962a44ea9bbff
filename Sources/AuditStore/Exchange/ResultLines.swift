import AuditModel
import CanonicalJSON
import SQLite

/// Writes the bodies of results from their columns. What the results of one cell, and those seen under the same
/// circumstances, have in common is written once and copied.
///
///     {"audit":…,"build":…,│"check":…,"component":…,"condition":…,│"device":…,│"note":…,│"os":…,│"outcome":…│…
///      circumstances         cell                                   circ.       result    circ.   result
final class ResultLines {
  /// Up to four pieces of canonical bytes that stand behind one another in an arena.
  private struct Pieces {
    var start: Int
    var ends = (0, 0, 0, 0)
  }

  private struct Cache {
    var pieces: [Int64: Pieces] = [:]
    var arena: [UInt8] = []

    /// Room for a few ten thousand cells; beyond it is begun anew.
    static let capacity = 16 << 20
  }

  private let database: Connection
  private var cells = Cache()
  private var contexts = Cache()
  private var lastContext: (id: Int64, pieces: Pieces)?

  init(_ database: Connection) {
    self.database = database
  }

  /// Appends the body of the row in view, whose columns are those of `FactCursor.resultSQL`; false when its cell or
  /// its circumstances are not there.
  func append(_ row: Statement, to buffer: inout [UInt8]) throws -> Bool {
    if !row.isNull(14) {
      row.withText(14) { CanonicalWriter.append(raw: UnsafeRawBufferPointer($0), to: &buffer) }
      return true
    }
    guard let context = try context(row.int64(7)), let cell = try cell(row.int64(6)) else { return false }
    CanonicalWriter.append(literal: "{", to: &buffer)
    Self.copy(contexts.arena, context.start, context.ends.0, to: &buffer)
    Self.copy(cells.arena, cell.start, cell.ends.0, to: &buffer)
    Self.copy(contexts.arena, context.ends.0, context.ends.1, to: &buffer)
    if !row.isNull(5) {
      CanonicalWriter.append(literal: "\"note\":", to: &buffer)
      row.withText(5) { CanonicalWriter.append(utf8: UnsafeRawBufferPointer($0), to: &buffer) }
      CanonicalWriter.append(literal: ",", to: &buffer)
    }
    Self.copy(contexts.arena, context.ends.1, context.ends.2, to: &buffer)
    appendOutcome(row, to: &buffer)
    Self.copy(contexts.arena, context.ends.2, context.ends.3, to: &buffer)
    if let text = row.optionalInt64(11) {
      CanonicalWriter.append(literal: ",\"text\":\"", to: &buffer)
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: text).bigEndian) {
        CanonicalWriter.append(hexOf: $0, to: &buffer)
      }
      CanonicalWriter.append(literal: "\"", to: &buffer)
    }
    if let time = row.optionalInt64(8) {
      CanonicalWriter.append(literal: ",\"time\":", to: &buffer)
      CanonicalWriter.append(integer: time, to: &buffer)
    }
    if !row.isNull(12) {
      CanonicalWriter.append(literal: ",\"value\":", to: &buffer)
      row.withText(12) { CanonicalWriter.append(raw: UnsafeRawBufferPointer($0), to: &buffer) }
    }
    CanonicalWriter.append(literal: "}", to: &buffer)
    return true
  }

  private func appendOutcome(_ row: Statement, to buffer: inout [UInt8]) {
    switch row.int64(9) {
    case 1: CanonicalWriter.append(literal: "\"outcome\":\"pass\"", to: &buffer)
    case 2: CanonicalWriter.append(literal: "\"outcome\":\"fail\"", to: &buffer)
    case 3: CanonicalWriter.append(literal: "\"outcome\":\"na\"", to: &buffer)
    default: CanonicalWriter.append(literal: "\"outcome\":\"cant-tell\"", to: &buffer)
    }
    if !row.isNull(13) { CanonicalWriter.append(literal: ",\"retest\":true", to: &buffer) }
    if let severity = row.optionalInt64(10) {
      CanonicalWriter.append(literal: ",\"severity\":", to: &buffer)
      CanonicalWriter.append(integer: severity, to: &buffer)
    }
  }

  @inline(__always)
  private static func copy(_ arena: [UInt8], _ start: Int, _ end: Int, to buffer: inout [UInt8]) {
    guard end > start else { return }
    arena.withUnsafeBytes { buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
  }

  private static let cellSQL = """
    SELECT check_term.text, component.text, condition.text FROM cell
    \(ResultTable.cellNames)
    WHERE cell.id = ?
    """
  private static let contextSQL = """
    SELECT audit.text, build.text, device.text, os.text, source.text, tester.text FROM context
    \(ResultTable.contextNames)
    WHERE context.id = ?
    """

  private func cell(_ id: Int64) throws -> Pieces? {
    if let known = cells.pieces[id] { return known }
    if cells.arena.count > Cache.capacity { cells = Cache() }
    let rows = try database.cached(Self.cellSQL)
    try rows.bind(id, at: 1)
    defer { rows.reset() }
    guard try rows.step() else { return nil }
    var pieces = Pieces(start: cells.arena.count)
    for (column, key) in ["check", "component", "condition"].enumerated() {
      Self.member(key, rows, Int32(column), comma: .after, to: &cells.arena)
    }
    pieces.ends.0 = cells.arena.count
    cells.pieces[id] = pieces
    return pieces
  }

  private func context(_ id: Int64) throws -> Pieces? {
    if let lastContext, lastContext.id == id { return lastContext.pieces }
    let found = try contexts.pieces[id] ?? readContext(id)
    if let found { lastContext = (id, found) }
    return found
  }

  private func readContext(_ id: Int64) throws -> Pieces? {
    if contexts.arena.count > Cache.capacity { contexts = Cache() }
    let rows = try database.cached(Self.contextSQL)
    try rows.bind(id, at: 1)
    defer { rows.reset() }
    guard try rows.step() else { return nil }
    var pieces = Pieces(start: contexts.arena.count)
    Self.member("audit", rows, 0, comma: .after, to: &contexts.arena)
    Self.member("build", rows, 1, comma: .after, to: &contexts.arena)
    pieces.ends.0 = contexts.arena.count
    Self.member("device", rows, 2, comma: .after, to: &contexts.arena)
    pieces.ends.1 = contexts.arena.count
    Self.member("os", rows, 3, comma: .after, to: &contexts.arena)
    pieces.ends.2 = contexts.arena.count
    Self.member("source", rows, 4, comma: .before, to: &contexts.arena)
    Self.member("tester", rows, 5, comma: .before, to: &contexts.arena)
    pieces.ends.3 = contexts.arena.count
    contexts.pieces[id] = pieces
    return pieces
  }

  private enum Comma {
    case before
    case after
  }

  /// A member that is not given is an empty text, and is left out.
  private static func member(
    _ key: String, _ row: Statement, _ column: Int32, comma: Comma, to buffer: inout [UInt8]
  ) {
    row.withText(column) { text in
      guard !text.isEmpty else { return }
      if comma == .before { CanonicalWriter.append(literal: ",", to: &buffer) }
      CanonicalWriter.append(string: key, to: &buffer)
      CanonicalWriter.append(literal: ":", to: &buffer)
      CanonicalWriter.append(utf8: UnsafeRawBufferPointer(text), to: &buffer)
      if comma == .after { CanonicalWriter.append(literal: ",", to: &buffer) }
    }
  }
}
