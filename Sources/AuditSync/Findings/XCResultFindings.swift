import AuditModel
import CanonicalJSON

/// What `xcresulttool get test-results tests` says: an issue of an audit that no test took is a failure message there,
/// told from others by the words that XCTest uses. It names neither element nor screen; the test stands for them.
enum XCResultFindings {
  /// Words of XCTest, and the audit that says them.
  private static let messages = [
    ("contrast failed", "contrast"), ("contrast nearly passed", "contrast"),
    ("potentially inaccessible text", "elementDetection"), ("hit area is too small", "hitRegion"),
    ("element has no description", "sufficientElementDescription"),
    ("label not human-readable", "sufficientElementDescription"), ("dynamic type font sizes are", "dynamicType"),
    ("text clipped", "textClipped"), ("action is missing", "action"), ("parent/child mismatch", "parentChild"),
  ]

  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    let members = try FindingMembers(document, at: "$")
    guard members.value("testNodes") != nil else {
      throw FindingsProblem(notOf: "xcresulttool: $.testNodes is missing")
    }
    let device = try members.objects("devices").first
    let model = [try device?.line("modelName") ?? "", try device?.line("deviceName") ?? ""].first { !$0.isEmpty } ?? ""
    let system = try device?.line("osVersion") ?? ""
    for node in try members.objects("testNodes") { try read(node, of: "", model, system, into: &report) }
  }

  private static func read(
    _ node: FindingMembers, of test: String, _ device: String, _ system: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    var test = test
    switch try node.line("nodeType") {
    case "Test Case":
      test = try node.line("nodeIdentifier")
      if test.isEmpty { test = try node.line("name") }
    case "Failure Message":
      let message = try node.line("name")
      let words = message.lowercased()
      guard let type = messages.first(where: { words.contains($0.0) })?.1 else {
        report.leaveOut("failure outside an accessibility audit", "failures outside an accessibility audit")
        return
      }
      var finding = ToolFinding(tool: .xctest, rule: type, message: message, place: node.place)
      finding.elements = [test].filter { !$0.isEmpty }
      (finding.device, finding.os, finding.run) = (device, system, "xcresulttool")
      try report.add(finding)
    default: break
    }
    for child in try node.objects("children") { try read(child, of: test, device, system, into: &report) }
  }
}
