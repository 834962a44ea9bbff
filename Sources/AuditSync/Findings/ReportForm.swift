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

  /// Whose report a text is; nil where it is no report that is known. A bundle never is one.
  package init?(_ outline: ReportOutline) {
    func has(_ names: String...) -> Bool { names.allSatisfy(outline.outer.contains) }
    func hasOne(_ names: String...) -> Bool { names.contains(where: outline.outer.contains) }
    let issue = ["compactDescription", "detailedDescription", "elementDescription", "elementAttributes"]
    func isIssue(_ names: Set<String>) -> Bool {
      names.contains("auditType") || issue.count(where: names.contains) > 1
    }
    if outline.isBundle { return nil }
    if has("violations"),
      hasOne("testEngine", "toolOptions", "passes", "incomplete", "inapplicable", "url", "timestamp")
        || (outline.outer.count == 1 && !outline.hasOthers) || outline.inner.isSuperset(of: ["id", "nodes"])
    {
      self = .axe
    } else if has("testEngine", "testRunner") || has("toolOptions", "testEnvironment")
      || has("id", "result", "pageLevel")
      || (has("id", "helpUrl") && hasOne("nodes", "tags"))
    {
      self = .axe
    } else if has("auditRun") || isIssue(outline.outer) || (has("value") && isIssue(outline.inner)) {
      self = .xctest
    } else if has("testNodes") {
      self = .xcresult
    } else if has("diagnostics") || (has("ruleID") && hasOne("severity", "filePath")) {
      self = .cvs
    } else if has("runs") || outline.isSARIF {
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
    } else if outline.namesEARL || outline.hasAssertion || hasOne("auditSample", "auditResult", "testRuns") {
      self = .earl
    } else {
      return nil
    }
  }
}
