import Foundation
import Testing

@testable import App

/// Sources in the shape of three public apps, with a list of their buttons that was made by hand. `AsyncButton` of a
/// package and the system's `HelpLink` are in the list, and are not found.
@Suite("Buttons of real shapes")
struct SourceScanAccuracyTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Scan")

  static func files(_ app: String) throws -> [(path: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(app).path).sorted().map { name in
      (path: "\(app)/\(name)", bytes: Array(try Data(contentsOf: folder.appendingPathComponent("\(app)/\(name)"))))
    }
  }

  /// `file line kind` of each button.
  private static func listed(_ app: String) throws -> Set<String> {
    let text = try String(contentsOf: folder.appendingPathComponent("buttons.tsv"), encoding: .utf8)
    return Set(
      text.split(separator: "\n").map { $0.split(separator: "\t").joined(separator: " ") }.filter {
        $0.hasPrefix(app + "/")
      })
  }

  @Test("At least 9 of 10 buttons are found, with their kind, and 9 of 10 that are found are buttons")
  func buttons() throws {
    var (right, found, listed) = (0, 0, 0)
    for app in ["truck", "social", "reader"] {
      let wanted = try Self.listed(app)
      let got = Set(
        SourceScan.find(try Self.files(app)).found.filter { $0.kind.hasSuffix("button") }.map {
          "\($0.source) \($0.line) \($0.kind)"
        })
      let hits = got.intersection(wanted).count
      print("\(app): \(hits) of \(wanted.count) buttons found (recall), \(hits) of \(got.count) right (precision)")
      (right, found, listed) = (right + hits, found + got.count, listed + wanted.count)
      #expect(hits * 10 >= wanted.count * 9 && hits * 10 >= got.count * 9, "\(app)")
    }
    print("all: recall \(right)/\(listed), precision \(right)/\(found)")
    #expect(listed > 50 && right * 10 >= listed * 9 && right * 10 >= found * 9)
  }

  @Test("Screens and controls are proposed with key, kind, title, and screens")
  func proposals() throws {
    func keys(_ app: String) throws -> [String: SourceScan.Found] {
      Dictionary(uniqueKeysWithValues: SourceScan.find(try Self.files(app)).found.map { ($0.key, $0) })
    }
    let truck = try keys("truck")
    #expect(truck["account"]?.kind == "screen" && truck["sign-up"]?.kind == "sheet")
    #expect(truck["monogram"] == nil && truck["order-row"] == nil)
    #expect(truck["account/restore-purchases"]?.title == "Restore purchases")
    #expect(truck["account/sign-in"]?.style == "bordered-prominent")
    #expect(truck["account/sign-out"]?.style == "destructive")
    #expect(truck["orders/complete-order"]?.kind == "icon-button")
    #expect(truck["orders/search-orders"]?.kind == "search-field")
    let social = try keys("social")
    // A row is on the screen that lists it.
    #expect(social["account-detail/status-show-more"]?.screens == ["account-detail"])
    #expect(social["report"]?.kind == "sheet" && social["account-detail/bookmark"]?.kind == "icon-button")
    #expect(social["account-detail/delete"]?.title == "")
    let reader = try keys("reader")
    #expect(reader["sign-in"]?.kind == "screen" && reader["settings/number-of-lines"]?.kind == "stepper")
    #expect(reader["settings/account-inspector"]?.kind == "list-row")
    #expect(reader["account-inspector/remove-account"]?.kind == "alert")
  }
}
