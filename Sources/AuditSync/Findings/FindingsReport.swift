package import AuditModel
import CanonicalJSON

/// Reads what tools found by themselves.
///
/// A report is taken whole or refused whole: what is wrong is named with its line and path. Members that are not known
/// are passed over, as these tools add to their reports.
package struct FindingsReport: Equatable, Sendable {
  package private(set) var findings: [ToolFinding] = []
  /// The name of the repeated run that the report says it is of; empty where it says none.
  package private(set) var series = ""
  /// Whether there was nothing in the file, so that only a tool that writes nothing may have written it.
  package private(set) var isEmptyFile = false
  /// When the latest of its runs was, in ms UTC, where the report says so; also of one without findings.
  package private(set) var time: Int64?
  /// What a report holds besides findings.
  package struct LeftOut: Equatable, Sendable {
    /// `notice of HTML_CodeSniffer`, and several of them.
    package var one: String
    package var several: String
    package var count: Int
  }

  /// What was not used.
  package private(set) var leftOut: [LeftOut] = []

  /// The longest report, in bytes.
  package static let largest = 32 << 20
  /// The most findings in one.
  static let most = 100_000

  /// A report that found nothing.
  package init() {}

  /// The findings of a report, in its order.
  ///
  /// - Parameter bytes: the text as UTF-8, without a mark.
  package init(_ bytes: [UInt8], _ form: ReportForm) throws(FindingsProblem) {
    isEmptyFile = !bytes.contains { $0 > 0x20 }
    if form == .xctest {
      try XCTestFindings.read(bytes[...], into: &self)
      return
    }
    guard !isEmptyFile else {
      throw FindingsProblem(
        refusing: "line 1: the file is empty; a tool of the format \(form.rawValue) says so where it finds nothing")
    }
    let document = try Self.document(bytes)
    switch form {
    case .xctest: break
    case .xcresult: try XCResultFindings.read(document, into: &self)
    case .axe: try AxeFindings.read(document, into: &self)
    case .cvs: try SourceFindings.read(document, into: &self)
    case .sarif: try SARIFFindings.read(document, into: &self)
    case .lighthouse: try LighthouseFindings.read(document, into: &self)
    case .pa11y: try Pa11yFindings.read(document, into: &self)
    case .insights: try InsightsFindings.read(document, into: &self)
    case .android: try AndroidFindings.read(document, into: &self)
    case .evinced: try EvincedFindings.read(document, into: &self)
    case .earl: try AssertionFindings.read(document, into: &self)
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
    guard self.series.isEmpty || series.isEmpty || self.series.utf8.elementsEqual(series.utf8) else {
      throw FindingsProblem(place, wanted: "the run \"\(self.series)\" of the lines before", found: "\"\(series)\"")
    }
    if !series.isEmpty { self.series = series }
  }

  mutating func ran(at time: Int64?) {
    let times = [self.time, time].compactMap(\.self).filter(Timestamp.accepted.contains)
    self.time = times.max()
  }

  mutating func leaveOut(_ one: String, _ several: String) {
    if let index = leftOut.firstIndex(where: { $0.one == one }) {
      leftOut[index].count += 1
    } else {
      leftOut.append(LeftOut(one: one, several: several, count: 1))
    }
  }

  /// Reports have fractions, pictures and long lists of pages, and nest deeper than bundles.
  static var options: JSONOptions {
    var options = JSONOptions()
    options.allowsFractions = true
    options.depth = 128
    options.members = 2_000
    options.documentBytes = largest
    options.stringBytes = 16 << 20
    return options
  }

  /// The most values in one: what is read is held in memory as a whole.
  static let mostValues = 3_000_000

  static func document(_ bytes: [UInt8], line: Int = 0) throws(FindingsProblem) -> JSONValue {
    let commas = bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(into: 0) { if $1 == UInt8(ascii: ",") { $0 += 1 } }
    }
    guard commas < mostValues else { throw FindingsProblem(tooMany: mostValues, "values") }
    do throws(JSONError) {
      return try JSONReader.parse(bytes, options: options)
    } catch {
      throw FindingsProblem(error, after: line)
    }
  }
}
