package import Audit
import Base

/// Reads what tools found by themselves.
///
/// A report is taken whole or refused whole: what is wrong is named with its line and path. Members that are not known
/// are passed over, as these tools add to their reports.
package struct FindingsReport: Equatable {
  /// The zone of the times in it that name none.
  var zone = ReportZone()
  package private(set) var findings: [ToolFinding] = []
  /// The name of the repeated run that the report says it is of; empty where it says none.
  package private(set) var series = ""
  /// Whether there was nothing in the file, so that only a tool that writes nothing may have written it.
  package private(set) var isEmptyFile = false
  /// When the latest of its runs was, in ms UTC, where the report says so; also of one without findings.
  package private(set) var time: Int64?
  /// When the run was that a line of the report names.
  var runTime: Int64?
  /// What a report holds besides findings.
  package struct LeftOut: Equatable, Sendable {
    /// `notice of HTML_CodeSniffer`, and several of them.
    package var one: String
    package var several: String
    package var count: Int
  }

  /// What was not used.
  package private(set) var leftOut: [LeftOut] = []
  /// Whether the tool says that it could not test all of it: what is not in the report may still be there.
  package private(set) var isIncomplete = false
  /// The rules, and tests of XCTest, that did not run: what an earlier report found by them may still be there.
  package private(set) var untested: Set<String> = []

  /// The longest report, in bytes.
  package static let largest = 64 << 20
  static let most = 100_000

  /// A report that found nothing.
  package init() {}

  /// The findings of a report, in its order.
  ///
  /// - Parameters:
  ///   - bytes: the text as UTF-8, without a mark.
  ///   - localOffset: of times without a zone: seconds that local time is ahead of UTC at a moment in ms UTC.
  ///   - latest: the last moment at which a run can have been, in ms UTC.
  package init(
    _ bytes: [UInt8], _ form: ReportForm, localOffset: @escaping (Int64) -> Int = { _ in 0 },
    latest: Int64 = Timestamp.accepted.upperBound
  ) throws(FindingsProblem) {
    zone = ReportZone(offset: localOffset, latest: latest)
    isEmptyFile = !bytes.contains { $0 > 0x20 }
    if form == .xctest {
      try XCTestFindings.read(bytes[...], into: &self)
      return
    }
    guard !isEmptyFile else {
      throw FindingsProblem(
        refusing: "line 1: the file is empty; a tool of the format \(form.rawValue) says so where it finds nothing")
    }
    if form == .pa11y, ReportOutline(bytes.prefix(ReportOutline.longest)).isTableOfPa11y {
      try Pa11yFindings.readTable(bytes, into: &self)
      return
    }
    var document: JSONValue
    do throws(FindingsProblem) {
      document = try Self.document(bytes)
    } catch {
      // The reports of several pages one behind the other, as scripts append them.
      guard let pages = JSONPieces.values(in: bytes, Self.options, atMost: Self.mostPages) else { throw error }
      document = .array(pages)
    }
    // Of tools that write a list, several of them in one, as `jq -s` makes it.
    if let lists = document.arrayValue?.map(\.arrayValue), !lists.isEmpty, lists.allSatisfy({ $0 != nil }) {
      document = .array(lists.flatMap { $0 ?? [] })
    }
    switch form {
    case .xctest: break
    case .cvs: try SourceFindings.read(document, into: &self)
    case .pa11y: try Pa11yFindings.read(document, into: &self)
    case .earl: try AssertionFindings.read(document, into: &self)
    default:
      // One document, or a list of them.
      let list = document.arrayValue == nil ? [("$", document)] : try FindingMembers.list(document, at: "$")
      for (place, value) in list { try read(try FindingMembers(value, at: place), form) }
    }
  }

  /// The issues of pa11y in the rows of a table; other columns are none of its own.
  package init(ofPa11y rows: [(line: Int, cells: [(name: String, text: String)])]) throws(FindingsProblem) {
    let issues = rows.map { row in
      let own = row.cells.filter { Pa11yFindings.columns.contains($0.name) }
      return ("line \(row.line)", JSONValue.object(JSONObject(own.map { ($0.name, .string($0.text)) })))
    }
    try Pa11yFindings.read(issues, of: "", into: &self)
  }

  private mutating func read(_ document: FindingMembers, _ form: ReportForm) throws(FindingsProblem) {
    switch form {
    case .xctest, .cvs, .pa11y, .earl: break
    case .xcresult: try XCResultFindings.read(document, into: &self)
    case .axe: try AxeFindings.read(document, into: &self)
    case .sarif: try SARIFFindings.read(document, into: &self)
    case .lighthouse: try LighthouseFindings.read(document, into: &self)
    case .insights: try InsightsFindings.read(document, into: &self)
    case .android: try AndroidFindings.read(document, into: &self)
    case .evinced: try EvincedFindings.read(document, into: &self)
    case .ibm: try CheckerFindings.readIBM(document, into: &self)
    case .wave: try CheckerFindings.readWAVE(document, into: &self)
    }
  }

  mutating func add(_ finding: ToolFinding) throws(FindingsProblem) {
    guard findings.count < Self.most else { throw FindingsProblem(tooMany: Self.most) }
    findings.append(finding)
    // A number in a report may be any number; a time that no clock shows is none.
    if let time = finding.time, !Timestamp.accepted.contains(time) { findings[findings.count - 1].time = nil }
    ran(at: finding.time)
  }

  /// - Throws: another name than before; a name that is none.
  mutating func belongs(to series: String, _ place: String) throws(FindingsProblem) {
    do throws(NameProblem) {
      try Names.checkLine(series, of: "run")
    } catch {
      throw FindingsProblem(refusing: "\(place): \(error.message)")
    }
    guard self.series.isEmpty || series.isEmpty || self.series.hasSameBytes(as: series) else {
      throw FindingsProblem(place, wanted: "the run \"\(self.series)\" of the lines before", found: "\"\(series)\"")
    }
    if !series.isEmpty { self.series = series }
  }

  mutating func ran(at time: Int64?) {
    self.time = [self.time, time].compactMap(\.self).filter(Timestamp.accepted.contains).max()
  }

  /// Gives the time of the run to its findings that say none.
  mutating func dateFindings() {
    guard let runTime, Timestamp.accepted.contains(runTime) else { return }
    for index in findings.indices where findings[index].time == nil { findings[index].time = runTime }
  }

  mutating func leaveOut(_ one: String, _ several: String) {
    if let index = leftOut.firstIndex(where: { $0.one == one }) {
      leftOut[index].count += 1
    } else {
      leftOut.append(LeftOut(one: one, several: several, count: 1))
    }
  }

  /// Leaves out what the tool could not test.
  mutating func couldNotTest(_ one: String, _ several: String) {
    leaveOut(one, several)
    isIncomplete = true
  }

  /// Leaves out what was not tested by a rule, or by a test.
  mutating func didNotTest(_ rule: String, _ one: String, _ several: String) {
    leaveOut(one, several)
    untested.insert(rule)
  }

  /// Reports have fractions, pictures and halves of emoji, a member for each of many pages, and nest deeper than bundles.
  static var options: JSONOptions {
    var options = JSONOptions(allowsFractions: true)
    options.mendsText = true
    options.depth = 128
    options.members = 200_000
    options.unsortedMembers = options.members
    options.openKeyBytes = 32 << 20
    options.documentBytes = largest
    options.stringBytes = 16 << 20
    return options
  }

  /// The most values in one: what is read is held in memory as a whole.
  static let mostValues = 3_000_000
  private static let mostPages = 10_000

  static func document(_ bytes: [UInt8], line: Int = 0, column: Int = 0) throws(FindingsProblem) -> JSONValue {
    let commas = bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(into: 0) { if $1 == UInt8(ascii: ",") { $0 += 1 } }
    }
    guard commas < mostValues else { throw FindingsProblem(tooMany: mostValues, "values") }
    do throws(JSONError) {
      return try JSONReader.parse(bytes, options: options)
    } catch {
      throw FindingsProblem(error, after: line, column)
    }
  }
}

