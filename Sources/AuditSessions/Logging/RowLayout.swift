import Arguments
import AuditModel
import AuditReports
package import AuditStore
package import Terminal

/// Which column of the input says what.
package struct RowLayout {
  /// What a column may hold; the raw value is its heading.
  package enum Column: String, CaseIterable {
    case outcome, check, component, condition, value, note, severity, tester, device, os, build, audit, at
  }

  let columns: [Column]
  /// Whether there was no header: outcome, check, component, condition, value, note.
  let isStandard: Bool

  static let standard = RowLayout(
    columns: [.outcome, .check, .component, .condition, .value, .note], isStandard: true)

  private init(columns: [Column], isStandard: Bool) {
    self.columns = columns
    self.isStandard = isStandard
  }

  package init(header: [String]) throws(Problem) {
    var columns: [Column] = []
    for name in header {
      guard let column = Column(rawValue: name) else {
        throw Problem(
          .badInput, code: "column.unknown", "line 1: there is no column \(MessageText.quoted(name))",
          hints: Suggestion.hint(for: name, among: Column.allCases.map(\.rawValue))
            + ["Columns are \(Column.allCases.map(\.rawValue).joined(separator: ", "))."])
      }
      guard !columns.contains(column) else {
        throw Problem(.badInput, code: "column.twice", "line 1: the column \(name) is named twice")
      }
      columns.append(column)
    }
    guard columns.contains(.component) else {
      throw Problem(.badInput, code: "column.missing", "line 1: there is no column component")
    }
    self.init(columns: columns, isStandard: false)
  }

  /// What a row says; what it says of tester, build and the like goes into `defaults`.
  package func entry(_ fields: [String], _ defaults: inout LogDefaults, _ writer: Writer) throws -> LogEntry {
    guard fields.count <= columns.count else {
      throw Refusal.invalid("\(counted(fields.count, "field")); at most \(columns.count) are wanted")
    }
    guard fields.count >= 3 || !isStandard else {
      throw Refusal.invalid("\(counted(fields.count, "field")); outcome, check and component are wanted")
    }
    var entry = LogEntry()
    for (column, text) in zip(columns, fields) {
      switch column {
      case .outcome: entry.outcome = text
      case .check: entry.check = text
      case .component: entry.component = text
      case .condition: entry.condition = text
      case .value: entry.value = text
      case .note: entry.note = text
      case .severity: entry.severity = text
      default: if !text.isEmpty { try apply(column, text, &defaults, writer) }
      }
    }
    return entry
  }

  private func apply(_ column: Column, _ text: String, _ defaults: inout LogDefaults, _ writer: Writer) throws {
    try Problem.named { () throws(NameProblem) in try Names.checkLine(text, of: column.rawValue) }
    switch column {
    case .tester: defaults.tester = text
    case .device: defaults.device = text
    case .os: defaults.os = text
    case .build: defaults.build = text
    case .audit: defaults.audit = try LogDefaults.open(text, writer.reader).name
    case .at:
      do throws(TimestampError) {
        defaults.time = try Timestamp.read(text, localOffset: { _ in 0 }).timestamp.milliseconds
      } catch {
        throw Refusal.invalid("at: \(error.reason)")
      }
    default: break
    }
  }
}
