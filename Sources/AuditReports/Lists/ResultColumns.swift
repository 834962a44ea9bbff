import AuditCatalog
import AuditModel
import AuditStore
import Measuring

extension ResultTables {
  /// The columns that all of them have.
  static func columns(
    _ evidence: EvidenceIndex, isResults: Bool = false, isFindings: Bool = false
  ) -> [Column<Cell>] {
    [
      Column("component", "Component", .identifier) { $0.component },
      Column("check", "Check", .identifier) { $0.check },
      Column("condition", "Condition", .identifier) { $0.condition },
      Column("outcome", "Outcome", .outcome) { SheetValue.outcome($0.outcome) }.extra(isFindings),
      Column("severity", "Severity", .outcome) { $0.severity },
      .told("value", "Value") { row, form in form.value(row.value) },
      .told("judged_outcome", "By value", .outcome) { row, form in
        guard let judged = row.judged, !form.isForPeople || judged != row.outcome else { return .null }
        return .outcome(judged.rawValue)
      }, Column("note", "Note") { $0.note }, Column("tester", "Tester") { $0.tester.filled }.extra(!isResults),
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
      }.extra,
    ]
  }

  /// The columns of a finding beyond its cell. Text output shows only the unusual ones: a finding is normally open
  /// once.
  var findingColumns: [Column<Finding>] {
    let check = checks()
    return [
      Column("problem", "Problem") { ($0.pattern?.problem ?? "").filled }.extra,
      Column("affects", "Affects") { try check($0)?.affects }.extra,
      Column("remedy", "Remedy") { try ($0.pattern?.remedy ?? "").filled ?? check($0)?.remedy }.inMarkdown,
      .day("since", "Since", \.life.since).extra,
      .told("days_open", "Days open", .number) { finding, form in .integer(finding.life.days(at: form.now)) },
      Column("owner", "Owner") { $0.owner.filled }, Column("screens", "Screens") { $0.screens }.extra,
      Column("waived_until", "Waived until", .number) { $0.waiver?.until },
      Column("level", "Level") { try check($0).map(Catalog.levelLabel) }.extra,
      Column("title", "Title") { try check($0)?.title }.extra,
      Column("fails", "Failure") { try check($0)?.failure }.inMarkdown,
      .told("state", "Status", .outcome) { finding, form in
        form.isForPeople && finding.state == .open ? .null : .text(finding.state.rawValue)
      }, .day("fixed", "Fixed", \.life.fixed),
      .told("returns", "Regressed", .number) { finding, form in
        form.isForPeople && finding.life.returns == 0 ? .null : .integer(finding.life.returns)
      }, .day("first_failed", "First failed", \.life.first).extra,
      .told("days_open_all", "Total days open", .number) { finding, form in
        .integer(finding.life.daysInAll(at: form.now))
      }.extra, Column("tickets", "Tickets") { $0.tickets },
      .told("ticket_state", "Ticket state") { finding, form in
        guard let state = finding.ticketState, !form.isForPeople || state == .closed else { return .null }
        return .text(state.rawValue)
      },
      Column("waiver_expired", "Waiver expired", .number) { $0.expired?.until },
      Column("triage", "Triage") { $0.cell.triage?.words },
      Column("remark", "Remark") { $0.remark.filled }.extra,
      Column("notes", "Notes", .number) { $0.notes.count }.extra,
      Column("criteria", "Criteria") { $0.criteria }.inMarkdown,
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
      Column("problem", "Problem") { try $0.problemWords(check($0)) }.leading,
      Column("owner", "Owner") { $0.owner }.uncut.spare,
      .told("age", "Age", .number) { finding, form in .text("\(finding.life.days(at: form.now))d") }.spare,
      Column("tickets", "Tickets") { $0.tickets }.spare, Column("source", "Source") { $0.line(in: root) }.uncut.spare,
    ]
  }

  /// The checks of findings, each read once.
  private func checks() -> (Finding) throws -> Check? {
    var known: [String: Check?] = [:]
    return { [reader] finding in
      if let check = known[finding.check] { return check }
      let check = try reader.check(finding.check)?.check
      known[finding.check] = .some(check)
      return check
    }
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
    if isUnsettled { apart.append("disputed") }
    if !cell.stale.isEmpty { apart.append("stale") }
    if ticketState == .closed { apart.append("ticket closed") }
    let words = [cell.value?.text, note ?? check?.failure ?? cell.check].compactMap { $0 }.joined(separator: ", ")
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
