import Audit
import Base

/// Issues of `performAccessibilityAudit`, one object after the other, or an array of them:
///
///     {"auditType":"contrast","compactDescription":"Contrast failed","detailedDescription":"…",
///      "element":"close-button","screen":"sign-in","device":"iPhone 15","os":"18.1"}
///
/// auditType has to be there, as a name, as Swift or Objective-C print it, or as the number in the option set; label,
/// build, condition, component and at (a time) may be. The element is its identifier, what XCTest prints for it, or an
/// object with its `identifier`, `label` and others; recorders write these beside it, too, as `elementIdentifier`. A line
/// `{"auditRun":"nightly","at":"…"}` names the run, also of one that found nothing, and says when it was: findings without
/// a time were found then. What Appium's `mobile: performAccessibilityAudit` answers is an
/// array of such objects, or an answer whose `value` is one: there the element is identified by `elementAttributes`,
/// and `element` only describes it.
enum XCTestFindings {
  static func read(_ bytes: ArraySlice<UInt8>, into report: inout FindingsReport) throws(FindingsProblem) {
    let pieces = JSONPieces.all(in: bytes, atMost: FindingsReport.most)
    guard pieces.count <= FindingsReport.most else { throw FindingsProblem(tooMany: FindingsReport.most) }
    for piece in pieces {
      let document = try FindingsReport.document(bytes, piece, isAlone: pieces.count == 1)
      let place = "line \(piece.line + 1)"
      if document.arrayValue != nil {
        try read(document, at: piece.line == 0 ? "$" : "\(place), $", into: &report)
      } else {
        try readEntry(document, at: "\(place), $", place, into: &report)
      }
    }
    report.dateFindings()
  }

  /// An issue, an answer of Appium, or the line that names the run.
  private static func readEntry(
    _ value: JSONValue, at path: String, _ place: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    if let answer = value["value"], answer.arrayValue != nil, value["auditType"] == nil {
      return try read(answer, at: "\(path).value", into: &report)
    }
    guard value["auditRun"] != nil, value["auditType"] == nil else {
      return try report.add(try finding(value, at: path, place, report.zone))
    }
    let members = try FindingMembers(value, at: path)
    try report.belongs(to: try members.line("auditRun"), "\(path).auditRun")
    let time = try members.time("at", in: report.zone)
    report.ran(at: time)
    report.runTime = [report.runTime, time].compactMap(\.self).max()
  }

  private static func read(
    _ list: JSONValue, at place: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    for entry in try FindingMembers.list(list, at: place) {
      try readEntry(entry.value, at: entry.place, entry.place, into: &report)
    }
  }

  private static func finding(
    _ value: JSONValue, at path: String, _ place: String, _ zone: ReportZone
  ) throws(FindingsProblem) -> ToolFinding {
    let members = try FindingMembers(value, at: path)
    var finding = ToolFinding(
      tool: .xctest, rule: try type(members), message: try members.line("compactDescription"), place: place)
    finding.detail = try members.paragraph("detailedDescription")
    let objects = ["elementAttributes", "element"].filter { members.value($0)?.objectValue != nil }
    let shown = objects.contains("element") ? "" : try members.lineOrNumber("element")
    if let name = objects.first, let attributes = try members.members(name) {
      let own = try members.lineOrNumber("label")
      let names = try identifying.map { name throws(FindingsProblem) in try attributes.lineOrNumber(name) } + [own]
      finding.names = names.filter { !$0.isEmpty }
      finding.type = try type(of: attributes)
      finding.elements = [finding.names.first ?? shown].filter { !$0.isEmpty }
    } else {
      let described = shown.isEmpty ? try members.line("elementDescription") : shown
      let own = try Self.own.map { name throws(FindingsProblem) in try members.lineOrNumber(name) }
      finding.names = (printed(described) + own).filter { !$0.isEmpty }
      finding.elements = finding.names.isEmpty ? [described].filter { !$0.isEmpty } : finding.names
      finding.type = try type(of: members)
    }
    finding.screen = try members.line("screen")
    finding.component = try members.line("component")
    finding.device = simulator(try members.line("device"))
    finding.os = try members.lineOrNumber("os")
    finding.build = try members.lineOrNumber("build")
    finding.condition = try members.condition("condition")
    finding.time = try members.time("at", in: zone)
    return finding
  }

  /// A simulator by its name, also where tests run side by side on copies of it: `Clone 2 of iPhone 15`.
  static func simulator(_ name: String) -> String {
    guard name.hasPrefix("Clone "), let middle = name.firstRange(of: " of "), middle.upperBound < name.endIndex,
      SourceLocation.number(name[..<middle.lowerBound].dropFirst("Clone ".count)) != nil
    else { return name }
    return String(name[middle.upperBound...])
  }

  /// The members of an issue that name its element.
  private static let own = ["elementIdentifier", "identifier", "elementLabel", "label"]

