import AuditModel
import CanonicalJSON

/// Issues of `performAccessibilityAudit`, one object per line, or an array of them:
///
///     {"auditType":"contrast","compactDescription":"Contrast failed","detailedDescription":"…",
///      "element":"close-button","screen":"sign-in","device":"iPhone 15","os":"18.1"}
///
/// auditType has to be there, as a name or as the number in the option set; label, build, condition, component and at
/// (a time) may be.
enum XCTestFindings {
  static let keys: Set<String> = [
    "auditType", "compactDescription", "detailedDescription", "element", "label", "screen", "device", "os", "build",
    "condition", "component", "at",
  ]

  static func read(_ bytes: [UInt8]) throws(FindingsProblem) -> [ToolFinding] {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first != UInt8(ascii: "[") else {
      let values = try FindingMembers.list(try FindingsReport.document(bytes), at: "$")
      guard values.count <= FindingsReport.most else { throw FindingsProblem(tooMany: FindingsReport.most) }
      return try values.map { value throws(FindingsProblem) in try finding(value.value, at: value.place, value.place) }
    }
    var findings: [ToolFinding] = []
    let options = FindingsReport.options
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
      guard findings.count < FindingsReport.most else { throw FindingsProblem(tooMany: FindingsReport.most) }
      let value: JSONValue
      do throws(JSONError) {
        value = try JSONReader.parse(Array(line), options: options)
      } catch {
        throw FindingsProblem(error, line: index + 1)
      }
      findings.append(try finding(value, at: "line \(index + 1), $", "line \(index + 1)"))
    }
    return findings
  }

  private static func finding(
    _ value: JSONValue, at path: String, _ place: String
  ) throws(FindingsProblem) -> ToolFinding {
    let members = try FindingMembers(value, at: path)
    let type: String
    if let number = members.value("auditType")?.integerValue {
      type = "\(number)"
    } else {
      type = try members.required("auditType")
    }
    var finding = ToolFinding(
      tool: .xctest, rule: type.hasPrefix(".") ? String(type.dropFirst()) : type,
      message: try members.line("compactDescription"), place: place)
    finding.detail = try members.paragraph("detailedDescription")
    finding.elements = [try members.line("element"), try members.line("label")].filter { !$0.isEmpty }
    finding.names = finding.elements
    finding.screen = try members.line("screen")
    finding.component = try members.line("component")
    finding.device = try members.line("device")
    finding.os = try members.line("os")
    finding.build = try members.line("build")
    finding.condition = try members.condition("condition")
    finding.time = try members.time("at")
    return finding
  }
}
