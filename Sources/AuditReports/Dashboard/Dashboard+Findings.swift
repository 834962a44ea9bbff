import AuditModel

extension Dashboard {
  /// Failing items by severity, then waived ones.
  var findings: HTMLText {
    let total = report.findings.count
    guard total > 0 else { return "<p>No failing items among those evaluated.</p>\n" }
    let rows: HTMLText = report.findings.rows.map(row).joined()
    let states = ["1", "2", "3", "4", "w"].filter { state in report.findings.rows.contains { Self.state($0) == state } }
    let tools = Tools(
      list: "findings", noun: "findings", total: total,
      boxes: ("Severity", states.map { ($0, Self.word(of: $0)) }),
      orders: [("", "Severity"), ("d", "Newest first"), ("-d", "Longest open first"), ("n", "Component")])
    return """
      \(tools.html)<ol class="findings" id="findings-rows">
      \(rows)</ol>

      """
  }

  private static func state(_ row: ReportFinding) -> String {
    row.finding.waiver != nil ? "w" : String(row.finding.severity?.rawValue ?? 0)
  }

  private static func word(of state: String) -> String {
    if state == "w" { return "waived" }
    return SeverityWords.word(Int(state).flatMap(Severity.init(rawValue:)))
  }

  /// As few bytes as possible, without optional tags: there may be a thousand findings.
  private func row(_ row: ReportFinding) -> HTMLText {
    let finding = row.finding
    let state = Self.state(row)
    let condition: HTMLText = finding.condition.isEmpty ? "" : " under \(HTMLText.brief(finding.condition))"
    let notes: HTMLText =
      ([row.note, finding.remark].filter { !$0.isEmpty }.map { "<p class=note>\(HTMLText.brief($0))" }
      + (finding.pattern.map { [Self.remedy($0)] } ?? []) + finding.notes.map(Self.remark)).joined()
    return """
      <li data-s=\(state) data-d=\(row.daysOpen)><p class="word s\(state)">\(Self.word(of: state))<div>\
      <p><b>\(HTMLText.brief(report.title(of: finding.check)))</b> <code>\(finding.check)</code>\
      <p>\(Self.name(finding.component))\(condition)<p class=facts>\(facts(row))\(notes)</div>

      """
  }

  private static func remedy(_ pattern: FindingPattern) -> HTMLText {
    let remedy: HTMLText = pattern.remedy.isEmpty ? "" : " Remedy: \(HTMLText.brief(pattern.remedy))"
    let problem: HTMLText = pattern.problem.isEmpty ? "" : " \(HTMLText.brief(pattern.problem))"
    return "<p class=note>Pattern \(HTMLText.brief(pattern.title)).\(problem)\(remedy)"
  }

  private static func remark(_ note: FindingNote) -> HTMLText {
    let by: HTMLText = note.by.isEmpty ? "" : ", \(HTMLText.brief(note.by))"
    return "<p class=note>\(Report.day(note.time))\(by): \(HTMLText.brief(note.text))"
  }

  private func facts(_ row: ReportFinding) -> HTMLText {
    let finding = row.finding
    var facts: [HTMLText] = ["open \(counted(row.daysOpen, "day")), since \(Report.day(finding.life.since))"]
    if row.seen != finding.life.since { facts.append("tested \(Report.day(row.seen))") }
    if !row.value.isEmpty { facts.append("measured \(HTMLText.brief(row.value))") }
    if !row.build.isEmpty { facts.append("build \(HTMLText.brief(row.build))") }
    if !row.tester.isEmpty { facts.append("by \(HTMLText.brief(row.tester))") }
    if !finding.owner.isEmpty { facts.append("owner \(HTMLText.brief(finding.owner))") }
    if !finding.screens.isEmpty { facts.append("on \(Self.list(finding.screens))") }
    facts += finding.tickets.map(Self.ticket)
    if finding.waiver != nil, let severity = finding.severity { facts.append("\(severity.word)") }
    if let waiver = finding.waiver {
      let note: HTMLText = waiver.note.isEmpty ? "" : ": \(HTMLText.brief(waiver.note))"
      facts.append(
        "waived until \(waiver.until) by \(HTMLText.brief(waiver.approver)), \(HTMLText.brief(waiver.reason))\(note)")
    }
    facts += row.lifePhrases.map { "\($0)" }
    return facts.joined(separator: "; ")
  }

  /// A link for a web address, else plain text.
  private static func ticket(_ text: String) -> HTMLText {
    guard let link = Ticket.link(text) else { return "ticket \(HTMLText.people(text))" }
    return "<a href=\"\(link)\" rel=\"noreferrer\">\(HTMLText.people(text))</a>"
  }

  // MARK: Fixes

  /// The effect of each fix, largest first.
  var fixes: HTMLText {
    guard !report.fixes.isEmpty else { return "" }
    let rows: HTMLText = report.fixes.map { row -> HTMLText in
      """
      <tr><th scope="row">\(HTMLText.people(row.fix.remedy.isEmpty ? row.what : "\(row.what): \(row.fix.remedy)"))</th><td class="n">\(row.fix.findings)</td>\
      <td class="n">\(row.fix.screens.count)</td><td class="n">\(row.fix.criteria.count)</td>\
      <td class="n">\(row.fix.components.count)</td></tr>

      """
    }.joined()
    let table: HTMLText = """
      <table>
      <caption>Fixes by impact; a finding can appear in several rows</caption>
      <thead><tr><th scope="col">Fix</th><th scope="col" class="n">Findings</th>\
      <th scope="col" class="n">Screens</th><th scope="col" class="n">Criteria</th>\
      <th scope="col" class="n">Components</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>

      """
    return Self.window("Highest-impact fixes", table)
  }
}
