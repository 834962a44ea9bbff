import Foundation
import Store
import Testing

@testable import Audit
@testable import Reports

@Suite("Cells as EARL")
struct EARLGraphTests {
  private static func assertion(
    _ component: String, _ check: String, _ outcome: Outcome?, tester: String = "", text: String = ""
  ) -> Cell {
    var cell = Cell(untested: ScopeCell(component: component, check: check, condition: text))
    (cell.outcome, cell.tester, cell.severity) = (outcome, tester, outcome == nil ? nil : .serious)
    guard !text.isEmpty else { return cell }
    (cell.note, cell.build, cell.device, cell.os) = (text, text, text, text)
    (cell.isDisputed, cell.stale) = (true, [.build, .age])
    cell.waiver = Waiver(
      component: component, check: check, condition: nil, reason: "", approver: "", until: "2026-02-28", note: "")
    return cell
  }

  /// The nodes of the whole document.
  private static func nodes(_ graph: EARLGraph, _ assertions: [Cell]) throws -> [[String: Any]] {
    var text = ""
    graph.begin { text += $0 }
    for cell in assertions {
      graph.write(cell, tester: cell.tester, isAutomatic: cell.outcome == .pass) { text += $0 }
    }
    graph.end { text += $0 }
    #expect(Hostile.harm(in: text).isEmpty)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(document["@context"] is [String: Any])
    return try #require(document["@graph"] as? [[String: Any]])
  }

  private static func criterion(_ id: String, _ slug: String) -> Criterion {
    Criterion(
      id: id, name: slug, slug: slug, level: .a, formerLevel: nil, principle: "", guideline: "", addedIn: "2.0",
      removedIn: nil, european: EuropeanClause(version: "", clause: nil, status: .applies, note: ""),
      notes: NativeNotes(wcag2ict: "", wcag2mobile: "", apple: ""))
  }

  private static func graph(
    _ testers: [String], _ checks: [String], _ components: [String], _ form: EARLGraph.Form = .earl
  ) -> EARLGraph {
    EARLGraph(
      form, program: "1.0", tracker: "0f", address: "https://a.example/", testers: testers,
      tests: checks.map {
        .init(
          id: $0, title: "T",
          criteria: [criterion("4.1.2", "name-role-value"), criterion("1.1.1", "non-text-content")])
      },
      components: components.map { ($0, $0 == "b" ? "" : "Title") })
  }

  @Test("Each outcome has its word, and what nobody looked at is untested")
  func outcomes() throws {
    let outcomes: [(Outcome?, String)] = [
      (.pass, "passed"), (.fail, "failed"), (.na, "inapplicable"), (.cantTell, "cantTell"), (nil, "untested"),
    ]
    let nodes = try Self.nodes(
      Self.graph([], ["c"], ["a"]), outcomes.map { Self.assertion("a", "c", $0.0) })
    let results = nodes.compactMap { $0["result"] as? [String: Any] }
    #expect(results.map { $0["outcome"] as? String } == outcomes.map { "earl:" + $0.1 })
    #expect(results.map { $0["date"] != nil } == [true, true, true, true, false])
    #expect(results.map { $0["severity"] as? String } == [nil, "serious", nil, nil, nil])
    #expect(nodes.compactMap { $0["mode"] as? String }.first == "earl:automatic")
    #expect(nodes.compactMap { $0["mode"] as? String }.last == "earl:unknownMode")
  }

  @Test("An assertion names a check, a component and a tester of the document; nobody named is the program")
  func references() throws {
    // Two spellings of one letter are two names.
    let names = ["caf\u{e9}", "cafe\u{301}"]
    let nodes = try Self.nodes(
      Self.graph(names, ["one", "two"], ["a", "b"]),
      [Self.assertion("b", "two", .fail, tester: names[1]), Self.assertion("a", "one", .fail)])
    let byID = Dictionary(nodes.compactMap { node in (node["@id"] as? String).map { ($0, node) } }) { first, _ in first
    }
    #expect(byID.count == 1 + 2 + 2 + 2)
    let assertions = nodes.filter { $0["@type"] as? String == "earl:Assertion" }
    func target(_ place: Int, _ word: String) -> [String: Any]? {
      (assertions[place][word] as? String).flatMap { byID[$0] }
    }
    #expect(target(0, "test")?["identifier"] as? String == "two")
    #expect(target(0, "subject")?["identifier"] as? String == "b")
    #expect(target(0, "subject")?["title"] == nil)
    let name = try #require(target(0, "assertedBy")?["name"] as? String)
    #expect(name.utf8.elementsEqual(names[1].utf8))
    #expect(target(1, "subject")?["title"] as? String == "Title")
    #expect(target(1, "assertedBy")?["title"] as? String == "a11y")
  }

  @Test("For the WCAG-EM Report Tool a cell is a result of each criterion, and each names where it was seen")
  func criteria() throws {
    let graph = Self.graph([], ["c"], ["a/ü"], .wcagEM)
    let nodes = try Self.nodes(graph, [Self.assertion("a/ü", "c", .fail), Self.assertion("a/ü", "c", nil)])
    let assertions = nodes.filter { $0["@type"] as? String == "earl:Assertion" }
    #expect(assertions.map { $0["test"] as? String } == ["WCAG22:name-role-value", "WCAG22:non-text-content"])
    let subjects = assertions.compactMap { $0["subject"] as? [String: Any] }
    #expect(subjects.map { $0["source"] as? String } == ["https://a.example/", "https://a.example/"])
    #expect(subjects.first?["identifier"] as? String == "a/ü")
    let named = try Self.nodes(Self.graph([], ["c"], ["a/ü"]), []).compactMap { $0["@id"] as? String }
    #expect(named.contains("urn:a11y:0f:component:a/%C3%BC") && named.contains("urn:a11y:check:c"))
  }

  @Test("No text does harm, and what was said is there", arguments: Hostile.texts)
  func harmless(name: String, text: String) throws {
    let nodes = try Self.nodes(
      Self.graph([text], [text], [text]), [Self.assertion(text, text, .fail, tester: text, text: text)])
    let result = try #require(nodes.last?["result"] as? [String: Any])
    for word in ["description", "condition", "build", "device", "os"] {
      #expect((result[word] as? String ?? "").utf8.elementsEqual(text.utf8), "\(name)")
    }
    #expect(result["disputed"] as? Bool == (text.isEmpty ? nil : true))
    #expect(result["stale"] as? [String] == (text.isEmpty ? nil : ["build", "age"]))
    #expect(result["waivedUntil"] as? String == (text.isEmpty ? nil : "2026-02-28"))
  }
}
