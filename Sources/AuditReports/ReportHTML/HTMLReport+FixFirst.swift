import AuditFigures
import AuditModel
import AuditStore

extension HTMLReport {
  private static let mostShown = 3

  /// The fixes, each counting what those before it leave: the first three are shown, the next three named.
  var fixSteps: [FixPlan.Step] { findings.plan.steps }

  private var open: [PageFinding] { findings.open }

  /// The blockers that the shown fixes remove.
  var removedBlockers: Int {
    let open = self.open
    return fixSteps.prefix(Self.mostShown).reduce(0) { $0 + $1.places.count { open[$0].blocker != nil } }
  }

  var fixFirst: Part {
    let (steps, open) = (fixSteps, self.open)
    let shown = steps.prefix(Self.mostShown)
    let removed = Set(shown.flatMap(\.places))
    let heading: HTMLText = shown.count == 1 ? "Fix first" : "The \(shown.count) fixes to make first"
    guard !shown.isEmpty else { return Part("fix", "Fix first", heading, "") }
    let left = open.indices.filter { open[$0].blocker != nil && !removed.contains($0) }.map { open[$0] }
    let blockers = open.count { $0.blocker != nil }
    let gone = blockers - left.count
    let links: HTMLText = left.prefix(6).map(Self.link).joined(separator: ", ")
    let more: HTMLText = left.count > 6 ? ", and \(left.count - 6) more" : ""
    let rest: HTMLText = left.isEmpty ? "" : " Still blocking: \(links)\(more)."
    let cards: HTMLText = shown.map { card($0, open) }.joined()
    let next: HTMLText = steps.dropFirst(Self.mostShown).map { "\(title($0, open)) (\($0.places.count))" }
      .joined(separator: "; ")
    return Part(
      "fix", "Fix first", heading,
      """
      <p class="lead">Together they remove \(blockers > 0 ? "\(gone) of \(counted(blockers, "blocker")) and " : "")\
      \(removed.count) of \(counted(open.count, "finding")). No finding is counted twice.\(rest)</p>
      <ol class="fix">
      \(cards)</ol>
      \(Self.when(!next.text.isEmpty, "<p class=\"s sub\">After these: \(next).</p>\n"))
      """)
  }

  private func title(_ step: FixPlan.Step, _ open: [PageFinding]) -> HTMLText {
    switch step.change {
    case .component(let name): "all of \(HTMLText.brief(name))"
    case .check(let check, let kind):
      "“\(HTMLText.brief(report.title(of: check)))” in \(counted(step.places.count, kind.isEmpty ? "place" : "component of kind \(kind)", kind.isEmpty ? "places" : "components of kind \(kind)"))"
    }
  }

  private func card(_ step: FixPlan.Step, _ open: [PageFinding]) -> HTMLText {
    let removed = step.places.map { open[$0] }
    let blockers = removed.count { $0.blocker != nil }
    let serious = removed.count { $0.severity.map { $0 <= .serious } ?? false }
    let heading: HTMLText
    var checks: [String] = []
    switch step.change {
    case .check(let check, let kind):
      let of: HTMLText = kind.isEmpty ? "" : " of kind \(HTMLText.brief(kind))"
      let number = Set(removed.map(\.component)).count
      heading = "\(HTMLText.brief(report.title(of: check))): \(counted(number, "component"))\(of)"
      checks = [check]
    case .component(let name):
      heading = "Everything that fails in \(HTMLText.brief(name))"
      for finding in removed where !checks.contains(finding.row.finding.check) {
        checks.append(finding.row.finding.check)
      }
    }
    let remedies = checks.compactMap { report.checks[$0]?.remedy }.prefix(2).map(Self.coded)
    let remedy: HTMLText = Self.when(!remedies.isEmpty, "<p>\(remedies.joined(separator: " "))</p>\n")
    var owners: [String: Int] = [:]
    for finding in removed { owners[finding.row.finding.owner, default: 0] += 1 }
    let names: HTMLText = owners.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { owner, count in
      "\(owner.isEmpty ? "no owner" : HTMLText.brief(owner)) (\(count))"
    }.joined(separator: ", ")
    let links: HTMLText = removed.prefix(30).map { "<a href=\"#\($0.anchor)\">F\($0.number)</a>" }.joined(
      separator: ", ")
    let gain = blockers > 0 ? "\(counted(blockers, "blocker")) and " : ""
    return """
      <li class="card"><h3>\(heading)</h3><p class="gain">Removes \(gain)\(counted(removed.count, "finding"))\
      \(serious > 0 ? ", \(serious) of them serious or worse" : "")</p>
      \(remedy)<p class="s">Owners: \(names)</p><p class="s">Findings: \(links)\
      \(removed.count > 30 ? ", and \(removed.count - 30) more" : "")</p></li>

      """
  }
}