/// Why a report of a tool was refused, and where. Nothing of a refused report is imported.
package struct FindingsProblem: Error, Equatable, Sendable {
  /// `line 3, $.device: expected text, found 12`.
  package var message: String

  init(_ place: String, wanted: String, found: String) {
    message = "\(place): expected \(wanted), found \(found)"
  }

  /// The part that could not be read may have lines before it, and signs in its first one.
  init(_ error: JSONError, after line: Int = 0, _ column: Int = 0) {
    let column = error.column + (error.line == 1 ? column : 0)
    self.init("line \(line + error.line), column \(column), \(error.path)", wanted: error.wanted, found: error.found)
  }

  init(tooMany limit: Int, _ what: String = "findings") {
    message = "the report has more than \(limit) \(what)"
  }

  init(notOf tool: String) { message = "not a report of \(tool)" }

  /// - Parameter reason: why a report that was understood is not taken.
  package init(refusing reason: String) { message = reason }
}

/// Reads the members of one object of a report. A null member counts as absent; other members are none of our business.
struct FindingMembers {
  let place: String
  private let object: JSONObject

  /// - Parameter place: `$.violations[2]`, with `line 3, ` in front where the line is a document.
  init(_ value: JSONValue, at place: String) throws(FindingsProblem) {
    guard let object = value.objectValue else {
      throw FindingsProblem(place, wanted: "an object", found: Self.words(value))
    }
    (self.object, self.place) = (object, place)
  }

