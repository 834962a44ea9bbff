package import Base

/// The forms of report that are read, each told by the names of its members.
///
/// The form is not the tool: Lighthouse, pa11y and Accessibility Insights run axe-core and name its rules.
package enum ReportForm: String, CaseIterable, Sendable {
  /// Issues of XCTest, or what Appium's `mobile: performAccessibilityAudit` answers.
  case xctest
  /// Tests of an .xcresult, as xcresulttool tells them.
  case xcresult
  /// axe-core: results of pages, a list of rules, or raw results; an export of axe DevTools.
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
  /// IBM's Equal Access Accessibility Checker.
  case ibm
  /// The API of WAVE.
  case wave
  /// EARL as JSON-LD, and an evaluation of the WCAG-EM Report Tool.
  case earl

  /// Whose report a text is; nil where it is no report that is known. A bundle never is one.
  package init?(_ outline: ReportOutline) {
    func has(_ names: String...) -> Bool { names.allSatisfy(outline.outer.contains) }
    func hasOne(_ names: String...) -> Bool { names.contains(where: outline.outer.contains) }
    func hasInner(_ names: String...) -> Bool { names.contains(where: outline.inner.contains) }
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
      || (has("id") && (has("helpUrl") && hasOne("nodes", "tags") || has("nodes", "impact")))
      || outline.outer.contains("allIssues") || (has("ruleId", "helpUrl") && hasOne("needsReview", "selector"))
      || (outline.inner.contains("violations") && hasInner("testEngine", "passes", "incomplete", "inapplicable"))
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
    } else if hasOne("lighthouseVersion", "lighthouseResult", "lhr")
      || (has("steps") && outline.inner.contains("lhr"))
    {
      self = .lighthouse
    } else if outline.isTableOfPa11y || has("code", "typeCode") || has("total", "passes", "errors")
      || has("pageUrl", "issues") || (has("url", "issues") && outline.inner.isSuperset(of: ["code", "selector"]))
    {
      self = .pa11y
    } else if hasOne("AxeResults", "ATFAResults", "ATFARules", "axeRuleResults") || has("axeConf") {
      self = .android
    } else if has("assessmentData") {
      self = .insights
    } else if has("elements"),
      hasOne("analyticsInfo", "platform", "rootBounds", "reportId", "createdAt") || has("severity", "url")
    {
      self = .evinced
    } else if has("toolID", "results") || (has("report") && hasInner("toolID")) {
      self = .ibm
    } else if has("categories", "statistics") {
      self = .wave
    } else if outline.namesEARL || outline.hasAssertion || hasOne("auditSample", "auditResult")
      || has("testRuns") && !outline.isOfXcresulttool
    {
      self = .earl
    } else if hasInner("violations")
      && (outline.hasAddresses || hasInner("url", "timestamp", "pageUrl", "page", "route"))
      || outline.hasAddresses && outline.inner.isSuperset(of: ["id", "nodes"])
    {
      self = .axe
    } else {
      return nil
    }
  }
}

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
  /// Whether the names of members are addresses of pages, as where a test keeps the results of each page under its own.
  private(set) var hasAddresses = false
  /// Whether the schema is that of SARIF.
  private(set) var isSARIF = false
  /// Whether a text in it names the vocabulary of EARL or of WCAG-EM, and whether a node is an assertion.
  private(set) var (namesEARL, hasAssertion) = (false, false)
  /// The first bytes, as many as tell what is no text.
  private var start: [UInt8] = []
  /// The first bytes that are no white space, as many as tell an empty list.
  private var head: [UInt8] = []
  /// The first bytes without quotes, as many as the header of a table has that is read.
  private var header: [UInt8] = []
  /// The bytes that were looked at.
  package private(set) var bytes = 0

  /// As many bytes of a text as any name or address of interest has.
  static let longest = 256
  private var text: [UInt8] = []
  private var (isText, isEscaped) = (false, false)
  /// The last text, until it is known whether it is a name.
  private var last: String?
  private var key = ""
  private var objects = 0
  /// Whether it is the page of a worksheet, and not what it saved.
  private var isWorksheet = false

  package init() {}

  package init(_ bytes: some Sequence<UInt8>) { take(Array(bytes)) }

  /// Whether more bytes change nothing.
  package var isDecided: Bool { isBundle || bytes > Self.most }
  /// More than any tool writes: a report is recognized even where it is too long to read.
  private static let most = 4 * FindingsReport.largest

  /// Whether it is a bundle, damaged or not.
  package var isBundle: Bool { !isMarkup && (outer.contains("bundle") || outer.contains("facts")) }

  /// Whether it is a page, whose scripts may name anything.
  private var isMarkup: Bool { head.first == UInt8(ascii: "<") }

  /// Whether it begins with a word, as what tools print for people to read.
  private var isProse: Bool {
    let isLetter = head.first.map { (65...90).contains($0 & 0xDF) } ?? false
    return isLetter && ContentKind(start: start) == nil
      && !["nul", "tru", "fal"].contains { head.starts(with: $0.utf8) }
  }

  /// Whether it is what `pa11y --reporter csv` writes.
  var isTableOfPa11y: Bool { header == Self.pa11yHeader || header == Self.pa11yHeader.dropLast() }
  private static let pa11yHeader = Array("type,code,message,context,selector\n".utf8)

  /// Whether there is nothing in it.
  package var isEmpty: Bool { head.isEmpty }

  /// Whether it is a list without entries, as tools write it that found nothing.
  package var isEmptyList: Bool { head == Array("[]".utf8) }

  /// Whether it is an answer of Appium that may be one.
  package var isEmptyAnswer: Bool { outer == ["value"] && !hasInner }

  /// Whether it is another answer of xcresulttool than the one that is read: a summary, one test, or those of before
  /// Xcode 16.
  var isOfXcresulttool: Bool {
    outer.contains("testFailures") || outer.isSuperset(of: ["testRuns", "testIdentifier"])
      || outer.contains("_type") && (outer.contains("actions") || outer.contains("testFailureSummaries"))
  }

  /// How a tool is made to write a form that is read, where this is another one of its forms.
  package var advice: String? {
    if outer.contains("rule_id") { return "Run SwiftLint with --reporter sarif, and import that." }
    if outer.isSuperset(of: ["filePath", "messages"]) {
      return "Run ESLint with --format @microsoft/eslint-formatter-sarif, and import that."
    }
    if isOfXcresulttool {
      return "Run \"xcrun xcresulttool get test-results tests --path FILE.xcresult\", and import what it writes."
    }
    if outer.isSuperset(of: ["config", "suites"]) {
      return "Have the test save the results of axe-core as JSON, and import that: Playwright's report is about tests."
    }
    if outer.isSuperset(of: ["jsonPath", "htmlPath"]) || outer.isSuperset(of: ["auditId", "auditTitle"]) {
      return "Import the reports of the pages, .lighthouseci/lhr-*.json: this file only sums them up."
    }
    // Answers of Airtable and of monday.com.
    if outer == ["records"] && inner.contains("createdTime") || inner == ["boards"] {
      return "Export the table or board as CSV with the texts that have the marks (a11y-...), and import that."
    }
    if isWorksheet {
      return "Open the page in a browser, press Save, and import the file that it saves: the page has no answers."
    }
    if isMarkup && namesEARL || ["@pr", "@ba"].contains(where: { head == Array($0.utf8) }) {
      return "Save it as JSON-LD, and import that: of EARL no other spelling is read."
    }
    if isMarkup || isProse {
      return "Have the tool write JSON or SARIF, and import that; of a test run import its .xcresult, and of a "
        + "worksheet the file that it saved."
    }
    return nil
  }

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
    if start.count < ContentKind.bytes { start += piece.prefix(ContentKind.bytes - start.count) }
    for byte in piece where header.count < Self.pa11yHeader.count {
      if byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\r") { header.append(byte) }
    }
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
      if isMarkup, last == "sheet" { isWorksheet = true }
      if text.count > 4 { look(at: last ?? "") }
      return
    }
    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    // A text may escape its slashes; without the escapes it is what it says.
    if text.count < Self.longest, !isEscaped { text.append(byte) }
  }

  private mutating func take(name: String) {
    key = name
    // What is under an address is below what has the addresses.
    guard (1...2).contains(objects) || hasAddresses && objects == 3 else { return }
    if objects == 2 { hasInner = true }
    if objects < 3, Self.isAddress(name) { hasAddresses = true }
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
    if !namesEARL, Self.earl.contains(where: { Self.holds(text, $0) }) { namesEARL = true }
  }

  private static let earl = ["www.w3.org/ns/earl#", "TR/WCAG-EM/"]

  /// Whether the bytes of a part are in a text. Every text of a report is asked, and a search for characters prepares
  /// itself for each.
  private static func holds(_ text: String, _ part: String) -> Bool {
    let (bytes, wanted) = (text.utf8, part.utf8)
    var place = bytes.startIndex
    while let found = bytes[place...].firstIndex(of: wanted[wanted.startIndex]) {
      if bytes[found...].starts(with: wanted) { return true }
      place = bytes.index(after: found)
    }
    return false
  }

  /// Whether a name is the address of a page.
  static func isAddress(_ name: String) -> Bool {
    name.hasPrefix("/") || ["http://", "https://", "file://"].contains(where: name.hasPrefix)
  }

  /// The names that tell a form or a bundle.
  private static let names: Set<String> = [
    "$schema", "@type", "_type", "actions", "allIssues", "auditId", "auditTitle", "categories", "htmlPath", "impact",
    "boards", "config", "createdTime", "jsonPath", "needsReview", "report", "results",
    "ruleId", "selector", "statistics", "testFailureSummaries",
    "testIdentifier", "toolID", "ATFAResults", "ATFARules", "AxeResults",
    "analyticsInfo", "assessmentData", "auditResult",
    "auditRun", "auditSample", "auditType", "axeConf", "axeRuleResults", "bundle", "code", "compactDescription",
    "createdAt", "detailedDescription", "diagnostics", "elementAttributes", "elementDescription", "elements", "errors",
    "facts", "filePath", "helpUrl", "id", "inapplicable", "incomplete", "issues", "lighthouseResult", "page", "route",
    "lighthouseVersion", "lhr", "messages", "nodes", "pageLevel", "pageUrl", "passes", "platform", "records",
    "reportId", "result", "rootBounds",
    "ruleID", "rule_id", "runs", "severity", "steps", "suites", "tags", "testFailures", "testEngine", "testEnvironment",
    "testNodes", "testRunner", "testRuns",
    "timestamp", "toolOptions", "total", "typeCode", "url", "value", "violations",
  ]
}

