import Audit
import Base
import Foundation
import Reports
import Testing

@testable import App
@testable import CommandLine

/// Every list, status and page, in every form, over a tracker whose every text is hostile.
@Suite("Hostile text in what leads read")
struct HarmlessFormsTests {
  /// All that acts in one text; what a check's text may hold all the same; and a wide one.
  static let texts: [String] = [
    "=cmd|'/c calc'!A0 \u{1b}[31mred\u{1b}[0m\u{1b}]0;owned\u{7} \u{9b}2J\u{85}\u{90} user\u{202e}txt.exe\u{2066}\u{2069}"
      + "\u{200f} one\r\ntwo\nthree\r </script><img src=x> \t **bold** | [x](y) `code` \\ \"twice\"",
    "=cmd|'/c calc'!A0 </script><img src=x onerror=alert(1)> # **bold** | [x](y) `code` \\ \"twice\"",
    String(repeating: "wide ", count: 36),
  ]

  /// Scalars that may not come out, whatever the code under test calls dangerous.
  static func harm(_ text: String, allowing allowed: Set<UInt32> = [10]) -> Set<UInt32> {
    Set(
      text.unicodeScalars.map(\.value).filter { value in
        switch value {
        case 0..<0x20, 0x7f...0x9f, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069:
          !allowed.contains(value)
        default: false
        }
      })
  }

  @Test("Lists are harmless in every form", arguments: texts.indices)
  func lists(index: Int) throws {
    let text = HarmlessFormsTests.texts[index]
    let fixture = try SampleTracker.make(text: text)
    for kind in ListKind.all {
      for format in OutputFormat.allCases {
        for extra in [[], ["--width", "40"], ["--color", "always"]] where format == .table || extra.isEmpty {
          let code = fixture.run(["list", kind.name, "--format", format.rawValue] + extra)
          #expect(code == 0, "\(kind.name) \(format): \(fixture.errors)")
          check(fixture.output, format, "\(kind.name) \(format) \(extra)")
        }
      }
      let columns = try keys(fixture, kind)
      for format in [OutputFormat.table, .plain] {
        #expect(
          fixture.run(["list", kind.name, "--format", format.rawValue, "--columns", columns, "--width", "50"]) == 0)
        check(fixture.output, format, "\(kind.name) \(format), all columns")
      }
    }
  }

  private func keys(_ fixture: TrackerFixture, _ kind: ListKind) throws -> String {
    fixture.run(["list", kind.name, "--format", "tsv", "--limit", "1"])
    let header = fixture.output.split(separator: "\n").first ?? ""
    return header.split(separator: "\t").joined(separator: ",")
  }

  private func check(_ output: String, _ format: OutputFormat, _ place: String) {
    var output = output
    var allowed: Set<UInt32> = [10]
    switch format {
    // Line breaks and tabs inside quotes are data there.
    case .csv:
      allowed = [9, 10, 13]
      #expect(!HarmlessFormsTests.fields(output).contains { $0.hasPrefix("=") }, "\(place)")
    case .tsv: allowed = [9, 10]
    case .table:
      output = output.replacingOccurrences(of: "\u{1b}\\[[0-9;]*m", with: "", options: .regularExpression)
    case .md:
      // In a code span nothing is markup.
      output = output.replacingOccurrences(of: "(`+)[^\n]*?\\1", with: "", options: .regularExpression)
      #expect(!output.contains("<img") && !output.contains("</script"), "\(place)")
    case .json: #expect((try? JSONSerialization.jsonObject(with: Data(output.utf8))) != nil, "\(place)")
    case .ndjson:
      for line in output.split(separator: "\n") {
        #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(place)")
      }
    case .plain: break
    // An archive, which the tests of the whole program read.
    case .xlsx: return
    }
    #expect(HarmlessFormsTests.harm(output, allowing: allowed).isEmpty, "\(place)")
  }

  /// The fields of a CSV text, without their quotes.
  static func fields(_ text: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if scalar == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, scalar == "," || scalar == "\r" || scalar == "\n" {
        fields.append("")
      } else {
        fields[fields.count - 1].unicodeScalars.append(scalar)
      }
    }
    return fields
  }

  @Test("Status and pages are harmless in every form", arguments: texts.indices)
  func pages(index: Int) throws {
    let text = HarmlessFormsTests.texts[index]
    let fixture = try SampleTracker.make(text: text)
    let lines: [[String]] =
      [["status"], ["status", "--audit", "spring"], ["show", SampleTracker.target, SampleTracker.close, "--all"]]
      + ["component:\(text)", "check:team.own"].map { ["show", $0] }
      + ShowPageTests.subjects.map { ["show", $0] } + [["show", try noteID(fixture)]]
    for line in lines {
      for format in ["table", "plain", "json", "md"] {
        for width in ["40", "80"] where format == "table" || width == "80" {
          let code = fixture.run(line + ["--format", format, "--width", width])
          // A check whose text would act on a terminal is not taken.
          if index == 0, line.last?.hasSuffix("team.own") == true {
            #expect(code == 3)
            continue
          }
          #expect(code == 0, "\(line) \(format): \(fixture.errors)")
          check(fixture.output, OutputFormat(rawValue: format) ?? .table, "\(line) \(format)")
          #expect(HarmlessFormsTests.harm(fixture.errors).isEmpty)
        }
      }
    }
  }

  private func noteID(_ fixture: TrackerFixture) throws -> String {
    let notes = try fixture.rows("list", "notes")
    return try #require(notes.first?["id"] as? String)
  }

  @Test("JSON keeps every text as it was", arguments: texts.indices)
  func kept(index: Int) throws {
    let text = HarmlessFormsTests.texts[index]
    let fixture = try SampleTracker.make(text: text)
    let places = [
      ("components", "title"), ("findings", "note"), ("audits", "title"), ("waivers", "reason"),
      ("verdicts", "remarks"), ("tasks", "title"),
      ("shortcuts", "action"), ("gestures", "alternative"),
      ("questions", "title"), ("notes", "text"), ("checklists", "title"), ("results", "device"), ("cells", "component"),
      ("evidence", "name"), ("evidence", "type"),
    ]
    for (kind, key) in places {
      let rows = try fixture.rows("list", kind)
      #expect(rows.contains { ($0[key] as? String).map { Array($0.utf8) } == Array(text.utf8) }, "\(kind)")
    }
  }

  @Test("No line is wider than the terminal, but for names that stand whole", arguments: [40, 80])
  func widths(width: Int) throws {
    let text = "some words that go on and on until the line has to be wrapped somewhere"
    let fixture = try SampleTracker.make(text: text)
    let names = [SampleTracker.target, SampleTracker.label, SampleTracker.hint, SampleTracker.close]
    let lines =
      ListKind.all.map { ["list", $0.name] } + ShowPageTests.subjects.map { ["show", $0] }
      + [["status"], ["show", SampleTracker.label, SampleTracker.close]]
    for line in lines {
      #expect(fixture.run(line + ["--width", String(width)]) == 0)
      for row in fixture.output.split(separator: "\n") where String(row).displayWidth > width && !row.contains(text) {
        let isName = row.split(separator: " ").contains { $0.utf8.count > width - 30 || names.contains(String($0)) }
        #expect(isName, "\(line): \(row)")
      }
    }
  }
}
