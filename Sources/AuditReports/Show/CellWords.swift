package import AuditModel
package import AuditStore
import Measuring

/// A cell or a result in the words and members that several pages share.
package struct CellWords {
  private let show: ShowContext
  private let columns: [Column<Cell>]

  package init(show: ShowContext) {
    self.show = show
    columns = ResultTables.columns(show.evidence)
  }

  /// Counts in words: `3 PASS, 1 FAIL`, without zeros.
  package static func counts(_ counts: CellCounts) -> String {
    let words = parts(counts).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return words.isEmpty ? "no items" : words.joined(separator: ", ")
  }

  static func parts(_ counts: CellCounts) -> [(Int, String)] {
    [
      (counts.pass, "PASS"), (counts.fail, "FAIL"), (counts.na, "N/A"), (counts.cantTell, "CAN'T TELL"),
      (counts.untested, "UNTESTED"),
    ]
  }

  /// Compliance is never shown without coverage.
  package static func rates(_ counts: CellCounts) -> [PageItem] {
    [
      .rate("Compliance", counts.pass, of: counts.judged, "evaluated items pass"),
      .rate("Coverage", counts.judged, of: counts.applicable, "applicable items evaluated"),
    ]
  }

  package static func json(_ counts: CellCounts) -> JSONText {
    .object([
      ("pass", .int(counts.pass)), ("fail", .int(counts.fail)), ("na", .int(counts.na)),
      ("cant_tell", .int(counts.cantTell)), ("untested", .int(counts.untested)),
    ])
  }

  package static func counts(of rows: [Cell]) -> CellCounts {
    var counts = CellCounts()
    for row in rows {
      counts.add(row.outcome.map { row.state($0) })
    }
    return counts
  }

  /// The details of a cell besides its outcome, as phrases.
  func phrases(_ row: Cell) -> [String] {
    var words: [String] = []
    if !row.condition.isEmpty { words.append(row.condition) }
    if let severity = row.severity { words.append(severity.word) }
    if let value = row.value { words.append(value.text) }
    if let judged = row.judged, judged != row.outcome {
      words.append("by today's threshold: \(OutcomeWords.word(judged.rawValue))")
    }
    if !row.pattern.isEmpty { words.append("pattern \(row.pattern)") }
    words += row.doubtWords
    if !row.stale.isEmpty { words.append("stale (\(row.stale.map(\.rawValue).joined(separator: ", ")))") }
    if let waiver = row.waiver { words.append("waived until \(waiver.until)") }
    return words
  }

  /// A cell as a row of a page, under a name.
  package func row(_ cell: Cell, named name: String) -> PageRow {
    PageRow(
      outcome: cell.outcome?.rawValue ?? "untested", [name],
      words: phrases(cell), details: [("Note", cell.note ?? "")])
  }

  /// Why a result is stale, in sentences.
  package func staleSentences(_ row: Cell) -> [String] {
    row.stale.map { reason in
      switch reason {
      case .source: "the source file of the component has changed"
      case .build:
        "tested in \(row.build.isEmpty ? "an unspecified build" : "build \(row.build)"), not in the current build"
      case .check: "the text of the check has changed"
      case .registered: row.question ?? "the registered data of the component contradicts it"
      case .age: "tested \(counted(show.scope.people.days(since: row.time), "day")) ago"
      }
    }
  }

  /// The members of a row of `list cells`, and the waiver.
  package func json(_ row: Cell) throws -> [(String, JSONText)] {
    try columns.map { ($0.head.key, try $0.value(row, show.scope.machine).json) }
      + [("waiver", row.waiver.map { .object(Self.json($0)) } ?? .null)]
  }

  static func json(_ waiver: Waiver) -> [(String, JSONText)] {
    [
      ("reason", .string(waiver.reason)), ("approver", .string(waiver.approver)), ("until", .string(waiver.until)),
      ("condition", .string(orNull: waiver.condition)), ("note", .string(waiver.note)),
    ]
  }
}
