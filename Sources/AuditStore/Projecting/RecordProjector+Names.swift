import CanonicalJSON
import SQLite

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
      let value = String(decoding: try CanonicalWriter.bytes(of: new.value), as: UTF8.self)
      if new.record == old.record, value.hasSameBytes(as: old.value) { continue }
      let place: [Value] = [.text(old.record.kind), .text(old.record.key), .text(old.field), .integer(old.fact)]
      try database.run(
        "UPDATE register SET key = ?5, value = ?6, live = 0 WHERE kind = ?1 AND key = ?2 AND field = ?3 AND fact = ?4",
        place + [.text(new.record.key), .text(value)])
      for record in [old.record, new.record] { touched[record, default: []].insert(ExactText(old.field)) }
    }
  }
}