  func value(_ key: String) -> JSONValue? { object[key].flatMap { $0.isNull ? nil : $0 } }

  /// One line of at most `limit` bytes; empty where the member is absent.
  func line(_ key: String, limit: Int = ReportText.line) throws(FindingsProblem) -> String {
    ReportText.oneLine(try text(key), limit: limit)
  }

  /// Text of at most `ReportText.long` bytes; empty where the member is absent.
  func paragraph(_ key: String) throws(FindingsProblem) -> String {
    try text(key).cut(to: ReportText.long)
  }

  /// A line that has to be there and say something.
  func required(_ key: String) throws(FindingsProblem) -> String {
    let line = try line(key)
    guard !line.isEmpty else {
      throw FindingsProblem("\(place).\(key)", wanted: "text", found: value(key) == nil ? "nothing" : "empty text")
    }
    return line
  }

  /// The object that a member is; nil where it is absent.
  func members(_ key: String) throws(FindingsProblem) -> FindingMembers? {
    guard let value = value(key) else { return nil }
    return try FindingMembers(value, at: "\(place).\(key)")
  }

  /// The members of the object that a member is, as objects; none where it is absent.
  func each(_ key: String) throws(FindingsProblem) -> [(key: String, members: FindingMembers)] {
    guard let inner = try members(key) else { return [] }
    return try inner.object.members.filter { !$0.value.isNull }.map { member throws(FindingsProblem) in
      let name = ReportText.oneLine(member.key, limit: 80)
      return (member.key, try FindingMembers(member.value, at: "\(inner.place).\(name)"))
    }
  }

  /// The objects that members are, and those of the arrays that members are, in their order, with the names of the members.
  var objectsInside: [(name: String, members: FindingMembers)] {
    object.members.flatMap { member in
      let path = "\(place).\(ReportText.oneLine(member.key, limit: 80))"
      let values = member.value.arrayValue?.enumerated().map { ("\(path)[\($0.offset)]", $0.element) }
      return (values ?? [(path, member.value)]).compactMap { place, value in
        (try? FindingMembers(value, at: place)).map { (member.key, $0) }
      }
    }
  }

  /// The objects of an array; none where the member is absent.
  func objects(_ key: String) throws(FindingsProblem) -> [FindingMembers] {
    try list(key).map { entry throws(FindingsProblem) in try FindingMembers(entry.value, at: entry.place) }
  }

  /// The texts of an array, each on one line; none where the member is absent.
  func lines(_ key: String) throws(FindingsProblem) -> [String] {
    try list(key).map { entry throws(FindingsProblem) in
      guard let text = entry.value.stringValue else {
        throw FindingsProblem(entry.place, wanted: "text", found: Self.words(entry.value))
      }
      return ReportText.oneLine(text, limit: ReportText.line)
    }
  }

