import Audit
import Foundation
import StoredFacts
import Testing

@testable import Exchange

/// Files as the tools write them, with what the tools themselves count in them; Fixtures/tools/README.md names the sources.
@Suite("Forms of reports")
struct ReportFormTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var form: ReportForm
    var faults: Int
    var reviews: Int
    /// What is counted and not used.
    var unused = 0

    var testDescription: String { name }

    var bytes: [UInt8] {
      get throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../EndToEnd/Fixtures/tools")
        return [UInt8](try Data(contentsOf: folder.appending(path: name).standardized))
      }
    }
  }

  static let samples: [Sample] = [
    Sample(name: "appium-audit.json", form: .xctest, faults: 5, reviews: 0),
    Sample(name: "appium-webdriver-response.json", form: .xctest, faults: 2, reviews: 0),
    Sample(name: "xctest-pretty.json", form: .xctest, faults: 2, reviews: 0),
    Sample(name: "xctest-unknown-first.jsonl", form: .xctest, faults: 3, reviews: 0),
    Sample(name: "xctest-rawvalue.jsonl", form: .xctest, faults: 10, reviews: 0),
    Sample(name: "xcresult-tests.json", form: .xcresult, faults: 2, reviews: 0, unused: 1),
    Sample(name: "axe-result.json", form: .axe, faults: 2, reviews: 1),
    Sample(name: "axe-cli-array.json", form: .axe, faults: 3, reviews: 1),
    Sample(name: "axe-violations-only.json", form: .axe, faults: 2, reviews: 0),
    Sample(name: "axe-jest.json", form: .axe, faults: 1, reviews: 0),
    Sample(name: "axe-raw.json", form: .axe, faults: 1, reviews: 1),
    Sample(name: "a11y-check.json", form: .cvs, faults: 2, reviews: 2),
    Sample(name: "a11y-check-array.json", form: .cvs, faults: 1, reviews: 1),
    Sample(name: "a11y-check-empty.json", form: .cvs, faults: 0, reviews: 0),
    Sample(name: "axe.sarif", form: .sarif, faults: 2, reviews: 1, unused: 2),
    Sample(name: "a11y-check.sarif", form: .sarif, faults: 1, reviews: 2),
    Sample(name: "lighthouse.json", form: .lighthouse, faults: 3, reviews: 1, unused: 1),
    Sample(name: "pa11y.json", form: .pa11y, faults: 4, reviews: 3, unused: 1),
    Sample(name: "pa11y-axe-runner.json", form: .pa11y, faults: 2, reviews: 1),
    Sample(name: "pa11y-ci.json", form: .pa11y, faults: 2, reviews: 2, unused: 1),
    Sample(name: "ai-web.a11ywebassessment", form: .insights, faults: 3, reviews: 0, unused: 4),
    Sample(name: "ai-android.json", form: .android, faults: 2, reviews: 1),
    Sample(name: "axe-android.json", form: .android, faults: 2, reviews: 1),
    Sample(name: "evinced-mobile.json", form: .evinced, faults: 2, reviews: 1),
    Sample(name: "wcag-em-evaluation.json", form: .earl, faults: 1, reviews: 1, unused: 3),
    Sample(name: "wcag-em-graph-v1.json", form: .earl, faults: 2, reviews: 1, unused: 1),
    Sample(name: "earl-act-tools.json", form: .earl, faults: 1, reviews: 1, unused: 3),
    Sample(name: "earl-alfa.json", form: .earl, faults: 2, reviews: 1, unused: 2),
    Sample(name: "earl-graph.jsonld", form: .earl, faults: 1, reviews: 1, unused: 1),
  ]

  private func report(_ name: String) throws -> [ToolFinding] {
    let sample = try #require(Self.samples.first { $0.name == name })
    return try FindingsReport(sample.bytes, sample.form).findings
  }

  @Test("A report is told by its beginning and gives what its tool counts", arguments: samples)
  func counts(sample: Sample) throws {
    let bytes = try sample.bytes
    #expect(ReportForm(ReportOutline(bytes)) == sample.form)
    let report = try FindingsReport(bytes, sample.form)
    #expect(report.findings.count { !$0.isReview } == sample.faults)
    #expect(report.findings.count { $0.isReview } == sample.reviews)
    #expect(report.leftOut.reduce(0) { $0 + $1.count } == sample.unused, "\(report.leftOut)")
    #expect(report.findings.allSatisfy { !$0.rule.isEmpty && !$0.place.isEmpty })
  }

  /// Written once: 2,000 objects take longer to write than all that is read of them.
  private static let junk =
    "[\(Array(repeating: #"{"runs":{"auditType":"x"},"violations":1}"#, count: 2_000).joined(separator: ","))]"

  /// The members of the outermost objects sorted and behind a long one that nobody knows, as tools and people rewrite them.
  private static func rewritten(_ bytes: [UInt8], descending: Bool) -> [UInt8]? {
    guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return nil }
    func text(_ object: [String: Any]) -> String? {
      let members = object.sorted { ($0.key < $1.key) != descending }
      let texts = members.compactMap { member -> String? in
        guard let data = try? JSONSerialization.data(withJSONObject: [member.value], options: .sortedKeys) else {
          return nil
        }
        return "\"\(member.key)\":\(String(decoding: data.dropFirst().dropLast(), as: UTF8.self))"
      }
      return "{\((["\"0junk\":\(junk)"] + texts).joined(separator: ",\n"))}"
    }
    if let object = value as? [String: Any] { return text(object).map { Array($0.utf8) } }
    guard let list = value as? [[String: Any]] else { return nil }
    return Array("[\(list.compactMap(text).joined(separator: ","))]".utf8)
  }

  @Test("A report is told by all of its top level, in any order and however late", arguments: samples, [false, true])
  func anyOrder(sample: Sample, descending: Bool) throws {
    guard let bytes = Self.rewritten(try sample.bytes, descending: descending) else { return }
    #expect(bytes.count > 50_000 || sample.name.contains("empty"))
    var outline = ReportOutline()
    for start in stride(from: 0, to: bytes.count, by: 1_000) {
      outline.take(Array(bytes[start..<min(start + 1_000, bytes.count)]))
    }
    #expect(ReportForm(outline) == sample.form)
    #expect(outline.outer.count < 20 && outline.inner.count < 20)
  }

  @Test("Appium tells an element by its attributes, and never by the words that describe it")
  func appium() throws {
    let findings = try report("appium-audit.json")
    #expect(findings[0].rule == "contrast" && findings[0].names == ["Forgot password?", "Forgot password?"])
    #expect(findings.allSatisfy { finding in !finding.names.contains { $0.contains("StaticText") } })
    #expect(try report("appium-webdriver-response.json")[0].names == ["close-button", "close-button", "Close"])
  }

  @Test("The types of an audit are one, however they are spelled")
  func types() throws {
    let rules = try report("xctest-rawvalue.jsonl").map(\.rule)
    #expect(
      rules.prefix(9) == [
        "1", "196608", "4294967296", "8589934592", "8", "65536", "hitRegion", "trait",
        "18446744073709551615",
      ])
    #expect(try report("xctest-pretty.json").map(\.place) == ["line 1", "line 12"])
  }

  @Test("axe's tags are criteria, and its impact is kept")
  func axe() throws {
    for name in ["axe-result.json", "axe-raw.json", "axe.sarif", "lighthouse.json"] {
      let finding = try #require(try report(name).first { $0.rule == "image-alt" })
      #expect(finding.criteria == ["1.1.1"], "\(name)")
      #expect(finding.impact == (name == "axe.sarif" ? nil : .critical), "\(name)")
    }
    #expect(
      ReportText.criteria(tags: ["wcag2aa", "wcag143", "wcag1412", "wcag21aa", "best-practice"]) == ["1.4.3", "1.4.12"])
    #expect(
      ReportText.criteria(tags: ["WCAG143", "WCAG 1.4.4", "wcag-1.4.5", "2.4.3", "wcag2.1", "wcag21:2.4.7"])
        == ["1.4.3", "1.4.4", "1.4.5", "2.4.3", "2.4.7"])
    // The numbers of other standards are none of WCAG.
    let others = [
      "RGAA-3.2.1", "RGAAv4", "EN-9.1.4.3", "EN 301 549: 9.1.4.3", "TT13.c", "BITV 1.1.1", "Section508.22.a",
    ]
    #expect(ReportText.criteria(tags: others).isEmpty)
    #expect(ReportText.criteria(in: "WCAG2: 1.1.1, EN 9.1.4.3 and 2_4_10_AA") == ["1.1.1", "2.4.10"])
  }

  @Test("HTML_CodeSniffer names the criterion, what is after it is the technique")
  func htmlcs() throws {
    let findings = try report("pa11y.json").filter { $0.tool == .htmlcs }
    #expect(findings.first?.rule == "1_1_1.H37" && findings.first?.criteria == ["1.1.1"])
    #expect(try report("pa11y-ci.json").map(\.screen).contains("sign-in"))
    #expect(try report("pa11y-axe-runner.json").allSatisfy { $0.tool == .axe })
  }

  @Test("On Android an element is found by its resource, on a page of an evaluation by its address")
  func places() throws {
    #expect(try report("axe-android.json").first?.names.first == "close")
    #expect(try report("evinced-mobile.json").first?.names.contains("close") == true)
    let criteria = try report("wcag-em-evaluation.json")
    #expect(criteria.map(\.rule) == ["non-text-content", "contrast-minimum"])
    #expect(criteria.allSatisfy { $0.screen == "sign-in" && $0.tool == .wcag })
  }

  @Test("Whatever comes is read or refused", arguments: samples)
  func mutations(sample: Sample) throws {
    let whole = try sample.bytes
    var random = SeededRandom(seed: 4_711 &+ UInt64(whole.count))
    var refused = 0
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
        default: bytes.removeSubrange(place..<min(place + 20, bytes.count))
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      _ = ReportForm(ReportOutline(bytes))
      do throws(FindingsProblem) {
        _ = try FindingsReport(bytes, sample.form)
      } catch {
        refused += 1
      }
      // A report of one form may be said to be of another.
      _ = try? FindingsReport(bytes, ReportForm.allCases.randomElement(using: &random) ?? .axe)
    }
    #expect(refused > 50, "seed \(4_711 &+ UInt64(whole.count))")
  }
}