/// Success criteria, as reports spell them.
extension ReportText {
  /// The numbers that tags name: `1.1.1` of `wcag111`, `1.4.12` of `WCAG 1.4.12` and of `1.4.12`. Others name none: the
  /// numbers of `RGAA-3.2.1` and `EN-9.1.4.3` are those of other standards.
  static func criteria(tags: [String]) -> [String] { tags.flatMap(criteria(tag:)).unique() }

  /// - Parameter tag: `wcag412`: a digit, a digit, and the rest.
  private static func criteria(tag: String) -> [String] {
    let isOfWCAG = tag.prefix(4).lowercased() == "wcag"
    guard isOfWCAG || tag.utf8.allSatisfy({ $0.isDigit || $0 == 46 }) else { return [] }
    let number = tag.dropFirst(4).drop { " -_:".contains($0) }
    guard isOfWCAG, (3...4).contains(number.utf8.count), number.utf8.allSatisfy(\.isDigit)
    else { return criteria(in: tag) }
    return ["\(number.prefix(1)).\(number.dropFirst().prefix(1)).\(number.dropFirst(2))"]
  }

  /// The numbers of the form `1.4.3` in a text, also written `1_4_3`.
  static func criteria(in text: String) -> [String] {
    let words = text.split { !($0.isASCII && ($0.isNumber || $0 == "." || $0 == "_")) }
    return words.compactMap { word in
      let parts = word.split { $0 == "." || $0 == "_" }
      guard parts.count >= 3, parts[0].utf8.count == 1, parts[1].utf8.count == 1,
        (1...2).contains(parts[2].utf8.count), ("1"..."4").contains(parts[0])
      else { return nil }
      return parts[..<3].joined(separator: ".")
    }.unique()
  }