  func integer(_ key: String) -> Int64? { value(key)?.integerValue }

  /// The elements of an array, or what stands in its place where there is one.
  func oneOrMore(_ key: String) throws(FindingsProblem) -> [(place: String, value: JSONValue)] {
    value(key)?.stringValue == nil ? try list(key) : [("\(place).\(key)", value(key) ?? .null)]
  }

  /// The impact that a word says, in any case; nil for none and for a word that is none.
  func impact(_ key: String) -> Severity? {
    (value(key)?.stringValue?.lowercased()).flatMap(Severity.init(exactly:))
  }

  /// The elements of an array, with their places; none where the member is absent.
  func list(_ key: String) throws(FindingsProblem) -> [(place: String, value: JSONValue)] {
    guard let value = value(key) else { return [] }
    return try Self.list(value, at: "\(place).\(key)")
  }

  static func list(_ value: JSONValue, at place: String) throws(FindingsProblem) -> [(place: String, value: JSONValue)]
  {
    guard let values = value.arrayValue else {
      throw FindingsProblem(place, wanted: "an array", found: words(value))
    }
    return values.enumerated().map { ("\(place)[\($0.offset)]", $0.element) }
  }

  /// A moment, as ISO 8601 text, or as a program counts it.
  ///
  /// - Parameter zone: of a text without one; UTC where the form says so.
  func time(_ key: String, in zone: ReportZone = ReportZone()) throws(FindingsProblem) -> Int64? {
    guard let value = value(key) else { return nil }
    func problem(_ found: String) -> FindingsProblem {
      FindingsProblem("\(place).\(key)", wanted: "a time such as 2026-03-01T10:00:00Z", found: found)
    }
    if let count = value.spelledNumber.flatMap(Double.init) {
      guard let time = WrittenTime.moment(counted: count, latest: zone.latest) else { throw problem(Self.words(value)) }
      return time
    }
    let text = try line(key)
    do throws(TimestampError) {
      return try Timestamp.read(text, localOffset: zone.offset).timestamp.milliseconds
    } catch {
      // Swift prints a Date as 2026-03-01 10:00:00 +0000.
      if let written = WrittenTime(text), !written.isDayNumber, !written.isUnixTime,
        let read = try? written.reading(nil, localOffset: zone.offset)
      {
        return read.timestamp.milliseconds
      }
      throw problem("\"\(text)\"")
    }
  }

  func condition(_ key: String) throws(FindingsProblem) -> Condition? {
    guard value(key) != nil else { return nil }
    let text = try line(key)
    do throws(NameProblem) {
      return try Condition(parsing: text)
    } catch {
      throw FindingsProblem("\(place).\(key)", wanted: "a condition such as dark,text-ax5", found: "\"\(text)\"")
    }
  }

  private func text(_ key: String) throws(FindingsProblem) -> String {
    guard let value = value(key) else { return "" }
    guard let text = value.stringValue else {
      throw FindingsProblem("\(place).\(key)", wanted: "text", found: Self.words(value))
    }
    return text
  }

  static func words(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .decimal(let text): text.cut(to: 40)
    case .string(let text): "\"\(ReportText.oneLine(text, limit: 40))\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Text of a report as it is kept: reports quote whole elements, which are too long to show.
enum ReportText {
  static let line = 400
  static let long = 4_000

  /// Control characters and runs of blanks become one blank.
  static func oneLine(_ text: String, limit: Int) -> String {
    var line = ""
    var isBlank = true
    for scalar in text.unicodeScalars {
      if scalar.value <= 0x20 || scalar.value == 0x7F || (0x80..<0xA0).contains(scalar.value) {
        isBlank = true
        continue
      }
      if isBlank, !line.isEmpty { line.unicodeScalars.append(" ") }
      isBlank = false
      line.unicodeScalars.append(scalar)
      if line.utf8.count > limit { break }
    }
    return line.cut(to: limit)
  }
}
