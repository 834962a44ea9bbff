import Audit
import Base
import Store

/// A ticket for the person who repairs what fails: of one finding, or of all findings of a check.
package struct TicketDraft: Sendable {
  /// A part of a ticket under a heading. Its lines are foreign text; every form escapes them.
  struct Section: Sendable {
    var heading: String
    var lines: [String]
    var isNumbered = false
  }

  package let mark: String
  /// The findings it is about, the worst first; at least one.
  package let findings: [TestItem]
  private let isOfCheck: Bool
  /// The closed ticket that is to be opened again, as what it is about still fails; nil for a new one.
  package let reopened: String?

  package init(_ finding: TestItem) { self.init([finding], isOfCheck: false) }

  package init(ofCheck findings: [TestItem]) { self.init(findings, isOfCheck: true) }

  /// Of the findings that a closed ticket is about.
  package init(reopening ticket: String, _ findings: [TestItem]) {
    self.init(findings, isOfCheck: findings.count > 1, reopened: ticket)
  }

  private init(_ findings: [TestItem], isOfCheck: Bool, reopened: String? = nil) {
    (self.findings, self.reopened, self.isOfCheck) = (findings, reopened, isOfCheck)
    mark = isOfCheck ? TicketMark.of(check: findings[0].check.id) : TicketMark.of(findings[0].markedPlace)
  }

  private var first: TestItem { findings[0] }

  /// Of the worst finding.
  var severity: Severity { first.rated }

  var title: String { TicketMark.replaced(in: typedTitle) }

  private var typedTitle: String {
    let check = first.check
    if isOfCheck, findings.count > 1 {
      let components = counted(findings.count, "component")
      return check.fails.map { "\($0): \(components)" } ?? "\(check.title): fails on \(components)"
    }
    return "\(first.component): \(check.failure)" + (first.condition.isEmpty ? "" : " (\(first.condition))")
  }

  /// Words that a tracker filters by.
  var labels: [String] {
    ["accessibility", mark, "severity-\(severity.word)"] + first.criteria.map { "wcag-\($0)" }
  }

  // MARK: The text

  var sections: [Section] {
    let check = first.check
    let criteria = check.wcag.filter { $0.relation == .tests }.map { "WCAG 2.2, \($0.criterion)" }
    var sections = [
      Section(heading: "Fails again", lines: reopened == nil ? [] : findings.map(fails)),
      Section(heading: "Affects", lines: [check.affects ?? ""]),
      Section(heading: "Steps to reproduce", lines: steps, isNumbered: true),
      Section(heading: "Expected", lines: [check.expected]),
    ]
    if findings.count == 1 {
      sections += [
        Section(heading: "Actual", lines: actual(first)), Section(heading: "Remedy", lines: [check.remedy ?? ""]),
        Section(heading: "Details", lines: details(first) + ["Severity: \(words(first))"] + criteria),
      ]
    } else {
      sections += [
        Section(heading: "Remedy", lines: [check.remedy ?? ""]),
        Section(heading: "Components", lines: findings.map(line)),
        Section(heading: "Details", lines: ["Highest severity: \(severity.word)"] + criteria),
      ]
    }
    let names = [check.id] + (findings.count == 1 ? [first.component] : [])
    let command = "a11y show \(names.map(ShellWord.quoted).joined(separator: " "))"
    sections.append(Section(heading: "Reference", lines: [mark, command]))
    return sections.compactMap { section in
      var section = section
      section.lines = section.lines.filter { !$0.isEmpty }.map { $0 == mark ? $0 : TicketMark.replaced(in: $0) }
      return section.lines.isEmpty ? nil : section
    }
  }

  /// To the component, under the condition, then as the check says.
  private var steps: [String] {
    // A screen is not on itself.
    let others = first.screens.filter { !$0.hasSameBytes(as: first.component) }
    let screens = others.isEmpty ? "" : " on \(others.joined(separator: " or "))"
    let build = first.build.isEmpty ? "" : " in build \(first.build)"
    let place = findings.count == 1 ? "\(first.component)\(screens)" : "one of the components below"
    // That a single child had difficulty is no setting of a device.
    let tokens = first.condition.split(separator: ",").filter { $0 != TapDifficulty.condition }
    let settings = tokens.map { token -> String in
      let choice = ConditionSetting.setting(of: String(token))?.choices.first { $0.token == token }
      return choice.map { "Set \($0.words): \($0.how)." } ?? "Set \(token)."
    }
    let family = DeviceFamily.of(device: first.device, condition: first.condition, platforms: [])
    return ["Open \(place)\(build)."] + settings + Self.steps(first.check.how(on: family))
  }

  /// `1. Turn on VoiceOver. 2. Listen.` in its steps.
  static func steps(_ how: String) -> [String] {
    var steps: [String] = []
    var rest = Substring(how)
    while rest.hasPrefix("\(steps.count + 1). ") {
      rest = rest.dropFirst("\(steps.count + 1). ".count)
      let end = rest.firstRange(of: " \(steps.count + 2). ")?.lowerBound ?? rest.endIndex
      steps.append(String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
    }
    return steps.isEmpty ? [how] : steps
  }

  /// What speaks against closing the ticket.
  private func fails(_ finding: TestItem) -> String {
    let build = finding.build.isEmpty ? "" : " in build \(finding.build)"
    return "\(finding.component) \(finding.check.id): \(finding.isRegressed ? "regressed" : "still fails")\(build)"
  }

  private func actual(_ finding: TestItem) -> [String] {
    let limit = finding.check.measurement.map { ", required: \($0.wording())" } ?? ""
    let on = finding.on.map { "Fails on: \(OnWords.names($0))" } ?? ""
    return [finding.value.isEmpty ? "" : "Measured: \(finding.value)\(limit)", on, finding.remark, finding.note]
      + finding.otherNotes
  }

  /// `serious by lead-1, tester: minor`
  private func words(_ finding: TestItem) -> String {
    let word = finding.rated.word
    return finding.triage.isEmpty ? word : "\(word) \(finding.triage)"
  }

  private func details(_ finding: TestItem) -> [String] {
    let device = [finding.device, finding.os].filter { !$0.isEmpty }.joined(separator: ", ")
    let facts = [
      ("Finding", TicketMark.id(of: finding.markedPlace)), ("Component", finding.component), ("Title", finding.title),
      ("Source", source(finding)),
      ("Screens", finding.screens.joined(separator: ", ")), ("Condition", finding.condition), ("Owner", finding.owner),
      ("Build", finding.build), ("Device", device),
      ("Status", finding.isRegressed ? "regressed: it had passed before" : ""),
    ]
    return facts.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1)" }
      + finding.attachments.map { "Evidence: \($0.name) (\($0.type), SHA-256 \($0.digest))" }
  }

  /// The file, at the line in the note.
  private func source(_ finding: TestItem) -> String {
    SourceLocation(source: finding.source).narrowed(by: finding.note).text
  }

  private func line(_ finding: TestItem) -> String {
    let notes = ([finding.note] + finding.otherNotes).filter { !$0.isEmpty }.joined(separator: "; ")
    let facts = [
      finding.condition, words(finding), finding.value, OnWords.phrase(finding.on) ?? "", finding.remark, notes,
      source(finding), finding.owner, TicketMark.id(of: finding.markedPlace),
    ]
    return ([finding.component] + facts.filter { !$0.isEmpty }).joined(separator: ", ")
  }
}

