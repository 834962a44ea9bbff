package import Audit
import Base
package import Store

/// Cells, findings and results, which have most of their columns in common.
package struct ResultTables {
  let reader: Reader
  let evidence: EvidenceIndex
  /// The folder that source files are named from; nil where it is not known.
  let root: String?

  package init(_ reader: Reader, _ evidence: EvidenceIndex, root: String? = nil) {
    (self.root, self.reader, self.evidence) = (root, reader, evidence)
  }

  /// The requested cells, and the number of cells logged for the audit outside its scope.
  package typealias Answer<Row> = (table: Table<Row>, outside: Int)

  /// - Parameters:
  ///   - audit: only its results; nil for the tracker.
  ///   - isWhole: also untested cells in the scope.
  ///   - isToFillIn: with what a person needs who has nothing but the list.
  ///   - saysFollowed: with what those say who are followed, where that is something else: a file is a baseline to compare with.
  package func cells(
    _ query: Filter, of audit: AuditRound?, _ reach: CellReach, isWhole: Bool, isToFillIn: Bool = false,
    saysFollowed: Bool = false
  ) throws -> Answer<Cell> {
    var more = isToFillIn ? try instructions() : []
    let found =
      try audit.map { try reader.cellTable(query, of: $0) } ?? reader.cellTable(query, isWhole ? .plan : reach)
    if saysFollowed {
      try found.sayFollowed()
      more.append(Column("followed", "By followed people") { $0.followed }.extra)
    }
    guard isWhole else {
      let rows = TableRows(count: found.count, at: found.row(at:))
      let hint = " Use --all to include untested items."
      return (
        cells(rows, query, hint, more) { Self.summary(("item", "items"), found.count, found.figures) }, found.outside
      )
    }
    let whole = try found.whole()
    let rows = TableRows(count: whole.count, at: whole.row(at:))
    return (cells(rows, query, "", more) { Self.summary(("item", "items"), whole.count, whole.figures) }, found.outside)
  }

  package func results(_ query: Filter) -> Table<Cell> {
    var figures = CellTable.Figures()
    var count = 0
    let rows = TableRows<Cell> { [reader] emit in
      try reader.results(query) { facts, row in
        figures.add(facts, now: reader.now)
        count += 1
        try emit(row)
      }
    }
    return Table(
      "results", title: "Results", columns: Self.columns(evidence, isResults: true), rows: rows,
      empty: "No matching results." + Self.hint(query), summary: Self.summary(("result", "results"), count, figures)
    ).inLine(
      "component", "check", "outcome", "severity", "condition", "value", "judged_outcome", "note", "tester", "at",
      "build",
      "disputed", "stale")
  }

  /// - Parameter choice: failing cells, or also cells that failed before.
  package func findings(
    _ query: Filter, of audit: AuditRound?, _ reach: CellReach, _ choice: FindingChoice
  ) throws -> Answer<Finding> {
    let found = try reader.findingTable(query, of: audit, choice, reach)
    let source = try reader.findingSource()
    let rows = TableRows<Finding>(count: found.count) { try source.finding(at: $0, in: found) }
    return (findings(rows, query, source) { Self.summary(nil, found.count, found.figures) }, found.outside)
  }

  // MARK: Tables

  private func cells(
    _ rows: TableRows<Cell>, _ query: Filter, _ hint: String, _ more: [Column<Cell>],
    _ summary: @escaping () -> [String]
  ) -> Table<Cell> {
    Table(
      "cells", title: "Items", columns: Self.columns(evidence) + more, rows: rows,
      empty: "No matching items\(hint.isEmpty ? "" : " with results").\(hint)" + Self.hint(query),
      summary: summary()
    ).inLine(
      "component", "check", "outcome", "severity", "condition", "value", "judged_outcome", "note", "disputed", "stale")
  }

  private func findings(
    _ rows: TableRows<Finding>, _ query: Filter, _ source: FindingSource, _ summary: @escaping () -> [String]
  ) -> Table<Finding> {
    var table = Table(
      "findings", title: "Findings",
      columns: Self.columns(evidence, isFindings: true).map { $0.of { found, tell in try tell(found.cell) } }
        + findingColumns(source),
      rows: rows,
      empty: "No matching open findings. Untested items do not count as passed (see \"a11y status\")."
        + Self.hint(query),
      summary: summary())
    table.lineColumns = findingLine
    return table
  }

  /// A hint for a person who searched for something else with a bare word.
  private static func hint(_ query: Filter) -> String {
    guard !query.terms(on: [.text]).isEmpty else { return "" }
    return
      " Words without a colon are searched in names, titles, screens, criteria, severities, notes, and tickets. Use status:fail for an outcome."
  }

  /// The number of rows, with their counts.
  ///
  /// - Parameter noun: singular and plural; nil for findings.
  private static func summary(_ noun: (String, String)?, _ rows: Int, _ figures: CellTable.Figures) -> [String] {
    let counts = figures.counts
    guard let noun else {
      // The report counts open and waived findings separately.
      let parted =
        figures.waived > 0
        ? ", \(counted(counts.fail - figures.waived)) open and \(counted(figures.waived)) waived" : ""
      // What is open is counted by its severity.
      let lives = FindingLife.State.allCases.filter { $0 != .open }.map { (figures.states[$0] ?? 0, $0.rawValue) }
      return sentence(
        counted(rows, "finding") + parted,
        counts.severities.map { ($0.count, $0.word) }
          + [
            (figures.stale, "stale"), (counts.disputed, "disputed"), (counts.contradicted, "contradicted"),
            ahead(figures),
          ] + lives + [(figures.expired, "with an expired waiver")])
    }
    return sentence(
      counted(rows, noun.0, noun.1),
      counts.states.map { ($0.count, $0.word) } + [
        (figures.stale, "stale"), (counts.disputed, "disputed"), (counts.contradicted, "contradicted"),
        (figures.waived, "waived"), ahead(figures),
      ])
  }

  private static func ahead(_ figures: CellTable.Figures) -> (Int, String) {
    (figures.ahead, "with a future timestamp")
  }

  private static func sentence(_ total: String, _ parts: [(Int, String)]) -> [String] {
    [total + ": " + counted(parts) + "."]
  }
}

