import AuditModel
package import AuditStore
import CanonicalJSON

/// A ticket for the person who repairs what fails: of one finding, or of all findings of a check.
package struct TicketDraft: Sendable {
  /// A part of a ticket under a heading. Its lines are foreign text; every form escapes them.
  struct Section: Sendable {
    var heading: String
    var lines: [String]
    var isNumbered = false
  }

  /// `a11y-ghjkmnpqrstv`: the same for the same finding in each run, so that the ticket's number finds its way back.
  package let mark: String
  /// The findings it is about, the worst first; at least one.
  package let findings: [TestItem]
  private let isOfCheck: Bool

  /// A ticket of one finding.
  package init(_ finding: TestItem) {
    self.init([finding], isOfCheck: false)
  }

  /// A ticket of all findings of a check.
  package init(ofCheck findings: [TestItem]) {
    self.init(findings, isOfCheck: true)
  }

  private init(_ findings: [TestItem], isOfCheck: Bool) {
    self.findings = findings
    self.isOfCheck = isOfCheck
    mark = isOfCheck ? Self.mark(ofCheck: findings[0].check.id) : Self.mark(findings[0].place)
  }

  /// No digits of a hexadecimal number: trackers make links to commits of those.
  private static let letters = Array("ghjkmnpqrstvwxyz")

  package static func mark(_ place: ScopeCell) -> String {
    mark([place.component, place.check, place.condition])
  }

  package static func mark(ofCheck check: String) -> String { mark([check]) }

  private static func mark(_ names: [String]) -> String {
    let digest = SHA256.digest(of: Array(names.joined(separator: "\n").utf8))
    return "a11y-" + String(digest.hex.prefix(12).map { letters[$0.hexDigitValue ?? 0] })
  }

  private var first: TestItem { findings[0] }

  /// Of the worst finding.
  var severity: Severity { first.severity ?? first.check.impact.usualSeverity }

  var title: String {
    let check = first.check
    if isOfCheck, findings.count > 1 {
      let components = counted(findings.count, "component")
      return check.fails.map { "\($0): \(components)" } ?? "\(check.title): fails on \(components)"
    }
    let failure = check.fails ?? "fails \"\(check.title)\""
    return "\(first.component): \(failure)" + (first.condition.isEmpty ? "" : " (\(first.condition))")
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
    let command = "a11y show \(check.id)" + (findings.count == 1 ? " \(first.component)" : "")
    sections.append(Section(heading: "Reference", lines: [mark, command]))
    return sections.compactMap { section in
      var section = section
      section.lines.removeAll(where: \.isEmpty)
      return section.lines.isEmpty ? nil : section
    }
  }

  /// To the component, under the condition, then as the check says.
  private var steps: [String] {
    let screens = first.screens.isEmpty ? "" : " on \(first.screens.joined(separator: " or "))"
    let build = first.build.isEmpty ? "" : " in build \(first.build)"
    let place = findings.count == 1 ? "\(first.component)\(screens)" : "one of the components below"
    let settings = first.condition.split(separator: ",").map { token -> String in
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

  private func actual(_ finding: TestItem) -> [String] {
    let limit = finding.check.measurement.map { ", required: \($0.wording())" } ?? ""
    return [finding.value.isEmpty ? "" : "Measured: \(finding.value)\(limit)", finding.remark, finding.note]
  }

  /// `serious by lead-1, tester: minor`
  private func words(_ finding: TestItem) -> String {
    let word = (finding.severity ?? finding.check.impact.usualSeverity).word
    return finding.triage.isEmpty ? word : "\(word) \(finding.triage)"
  }

  private func details(_ finding: TestItem) -> [String] {
    let device = [finding.device, finding.os].filter { !$0.isEmpty }.joined(separator: ", ")
    let facts = [
      ("Component", finding.component), ("Title", finding.title), ("Source", source(finding)),
      ("Screens", finding.screens.joined(separator: ", ")), ("Condition", finding.condition), ("Owner", finding.owner),
      ("Build", finding.build), ("Device", device),
    ]
    return facts.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1)" }
      + finding.attachments.map { "Evidence: \($0.name) (\($0.type), SHA-256 \($0.digest))" }
  }

  /// The file, at the line in the note.
  private func source(_ finding: TestItem) -> String {
    SourceLocation(source: finding.source).narrowed(by: finding.note).text
  }

  private func line(_ finding: TestItem) -> String {
    let facts = [
      finding.condition, words(finding), finding.value, finding.remark, finding.note, source(finding), finding.owner,
    ]
    return ([finding.component] + facts.filter { !$0.isEmpty }).joined(separator: ", ")
  }
}
