import AuditModel
package import AuditStore

/// The evidence at one time, by result, and whether its files exist here.
package struct EvidenceIndex {
  private let folder: EvidenceFolder?
  private let byResult: [String: [Reader.EvidenceRow]]

  /// Without any evidence.
  package static let empty = EvidenceIndex(folder: nil, byResult: [:])

  private init(folder: EvidenceFolder?, byResult: [String: [Reader.EvidenceRow]]) {
    self.folder = folder
    self.byResult = byResult
  }

  package init(_ reader: Reader, _ folder: EvidenceFolder) throws {
    var byResult: [String: [Reader.EvidenceRow]] = [:]
    for row in try reader.evidence() { if let result = row.result { byResult[result, default: []].append(row) } }
    self.init(folder: folder, byResult: byResult)
  }

  func isMissing(_ row: Reader.EvidenceRow) -> Bool {
    !(folder?.holds(row.evidence.digest, bytes: row.evidence.bytes) ?? false)
  }

  /// Of one result: names for people, objects for machines.
  func value(ofResult id: String, _ form: RowForm) -> SheetValue {
    let rows = byResult[id] ?? []
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
