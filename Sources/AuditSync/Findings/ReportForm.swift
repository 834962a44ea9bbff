/// The forms of report that are read, each told by the names of its members.
///
/// The form is not the tool: Lighthouse, pa11y and Accessibility Insights run axe-core and name its rules.
package enum ReportForm: String, CaseIterable, Sendable {
  /// Issues of XCTest, or what Appium's `mobile: performAccessibilityAudit` answers.
  case xctest
  /// Tests of an .xcresult, as xcresulttool tells them.
  case xcresult
  /// axe-core: results of pages, a list of rules, or raw results.
  case axe
  /// a11y-check of CVS Health.
  case cvs
  case sarif
  case lighthouse
  /// pa11y and pa11y-ci.
  case pa11y
  /// A saved assessment of Accessibility Insights for Web.
  case insights
  /// axe-android, Accessibility Insights for Android and the Accessibility Test Framework.
  case android
  case evinced
  /// EARL as JSON-LD, and an evaluation of the WCAG-EM Report Tool.
  case earl

  /// Whose report begins like this; nil where it is no report that is known. A bundle never is one.
  ///
  /// - Parameter start: the first bytes, up to 4096 are looked at.
  package init?(start: some Sequence<UInt8>) {
    let outline = ReportOutline(start)
    func has(_ names: String...) -> Bool { names.allSatisfy(outline.outer.contains) }
    func hasOne(_ names: String...) -> Bool { names.contains(where: outline.outer.contains) }
    let issue = ["compactDescription", "detailedDescription", "elementDescription", "elementAttributes"]
    func isIssue(_ names: Set<String>) -> Bool {
      names.contains("auditType") || issue.count(where: names.contains) > 1
    }
    if has("bundle") { return nil }
    if has("violations"),
      hasOne("testEngine", "toolOptions", "passes", "incomplete", "inapplicable", "url", "timestamp")
        || outline.outer.count == 1
    {
      self = .axe
    } else if has("testEngine", "testRunner") || has("toolOptions", "testEnvironment")
      || has("id", "result", "pageLevel")
      || (has("id", "helpUrl") && hasOne("nodes", "tags"))
    {
      self = .axe
    } else if isIssue(outline.outer) || (has("value") && isIssue(outline.inner)) {
      self = .xctest
    } else if has("testNodes") {
      self = .xcresult
    } else if has("diagnostics") || (has("ruleID") && hasOne("severity", "filePath")) {
      self = .cvs
    } else if has("runs") || (has("$schema") && outline.text.contains("sarif")) {
      self = .sarif
    } else if hasOne("lighthouseVersion", "lighthouseResult") {
      self = .lighthouse
    } else if has("code", "typeCode") || has("total", "passes", "errors") || has("pageUrl", "issues") {
      self = .pa11y
    } else if hasOne("AxeResults", "ATFAResults", "ATFARules", "axeRuleResults") || has("axeConf") {
      self = .android
    } else if has("assessmentData") {
      self = .insights
    } else if has("elements"), hasOne("analyticsInfo", "platform", "rootBounds", "reportId", "createdAt") {
      self = .evinced
    } else if outline.text.contains("www.w3.org/ns/earl#") || outline.text.contains("TR/WCAG-EM/")
      || hasOne("auditSample", "auditResult", "testRuns") || (has("@type") && outline.text.contains("\"Assert"))
    {
      self = .earl
    } else {
      return nil
    }
  }
}

/// What the beginning of a JSON text tells without being read as a whole: the names of the members of its outermost
/// object, or of the objects in its outermost array, and of those one level below.
private struct ReportOutline {
  private(set) var outer: Set<String> = []
  private(set) var inner: Set<String> = []
  let text: String

  init(_ start: some Sequence<UInt8>) {
    var bytes = Array(start.prefix(4_096))[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    text = String(decoding: bytes, as: UTF8.self)
    guard let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return }
    var objects = 0
    var last: String?
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let begin = index + 1
        index = begin
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < bytes.endIndex else { return }
        last = String(decoding: bytes[begin..<index], as: UTF8.self)
      case UInt8(ascii: ":"):
        if let name = last, objects == 1 { outer.insert(name) }
        if let name = last, objects == 2 { inner.insert(name) }
        last = nil
      case UInt8(ascii: "{"): objects += 1
      case UInt8(ascii: "}"): objects -= 1
      default: break
      }
      index += 1
    }
  }
}
