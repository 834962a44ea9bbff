import AuditModel
import CanonicalJSON

/// Issues of `performAccessibilityAudit`, one object after the other, or an array of them:
///
///     {"auditType":"contrast","compactDescription":"Contrast failed","detailedDescription":"…",
///      "element":"close-button","screen":"sign-in","device":"iPhone 15","os":"18.1"}
///
/// auditType has to be there, as a name, as Swift or Objective-C print it, or as the number in the option set; label,
/// build, condition, component and at (a time) may be. The element is its identifier, or an object with its
/// `identifier`, `label` and others. A line `{"auditRun":"nightly","at":"…"}` names the run, also of one that found
/// nothing. What Appium's `mobile: performAccessibilityAudit` answers is an
/// array of such objects, or an answer whose `value` is one: there the element is identified by `elementAttributes`,
/// and `element` only describes it.
enum XCTestFindings {
  static func read(_ bytes: ArraySlice<UInt8>, into report: inout FindingsReport) throws(FindingsProblem) {
    for piece in try pieces(bytes) {
      let document = try FindingsReport.document(Array(bytes[piece.range]), line: piece.line)
      let place = "line \(piece.line + 1)"
      if document.arrayValue != nil {
        try read(document, at: piece.line == 0 ? "$" : "\(place), $", into: &report)
      } else if let value = document["value"], value.arrayValue != nil, document["auditType"] == nil {
        try read(value, at: "$.value", into: &report)
      } else {
        try readEntry(document, at: "\(place), $", place, into: &report)
      }
    }
  }

  /// An issue, or the line that names the run.
  private static func readEntry(
    _ value: JSONValue, at path: String, _ place: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    guard value["auditRun"] != nil, value["auditType"] == nil else {
      return try report.add(try finding(value, at: path, place))
    }
    let members = try FindingMembers(value, at: path)
    try report.belongs(to: try members.line("auditRun"), "\(path).auditRun")
    report.ran(at: try members.time("at"))
  }

  private static func read(
    _ list: JSONValue, at place: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    for entry in try FindingMembers.list(list, at: place) {
      try readEntry(entry.value, at: entry.place, entry.place, into: &report)
    }
  }

  /// The values one after the other, on one line each or on several; any other text is a piece
  /// as well, and refused when it is read.
  private static func pieces(
    _ bytes: ArraySlice<UInt8>
  ) throws(FindingsProblem) -> [(range: Range<Int>, line: Int)] {
    var pieces: [(range: Range<Int>, line: Int)] = []
    var line = 0
    var depth = 0
    var isText = false
    var begin: (place: Int, line: Int)?
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard pieces.count <= FindingsReport.most else { throw FindingsProblem(tooMany: FindingsReport.most) }
      let byte = bytes[index]
      if byte == 0x0A, !isText || depth == 0 {
        // A value that is no object ends with its line.
        if depth == 0, let start = begin {
          pieces.append((start.place..<index, start.line))
          (begin, isText) = (nil, false)
        }
        line += 1
      } else if begin == nil {
        if ![0x20, 0x09, 0x0D].contains(byte) { begin = (index, line) }
      }
      if begin != nil {
        switch byte {
        case UInt8(ascii: "\\") where isText: index += 1
        case UInt8(ascii: "\""): isText.toggle()
        case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
        case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText:
          depth = max(0, depth - 1)
          if depth == 0, let start = begin {
            pieces.append((start.place..<index + 1, start.line))
            begin = nil
          }
        default: break
        }
      }
      index += 1
    }
    if let start = begin { pieces.append((start.place..<bytes.endIndex, start.line)) }
    return pieces
  }

  private static func finding(
    _ value: JSONValue, at path: String, _ place: String
  ) throws(FindingsProblem) -> ToolFinding {
    let members = try FindingMembers(value, at: path)
    var finding = ToolFinding(
      tool: .xctest, rule: try type(members), message: try members.line("compactDescription"), place: place)
    finding.detail = try members.paragraph("detailedDescription")
    let objects = ["elementAttributes", "element"].filter { members.value($0)?.objectValue != nil }
    let shown = objects.contains("element") ? "" : try members.line("element")
    if let name = objects.first, let attributes = try members.members(name) {
      let own = try members.line("label")
      let names = try identifying.map { name throws(FindingsProblem) in try attributes.line(name) } + [own]
      finding.names = names.filter { !$0.isEmpty }
      finding.type = try type(of: attributes)
      finding.elements = [finding.names.first ?? shown].filter { !$0.isEmpty }
    } else {
      finding.elements = [shown, try members.line("label")].filter { !$0.isEmpty }
      finding.names = finding.elements
    }
    finding.screen = try members.line("screen")
    finding.component = try members.line("component")
    finding.device = try members.line("device")
    finding.os = try members.line("os")
    finding.build = try members.line("build")
    finding.condition = try members.condition("condition")
    finding.time = try members.time("at")
    return finding
  }

  /// The members of an element that name it, the best first.
  private static let identifying = ["rawIdentifier", "identifier", "name", "label", "title"]

  /// `Button` of `XCUIElementTypeButton`; a number says nothing here.
  private static func type(of element: FindingMembers) throws(FindingsProblem) -> String {
    for name in ["type", "elementType"] {
      guard var type = element.value(name)?.stringValue else { continue }
      for head in ["XCUIElementType", "."] where type.hasPrefix(head) { type.removeFirst(head.count) }
      type = type.prefix(1).uppercased() + type.dropFirst()
      return ReportText.oneLine(type, limit: ReportText.line)
    }
    return ""
  }

  /// `hitRegion` of `XCUIAccessibilityAuditTypeHitRegion`, `.hitRegion` and `hitRegion`; `65536` of
  /// `XCUIAccessibilityAuditType(rawValue: 65536)` and of a number.
  private static func type(_ members: FindingMembers) throws(FindingsProblem) -> String {
    switch members.value("auditType") {
    case .integer(let number): return "\(number)"
    // All bits together are a number beyond those that are exact.
    case .decimal(let number) where number.utf8.allSatisfy { (48...57).contains($0) }:
      return ReportText.cut(number, to: 40)
    default: break
    }
    var type = try members.required("auditType")
    if type.hasPrefix("XCUIAccessibilityAuditType") { type.removeFirst("XCUIAccessibilityAuditType".count) }
    if type.hasPrefix("(rawValue: "), type.hasSuffix(")") {
      return String(type.dropFirst("(rawValue: ".count).dropLast())
    }
    if type.hasPrefix(".") { type.removeFirst() }
    return type.prefix(1).lowercased() + type.dropFirst()
  }
}
