import Audit
package import Base
import Children

extension StatusReport {
  /// The report as one screen of a terminal of `width` columns (20 at least).
  package func text(width: Int, painter: Styler = Styler(enabled: false)) -> String {
    StatusScreen(self, width: width, painter: painter).text
  }
}

/// The layout of the status on a terminal.
///
/// Figures are next to a column of labels, below 60 columns after them; a bar repeats a percentage if there is
/// room. Everything is wrapped but identifiers and commands, which are never cut or broken, so that they can be
/// copied. Lists are kept short enough for one screen of 24 lines, unless all is asked for; JSON has all of them.
private struct StatusScreen {
  private static let labelWidth = 12
  /// The lines of a terminal.
  private static let height = 24
  private static let barWidths = 10...20

  let report: StatusReport
  let width: Int
  let painter: Styler
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  init(_ report: StatusReport, width: Int, painter: Styler) {
    self.report = report
    self.width = max(20, width)
    self.painter = painter
    title()
    if report.isEmpty {
      prose(report.emptySentence)
      if report.components > 0 { decision() }
      firstTap()
    } else {
      figures()
      let audits = report.audits.map { ($0.name, StatusScreen.detail($0)) }
      if report.isWhole {
        let components = report.worstComponents.map { ($0.key, StatusScreen.detail($0)) }
        section("Components by severity", components, limit: report.worstLimit ?? .max, more: "a11y list findings")
      } else {
        let components = report.worstComponents.map { ($0.key, $0.failsPhrase) }
        if !isNarrow, !components.isEmpty || !audits.isEmpty { lines.append("") }
        rows("Worst", components, limit: report.worstLimit ?? 3, more: "a11y list findings")
        rows("Audits", audits, limit: 3, more: "a11y list audits")
      }
      if let groups = report.groups {
        let entries = groups.rows.map { ($0.name, $0.phrase) }
        section(groups.title, entries, limit: 20, more: nil)
      }
      let assigned = report.assigned.map { (AssignedWords.name($0), AssignedWords.progress($0)) }
      section(AssignedWords.title, assigned, limit: 20, more: nil)
      if report.isWhole { section("Audits", audits, limit: .max, more: nil) }
    }
    if !report.notices.isEmpty { lines.append("") }
    for notice in report.notices { prose("Note: " + notice) }
    section("Notices", report.attention.map { ($0.command, $0.sentence) }, limit: .max, more: nil)
    let steps = report.steps.map { ($0.command, $0.reason) }
    if report.isWhole || report.isEmpty {
      section("Next", steps, limit: .max, more: nil)
    } else {
      next(steps, more: "a11y status --all" + (report.audit.map { " --audit \(ShellWord.quoted($0))" } ?? ""))
    }
  }

  /// As many steps as there is room for; at least one.
  private mutating func next(_ steps: [(String, String)], more: String) {
    guard !isNarrow else { return section("Next", steps, limit: 3, more: more) }
    let before = lines
    for limit in stride(from: min(steps.count, StatusScreen.height), through: 1, by: -1) {
      lines = before
      rows("Next", steps, limit: limit, more: more)
      if lines.count <= StatusScreen.height { return }
    }
  }

  private var isNarrow: Bool { width < SheetTable.narrowest }

  // MARK: - Parts

  private mutating func title() {
    let title = TerminalText(escaping: report.heading(report.localAsOf ?? report.asOf)).text
    lines += wrap(title, width: width, breakWords: false).map { painter.paint($0, .heading) }
    if !report.isEmpty { prose(report.scopeSentence) }
    lines.append("")
  }

  private mutating func decision() {
    guard let decision = report.decision else { return }
    fact("Decision", TerminalText(escaping: decision.sentence).text, role: OutcomeWords.role(decision.decision))
  }

