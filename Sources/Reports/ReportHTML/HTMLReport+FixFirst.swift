import Audit
import Base
import Store

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
    let links: HTMLText = left.prefix(6).map(link).joined(separator: ", ")
    let more: HTMLText = left.count > 6 ? ", and \(left.count - 6) more" : ""
    let rest: HTMLText = left.isEmpty ? "" : " Still blocking: \(links)\(more)."
    let cards: HTMLText = shown.map { card($0, open) }.joined()
    let next: HTMLText = steps.dropFirst(Self.mostShown).map { "\(title($0)) (\($0.places.count))" }
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

  func title(_ step: FixPlan.Step) -> HTMLText {
    let fix = step.fix
    return switch fix.group {
    case .component, .owner: "all of \(name(fix.name))"
    case .pattern:
      "“\(HTMLText.brief(report.failure(of: fix.check ?? "")))” in \(counted(fix.components.count, "component of kind \(fix.name)", "components of kind \(fix.name)"))"
    case .antiPattern: "the pattern \(HTMLText.brief(fix.name))"
    case .source: "the file \(HTMLText.brief(fix.name))"
    }
  }

  private func card(_ step: FixPlan.Step, _ open: [PageFinding]) -> HTMLText {
    let removed = step.places.map { open[$0] }
    let blockers = removed.count { $0.blocker != nil }
    let serious = removed.count { $0.severity.map { $0 <= .serious } ?? false }
    let fix = step.fix
    let heading: HTMLText =
      switch fix.group {
      case .pattern:
        "\(HTMLText.brief(report.failure(of: fix.check ?? ""))): \(counted(fix.components.count, "component")) of kind \(HTMLText.brief(fix.name))"
      case .antiPattern: "Pattern \(HTMLText.brief(fix.name)): \(counted(fix.components.count, "component"))"
      case .source: "Everything that fails in the file \(HTMLText.brief(fix.name))"
      case .component, .owner: "Everything that fails in \(name(fix.name))"
      }
    var checks: [String] = []
    for finding in removed where !checks.contains(finding.row.finding.check) {
      checks.append(finding.row.finding.check)
    }
    let remedies =
      fix.remedy.isEmpty
      ? checks.compactMap { report.checks[$0]?.remedy }.prefix(2).map(Self.coded) : [HTMLText.brief(fix.remedy)]
    let remedy: HTMLText = Self.when(!remedies.isEmpty, "<p>\(remedies.joined(separator: " "))</p>\n")
    var owners: [String: Int] = [:]
    for finding in removed { owners[finding.row.finding.owner, default: 0] += 1 }
    let names: HTMLText = owners.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { owner, count in
      "\(owner.isEmpty ? "no owner" : HTMLText.brief(owner)) (\(count))"
    }.joined(separator: ", ")
    let listed = removed.filter(\.isListed).prefix(30)
    let links: HTMLText = listed.map { finding in
      let tickets = tickets(finding.row).joined(separator: ", ")
      return "<a href=\"#\(finding.anchor)\">\(finding.id)</a>\(Self.when(!tickets.text.isEmpty, " (\(tickets))"))"
    }.joined(separator: ", ")
    let more = removed.count - listed.count
    let rest: HTMLText = more > 0 ? listed.isEmpty ? "\(more), not on this page" : ", and \(more) more" : ""
    let gain = blockers > 0 ? "\(counted(blockers, "blocker")) and " : ""
    return """
      <li class="card"><h3>\(heading)</h3><p class="gain">Removes \(gain)\(counted(removed.count, "finding"))\
      \(serious > 0 ? ", \(serious) of them serious or worse" : "")</p>
      \(remedy)<p class="s">Owners: \(names)</p><p class="s">Findings: \(links)\(rest)</p></li>

      """
  }
}

/// What a developer needs to repair the findings of a check, and to see that they are repaired.
extension HTMLReport {
  func instructions(_ group: PageFindings.Group) -> HTMLText {
    guard let check = group.details else { return "" }
    let remedy = check.remedy ?? ""
    let steps = steps(group, check)
    let terms: [(HTMLText, HTMLText)] = [
      ("Why", Self.coded(check.affects ?? "")), ("Check it", steps), ("Expected", Self.coded(check.expected)),
      ("Evidence", evidence(group)),
    ].filter { !$0.1.text.isEmpty }
    let list: HTMLText = terms.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined(separator: "\n")
    let fix: HTMLText = Self.when(
      !remedy.isEmpty, "<div class=\"do\"><h4>Remedy</h4>\(Self.remedy(remedy))</div>\n")
    return "\(fix)<dl>\n\(list)\n</dl>\n"
  }

  /// A paragraph for each framework that a remedy speaks of.
  private static func remedy(_ text: String) -> HTMLText {
    var parts: [(name: String, text: String)] = []
    var rest = text[...]
    func starts(_ text: Substring) -> String? { frameworks.first { text.hasPrefix($0 + ": ") } }
    var current = ""
    var name = ""
    while !rest.isEmpty {
      // The name of a framework begins the text or follows a sentence.
      let isStart = current.isEmpty || current.hasSuffix(". ")
      if isStart, let next = starts(rest) {
        if !current.isEmpty { parts.append((name, current)) }
        (name, current) = (next, "")
        rest = rest.dropFirst(next.count + 2)
      } else {
        current.append(rest.removeFirst())
      }
    }
    if !current.isEmpty { parts.append((name, current)) }
    return parts.map { part in
      "<p>\(when(!part.name.isEmpty, "<b>\(part.name)</b> "))\(coded(part.text))</p>"
    }.joined()
  }

  private static let frameworks = ["SwiftUI", "UIKit", "AppKit"]

  /// The steps for the device of the findings, each on a line of its own.
  private func steps(_ group: PageFindings.Group, _ check: Check) -> HTMLText {
    guard let first = group.findings.first else { return "" }
    let family = DeviceFamily.of(device: first.row.device, condition: first.row.finding.condition, platforms: [])
    let steps = TicketDraft.steps(check.how(on: family))
    guard steps.count > 1 else { return Self.coded(check.how(on: family)) }
    let lines = steps.enumerated().map { number, step in "<li>\(number + 1). \(Self.coded(step))</li>" as HTMLText }
    return "<ul class=\"steps\">\(lines.joined())</ul>"
  }

  /// The method, the devices, the builds, and the month of the tests.
  private func evidence(_ group: PageFindings.Group) -> HTMLText {
    func distinct(_ value: (PageFinding) -> String) -> String {
      let values = Set(group.findings.map(value)).filter { !$0.isEmpty }.sorted()
      return values.count > 2 ? "" : values.joined(separator: ", ")
    }
    let seen = group.findings.map(\.row.finding.time)
    let months = [seen.min(), seen.max()].compactMap { $0 }.map(LongDate.month)
    let builds = distinct(\.row.finding.build)
    let parts = [
      group.details?.method.words ?? "", distinct(\.row.device), builds.isEmpty ? "" : "build \(builds)",
      months.first == months.last ? months.first ?? "" : months.joined(separator: " to "),
    ].filter { !$0.isEmpty }
    return "\(parts.map { HTMLText.brief($0) }.joined(separator: ", "))"
  }
}
