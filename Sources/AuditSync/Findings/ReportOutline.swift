/// What the top level of a JSON text tells without the text in memory: the names of the members of its outermost
/// objects, in any order and however much is between them, and of those one level below.
///
/// Objects one after the other and in an array are alike. A text that breaks off is known as far as it goes.
package struct ReportOutline {
  /// Of the members of the outermost objects, the names that tell a form.
  private(set) var outer: Set<String> = []
  /// The same of the objects below them.
  private(set) var inner: Set<String> = []
  /// Whether the outermost objects have members of other names, and whether objects below them have any.
  private(set) var (hasOthers, hasInner) = (false, false)
  /// Whether the schema is that of SARIF.
  private(set) var isSARIF = false
  /// Whether a text in it names the vocabulary of EARL or of WCAG-EM, and whether a node is an assertion.
  private(set) var (namesEARL, hasAssertion) = (false, false)
  /// The first bytes that are no white space, as many as tell an empty list.
  private var head: [UInt8] = []
  /// The bytes that were looked at.
  private(set) var bytes = 0

  /// As many bytes of a text as any name or address of interest has.
  private static let longest = 256
  private var text: [UInt8] = []
  private var (isText, isEscaped) = (false, false)
  /// The last text, until it is known whether it is a name.
  private var last: String?
  private var key = ""
  private var objects = 0

  package init() {}

  package init(_ bytes: some Sequence<UInt8>) { take(Array(bytes)) }

  /// Whether more bytes change nothing.
  package var isDecided: Bool { isBundle || bytes > FindingsReport.largest }

  /// Whether it is a bundle, damaged or not.
  package var isBundle: Bool { outer.contains("bundle") || outer.contains("facts") }

  /// Whether there is nothing in it.
  package var isEmpty: Bool { head.isEmpty }

  /// Whether it is a list without entries, as tools write it that found nothing.
  package var isEmptyList: Bool { head == Array("[]".utf8) }

  /// Whether it is an answer of Appium that may be one.
  package var isEmptyAnswer: Bool { outer == ["value"] && !hasInner }

  /// The forms that a text of this kind may have.
  package var likelyForms: [ReportForm] {
    switch head.first {
    case nil: [.xctest]
    case UInt8(ascii: "["): [.xctest, .axe, .cvs, .pa11y, .evinced, .earl]
    case UInt8(ascii: "{"): ReportForm.allCases.filter { $0 != .evinced }
    default: []
    }
  }

  /// Looks at the next piece.
  package mutating func take(_ piece: [UInt8]) {
    bytes += piece.count
    piece.withUnsafeBufferPointer { piece in
      for byte in piece { take(byte) }
    }
  }

  private mutating func take(_ byte: UInt8) {
    if isText {
      takeText(byte)
      return
    }
    if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return }
    if head.count < 3 { head.append(byte) }
    switch byte {
    case UInt8(ascii: "\""):
      isText = true
      text.removeAll(keepingCapacity: true)
    case UInt8(ascii: ":"):
      guard let name = last else { return }
      take(name: name)
      last = nil
    case UInt8(ascii: "{"): objects += 1
    case UInt8(ascii: "}"): objects = max(0, objects - 1)
    default: break
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    guard isEscaped || byte != UInt8(ascii: "\"") else {
      isText = false
      last = String(decoding: text, as: UTF8.self)
      if text.count > 4 { look(at: last ?? "") }
      return
    }
    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    // A text may escape its slashes; without the escapes it is what it says.
    if text.count < Self.longest, !isEscaped { text.append(byte) }
  }

  private mutating func take(name: String) {
    key = name
    guard objects == 1 || objects == 2 else { return }
    if objects == 2 { hasInner = true }
    guard Self.names.contains(name) else {
      if objects == 1 { hasOthers = true }
      return
    }
    if objects == 1 { outer.insert(name) } else { inner.insert(name) }
  }

  private mutating func look(at text: String) {
    switch key {
    case "$schema": if objects == 1, text.contains("sarif") { isSARIF = true }
    case "@type", "type": if text.hasSuffix("Assertion") { hasAssertion = true }
    default: break
    }
    if text.contains("www.w3.org/ns/earl#") || text.contains("TR/WCAG-EM/") { namesEARL = true }
  }

  /// The names that tell a form or a bundle.
  private static let names: Set<String> = [
    "$schema", "@type", "ATFAResults", "ATFARules", "AxeResults", "analyticsInfo", "assessmentData", "auditResult",
    "auditRun", "auditSample", "auditType", "axeConf", "axeRuleResults", "bundle", "code", "compactDescription",
    "createdAt", "detailedDescription", "diagnostics", "elementAttributes", "elementDescription", "elements", "errors",
    "facts", "filePath", "helpUrl", "id", "inapplicable", "incomplete", "issues", "lighthouseResult",
    "lighthouseVersion", "nodes", "pageLevel", "pageUrl", "passes", "platform", "reportId", "result", "rootBounds",
    "ruleID", "runs", "severity", "tags", "testEngine", "testEnvironment", "testNodes", "testRunner", "testRuns",
    "timestamp", "toolOptions", "total", "typeCode", "url", "value", "violations",
  ]
}