  private mutating func figures() {
    decision()
    let cells = report.cells
    let rates = [
      ("Compliance", cells.compliance, cells.passPhrase),
      ("Coverage", cells.coverage, cells.coveragePhrase),
    ]
    let countsWidth = rates.map(\.2.utf8.count).max() ?? 0
    for (label, percent, counts) in rates {
      let padded = (percent.text.padded(to: 4, alignRight: true), counts.padded(to: countsWidth))
      fact(label, padded.0, padded.1, bar(percent, countsWidth))
    }
    if let range = cells.rangePhrase(\.text) { fact("Range", range) }
    fact("Open", report.open.findingsPhrase(waived: report.waived), role: report.open.critical > 0 ? .fail : nil)
    if let phrase = report.trendPhrase {
      let (words, line) = (TerminalText(escaping: phrase).text, report.trend?.line ?? "")
      let room = width - StatusScreen.labelWidth - 1 - line.count
      fact("Trend", isNarrow || line.isEmpty || words.displayWidth > room ? words : words + " " + line)
    }
    let needsLook = report.stale + cells.disputed + cells.contradicted + report.openQuestions > 0
    if report.isWhole {
      fact("Results", "\(counted(cells.answered, of: cells.inScope)): \(cells.statesPhrase)")
      fact("Result age", report.evidencePhrase)
    } else {
      fact("Results", "\(counted(cells.answered)) of \(counted(cells.inScope, "item")); \(report.evidencePhrase)")
    }
    // A build by which every result is known to be new says nothing that the age does not.
    if report.isWhole || report.hasUnusualBuilds, let build = report.buildPhrase {
      fact("Build", TerminalText(escaping: build).text)
    }
    if report.isWhole || needsLook { fact("Attention", report.attentionPhrase, role: needsLook ? .warning : nil) }
    firstTap()
  }

  private mutating func firstTap() {
    for line in TapStatus.lines(report.firstTap ?? [], .symbol) {
      fact("First tap", TerminalText(escaping: line).text)
    }
  }

