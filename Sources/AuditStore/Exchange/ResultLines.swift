import AuditModel
import CanonicalJSON
import SQLite

/// Writes the bodies of results from their columns. Each name that they share was brought into canonical form once.
final class ResultLines {
  /// The columns that a row begins with; further ones may follow.
  static let columns = """
    id, ms, counter, prev, digest, note, cell, context, time, outcome, severity, text, value, retest, body, saw, salt
    """

  private let database: Connection
  private var terms = RowPlaces("term", "text")
  /// Strings in canonical form, one behind the other; nothing for the empty text, which is "not given".
  private var texts: [UInt8] = []
  private var ends = [0]
  private var cells = RowPlaces("cell", "component, check_id, condition")
  /// Three places of terms for each cell.
  private var cellTerms: [Int32] = []
  private var contexts = RowPlaces("context", "audit, build, device, os, source, tester")
  /// Six places of terms for each context.
  private var contextTerms: [Int32] = []

  init(_ database: Connection) {
    self.database = database
  }

  /// Appends the body of the row in view; false when its cell or its circumstances are not there.
  func append(_ row: Statement, to buffer: inout [UInt8]) throws -> Bool {
    let (cellID, contextID) = (row.int64(6), row.int64(7))
    guard let cell = try cells.find(cellID) ?? readCell(cellID),
      let context = try contexts.find(contextID) ?? readContext(contextID), cellTerms[3 * cell] != Self.none,
      contextTerms[6 * context] != Self.none
    else { return false }
    if !row.isNull(14) {
      row.withText(14) { CanonicalWriter.append(raw: UnsafeRawBufferPointer($0), to: &buffer) }
      return true
    }
    CanonicalWriter.append(literal: "{", to: &buffer)
    append("\"audit\":", contextTerms[6 * context], ",", to: &buffer)
    append("\"build\":", contextTerms[6 * context + 1], ",", to: &buffer)
    append("\"check\":", cellTerms[3 * cell + 1], ",", to: &buffer)
    append("\"component\":", cellTerms[3 * cell], ",", to: &buffer)
    append("\"condition\":", cellTerms[3 * cell + 2], ",", to: &buffer)
    append("\"device\":", contextTerms[6 * context + 2], ",", to: &buffer)
    if !row.isNull(5) {
      CanonicalWriter.append(literal: "\"note\":", to: &buffer)
      row.withText(5) { CanonicalWriter.append(utf8: UnsafeRawBufferPointer($0), to: &buffer) }
      CanonicalWriter.append(literal: ",", to: &buffer)
    }
    append("\"os\":", contextTerms[6 * context + 3], ",", to: &buffer)
    appendOutcome(row, to: &buffer)
    append(",\"source\":", contextTerms[6 * context + 4], "", to: &buffer)
    append(",\"tester\":", contextTerms[6 * context + 5], "", to: &buffer)
    // A number beyond 32 bits is no version: left out, the fact is found not to be what it was.
    if let text = row.optionalInt64(11).flatMap({ UInt32(exactly: $0) }) {
      CanonicalWriter.append(literal: ",\"text\":\"", to: &buffer)
      withUnsafeBytes(of: text.bigEndian) { CanonicalWriter.append(hexOf: $0, to: &buffer) }
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

  /// A member; nothing where it is not given.
  @inline(__always)
  private func append(_ before: StaticString, _ term: Int32, _ after: StaticString, to buffer: inout [UInt8]) {
    let (start, end) = (ends[Int(term)], ends[Int(term) + 1])
    guard end > start else { return }
    CanonicalWriter.append(literal: before, to: &buffer)
    texts.withUnsafeBytes { buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
    CanonicalWriter.append(literal: after, to: &buffer)
  }

  private func readCell(_ id: Int64) throws -> Int? {
    try cells.read(id, in: database) { cellTerms += try places($0, 3) }
  }

  private func readContext(_ id: Int64) throws -> Int? {
    try contexts.read(id, in: database) { contextTerms += try places($0, 6) }
  }

  /// The places of the terms that a row has after its number. Where one is missing, the row names nothing.
  private func places(_ row: Statement, _ count: Int32) throws -> [Int32] {
    let found = try (1...count).map { Int32(try place(ofTerm: row.int64($0))) }
    return found.contains(Self.none) ? found.map { _ in Self.none } : found
  }

  private static let none: Int32 = -1

  private func place(ofTerm id: Int64) throws -> Int {
    if let known = terms.find(id) { return known }
    let read = try terms.read(id, in: database) { row in
      row.withText(1) { if !$0.isEmpty { CanonicalWriter.append(utf8: UnsafeRawBufferPointer($0), to: &texts) } }
      ends.append(texts.count)
    }
    return read ?? Int(Self.none)
  }
}