/// Issue trackers refuse what is too long, so it is cut here, with a count and the place that has all of it.
///
/// Lengths are in units of UTF-16, as Jira and Azure count: never fewer than characters.
extension TicketDraft {
  /// The title, cut where it is longer than a tracker takes.
  func title(within limit: Int, as shown: (String) -> String = { $0 }) -> String {
    var rest = limit
    while true {
      let text = shown(Self.cut(title, rest))
      if text.utf16.count <= limit || rest < 2 { return text }
      rest -= max(1, text.utf16.count - limit)
    }
  }

  /// The text of a form; where it is too long, long lines are cut first, and then the longest list.
  ///
  /// - Parameter render: the form; it escapes the lines.
  func text(within limit: Int, _ render: ([Section]) -> String) -> String {
    let whole = sections
    let text = render(whole)
    if text.utf16.count <= limit { return text }
    var longest = limit / 4
    while true {
      var parts = whole
      for place in parts.indices { parts[place].lines = parts[place].lines.map { Self.cut($0, longest) } }
      let sizes = parts.map { render([$0]).utf16.count }
      let place = parts.indices.max { sizes[$0] < sizes[$1] } ?? 0
      let lines = parts[place].lines
      func kept(_ count: Int) -> String {
        parts[place].lines = count < lines.count ? lines.prefix(count) + [pointer(lines.count - count)] : lines
        return render(parts)
      }
      // The most lines that fit; one of several at least, else the lines themselves are cut more.
      var (most, tooMany) = (0, lines.count + 1)
      while tooMany - most > 1 {
        let middle = (most + tooMany) / 2
        if kept(middle).utf16.count <= limit { most = middle } else { tooMany = middle }
      }
      if most > 0 || longest < 64 { return kept(most) }
      longest /= 2
    }
  }

  /// What takes the place of the lines that are left out.
  private func pointer(_ count: Int) -> String {
    "and \(counted(count)) more: see the page that a11y report --html writes, or run a11y list findings "
      + "check:\(findings[0].check.id)"
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    guard text.utf16.count > limit else { return text }
    var (length, kept) = (0, String.UnicodeScalarView())
    for scalar in text.unicodeScalars {
      length += scalar.value > 0xFFFF ? 2 : 1
      if length >= limit { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }
}