extension Cell {
  /// Critical first, then the longest open, then by name.
  package static func isWorse(_ left: Cell, _ right: Cell) -> Bool {
    let (one, other) = (Severity.place(left.severity), Severity.place(right.severity))
    if one != other { return one < other }
    if left.since != right.since { return left.since < right.since }
    return (left.component, left.check, left.condition) < (right.component, right.check, right.condition)
  }
}

extension ResultTables {
  /// The columns that all of them have.
  static func columns(
    _ evidence: EvidenceIndex, isResults: Bool = false, isFindings: Bool = false
  ) -> [Column<Cell>] {
    [
      Column("component", "Component", .identifier) { $0.component },
      Column("check", "Check", .identifier) { $0.check },
      Column("condition", "Condition", .identifier) { $0.seenUnder },
      Column("outcome", "Outcome", .outcome) { SheetValue.outcome($0.outcome) }.extra(isFindings),
      Column("severity", "Severity", .outcome) { $0.severity },
      .told("value", "Value") { row, form in form.value(row.value) },
      .told("judged_outcome", "By value", .outcome) { row, form in
        guard let judged = row.judged, !form.isForPeople || judged != row.outcome else { return .null }
        return .outcome(judged.rawValue)
      }, Column("note", "Note") { $0.note },
      .told("tester", "Tester") { row, form in
        let name = form.isForPeople ? TesterWords.name(row) : row.tester
        return name.isEmpty ? .null : .text(name)
      }.extra(!isResults),
      .time("at", "Tested") { $0.outcome == nil ? nil : $0.time }.extra(!isResults),
      Column("build", "Build") { $0.build.filled }.extra(!isResults),
      Column("device", "Device") { $0.device.filled }.extra, Column("os", "System") { $0.os.filled }.extra,
      Column("audit", "Audit") { $0.audit.filled }.extra, Column("stale", "Stale") { $0.stale.map(\.rawValue) },
      .mark("disputed", "Disputed") { $0.isDisputed },
      .told("evidence", "Evidence") { row, form in evidence.value(of: row, isFinding: isFindings, form) }.extra,
      Column("id", "Result", .identifier) { $0.id.filled }.extra,
      Column("pattern", "Pattern", .identifier) { $0.pattern.filled }.extra(!isFindings),
      Column("severity_from", "Severity from") { row in
        row.severity == nil ? nil : row.isUsualSeverity ? "check" : row.triage == nil ? "tester" : "finding"
      }.extra, Column("on", "On") { $0.on ?? [] }.extra(!isFindings),
    ]
  }

