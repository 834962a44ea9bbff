import Audit
import Base
import SQLite

/// Results on their way in: typed columns straight from the bytes, or a body that was read.
extension Intake {
  /// Stores a result of which the row has the columns.
  func storeColumns(
    _ row: UnsafePointer<FactBatch.Row>, _ number: Int64, isInOrder: Bool, _ bytes: UnsafeRawBufferPointer
  ) throws {
    guard let salt = row.pointee.salt else { throw Refusal.invalid("a result has no salt") }
    let columns = row.pointee.columns
    let cell = try cell(of: columns, bytes)
    let value = columns.value
    let isRenamed = try !projector.records.names().isEmpty && cell.component != term(columns.component, bytes)
    let stored = ResultTable.Row(
      number: number, cell: cell.id, earlier: cell.last, context: try context(of: columns, bytes),
      clock: row.pointee.clock, previous: row.pointee.previous, digest: row.pointee.digest, salt: salt,
      time: columns.time, outcome: columns.outcome, severity: columns.severity, text: columns.text,
      value: value.count > 0 ? bytes.text(value) : nil,
      note: columns.hasNote ? bytes.slice(columns.note).bindMemory(to: UInt8.self) : nil, isRetest: columns.isRetest,
      saw: row.pointee.saw, body: isRenamed ? bytes.text(row.pointee.body) : nil)
    try insert(stored, into: cell, isInOrder: isInOrder)
  }

  func store(_ fact: Fact, _ body: ResultBody, digest: Digest, number: Int64, isInOrder: Bool) throws {
    guard let salt = fact.salt else { throw Refusal.invalid("a result has no salt") }
    let interner = projector.interner
    let name = try projector.records.names().present(body.component)
    let cell = try projector.cells.cell(
      component: try interner.number(name), check: try interner.number(body.check),
      condition: try interner.number(body.condition)
    ) { try projector.category(ofCheck: body.check) }
    let context = try interner.context(
      tester: body.tester, device: body.device, os: body.os, build: body.build, audit: body.audit,
      source: body.source)
    let value = try body.value.map {
      try RecordJSON.text(ValueJSON.encode($0))
    }
    let isExact = body.json == fact.body && name.hasSameBytes(as: body.component)
    let kept = isExact ? nil : try RecordJSON.text(.object(fact.body))
    var stored = ResultTable.Row(
      number: number, cell: cell.id, earlier: cell.last, context: context, clock: fact.clock,
      previous: fact.previous, digest: digest, salt: salt, time: body.time, outcome: body.outcome,
      severity: body.severity, text: body.text, value: value, note: nil, isRetest: body.isRetest, saw: fact.saw,
      body: kept)
    guard var note = body.note else { return try insert(stored, into: cell, isInOrder: isInOrder) }
    try note.withUTF8 { bytes in
      stored.note = bytes
      try insert(stored, into: cell, isInOrder: isInOrder)
    }
  }

  private static let day: Int64 = 86_400_000

  private func insert(_ stored: ResultTable.Row, into cell: CellRow, isInOrder: Bool) throws {
    if !stored.saw.isEmpty {
      projector.lineage.add(stored.number, saw: stored.saw, near: .results(of: cell))
    }
    try inserter.insert(stored)
    if let closed, (stored.time ?? stored.clock.milliseconds) < closed.time { dated += 1 }
    if let count = late, let time = stored.time, time < cell.latestTime, cell.latest != 0,
      time < max(0, stored.clock.milliseconds) - Self.day
    {
      late = count + 1
    }
    projector.hasNewBuilds = true
    cell.isInView = false
    let follows = try isInOrder && projector.isEven(FactNumber.line(of: stored.number))
    try projector.cells.add(
      to: cell, stored,
      isOverruled: follows ? projector.isOverruled(stored.outcome, value: stored.value, in: cell) : nil,
      isInOrder: follows)
  }

  private func cell(of columns: FactBatch.ResultColumns, _ bytes: UnsafeRawBufferPointer) throws -> CellRow {
    try projector.cells.cell(
      component: try component(columns.component, bytes), check: try term(columns.check, bytes),
      condition: try term(columns.condition, bytes)
    ) { try projector.category(ofCheck: bytes.text(columns.check)) }
  }

  /// The number of the circumstances that a row names.
  private func context(of columns: FactBatch.ResultColumns, _ bytes: UnsafeRawBufferPointer) throws -> Int64 {
    try projector.interner.number(
      of: ResultContext(
        tester: try term(columns.tester, bytes), device: try term(columns.device, bytes),
        os: try term(columns.os, bytes), build: try term(columns.build, bytes), audit: try term(columns.audit, bytes),
        source: try term(columns.source, bytes)))
  }

  /// The term of the present name of a component.
  private func component(_ slice: FactBatch.Slice, _ bytes: UnsafeRawBufferPointer) throws -> Int64 {
    let names = try projector.records.names()
    guard !names.isEmpty else { return try term(slice, bytes) }
    return try projector.interner.number(names.present(bytes.text(slice)))
  }

  private func term(_ slice: FactBatch.Slice, _ bytes: UnsafeRawBufferPointer) throws -> Int64 {
    guard slice.count > 0 else { return 0 }
    return try terms.number(bytes.slice(slice)) {
      try projector.interner.number(String(decoding: $0, as: UTF8.self))
    }
  }
}

extension UnsafeRawBufferPointer {
  func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
      return count == other.count && count == 0
    }
    return memcmp(left, right, count) == 0
  }
}

/// The place in some arrays of what was read of the rows of a table. The first few rows that are asked for are read one
/// by one; the next request reads all the others at once, after those.
struct RowPlaces {
  private static let few = 1_000

  private let one: String
  private let all: String
  private var known: [Int64: Int] = [:]
  /// In rising order, once all were read.
  private var ids: [Int64] = []
  private var isWhole = false

  /// - Parameter columns: the columns after the number in the rows that are read.
  init(_ table: String, _ columns: String) {
    one = "SELECT id, \(columns) FROM \(table) WHERE id = ?"
    all = "SELECT id, \(columns) FROM \(table) ORDER BY id"
  }

  /// The place of a row that was read; nil for any other.
  @inline(__always)
  func find(_ id: Int64) -> Int? {
    guard isWhole else { return known[id] }
    guard let first = ids.first, id >= first else { return nil }
    // Mostly no number is left out.
    let offset = id - first
    if offset < ids.count, ids[Int(offset)] == id { return Self.few + Int(offset) }
    return search(id)
  }

  private func search(_ id: Int64) -> Int? {
    let low = (0..<ids.count).partition { ids[$0] < id }
    return low < ids.count && ids[low] == id ? Self.few + low : nil
  }

  /// Reads a row that `find` does not know.
  ///
  /// - Parameter add: takes what was read of a row; the places count its calls.
  /// - Returns: its place; nil when there is no such row.
  mutating func read(_ id: Int64, in database: Connection, add: (Statement) throws -> Void) throws -> Int? {
    guard !isWhole else { return nil }
    guard known.count < Self.few else {
      (known, isWhole) = ([:], true)
      try database.rows(all) { row in
        ids.append(row.int64(0))
        try add(row)
      }
      return find(id)
    }
    return try database.first(one, [.integer(id)]) { row in
      try add(row)
      known[id] = known.count
      return known.count - 1
    }
  }
}

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

  init(_ database: Connection) { self.database = database }

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
    ResultBytes.append(
      Codes.outcome(row.int64(9)) ?? .cantTell, isRetest: !row.isNull(13), severity: row.optionalInt64(10), to: &buffer)
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
