import Base
import SQLite

/// Moves results, notes, evidence, and tool findings to the names that components have now.
///
/// A result that stands in a cell of another name than the one it was logged under keeps its own body, by which it stays
/// the same entry and finds its way back. All others say by their cell what they are about.
struct RenamedCells {
  private let projector: Projector
  private let names: ComponentNames
  private var database: Connection { projector.database }

  init(_ projector: Projector) throws {
    self.projector = projector
    names = try projector.records.names()
  }

  /// - Parameter moved: the names under which it is kept.
  func move(from moved: Set<ExactText>) throws {
    let terms = try moved.compactMap { name in
      try database.scalar("SELECT id FROM term WHERE text = ?", [.text(name.text)])
    }
    let list = Value.text("[\(terms.map(String.init).joined(separator: ","))]")
    for table in ["note", "evidence", "signal"] {
      let found = try database.all(
        """
        SELECT fact.id, component, json_extract(fact.body, '$.component') FROM \(table)
        JOIN fact ON fact.id = \(table).fact WHERE component IN (SELECT value FROM json_each(?))
        """, [list]
      ) { (fact: $0.int64(0), component: $0.int64(1), name: $0.text(2)) }
      for entry in found {
        let component = try projector.interner.number(names.present(entry.name))
        guard component != entry.component else { continue }
        try database.run(
          "UPDATE \(table) SET component = ? WHERE fact = ?", [.integer(component), .integer(entry.fact)])
      }
    }
    guard !projector.cells.isHeld else { return }
    let cells = try database.all(
      "SELECT id FROM cell WHERE component IN (SELECT value FROM json_each(?)) ORDER BY id", [list]
    ) { $0.int64(0) }
    try move(resultsOf: cells)
    try projector.cells.flush()
    for cell in cells { try database.run("DELETE FROM cell WHERE id = ? AND last = 0", [.integer(cell)]) }
  }

  /// Puts every result into the cell of the present name; the lists of the cells are to be made again.
  func placeAll() throws {
    let former = Set(
      try names.allFormer.compactMap { name in
        try database.scalar("SELECT id FROM term WHERE text = ?", [.text(name)])
      })
    let found = try database.all(
      """
      SELECT result.id, cell.component, cell.check_id, cell.condition, result.body FROM result
      JOIN cell ON cell.id = result.cell
      WHERE result.body IS NOT NULL OR cell.component IN (SELECT value FROM json_each(?))
      """, [.text("[\(former.map(String.init).joined(separator: ","))]")]
    ) { row in
      (
        number: row.int64(0), place: TermCell(component: row.int64(1), check: row.int64(2), condition: row.int64(3)),
        body: row.optionalText(4)
      )
    }
    for (number, place, body) in found {
      let component = try component(body, in: place.component)
      guard component != place.component else { continue }
      try put(number, body, into: counterpart(of: component, like: place))
    }
  }

  /// The lists are made again at the end, each once: many names may lead to one.
  private func move(resultsOf cells: [Int64]) throws {
    var staying: [Int64: [Int64]] = [:]
    var coming: [Int64: [Int64]] = [:]
    for cell in cells {
      guard let from = try projector.cells.cell(id: cell) else { continue }
      let place = TermCell(component: from.component, check: from.check, condition: from.condition)
      var targets: [Int64: [(number: Int64, body: String?)]] = [:]
      try list(from: from.last) { number, body in
        targets[try component(body, in: place.component), default: []].append((number, body))
      }
      let stay = targets.removeValue(forKey: place.component) ?? []
      guard !targets.isEmpty else { continue }
      staying[cell] = stay.map(\.number)
      for (component, results) in targets.sorted(by: { $0.key < $1.key }) {
        let target = try counterpart(of: component, like: place)
        for (number, body) in results { try put(number, body, into: target) }
        coming[target.id, default: []] += results.map(\.number)
      }
    }
    for cell in Set(staying.keys).union(coming.keys).sorted() {
      // Read again: to make room the cells in memory may have been written out.
      guard let row = try projector.cells.cell(id: cell) else { continue }
      var numbers = coming[cell] ?? []
      if let stay = staying[cell] {
        numbers += stay
      } else {
        try list(from: row.last) { number, _ in numbers.append(number) }
      }
      try relink(numbers, row)
    }
  }

  /// The cell of a component for the check and the condition of another one.
  private func counterpart(of component: Int64, like place: TermCell) throws -> CellRow {
    try projector.cells.cell(component: component, check: place.check, condition: place.condition) {
      try projector.category(ofTerm: place.check)
    }
  }

