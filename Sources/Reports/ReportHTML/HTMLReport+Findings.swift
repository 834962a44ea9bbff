import Audit
import Base
import Store

extension HTMLReport {
  /// Findings by check; what all findings of a check share appears once.
  var findingList: Part {
    let total = report.findings.count
    let counts = report.figures.counts
    guard total > 0 else {
      guard counts.answered > 0 else { return ("findings", "Findings", "", "") }
      let words: HTMLText =
        "<p>Nothing open. \(counted(counts.answered)) of \(counted(counts.inScope, "item")) tested.</p>\n"
      return ("findings", "Findings", "Findings", words)
    }
    let waived: HTMLText = report.figures.waived > 0 ? ", \(counted(report.figures.waived)) waived" : ""
    let checks = findings.groups.count
    let stars: HTMLText =
      findings.all.contains { $0.row.finding.isUsualSeverity }
      ? " An asterisk marks the default severity of a check, which no tester has rated." : ""
    let left: HTMLText =
      findings.left > 0
      ? " This page lists \(counted(total - findings.left, of: total)), blockers and the most severe first; its figures are of all. To "
        + "list all, run <code>a11y list findings</code>." : ""
    let cards = Set(carded.map(\.anchor))
    let articles: HTMLText = findings.groups.map { article($0, cards: cards) }.joined()
    return (
      "findings", "Findings \(counted(report.figures.open.fail))", "Findings<span id=\"qf\"></span>",
      """
      <p class="lead">\(counted(report.figures.open.fail)) open\(waived), in \(counted(checks, "check")).\(left)\(stars)</p>
      \(filter)<div id="groups">
      \(articles)</div>

      """
    )
  }

  /// Hidden until the script runs; what it hides is named on paper.
  private var filter: HTMLText {
    func options(_ names: [String]) -> HTMLText {
      Set(names).filter { !$0.isEmpty }.inNaturalOrder().map { "<option>\($0)</option>" }.joined()
    }
    let listed = findings.all.filter(\.isListed).map(\.row.finding)
    return """
      <form id="q" role="search" hidden><div class="asks"><label>Query<input type="search" id="qt" autocomplete="off" \
      spellcheck="false" aria-describedby="qh"></label>
      <label>Owner<select id="qo"><option value="">All owners</option>\(options(listed.map(\.owner)))</select></label>
      <label>Screen<select id="qr"><option value="">All screens</option>\(options(listed.flatMap(\.countedOn)))</select></label>
      <label>Severity<select id="qs"><option value="">All severities</option><option value="1">Critical</option>\
      <option value="1,2">Serious or worse</option><option value="1,2,3">Moderate or worse</option></select></label>
      <label>Order<select id="qz"><option value="">Severity</option><option value="age">Longest open</option>\
      <option value="place">Component</option></select></label>
      <button type="button" id="qx">Reset</button></div>
      <p class="s" id="qh">Words and fields that must all match, as in <code>a11y list findings</code>: \
      <code>icon button owner:qa-1 screen:home check:voiceover.* criterion:1.1.1 state:regressed</code></p>
      <div class="chips" id="qc" role="group" aria-label="Common filters"></div>
      <p role="status" id="qn"></p></form>
      <p class="only" id="qp"></p>

      """
  }

