import Arguments
import AuditCatalog
import AuditModel
import AuditReports
package import AuditStore
package import Terminal
import TrackerAccess

/// The columns of bulk input.
package struct RowLayout {
  /// A kind of column; the raw value is its heading.
  package enum Column: String, CaseIterable {
    case outcome, check, component, condition, value, note, severity, tester, device, os, build, audit, at
  }

  /// Nil for ignored columns.
  let columns: [Column?]
  /// The columns with the result ids in output of `a11y list`; nil for other input.
  private let listed: (id: Int, severityFrom: Int)?
  /// Columns that were added to a list, which are ignored.
  package let added: [String]
  /// Whether the input has no header: outcome, check, component, condition, value, note.
  let isStandard: Bool
  /// The words of a team's own table.
  private let map: ColumnMap?

  static let names = Column.allCases.map(\.rawValue)

  static let standard = RowLayout(
    columns: [.outcome, .check, .component, .condition, .value, .note], isStandard: true)

  private init(
    columns: [Column?], isStandard: Bool, listed: (id: Int, severityFrom: Int)? = nil, added: [String] = [],
    _ map: ColumnMap? = nil
  ) {
    self.map = map
    self.columns = columns
    self.isStandard = isStandard
    self.listed = listed
    self.added = added
  }

  /// Whether it is a filled-in list of `a11y list cells`.
  package var isList: Bool { listed != nil }

  /// Columns of `a11y list cells` that describe the earlier result, not a new one.
  private static let ofResults: Set<String> = [
    "tester", "at", "build", "device", "os", "audit", "judged_outcome", "stale", "disputed", "evidence", "id",
    "pattern",
    "severity_from",
  ]
  private static let ofAnswers: [Column] = [.outcome, .check, .component, .condition, .value, .note, .severity]

  /// The name of a column in any case; any other text as it is.
  static func columnName(_ text: String) -> String {
    let name = text.lowercased()
    return Column(rawValue: name) == nil ? text : name
  }

  package init(header: [String]) throws(Problem) {
    if let id = header.firstIndex(of: "id"), let severityFrom = header.firstIndex(of: "severity_from") {
      let columns = header.map { name in Column(rawValue: name).flatMap { Self.ofAnswers.contains($0) ? $0 : nil } }
      for wanted in [Column.outcome, .check, .component, .condition] where !columns.contains(wanted) {
        throw Problem(.badInput, code: "column.missing", "line 1: missing column \(wanted.rawValue)")
      }
      let added = zip(header, columns).filter { $1 == nil && !Self.ofResults.contains($0) }.map(\.0)
      self.init(columns: columns, isStandard: false, listed: (id, severityFrom), added: added)
      return
    }
    var columns: [Column] = []
    for name in header {
      guard let column = Column(rawValue: name) else {
        throw Problem(
          .badInput, code: "column.unknown", "line 1: unknown column \(MessageText.quoted(name))",
          hints: Suggestion.hint(for: name, among: Self.names)
            + ["Use these columns: \(Self.names.joined(separator: ", "))."])
      }
      guard !columns.contains(column) else {
        throw Problem(.badInput, code: "column.twice", "line 1: duplicate column \(name)")
      }
      columns.append(column)
    }
    guard columns.contains(.component) else {
      throw Problem(.badInput, code: "column.missing", "line 1: missing column component")
    }
    self.init(columns: columns, isStandard: false)
  }

  /// The layout of a team's own table: headers that the map does not know are ignored.
  init(header: [String], _ map: ColumnMap) throws(Problem) {
    let columns = header.map { map.column(of: $0, among: Self.names).flatMap(Column.init(rawValue:)) }
    let headers = header.joined(separator: ", ")
    for wanted in [Column.outcome, .check, .component] where !columns.contains(wanted) {
      throw Problem(
        .badInput, code: "column.missing", "line 1: no header for column \(wanted.rawValue)",
        hints: ["Pass --map \"HEADER=\(wanted.rawValue)\" with one of: \(headers)."])
    }
    let known = columns.compactMap(\.self)
    guard Set(known).count == known.count else {
      throw Problem(.badInput, code: "column.twice", "line 1: two headers for one column")
    }
    self.init(columns: columns, isStandard: false, map)
  }

  /// The entry of a row; its tester, build, and the like are stored in `defaults`.
  package func entry(_ fields: [String], _ defaults: inout LogDefaults, _ writer: Writer) throws -> LogEntry {
    guard fields.count <= columns.count else {
      throw Refusal.invalid("\(counted(fields.count, "field")); expected at most \(columns.count)")
    }
    guard fields.count >= 3 || !isStandard else {
      throw Refusal.invalid("\(counted(fields.count, "field")); expected outcome, check, and component")
    }
    var entry = LogEntry()
    for case (let column?, let text) in zip(columns, fields) {
      switch column {
      case .outcome: entry.outcome = isStandard ? text : Self.outcome(map?.word(text) ?? text)
      case .check: entry.check = Catalog.checkID(spelled: text)
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

  /// The id of the result that a row of a list showed, and whether its severity was that of the check.
  func shown(_ fields: [String]) -> (id: String, isUsualSeverity: Bool) {
    func field(_ place: Int?) -> String { place.flatMap { fields.indices.contains($0) ? fields[$0] : nil } ?? "" }
    return (field(listed?.id), field(listed?.severityFrom) != "tester")
  }

  /// The outcome for a word in a table, in any case and with spaces and punctuation.
  private static func outcome(_ text: String) -> String {
    switch String(text.unicodeScalars.filter(\.properties.isAlphabetic)).lowercased() {
    case "pass", "passed": "pass"
    case "fail", "failed": "fail"
    case "na", "notapplicable": "na"
    case "canttell", "cannottell": "cant-tell"
    default: text
    }
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
        defaults.time = try Timestamp.read(text, localOffset: writer.reader.localOffset).timestamp.milliseconds
      } catch {
        throw Refusal.invalid("at: \(error.reason)")
      }
    default: break
    }
  }
}
