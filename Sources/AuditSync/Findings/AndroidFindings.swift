import AuditModel
import CanonicalJSON

/// Results of axe-android, by themselves or as Accessibility Insights for Android keeps them beside those of the
/// Accessibility Test Framework. FAIL and ERROR are failures; INCOMPLETE and WARNING need a review.
enum AndroidFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    let members = try FindingMembers(document, at: "$")
    guard ["AxeResults", "ATFAResults", "axeRuleResults"].contains(where: { members.value($0) != nil }) else {
      throw FindingsProblem(notOf: "axe-android or Accessibility Insights for Android")
    }
    if let axe = try members.members("AxeResults") { try readAxe(axe, into: &report) }
    if members.value("axeRuleResults") != nil { try readAxe(members, into: &report) }
    try readFramework(members, into: &report)
  }

  // MARK: axe-android

  /// What a view is called.
  private struct View {
    var resource = ""
    var label = ""
    var text = ""
  }

  private static let impacts: [Impact] = [.minor, .moderate, .serious, .critical, .critical]

  private static func readAxe(_ axe: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    let context = try axe.members("axeContext")
    let data = try context?.members("axeMetaData")
    let device = try context?.members("axeDevice")
    var views: [String: View] = [:]
    if let root = try context?.members("axeView") { try collect(root, into: &views) }
    let title = try data?.line("screenTitle") ?? ""
    for result in try axe.objects("axeRuleResults") {
      let status = try result.line("status")
      guard ["FAIL", "INCOMPLETE"].contains(status) else { continue }
      var finding = ToolFinding(
        tool: .android, rule: try result.required("ruleId"), message: try result.line("ruleSummary"),
        place: result.place)
      finding.isReview = status == "INCOMPLETE"
      let impact = result.integer("impact").flatMap { Int(exactly: $0) }
      finding.impact = impact.flatMap { impacts.indices.contains($0) ? impacts[$0] : nil }
      set(views[try result.line("axeViewId")] ?? View(), of: &finding)
      finding.screen = title == "No Screen Title Available" ? "" : title
      finding.device = try device?.line("name") ?? ""
      finding.os = try device?.line("osVersion") ?? ""
      finding.run = "axe-android \(try data?.line("axeVersion") ?? "")"
      finding.time = Int64(try data?.line("analysisTimestamp") ?? "")
      try report.add(finding)
    }
  }

  private static func collect(_ view: FindingMembers, into views: inout [String: View]) throws(FindingsProblem) {
    views[try view.line("axeViewId")] = View(
      resource: try view.line("viewIdResourceName"), label: try view.line("contentDescription"),
      text: try view.line("text"))
    for child in try view.objects("children") { try collect(child, into: &views) }
  }

  /// `close` of `com.example.shop:id/close`; an element is found by that, then by what is spoken.
  private static func set(_ view: View, of finding: inout ToolFinding) {
    let name = view.resource.split(separator: "/").last.map(String.init) ?? ""
    finding.names = [name, view.label, view.text].filter { !$0.isEmpty }
    finding.elements = [view.resource, view.label, view.text].first { !$0.isEmpty }.map { [$0] } ?? []
  }

  // MARK: Accessibility Test Framework

  private static func readFramework(
    _ members: FindingMembers, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    var titles: [String: String] = [:]
    for rule in try members.objects("ATFARules") {
      titles[simple(try rule.line("class"))] = try rule.line("titleMessage")
    }
    for result in try members.objects("ATFAResults") {
      let type = try result.line("AccessibilityCheckResult.type")
      guard ["ERROR", "WARNING"].contains(type) else { continue }
      let rule = simple(try result.required("AccessibilityCheckResult.checkClass"))
      var finding = ToolFinding(tool: .atf, rule: rule, message: titles[rule] ?? rule, place: result.place)
      finding.isReview = type == "WARNING"
      finding.run = "Accessibility Test Framework"
      if let element = try result.members("AccessibilityHierarchyCheckResult.element") {
        set(
          View(
            resource: try element.line("ViewHierarchyElement.resourceName"),
            label: spoken(element.value("ViewHierarchyElement.contentDescription")),
            text: spoken(element.value("ViewHierarchyElement.text"))), of: &finding)
      }
      try report.add(finding)
    }
  }

  /// A class without its package.
  private static func simple(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  /// Text that the tool keeps with its styles around it.
  private static func spoken(_ value: JSONValue?) -> String {
    let raw = value?["SpannableString.rawString"]
    let text = raw?.stringValue ?? raw?["SpannableStringInternal.mText"]?.stringValue ?? value?.stringValue ?? ""
    return ReportText.oneLine(text, limit: ReportText.line)
  }
}