  /// The names in what XCTest prints for an element: `"close" Button`, and
  /// `Button, {{0.0, 0.0}, {44.0, 44.0}}, identifier: 'close', label: 'Close'`; any other text is a name.
  private static func printed(_ text: String) -> [String] {
    let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
    if quoted.count == 3, quoted[0].isEmpty, quoted[2].hasPrefix(" "), quoted[2].dropFirst().allSatisfy(\.isLetter) {
      return [String(quoted[1])]
    }
    let named = ["identifier: '", "label: '"].compactMap { head in
      text.firstRange(of: head).map { upToQuote(text[$0.upperBound...]) }
    }
    return named.isEmpty ? [text] : named.map(String.init)
  }

  /// What may follow a text without a name of its own.
  private static let states: Set<Substring> = ["Selected", "Disabled"]

  /// A text up to the quote that ends it, which is before the next name or is the last: it may have apostrophes itself.
  private static func upToQuote(_ text: Substring) -> Substring {
    for end in text.ranges(of: "', ") {
      let next = text[end.upperBound...]
      let word = next.prefix(while: \.isLetter)
      let isName = !word.isEmpty && next[word.endIndex...].first == ":"
      if isName || states.contains(word) { return text[..<end.lowerBound] }
    }
    return text[..<(text.lastIndex(of: "'") ?? text.endIndex)]
  }

  /// The members of an element that name it, the best first.
  private static let identifying = ["rawIdentifier", "identifier", "name", "label", "title"]

  /// `Button` of `XCUIElementTypeButton`; `9` of `XCUIElementType(rawValue: 9)` and of a number.
  private static func type(of element: FindingMembers) throws(FindingsProblem) -> String {
    for name in ["type", "elementType"] {
      guard let value = element.value(name), var type = value.stringValue ?? value.integerValue.map({ String($0) })
      else { continue }
      for head in ["XCUIElementType", "(rawValue: ", "."] where type.hasPrefix(head) { type.removeFirst(head.count) }
      if type.hasSuffix(")") { type.removeLast() }
      type = type.prefix(1).uppercased() + type.dropFirst()
      return ReportText.oneLine(type, limit: ReportText.line)
    }
    return ""
  }

  /// `hitRegion` of `XCUIAccessibilityAuditTypeHitRegion`, `.hitRegion`, `hitRegion`, and the words of people, `Hit Region`
  /// and `Target Size`; `65536` of
  /// `XCUIAccessibilityAuditType(rawValue: 65536)` and of a number.
  private static func type(_ members: FindingMembers) throws(FindingsProblem) -> String {
    switch members.value("auditType") {
    case .integer(let number): return "\(number)"
    // All bits together are a number beyond those that are exact.
    case .decimal(let number) where number.utf8.allSatisfy(\.isDigit):
      return number.cut(to: 40)
    default: break
    }
    var type = try members.required("auditType")
    if type.hasPrefix("XCUIAccessibilityAuditType") { type.removeFirst("XCUIAccessibilityAuditType".count) }
    if type.hasPrefix("(rawValue: "), type.hasSuffix(")") {
      return String(type.dropFirst("(rawValue: ".count).dropLast())
    }
    if type.hasPrefix(".") { type.removeFirst() }
    type.removeAll { $0 == " " }
    type = type.prefix(1).lowercased() + type.dropFirst()
    return type == "targetSize" ? "hitRegion" : type
  }
}

extension FindingMembers {
  /// A line, or a number as it is spelled, as recorders write versions; not one that was rewritten with an exponent.
  fileprivate func lineOrNumber(_ key: String) throws(FindingsProblem) -> String {
    guard let number = value(key)?.spelledNumber, !number.contains(where: { "eE".contains($0) }) else {
      return try line(key)
    }
    return ReportText.oneLine(number, limit: ReportText.line)
  }
}

/// What `xcresulttool get test-results tests` says: an issue of an audit that no test took is a failure message there,
/// told from others by the words that XCTest uses. It names neither element nor screen; the test stands for them. A test
/// that did not run to its end may have left out its audit, one that was skipped leaves what it found before, and unit tests
/// have none.
enum XCResultFindings {
  /// Words of XCTest, and the audit that says them.
  private static let messages = [
    ("contrast failed", "contrast"), ("contrast nearly passed", "contrast"),
    ("potentially inaccessible text", "elementDetection"), ("hit area is too small", "hitRegion"),
    ("element has no description", "sufficientElementDescription"),
    ("label not human-readable", "sufficientElementDescription"), ("dynamic type font sizes are", "dynamicType"),
    ("text clipped", "textClipped"), ("action is missing", "action"), ("parent/child mismatch", "parentChild"),
  ]

