import AuditModel

extension Dashboard {
  /// What fails, worst first, and what a waiver covers behind it.
  var findings: HTMLText {
    let total = report.findings.count
    guard total > 0 else { return "<p>Nothing fails in what was judged.</p>\n" }
    let rows: HTMLText = report.findings.map(row).joined()
    let states = ["1", "2", "3", "4", "0", "w"].filter { state in report.findings.contains { Self.state($0) == state } }
    let tools = Tools(
      list: "findings", noun: "findings", total: total,
      boxes: ("Severity", states.map { ($0, Self.word(of: $0)) }),
      orders: [("", "Worst first"), ("d", "Newest first"), ("-d", "Longest open first"), ("n", "Component")])
    return """
      \(tools.html)<ol class="findings" id="findings-rows">
      \(rows)</ol>

      """
  }

  private static func state(_ finding: ReportFinding) -> String {
    finding.waiver != nil ? "w" : String(finding.severity?.rawValue ?? 0)
  }

  private static func word(of state: String) -> String {
    if state == "w" { return "waived" }
    return SeverityWords.word(orUnrated: Int(state).flatMap { $0 == 0 ? nil : $0 })
  }

  /// As few bytes as it takes, without the tags that HTML lets out: there may be a thousand of them.
  private func row(_ finding: ReportFinding) -> HTMLText {
    let state = Self.state(finding)
    let condition: HTMLText = finding.condition.isEmpty ? "" : " under \(HTMLText.people(finding.condition))"
    let note: HTMLText = finding.note.isEmpty ? "" : "<p class=note>\(HTMLText.people(finding.note))"
    return """
      <li data-s=\(state) data-d=\(finding.daysOpen)><p class="word s\(state)">\(Self.word(of: state))<div>\
      <p><b>\(HTMLText.people(report.title(of: finding.check)))</b> <code>\(finding.check)</code>\
      <p>\(Self.name(finding.component))\(condition)<p class=facts>\(facts(finding))\(note)</div>

      """
  }

  private func facts(_ finding: ReportFinding) -> HTMLText {
    var facts: [HTMLText] = ["open for \(counted(finding.daysOpen, "day")), since \(Report.day(finding.since))"]
    if finding.seen != finding.since { facts.append("seen \(Report.day(finding.seen))") }
    if !finding.value.isEmpty { facts.append("measured \(HTMLText.people(finding.value))") }
    if !finding.build.isEmpty { facts.append("build \(HTMLText.people(finding.build))") }
    if !finding.tester.isEmpty { facts.append("by \(HTMLText.people(finding.tester))") }
    if !finding.owner.isEmpty { facts.append("owner \(HTMLText.people(finding.owner))") }
    if !finding.screens.isEmpty { facts.append("on \(Self.list(finding.screens))") }
    if finding.waiver != nil, let severity = finding.severity { facts.append("\(severity.word)") }
    if let waiver = finding.waiver {
      let note: HTMLText = waiver.note.isEmpty ? "" : ": \(HTMLText.people(waiver.note))"
      facts.append(
        "waived until \(waiver.until) by \(HTMLText.people(waiver.approver)), \(HTMLText.people(waiver.reason))\(note)")
    }
    if finding.isDisputed { facts.append("disputed") }
    if !finding.stale.isEmpty { facts.append("stale (\(finding.stale.map(\.rawValue).joined(separator: ", ")))") }
    return facts.joined(separator: "; ")
  }
}
