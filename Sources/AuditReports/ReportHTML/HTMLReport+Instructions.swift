import AuditModel
import AuditStore

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
