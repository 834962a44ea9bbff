import AuditCatalog
import AuditModel
import AuditReports
import AuditStore

/// Cells, findings and results as rows.
struct CellSheet {
  let kind: ListKind
  let form: RowForm
  /// What a finding says beyond its cell: the level of its check.
  var check: (String) throws -> Check? = { _ in nil }
  var evidence = EvidenceIndex.empty
  private var levels: [String: String?] = [:]
  /// The figures were told at once, and are not counted row by row.
  private var isCounted = false
  private(set) var counts = CellCounts()
  private(set) var rows = 0
  private(set) var stale = 0
  private(set) var waived = 0
  private(set) var ahead = 0
  private(set) var states: [FindingLife.State: Int] = [:]
  private(set) var expired = 0

  init(_ kind: ListKind, _ form: RowForm) {
    self.kind = kind
    self.form = form
  }

  var sheet: Sheet {
    Sheet(schema: kind.rawValue, title: title, columns: Self.columns(kind), emptyMessage: emptyMessage)
  }

  private var title: String {
    switch kind {
    case .results: "Results"
    case .findings: "Findings"
    default: "Cells"
    }
  }

  private var emptyMessage: String {
    switch kind {
    case .results: "No result matches."
    case .findings: "No open finding matches. What nobody tested is not counted as passed: a11y status."
    default: "No cell with a result matches. --all adds what is untested."
    }
  }

  private static func columns(_ kind: ListKind) -> [SheetColumn] {
    let isFindings = kind == .findings
    let common: [SheetColumn] = [
      SheetColumn("component", "Component", .identifier), SheetColumn("check", "Check", .identifier),
      SheetColumn("condition", "Condition", .identifier),
      SheetColumn("outcome", "Outcome", .outcome, isDefault: !isFindings),
      SheetColumn("severity", "Severity", .outcome), SheetColumn("value", "Value"),
      SheetColumn("judged_outcome", "Value today", .outcome), SheetColumn("note", "Note"),
      SheetColumn("tester", "Tester", isDefault: kind == .results),
      SheetColumn("at", "Seen", .number, isDefault: kind == .results),
      SheetColumn("build", "Build", isDefault: kind == .results), SheetColumn("device", "Device", isDefault: false),
      SheetColumn("os", "System", isDefault: false), SheetColumn("audit", "Audit", isDefault: false),
      SheetColumn("stale", "Stale"), SheetColumn("disputed", "Disputed"),
      SheetColumn("evidence", "Evidence", isDefault: false), SheetColumn("id", "Result", .identifier, isDefault: false),
      SheetColumn("pattern", "Pattern", .identifier, isDefault: isFindings),
      SheetColumn("severity_from", "Severity from", isDefault: false),
    ]
    return isFindings ? common + findingColumns : common
  }

  /// The values of one row, in the order of the columns.
  mutating func values(_ row: ResultRow) throws -> [SheetValue] {
    count(row)
    return common(row)
  }

  private func common(_ row: ResultRow) -> [SheetValue] {
    let judged = row.judged.map { SheetValue.outcome($0.rawValue) } ?? .null
    let isWorthSaying = !form.isForPeople || row.judged != row.outcome
    return [
      .text(row.component), .text(row.check), .text(row.condition), .outcome(row.outcome?.rawValue ?? "untested"),
      .severity(orNull: row.severity?.rawValue), form.value(row.value), isWorthSaying ? judged : .null,
      .text(orNull: row.note), form.text(row.tester), row.outcome == nil ? .null : form.time(row.time),
      form.text(row.build), form.text(row.device), form.text(row.os), form.text(row.audit),
      .list(row.stale.map(\.rawValue)), form.flag(row.isDisputed), evidence.value(ofResult: row.id, form),
      form.text(row.id), form.text(row.pattern),
      row.severity == nil ? .null : .text(row.isUsualSeverity ? "check" : "tester"),
    ]
  }

  /// The values of a finding.
  mutating func values(_ found: FindingRow) throws -> [SheetValue] {
    count(found.row)
    if !isCounted {
      states[found.finding.state, default: 0] += 1
      if found.finding.expired != nil { expired += 1 }
    }
    return common(found.row) + finding(found.finding, level: try level(of: found.row.check))
  }

  private mutating func level(of id: String) throws -> String? {
    if let known = levels[id] { return known }
    let level = try check(id).map { Catalog.levelLabel(for: $0) }
    levels[id] = .some(level)
    return level
  }

  mutating func take(_ figures: CellTable.Figures, rows: Int) {
    isCounted = true
    self.rows = rows
    (counts, states) = (figures.counts, figures.states)
    (stale, waived, ahead) = (figures.stale, figures.waived, figures.ahead)
    expired = kind == .findings ? figures.expired : 0
  }

  private mutating func count(_ row: ResultRow) {
    if isCounted { return }
    rows += 1
    counts.add(
      row.outcome.map { row.state($0) })
    if !row.stale.isEmpty { stale += 1 }
    if row.waiver != nil { waived += 1 }
    if row.outcome != nil, HybridTime(milliseconds: row.time).isAhead(of: form.now) { ahead += 1 }
  }

  /// Critical first, then the longest open, then by name.
  static func isWorse(_ left: ResultRow, _ right: ResultRow) -> Bool {
    let (one, other) = (Severity.place(left.severity), Severity.place(right.severity))
    if one != other { return one < other }
    if left.since != right.since { return left.since < right.since }
    return (left.component, left.check, left.condition) < (right.component, right.check, right.condition)
  }

  /// The rows in words, with their counts.
  var summary: [String] {
    let nouns = (kind.rawValue.dropLast(), kind.rawValue)
    let isFindings = kind == .findings
    // The report counts what is open and what is waived apart.
    let parted = isFindings && waived > 0 ? ", \(counts.fail - waived) open and \(waived) waived" : ""
    let total = counted(rows, String(nouns.0), nouns.1) + parted
    let parts: [(Int, String)] =
      isFindings
      ? [
        (counts.critical, "critical"), (counts.serious, "serious"), (counts.moderate, "moderate"),
        (counts.minor, "minor"),
      ]
      : [
        (counts.pass, "PASS"), (counts.fail, "FAIL"), (counts.na, "N/A"), (counts.cantTell, "CAN'T TELL"),
        (counts.untested, "UNTESTED"),
      ]
    let marks = [
      (stale, "stale"), (counts.disputed, "disputed"), (isFindings ? 0 : waived, "waived"),
      (ahead, "ahead of this machine's clock"),
    ]
    let words = (parts + marks + lives).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return [total + ": " + words.joined(separator: ", ") + "."]
  }
}
