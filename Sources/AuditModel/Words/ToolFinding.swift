/// One thing that a tool found by itself, as its report says it; which component and which check it belongs to is
/// still to be decided.
package struct ToolFinding: Equatable, Sendable {
  /// Whose rules they are; many tools run those of another.
  package enum Tool: String, CaseIterable, Sendable {
    /// `performAccessibilityAudit` of XCTest.
    case xctest
    /// axe-core.
    case axe
    /// `a11y-check` of CVS Health, which reads Swift source.
    case cvs
    /// axe-android, and what Accessibility Insights for Android runs of it.
    case android = "axe-android"
    /// The Accessibility Test Framework of Android.
    case atf
    /// HTML_CodeSniffer.
    case htmlcs
    /// The mobile SDK of Evinced.
    case evinced
    /// The requirements of Accessibility Insights for Web that a person tests.
    case insights
    /// Success criteria, as EARL and the WCAG-EM Report Tool name them.
    case wcag
    /// A tool that wrote SARIF or EARL, whose rules are not known here.
    case other
  }

  package var tool: Tool
  /// The tool's own name for what it looks for: `contrast`, `image-alt`.
  package var rule: String
  package var message: String
  package var detail: String
  /// Only for review: the tool does not report it as a failure.
  package var isReview: Bool
  /// The success criteria that the tool names, by number.
  package var criteria: [String]
  /// How bad the tool calls it.
  package var impact: Impact?
  /// The component, where the report names one.
  package var component: String
  /// The element as the report has it; the first is shown.
  package var elements: [String]
  /// What a component may be found by: identifiers and labels, and nothing that only looks like one.
  package var names: [String]
  /// What kind of element it is, as XCTest names it: `Button`, `StaticText`. Empty where the report does not say.
  package var type: String
  package var screen: String
  /// The source file, where the tool reads source.
  package var file: String
  package var device: String
  package var os: String
  package var build: String
  package var condition: Condition?
  /// When the tool ran, in ms UTC.
  package var time: Int64?
  /// The tool's version, or another name of the run.
  package var run: String
  /// Its place in the report: `line 3` or a JSON path.
  package var place: String

  package init(tool: Tool, rule: String, message: String, place: String) {
    self.tool = tool
    self.rule = rule
    self.message = message
    self.place = place
    detail = ""
    isReview = false
    criteria = []
    component = ""
    elements = []
    names = []
    type = ""
    screen = ""
    file = ""
    device = ""
    os = ""
    build = ""
    run = ""
  }
}
