import AuditModel
import CanonicalJSON
import Platform
import SQLite

/// Results on their way in: typed columns straight from the bytes, or a body that was read.
extension Intake {
  /// Stores a result of which the row has the columns.
  func storeColumns(
    _ row: UnsafePointer<FactBatch.Row>, _ number: Int64, isInOrder: Bool, _ bytes: UnsafeRawBufferPointer
  ) throws {
    guard let salt = row.pointee.salt else { throw Refusal.invalid("a result has no salt") }
    let cell = try cell(of: row, bytes)
    let (value, note) = (row.pointee.columns.value, row.pointee.columns.note)
    let isRenamed =
      try !projector.records.names().isEmpty && cell.component != term(row.pointee.columns.component, bytes)
    let stored = ResultTable.Row(
      number: number, cell: cell.id, earlier: cell.last, context: try context(of: row, bytes), clock: row.pointee.clock,
      previous: row.pointee.previous, digest: row.pointee.digest, salt: salt, time: row.pointee.columns.time,
      outcome: row.pointee.columns.outcome, severity: row.pointee.columns.severity, text: row.pointee.columns.text,
      value: nil, valueBytes: value.count > 0 ? bytes.slice(value).bindMemory(to: UInt8.self) : nil,
      note: row.pointee.columns.hasNote ? bytes.slice(note).bindMemory(to: UInt8.self) : nil,
      isRetest: row.pointee.columns.isRetest, saw: row.pointee.saw,
      body: isRenamed ? bytes.text(row.pointee.body) : nil)
    try insert(
      stored, value: value.count > 0 ? bytes.text(value) : nil, into: cell, isInOrder: isInOrder)
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
      String(decoding: try CanonicalWriter.bytes(of: ValueJSON.encode($0)), as: UTF8.self)
    }
    let isExact = body.json == fact.body && name.hasSameBytes(as: body.component)
    let kept = isExact ? nil : String(decoding: try CanonicalWriter.bytes(of: .object(fact.body)), as: UTF8.self)
    var stored = ResultTable.Row(
      number: number, cell: cell.id, earlier: cell.last, context: context, clock: fact.clock,
      previous: fact.previous, digest: digest, salt: salt, time: body.time, outcome: body.outcome,
      severity: body.severity, text: body.text, value: value, note: nil, isRetest: body.isRetest, saw: fact.saw,
      body: kept)
    guard var note = body.note else { return try insert(stored, value: value, into: cell, isInOrder: isInOrder) }
    try note.withUTF8 { bytes in
      stored.note = bytes
      try insert(stored, value: value, into: cell, isInOrder: isInOrder)
    }
  }

  private func insert(
    _ stored: ResultTable.Row, value: String?, into cell: CellRow, isInOrder: Bool
  ) throws {
    if !stored.saw.isEmpty {
      projector.lineage.add(stored.number, saw: stored.saw, near: .results(from: cell.last))
    }
    try inserter.insert(stored)
    projector.hasNewBuilds = true
    cell.isInView = false
    let reference = stored.digest.reference
    let follows = try isInOrder && !isRetracted(reference) && projector.isEven(FactNumber.line(of: stored.number))
    try projector.cells.add(
      to: cell,
      StoredResult(
        number: stored.number, reference: reference, context: stored.context, clock: stored.clock, time: stored.time,
        outcome: stored.outcome, severity: stored.severity, isMeasured: value != nil,
        text: stored.text.map(Int64.init),
        isOverruled: follows ? projector.isOverruled(stored.outcome, value: value, in: cell) : nil,
        isInOrder: follows))
  }

  private func cell(of row: UnsafePointer<FactBatch.Row>, _ bytes: UnsafeRawBufferPointer) throws -> CellRow {
    let number = row.pointee.columns.cell
    if let known = names.cell(number, projector.cells.generation) { return known }
    let found = try projector.cells.cell(
      component: try component(row.pointee.columns.component, bytes), check: try term(row.pointee.columns.check, bytes),
      condition: try term(row.pointee.columns.condition, bytes)
    ) { try projector.category(ofCheck: bytes.text(row.pointee.columns.check)) }
    names.learn(cell: found, number, projector.cells.generation)
    return found
  }

  /// The number of the circumstances that a row names.
  private func context(of row: UnsafePointer<FactBatch.Row>, _ bytes: UnsafeRawBufferPointer) throws -> Int64 {
    let number = row.pointee.columns.circumstances
    let known = names.context(number)
    if known > 0 { return known }
    let found = try lookUpContext(of: row, bytes)
    names.learn(context: found, number)
    return found
  }

  /// The same by its six texts at once.
  private func lookUpContext(of row: UnsafePointer<FactBatch.Row>, _ bytes: UnsafeRawBufferPointer) throws -> Int64 {
    joined.removeAll(keepingCapacity: true)
    join(bytes.slice(row.pointee.columns.tester))
    join(bytes.slice(row.pointee.columns.device))
    join(bytes.slice(row.pointee.columns.os))
    join(bytes.slice(row.pointee.columns.build))
    join(bytes.slice(row.pointee.columns.audit))
    join(bytes.slice(row.pointee.columns.source))
    return try joined.withUnsafeBytes { names in
      try contexts.number(names) { _ in
        let columns = row.pointee.columns
        return try projector.interner.number(
          of: Interner.Context(
            tester: try term(columns.tester, bytes), device: try term(columns.device, bytes),
            os: try term(columns.os, bytes), build: try term(columns.build, bytes),
            audit: try term(columns.audit, bytes), source: try term(columns.source, bytes)))
      }
    }
  }

  /// Adds a text to what is looked up. No text holds NUL, so it parts them.
  private func join(_ text: UnsafeRawBufferPointer) {
    joined.append(contentsOf: text)
    joined.append(0)
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