  private func article(_ group: PageFindings.Group, cards: Set<String>) -> HTMLText {
    let id = group.anchor
    let check = group.details
    let criteria: HTMLText = (check?.wcag ?? []).filter { $0.relation == .tests }.map { link in
      "<a href=\"#\(Self.anchor(criterion: link.criterion))\">WCAG \(link.criterion)</a>"
    }.joined(separator: ", ")
    let summary: [HTMLText] = [
      "\(counted(group.open.count, "open finding"))\(group.open.isEmpty ? "" : ": " + Self.severities(group.open).joined(separator: ", "))",
      criteria, "<code>\(HTMLText.brief(group.check))</code>",
    ].filter { !$0.text.isEmpty }
    let shared = Self.sharedNote(group)
    let listed = group.findings.filter(\.isListed)
    let namesTester = check != nil && group.tester != nil
    let rows = listed.map { line($0, check, hidesNote: !shared.isEmpty, namesTester: namesTester, cards: cards) }
    return """
      <article class="g card" id="\(id)" aria-labelledby="k\(id)"><h3 id="k\(id)">\(HTMLText.brief(group.title))</h3>
      <p class="s"><b class="count"></b>\(summary.joined(separator: Self.between))</p>
      <div class="body">
      \(instructions(group))\
      \(Self.when(!shared.isEmpty, "<div class=\"note\">\(Self.short(shared, noteLength))</div>\n"))\
      \(Self.when(!rows.isEmpty, "<ol class=\"rows\">\n\(rows.joined())</ol>\n"))\
      \(Self.left(group.findings.count - listed.count, "check:" + group.check))</div></article>

      """
  }

  /// The number of findings without a row, and how to list them.
  private static func left(_ count: Int, _ query: String) -> HTMLText {
    guard count > 0 else { return "" }
    return """
      <p class="s">\(counted(count)) more \(count == 1 ? "is" : "are") not on this page: <code>\
      \(HTMLText.brief(ShellWord.command("a11y list findings", [query])))</code></p>

      """
  }

  static func anchor(criterion: String) -> String { "w-" + PageAnchor.escaped(criterion) }

  /// The note that all findings of a check share; empty where they differ.
  private static func sharedNote(_ group: PageFindings.Group) -> String {
    guard group.findings.count > 1, let first = group.findings.first?.row.words,
      group.findings.allSatisfy({ $0.row.words == first })
    else { return "" }
    return first
  }

  /// - Parameters:
  ///   - namesTester: whether the evidence of the check has named who tested.
  ///   - cards: the findings whose image is shown with the decision.
  private func line(
    _ finding: PageFinding, _ check: Check?, hidesNote: Bool, namesTester: Bool, cards: Set<String>
  ) -> HTMLText {
    let row = finding.row
    let tags: HTMLText = finding.tags.map { "<span class=\"b t\">\($0)</span>" }.joined()
    // A note that all findings of a check share is above them, once: then the place alone tells them apart.
    let isNamed = !row.words.isEmpty && !hidesNote
    var details: [HTMLText] = isNamed ? ["<p class=at>\(place(finding))"] : []
    if isNamed, Self.isCut(row.words) { details.append("<p>\(Self.short(row.words, noteLength))") }
    if let measured = Self.measured(row, check) { details.append("<p>\(measured)") }
    if let on = row.finding.on {
      let names = on.prefix(OnWords.most).map(name).joined(separator: ", ")
      let more: HTMLText = on.count > OnWords.most ? ", and \(counted(on.count - OnWords.most)) more" : ""
      details.append("<p>On: \(names)\(more)")
    }
    for (word, items) in [("Question", row.questions), ("Task", row.tasks)] where !items.isEmpty {
      details.append("<p class=s>\(word): \(Self.short(ReportWork.titles(items), noteLength))")
    }
    if let pattern = row.finding.pattern {
      let remedy: HTMLText = Self.when(!pattern.remedy.isEmpty, " Remedy: \(HTMLText.brief(pattern.remedy))")
      details.append("<p>Pattern: \(HTMLText.brief(pattern.title)). \(HTMLText.brief(pattern.problem))\(remedy)")
    }
    let hasCard = cards.contains(finding.anchor)
    let tester: [HTMLText] =
      row.finding.tester.isEmpty || namesTester ? [] : ["tested by \(HTMLText.owner(row.finding.tester))"]
    details.append(
      "<p class=s>\((facts(row) + tester).joined(separator: Self.between))\(references(row, hasCard: hasCard))")
    if !hasCard { details.append(picture(row)) }
    if row.finding.triage != nil {
      details.append("<p class=s>Severity: \(Self.short(SeverityWords.word(of: row.finding.cell), noteLength))")
    }
    if !row.finding.remark.isEmpty {
      details.append("<p class=s>Remark: \(Self.short(row.finding.remark, noteLength))")
    }
    details += row.finding.notes.suffix(3).map { note in
      let by: HTMLText = note.by.isEmpty ? "" : ", \(HTMLText.brief(note.by))"
      return "<p class=s>\(day(note.time))\(by): \(Self.short(note.text, noteLength))"
    }
    if let waiver = row.finding.waiver {
      let note: HTMLText = waiver.note.isEmpty ? "" : ": \(Self.short(waiver.note, 200))"
      details.append(
        "<p class=s>Waived until \(LongDate.day(waiver.until)) by \(HTMLText.brief(waiver.approver)), \(HTMLText.brief(waiver.reason))\(note)"
      )
    } else if let expired = row.finding.expired {
      let day = LongDate.day(expired.until)
      details.append("<p class=s>Waiver expired on \(day), approved by \(HTMLText.brief(expired.approver))")
    }
    let heading: HTMLText = isNamed ? "<h4>\(problem(finding))</h4>" : "<h4 class=at>\(place(finding))</h4>"
    return """
      <li id="\(finding.anchor)"><a class=id href="#\(finding.anchor)">\(finding.id)</a><div>\
      \(heading) \(Self.badge(finding))\(tags)\(details.joined())</div>

      """
  }