  static func read(_ members: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    guard members.value("testNodes") != nil else {
      throw FindingsProblem(notOf: "xcresulttool: \(members.place).testNodes is missing")
    }
    let devices = try members.objects("devices").map { device throws(FindingsProblem) in try Device(device) }
    var tests = Tests(devices: devices)
    // Of several devices, a node between a test and its messages says which it ran on.
    let run = Run(device: devices.allSatisfy { $0.isAlike(devices[0]) } ? devices.first : nil)
    for node in try members.objects("testNodes") { try read(node, run, &tests, into: &report) }
    if tests.ran == 0, tests.skipped.isEmpty {
      report.couldNotTest("run without tests of an interface", "runs without tests of an interface")
    }
    // What was found in another test is closed by that one.
    let (one, many) = ("test that was skipped", "tests that were skipped")
    for test in tests.skipped {
      if tests.ran == 0 || test.isEmpty { report.couldNotTest(one, many) } else { report.didNotTest(test, one, many) }
    }
  }

  private struct Device {
    let id: String
    let name: String
    let model: String
    let system: String

    init(_ device: FindingMembers) throws(FindingsProblem) {
      (id, name) = (try device.line("deviceId"), try device.line("deviceName"))
      let model = try device.line("modelName")
      self.model = model.isEmpty ? XCTestFindings.simulator(name) : model
      system = try device.line("osVersion")
    }

    func isAlike(_ other: Device) -> Bool { model == other.model && system == other.system }
  }

  /// The tests of an interface, and the devices that they ran on.
  private struct Tests {
    let devices: [Device]
    var ran = 0
    var skipped: [String] = []
  }

  /// What is known of a node by those above it.
  private struct Run {
    var test = ""
    var isPassed = false
    var isSkipped = false
    var device: Device?
  }

  private static func read(
    _ node: FindingMembers, _ run: Run, _ tests: inout Tests, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    var run = run
    let (type, result) = (try node.line("nodeType"), try node.line("result").lowercased())
    switch type {
    case "Unit test bundle": return
    case "Test Case":
      run.test = try node.line("nodeIdentifier")
      if run.test.isEmpty { run.test = try node.line("name") }
      // What failed in a first run of it did not keep it from its end.
      run.isPassed = ["passed", "expected failure"].contains(result)
      if result == "skipped" { tests.skipped.append(run.test) } else { tests.ran += 1 }
    case "Device":
      let (id, name) = (try node.line("nodeIdentifier"), try node.line("name"))
      let known = tests.devices.filter { $0.id == id && !id.isEmpty }
      run.device = known.first ?? tests.devices.first { $0.name == name }
      if !result.isEmpty { run.isPassed = ["passed", "expected failure"].contains(result) }
      if result == "skipped", !run.isSkipped { tests.skipped.append(run.test) }
    case "Failure Message":
      // Why a test is skipped is no failure.
      guard !run.isSkipped, result != "skipped" else { return }
      let message = try node.line("name")
      let words = message.lowercased()
      guard let type = messages.first(where: { words.contains($0.0) })?.1 else {
        let (one, many) = ("failure outside an accessibility audit", "failures outside an accessibility audit")
        if run.isPassed { report.leaveOut(one, many) } else { report.couldNotTest(one, many) }
        return
      }
      var finding = ToolFinding(tool: .xctest, rule: type, message: message, place: node.place)
      finding.elements = [run.test].filter { !$0.isEmpty }
      (finding.device, finding.os) = (run.device?.model ?? "", run.device?.system ?? "")
      finding.run = "xcresulttool"
      try report.add(finding)
    default: break
    }
    if !result.isEmpty { run.isSkipped = result == "skipped" }
    let said = report.findings.count + report.leftOut.reduce(0) { $0 + $1.count }
    for child in try node.objects("children") { try read(child, run, &tests, into: &report) }
    guard type == "Test Case" else { return }
    switch result {
    case "passed", "expected failure", "skipped", "": break
    case "failed":
      if report.findings.count + report.leftOut.reduce(0, { $0 + $1.count }) == said {
        report.couldNotTest("test that failed without a message", "tests that failed without a message")
      }
    default: report.couldNotTest("test without a result", "tests without a result")
    }
  }
}

/// Results of axe-android, by themselves or as Accessibility Insights for Android keeps them beside those of the
/// Accessibility Test Framework. FAIL and ERROR are failures; INCOMPLETE and WARNING need a review.
enum AndroidFindings {
  static func read(_ members: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    let axe = try members.members("AxeResults") ?? members
    guard axe.value("axeRuleResults") != nil || members.value("ATFAResults") != nil else {
      throw FindingsProblem(notOf: "axe-android or Accessibility Insights for Android")
    }
    if axe.value("axeRuleResults") != nil { try readAxe(axe, into: &report) }
    try readFramework(members, into: &report)
  }

  // MARK: axe-android

  /// What a view is called.
  private struct View {
    var resource = ""
    var label = ""
    var text = ""
  }

  private static let impacts: [Severity] = [.minor, .moderate, .serious, .critical, .critical]

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

/// The zone of times that name none: two reports of the same content are the same in any.
struct ReportZone: Equatable {
  var offset: (Int64) -> Int = { _ in 0 }
  /// The last moment at which a run can have been, in ms UTC.
  var latest = Timestamp.accepted.upperBound

  static func == (_: ReportZone, _: ReportZone) -> Bool { true }
}