  /// An address without its percent signs: `Écran` of `%C3%89cran`; as it is where they spell no text.
  static func decoded(_ address: String) -> String {
    guard address.utf8.contains(UInt8(ascii: "%")) else { return address }
    var (bytes, rest) = ([UInt8](), Array(address.utf8)[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value > 0
      else { return address }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return UTF8Text.decode(bytes) ?? address
  }
}

extension FindingsReport {
  /// One of several values in a text.
  ///
  /// - Throws: where a value without an end begins, as what follows it was taken for a part of it.
  package static func document(
    _ bytes: ArraySlice<UInt8>, _ piece: (range: Range<Int>, line: Int), isAlone: Bool
  ) throws(FindingsProblem) -> JSONValue {
    let text = Array(bytes[piece.range])
    do throws(FindingsProblem) {
      return try document(text, line: piece.line)
    } catch {
      let end = "the end of the input"
      if !isAlone, error.message.hasSuffix("found \(end)"), text.contains(0x0A) {
        throw FindingsProblem("line \(piece.line + 1), $", wanted: "the end of the value that begins there", found: end)
      }
      // Only an error asks for the signs before a value.
      let column = bytes[..<piece.range.lowerBound].reversed().prefix { $0 != 0x0A }.count { $0 & 0xC0 != 0x80 }
      return try document(text, line: piece.line, column: column)
    }
  }
}