  private static func detail(_ component: ComponentSummary) -> String {
    let counts = component.counts
    let parts = [
      component.failsPhrase, "\(counted(counts.pass, of: counts.judged)) pass (\(counts.compliance.text))",
      component.screens.isEmpty ? "" : counted(component.screens.count, "screen"),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private static func detail(_ audit: ReportAudit) -> String {
    let cells = audit.counts
    return "\(counted(cells.pass, of: cells.judged)) pass (\(cells.compliance.text)); "
      + "\(counted(cells.judged, of: cells.applicable)) evaluated (\(cells.coverage.text))"
  }

  // MARK: - Layout

  private mutating func prose(_ text: String) {
    lines += wrap(TerminalText(escaping: text).text, width: width)
  }

  /// A figure with a bar, in one line if there is room for it, else as any other figure.
  private mutating func fact(_ label: String, _ percent: String, _ counts: String, _ bar: String?) {
    guard let bar else { return fact(label, percent + " " + counts) }
    let head = painter.paint(label, .heading) + "".padded(to: StatusScreen.labelWidth - label.utf8.count)
    lines.append(head + percent + "  " + counts + "  " + bar)
  }

  /// The bar of a rate; nil if there is no rate or no room. Rounded down: it is full only if all of them are there.
  private func bar(_ percent: Percent, _ countsWidth: Int) -> String? {
    let room = width - StatusScreen.labelWidth - "100%    ".utf8.count - countsWidth
    guard percent.value != nil, !isNarrow, room >= StatusScreen.barWidths.lowerBound else { return nil }
    let size = min(room, StatusScreen.barWidths.upperBound)
    return percent.bar(size)
  }

  private mutating func fact(_ label: String, _ words: String, role: Theme.Role? = nil) {
    if isNarrow {
      let wrapped = wrap("\(label): \(words)", width: width, indent: "  ")
      let first = wrapped[0].dropFirst(label.count + 1)
      lines.append(painter.paint(label + ":", .heading) + painter.paint(String(first), role))
      lines += wrapped.dropFirst().map { painter.paint($0, role) }
      return
    }
    var head = painter.paint(label, .heading) + "".padded(to: StatusScreen.labelWidth - label.utf8.count)
    for line in wrap(words, width: width - StatusScreen.labelWidth) {
      lines.append(head + painter.paint(line, role))
      head = "".padded(to: StatusScreen.labelWidth)
    }
  }

  /// Entries next to their label: a name and words about it, on one line each if all of them fit. Below 60 columns they are
  /// a section.
  private mutating func rows(_ label: String, _ entries: [(String, String)], limit: Int, more: String) {
    guard !isNarrow else { return section(label, entries, limit: limit, more: more) }
    var head = painter.paint(label, .heading) + "".padded(to: StatusScreen.labelWidth - label.utf8.count)
    for line in told(entries, limit: limit, more: more, width: width - StatusScreen.labelWidth, indent: 2) {
      lines.append(head + line)
      head = "".padded(to: StatusScreen.labelWidth)
    }
  }

  /// A heading and its entries: a name and words about it, on one line each if all of them fit.
  private mutating func section(_ heading: String, _ entries: [(String, String)], limit: Int, more: String?) {
    guard !entries.isEmpty else { return }
    lines.append("")
    lines += wrap(heading, width: width).map { painter.paint($0, .heading) }
    lines += told(entries, limit: limit, more: more, width: width - 2, indent: 4).map { "  " + $0 }
  }

  /// A name and words about it, on one line each if all of them fit, in columns where there is room for these, else the words
  /// below, and what is left out.
  private func told(
    _ entries: [(String, String)], limit: Int, more: String?, width room: Int, indent: Int
  ) -> [String] {
    let shown = entries.prefix(limit).map { (TerminalText(escaping: $0.0).text, TerminalText(escaping: $0.1).text) }
    let nameWidth = shown.map { $0.0.displayWidth(upTo: width) }.max() ?? 0
    func fits(_ nameWidth: Int?) -> Bool {
      shown.allSatisfy { (nameWidth ?? $0.0.displayWidth) + 2 + $0.1.displayWidth(upTo: width) <= room }
    }
    let (isTable, isOneLine) = (fits(nameWidth), fits(nil))
    var told: [String] = []
    for (name, words) in shown {
      let painted = painter.paint(name, .identifier)
      if isOneLine {
        told.append(painted + "".padded(to: (isTable ? nameWidth - name.displayWidth : 0) + 2) + words)
      } else {
        told.append(painted)
        told += wrap(words, width: room, margin: "".padded(to: indent))
      }
    }
    if entries.count > shown.count {
      let rest = "and \(counted(entries.count - shown.count)) more" + (more.map { ": \($0)" } ?? "")
      told += wrap(rest, width: room, breakWords: false)
    }
    return told
  }
}

/// First-tap tests in the status: one line per plan.
enum TapStatus {
  private static let most = 5

  /// `close-44: met, 8 children, 80 taps; 96%, could be as low as 91% or as high as 99%; filtered 97%`
  static func lines(_ reports: [TapReport], _ text: RateText) -> [String] {
    let lines = reports.prefix(most).map { report -> String in
      guard let part = report.main else { return "\(report.plan.key): \(report.absence)" }
      let children = counted(part.estimate.children, "child", "children")
      switch part.disclosure {
      case .hidden where report.isPublished: return "\(report.plan.key): hidden until the next analysis of the plan"
      case .hidden: return "\(report.plan.key): hidden, too few children"
      case .verdictOnly:
        return "\(report.plan.key): \(part.verdict.rawValue), \(children); rate hidden (\(part.whyNoRate))"
          + (part.origins.map { "; \($0)" } ?? "")
      case .shown: break
      }
      return
        "\(report.plan.key): \(part.verdict.rawValue), \(part.estimate.counts); "
        + "\(TapStratum.rates(part.estimate, part.filtered, text))" + (part.origins.map { "; \($0)" } ?? "")
    }
    return lines + (reports.count > most ? ["and \(reports.count - most) more (run a11y tap report)"] : [])
  }

  static func json(_ reports: [TapReport]) -> JSONText { .object(members(reports)) }

  static func members(_ reports: [TapReport]) -> JSONMembers {
    let rows = JSONText.objects(reports) { report in
      [
        "plan": report.plan.key, "component": report.plan.component, "size": report.plan.sizeText,
        "target": Double(report.plan.target) / 100, "result": report.main?.result,
      ] + (report.isRedacted ? ["look": report.look] : ["children_elsewhere": report.main?.elsewhere ?? 0])
    }
    return ["plans": reports.count, "rows": rows]
  }
}
