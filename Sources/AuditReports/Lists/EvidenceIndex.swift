import AuditModel
package import AuditStore

/// The evidence at one time, by result, and whether its files exist here.
package struct EvidenceIndex {
  private let folder: EvidenceFolder?
  private let byResult: [String: [Reader.EvidenceRow]]
  private let byPlace: [ScopeCell: [Reader.EvidenceRow]]

  /// Without any evidence.
  package static let empty = EvidenceIndex(folder: nil, rows: [])

  private init(folder: EvidenceFolder?, rows: [Reader.EvidenceRow]) {
    self.folder = folder
    byResult = Dictionary(grouping: rows.filter { $0.result != nil }) { $0.result ?? "" }
    byPlace = Dictionary(grouping: rows) {
      ScopeCell(component: $0.component, check: $0.check, condition: $0.condition)
    }
  }

  package init(_ reader: Reader, _ folder: EvidenceFolder) throws {
    self.init(folder: folder, rows: try reader.evidence())
  }

  func isMissing(_ row: Reader.EvidenceRow) -> Bool {
    !(folder?.holds(row.evidence.digest, bytes: row.evidence.bytes) ?? false)
  }

  /// Of one result, or of all results of a finding: names for people, objects for machines.
  func value(of row: Cell, isFinding: Bool, _ form: RowForm) -> SheetValue {
    let rows = (isFinding ? byPlace[row.place] : byResult[row.id]) ?? []
    if form.isForPeople { return .list(rows.map { $0.evidence.name + (isMissing($0) ? " (missing)" : "") }) }
    return .json(.array(rows.map { .object(json($0)) }))
  }

  package func json(_ row: Reader.EvidenceRow) -> [(String, JSONText)] {
    EvidenceWords.json(row.evidence) + [
      ("tester", .string(row.tester)), ("at", .string(Timestamp(milliseconds: row.time).iso8601)),
      ("missing", .bool(isMissing(row))), ("id", .string(row.id)),
    ]
  }
}