  /// The columns of a finding beyond its cell. Text output shows only the unusual ones: a finding is normally open
  /// once.
  func findingColumns(_ source: FindingSource) -> [Column<Finding>] {
    let check = checks()
    return [
      Column("problem", "Problem") { ($0.pattern?.problem ?? "").filled }.extra,
      Column("affects", "Affects") { try check($0.check)?.affects }.extra,
      Column("remedy", "Remedy") { try ($0.pattern?.remedy ?? "").filled ?? check($0.check)?.remedy }.inMarkdown,
      .day("since", "Since", \.life.since).extra,
      .told("days_open", "Days open", .number) { finding, form in .integer(finding.life.days(at: form.now)) },
      Column("owner", "Owner") { $0.owner.filled }, Column("screens", "Screens") { $0.screens }.extra,
      Column("waived_until", "Waived until", .number) { $0.waiver?.until },
      Column("level", "Level") { try check($0.check).map(Catalog.levelLabel) }.extra,
      Column("title", "Title") { try check($0.check)?.title }.extra,
      Column("fails", "Failure") { try check($0.check)?.failure }.inMarkdown,
      .told("state", "Status", .outcome) { finding, form in
        form.isForPeople && finding.state == .open ? .null : .text(finding.state.rawValue)
      }, .day("fixed", "Fixed", \.life.fixed),
      .told("returns", "Regressed", .number) { finding, form in
        form.isForPeople && finding.life.returns == 0 ? .null : .integer(finding.life.returns)
      }, .day("first_failed", "First failed", \.life.first).extra,
      .told("days_open_all", "Total days open", .number) { finding, form in
        .integer(finding.life.daysInAll(at: form.now))
      }.extra, Column("tickets", "Tickets") { SheetValue.links($0.links) },
      .told("ticket_state", "Ticket state") { finding, form in
        guard let state = finding.ticketState, !form.isForPeople || state == .closed else { return .null }
        return .text(state.rawValue)
      },
      Column("ticket_links", "Ticket links") { $0.links.map { $0.address ?? "" } }.extra,
      Column("waiver_expired", "Waiver expired", .number) { $0.expired?.until },
      Column("triage", "Triage") { $0.cell.triage?.words },
      Column("remark", "Remark") { $0.remark.filled },
      Column("notes", "Notes", .number) { $0.notes.count }.extra,
      Column("criteria", "Criteria") { $0.criteria }.inMarkdown,
      Column("required", "Required") { try source.required($0) }.extra,
      Column("questions", "Questions") { try source.openWork($0).questions.map(\.key) }.extra,
      Column("tasks", "Tasks") { try source.openWork($0).tasks.map(\.key) }.extra,
      Column("conflicts", "Source conflicts") { try check($0.check)?.conflicts ?? [] }.extra,
      Column("finding", "ID", .identifier) { $0.findingID }.kept,
    ]
  }

  /// A finding on one line: how severe, its ID, where, what is wrong, who repairs it, since when, and in which file.
  var findingLine: [Column<Finding>] {
    let check = checks()
    let root = self.root
    return [
      Column("severity", "Severity", .outcome) { $0.severity }, Column("finding", "ID", .identifier) { $0.findingID },
      Column("component", "Component", .place) { $0.component }.leading,
      Column("condition", "Condition", .identifier) { $0.condition },
      Column("problem", "Problem") { try $0.problemWords(check($0.check)) }.leading,
      Column("owner", "Owner") { $0.owner }.uncut.spare,
      .told("age", "Age", .number) { finding, form in .text("\(finding.life.days(at: form.now))d") }.spare,
      Column("tickets", "Tickets") { SheetValue.links($0.links) }.spare,
      Column("source", "Source") { $0.line(in: root) }.uncut.spare,
    ]
  }

  /// The checks, each read once.
  private func checks() -> (String) throws -> Check? { readOnce { [reader] in try reader.check($0)?.check } }

  /// What a person needs who fills in the items without the program: where each is, what to do, and what should happen.
  private func instructions() throws -> [Column<Cell>] {
    let check = checks()
    var steps: [DeviceFamily?: (String) throws -> String?] = [:]
    let components = Dictionary(firstOf: try reader.components().map { (ExactText($0.key), $0) })
    return [
      Column("component_title", "Component title") { components[ExactText($0.component)]?.title ?? "" },
      Column("screens", "Screens") { components[ExactText($0.component)]?.screens ?? [] },
      Column("check_title", "Check title") { try check($0.check)?.title },
      Column("steps", "Steps") { row in
        let family = DeviceFamily.of(device: row.device, condition: row.condition, platforms: [])
        return try steps.value(family) { readOnce { try check($0)?.how(on: family) } }(row.check)
      }, Column("expected", "Expected") { try check($0.check)?.expected },
    ].map(\.extra)
  }
}

extension Finding {
  /// What is wrong: first what sets the finding apart from others, then its value and the note of its tester, without which
  /// it is what its check says of a fail.
  fileprivate func problemWords(_ check: Check?) -> String {
    let note = SourceLocation.withoutLine(cell.note ?? "").filled
    var apart = state == .open ? [] : [state.rawValue]
    if cell.waiver != nil { apart.append("waived") }
    if cell.expired != nil { apart.append("waiver expired") }
    if let word = cell.disagreement { apart.append(word) }
    if !cell.stale.isEmpty { apart.append("stale") }
    if ticketState == .closed { apart.append("ticket closed") }
    let words = [
      cell.value?.text, note ?? check?.failure ?? cell.check, OnWords.phrase(cell.on),
      remark.filled.map { "remark: \($0)" },
    ].compactMap { $0 }.joined(separator: ", ")
    return apart.isEmpty ? words : apart.joined(separator: ", ") + ": " + words
  }

  /// The file of its component, without folders, at the line in its note; blank where no file is named.
  ///
  /// - Parameter root: the folder that files are named from.
  fileprivate func line(in root: String?) -> SheetValue {
    guard !source.isEmpty else { return .null }
    var place = SourceLocation(source: source).narrowed(by: cell.note ?? "")
    let isAbsolute = place.file.utf8.first == UInt8(ascii: "/")
    let path = isAbsolute ? place.file : root.map { "\($0)/\(place.file)" }
    place.file = place.file.split(separator: "/").last.map(String.init) ?? place.file
    // One long name would take the room of all notes.
    let widest = 30
    let text = place.text
    return .file(text.count > widest ? "…" + text.suffix(widest - 1) : text, at: path)
  }
}