  private func relink(_ numbers: [Int64], _ cell: CellRow) throws {
    try CellResults.sort(numbers, of: cell, in: database)
    cell.branch = CellRow.mixed
    projector.cells.markForRefold(cell)
  }

  private func list(from last: Int64, _ visit: (Int64, String?) throws -> Void) throws {
    let statement = try database.cached("SELECT earlier, body FROM result WHERE id = ?")
    try CellResults.walk(from: last) { number in
      try statement.bind(number, at: 1)
      guard try statement.step() else {
        statement.reset()
        return nil
      }
      let (earlier, body) = (statement.int64(0), statement.optionalText(1))
      statement.reset()
      try visit(number, body)
      return earlier
    }
  }

  /// The term of the present name of what a result was logged for.
  ///
  /// - Parameter component: of its cell.
  private func component(_ body: String?, in component: Int64) throws -> Int64 {
    let logged = body.flatMap(RecordJSON.object)?["component"]?.stringValue
    return try projector.interner.number(names.present(logged ?? database.text(ofTerm: component)))
  }

  /// Keeps the body of the result where the cell does not say all of it.
  private func put(_ number: Int64, _ body: String?, into cell: CellRow) throws {
    var kept = body
    if let body = body.flatMap(RecordJSON.object), let read = ResultBody(body) {
      if read.json == body, try read.component.hasSameBytes(as: database.text(ofTerm: cell.component)) { kept = nil }
    } else if body == nil {
      let sql = "SELECT \(ResultTable.bodyColumns) \(ResultTable.bodyJoins) WHERE result.id = ?"
      kept = try database.first(sql, [.integer(number)]) { ResultTable.body($0, from: 0) }.map {
        try RecordJSON.text(.object($0))
      }
    }
    try database.run(
      "UPDATE result SET cell = ?, body = ? WHERE id = ?", [.integer(cell.id), Value(kept), .integer(number)])
  }
}

/// Fields under the names that components have now.
extension RecordProjector {
  func names() throws -> ComponentNames {
    let names = try keptNames ?? ComponentNames(database)
    keptNames = names
    return names
  }

  /// Folds what components are called, and moves the fields of those that are called otherwise now.
  func settleNames() throws {
    let renamed = touched.filter { $0.key.kind == ComponentNames.kind }
    guard !renamed.isEmpty else { return }
    let before = try names()
    for (record, fields) in renamed {
      _ = try store(record, fields: fields)
      touched[record] = nil
    }
    let now = try ComponentNames(database)
    keptNames = now
    let moved = now.moved(from: before)
    guard !moved.isEmpty else { return }
    movedNames.formUnion(moved)
    try keepAgain(moved)
  }

  /// Moves what is kept under some names, or names them.
  private func keepAgain(_ moved: Set<ExactText>) throws {
    struct Kept {
      var record: Key
      var field: String
      var fact: Int64
      var value: String
    }
    let columns = "SELECT kind, key, field, fact, value FROM register WHERE"
    func kept(_ row: Statement) -> Kept {
      Kept(record: Key(kind: row.text(0), key: row.text(1)), field: row.text(2), fact: row.int64(3), value: row.text(4))
    }
    var found: [Kept] = []
    for name in moved {
      found += try database.all("\(columns) kind = 'component' AND key = ?", [.text(name.text)], kept)
    }
    found += try database.all(
      "\(columns) kind <> 'component' AND (kind IN ('finding', 'waiver') OR field IN ('component', 'components'))", [],
      kept)
    for old in found {
      let fact = try database.first("SELECT kind, body FROM fact WHERE id = ?", [.integer(old.fact)]) {
        (kind: $0.text(0), body: RecordJSON.object($0.text(1)))
      }
      guard let fact, let body = fact.body,
        let new = try places(kind: fact.kind, body: body)?.first(where: { $0.field.hasSameBytes(as: old.field) })
      else { continue }
      let value = try RecordJSON.text(new.value)
      if new.record == old.record, value.hasSameBytes(as: old.value) { continue }
      let place: [Value] = [.text(old.record.kind), .text(old.record.key), .text(old.field), .integer(old.fact)]
      try database.run(
        "UPDATE register SET key = ?5, value = ?6, live = 0 WHERE kind = ?1 AND key = ?2 AND field = ?3 AND fact = ?4",
        place + [.text(new.record.key), .text(value)])
      for record in [old.record, new.record] { touched[record, default: []].insert(ExactText(old.field)) }
    }
  }
}
