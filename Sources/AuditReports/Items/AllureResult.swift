import AuditModel
import CanonicalJSON

/// An item as a file of Allure's results folder. An untested item has no status, which Allure shows as unknown;
/// what does not apply or is waived is skipped; what is CAN'T TELL or disputed is broken.
extension TestItem {
  /// Its name in the folder, the same for the same item.
  package var allureName: String { "\(identity)-result.json" }

  package var allure: JSONText {
    var labels = [
      ("parentSuite", check.category), ("suite", component), ("tag", check.id), ("feature", check.category),
    ]
    labels += criteria.map { ("tag", "WCAG \($0)") }
    labels += screens.map { ("story", $0) }
    if !owner.isEmpty { labels.append(("owner", owner)) }
    labels.append(("severity", Self.allureSeverity(severity ?? check.impact.usualSeverity)))
    let parameters = [("condition", conditionWord), ("build", build), ("device", device), ("system", os)]
    let message = [state, note].filter { !$0.isEmpty }.joined(separator: ". ")
    var members: [(String, JSONText)] = [
      ("uuid", .string(identity)), ("historyId", .string(identity)), ("testCaseId", .string(identity)),
      ("fullName", .string(name)), ("name", .string("\(component): \(check.title)")),
    ]
    if let status { members.append(("status", .string(status))) }
    members += [
      ("statusDetails", .object([("message", .string(message))])), ("stage", .string("finished")),
      (
        "description",
        .string(
          [
            "How to test: \(check.how)", "Expected: \(check.expected)", check.affects.map { "Affects: \($0)" },
            check.remedy.map { "Remedy: \($0)" }, note.isEmpty ? nil : "Note: \(note)",
          ].compactMap(\.self).joined(separator: "\n\n"))
      ),
      ("steps", .array([])),
      (
        "attachments",
        .array(
          attachments.map {
            .object([
              ("name", .string($0.name)), ("source", .string(Self.source($0))), ("type", .string($0.type)),
            ])
          })
      ),
      (
        "parameters",
        .array(
          parameters.filter { !$0.1.isEmpty }.map { .object([("name", .string($0.0)), ("value", .string($0.1))]) })
      ),
      ("labels", .array(labels.map { .object([("name", .string($0.0)), ("value", .string($0.1))]) })),
      ("links", .array([])),
    ]
    if let time { members += [("start", .int(Int(time))), ("stop", .int(Int(time)))] }
    return .object(members)
  }

  /// The file of an attachment in the folder, of letters and digits alone.
  package static func source(_ attachment: Attachment) -> String {
    let ending = attachment.name.split(separator: ".").dropFirst().last.map(String.init) ?? ""
    let isSafe =
      (1...5).contains(ending.utf8.count) && ending.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
    return "\(attachment.digest)-attachment" + (isSafe ? ".\(ending)" : "")
  }

  private var status: String? {
    if isDisputed { return "broken" }
    switch outcome {
    case .pass: return "passed"
    case .fail: return isWaived ? "skipped" : "failed"
    case .na: return "skipped"
    case .cantTell: return "broken"
    case nil: return nil
    }
  }

  /// 32 hexadecimal digits as a UUID is written.
  private var identity: String {
    let hex = Array(SHA256.digest(of: Array(name.utf8)).hex.prefix(32))
    let parts = [hex[0..<8], hex[8..<12], hex[12..<16], hex[16..<20], hex[20..<32]]
    return parts.map { String($0) }.joined(separator: "-")
  }

  private static func allureSeverity(_ severity: Severity) -> String {
    switch severity {
    case .critical: "blocker"
    case .serious: "critical"
    case .moderate: "normal"
    case .minor: "minor"
    }
  }
}