  /// Its files.
  private func references(_ row: ReportFinding, hasCard: Bool) -> HTMLText {
    var found: [HTMLText] = []
    if hasCard, row.picture != nil { found.append("<a href=\"#blockers\">picture</a>") }
    found += row.evidence.prefix(5).map { file in
      guard let link = file.link else { return "file \(HTMLText.brief(file.name))" }
      return "<a href=\"\(link)\">\(HTMLText.brief(file.name))</a>"
    }
    return found.map { "\(Self.between)\($0)" }.joined()
  }
}

extension Method {
  /// On a page: `tested by hand`.
  var words: String {
    switch self {
    case .manual: "tested by hand"
    case .inspection: "read in the source"
    case .automated: "found by a tool"
    case .childTest: "tested with children"
    }
  }
}

extension HTMLReport {
  private static let mostShown = 3
  /// Of the findings that a fix removes; with more of them its card fills a page of paper.
  private static let mostLinked = 12

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
    guard !shown.isEmpty else { return ("fix", "Fix first", heading, "") }
    let left = open.indices.filter { open[$0].blocker != nil && !removed.contains($0) }.map { open[$0] }
    let blockers = report.gate.blockers.count
    let decided = unsettled.count
    let gone = blockers - decided - left.count
    let links: HTMLText = left.prefix(6).map(link).joined(separator: ", ")
    let more: HTMLText = left.count > 6 ? ", and \(counted(left.count - 6)) more" : ""
    let rest: HTMLText = left.isEmpty ? "" : " Still blocking: \(links)\(more)."
    let others: HTMLText =
      decided > 0 ? " \(counted(decided, "blocker needs", "blockers need")) a decision, not a fix." : ""
    let cards: HTMLText = shown.map { card($0, open) }.joined()
    return (
      "fix", "Fix first", heading,
      """
      <p class="lead">Together they remove \(blockers > 0 ? "\(counted(gone)) of \(counted(blockers, "blocker")) and " : "")\
      \(counted(removed.count)) of \(counted(open.count, "finding")). No finding is counted twice.\(rest)\(others)</p>
      <ol class="fix" role="list">
      \(cards)</ol>
      \(next(steps.dropFirst(Self.mostShown)))
      """
    )
  }

  /// Those after the shown ones, with one title for those of one check.
  private func next(_ steps: ArraySlice<FixPlan.Step>) -> HTMLText {
    var (words, before): (HTMLText, Fix?) = ("", nil)
    for step in steps {
      let isAnother = step.fix.group == .pattern && before?.group == .pattern && before?.check == step.fix.check
      let title: HTMLText =
        isAnother ? "\(counted(step.fix.components.count)) of kind \(HTMLText.brief(step.fix.name))" : self.title(step)
      words += "\(before == nil ? "" : isAnother ? ", " : "; ")\(title) (\(counted(step.places.count)))"
      before = step.fix
    }
    return Self.when(!steps.isEmpty, "<p class=\"s sub\">After these: \(words).</p>\n")
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
    let checks = removed.map(\.row.finding.check).unique()
    let remedies =
      fix.remedy.isEmpty
      ? checks.compactMap { report.checks[$0]?.remedy }.prefix(2).map(Self.coded) : [HTMLText.brief(fix.remedy)]
    let remedy: HTMLText = Self.when(!remedies.isEmpty, "<p>\(remedies.joined(separator: " "))</p>\n")
    var owners: [String: Int] = [:]
    for finding in removed { owners[finding.row.finding.owner, default: 0] += 1 }
    let names: HTMLText = owners.sorted {
      $0.value == $1.value ? NaturalOrder.precedes($0.key, $1.key) : $0.value > $1.value
    }.map { owner, count in
      "\(owner.isEmpty ? "no owner" : HTMLText.owner(owner)) (\(counted(count)))"
    }.joined(separator: ", ")
    let listed = removed.filter(\.isListed).prefix(Self.mostLinked)
    let more = removed.count - listed.count
    let links: HTMLText = listed.enumerated().map { place, finding in
      let tickets = tickets(finding.row).joined(separator: ", ")
      let link: HTMLText = "<a href=\"#\(finding.anchor)\">\(finding.id)</a>"
      let comma: HTMLText = place < listed.count - 1 || more > 0 ? "," : ""
      // A line may not begin with the comma behind a link.
      return tickets.text.isEmpty ? "<span class=\"w1\">\(link)\(comma)</span>" : "\(link) (\(tickets))\(comma)"
    }.joined(separator: " ")
    let rest: HTMLText =
      more > 0 ? listed.isEmpty ? "\(counted(more)), not on this page" : " and \(counted(more)) more" : ""
    let gain = blockers > 0 ? "\(counted(blockers, "blocker")) and " : ""
    return """
      <li class="card"><h3>\(heading)</h3><p class="gain">Removes \(gain)\(counted(removed.count, "finding"))\
      \(serious > 0 ? ", \(counted(serious)) of them serious or worse" : "")</p>
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
    return CheckWords.steps(check.how(on: family), Self.coded)
  }

  /// The method, the devices, the builds, and the month of the tests.
  private func evidence(_ group: PageFindings.Group) -> HTMLText {
    func distinct(_ value: (PageFinding) -> String) -> String {
      let values = Set(group.findings.map(value)).filter { !$0.isEmpty }.sorted()
      return values.count > 2 ? "" : values.joined(separator: ", ")
    }
    // By the cell itself, which is nearer than by the path of a member.
    let seen = group.findings.map { $0.row.finding.cell.time }
    let months = [seen.min(), seen.max()].compactMap { $0 }.map { LongDate.month($0, report.clock) }
    let builds = distinct { $0.row.finding.cell.build }
    let by = group.tester.map { " by \($0)" } ?? ""
    let parts = [
      group.details.map { $0.method.words + by } ?? "", distinct { $0.row.device },
      builds.isEmpty ? "" : "build \(builds)",
      months.first == months.last ? months.first ?? "" : months.joined(separator: " to "),
    ].filter { !$0.isEmpty }
    return "\(parts.map { HTMLText.brief($0) }.joined(separator: ", "))"
  }
}
