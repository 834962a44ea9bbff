import Base
import StoredFacts
import Testing

@testable import Store

@Suite("forms of what acts on other facts")
struct ControlFormTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var kind: String
    var text: String
    var testDescription: String { "\(kind) \(text)" }
  }

  private static let one = "\"0123456789abcdef0123456789abcdef\""
  private static let key = "SHA256:" + String(repeating: "aZ0+/", count: 8) + "abc"

  private static func problem(_ one: Case) throws -> String? {
    let body = try #require(try JSONReader.parse(Array(one.text.utf8)).objectValue)
    return ControlForm.problem(kind: one.kind, body: body)
  }

  private static func cases(_ kind: String, _ bodies: [String]) -> [Case] { bodies.map { Case(kind: kind, text: $0) } }

  static let good =
    cases(
      "replica",
      ["{\"parent\":\"abcdefgh\"}", "{\"signer\":\"\(key)\"}", "{\"parent\":\"abc12345\",\"signer\":\"\(key)\"}"])
    + cases(
      "retract",
      [
        "{\"targets\":[\(one)]}", "{\"targets\":[\(one),\(one)]}", "{\"by\":\"\",\"targets\":[\(one)]}",
        "{\"by\":\"tia\",\"deletes\":true,\"targets\":[\(one)]}",
        "{\"by\":\"\(String(repeating: "x", count: 64))\",\"targets\":[\(one)]}",
      ])
    + cases(
      "erase",
      ErasingReason.allCases.map { "{\"reason\":\"\($0.rawValue)\",\"targets\":[\(one)]}" } + [
        "{\"reason\":\"other\",\"sitting\":\"abcdefgh\"}",
        "{\"by\":\"tia\",\"reason\":\"other\",\"sitting\":\"abcdefgh\",\"targets\":[\(one)]}",
      ])

  @Test("what the format names is taken", arguments: good)
  func taken(one: Case) throws { #expect(try Self.problem(one) == nil) }

  static let bad =
    cases(
      "replica",
      [
        "{}", "{\"parent\":\"\"}", "{\"parent\":\"short\"}", "{\"parent\":\"ABCDEFGH\"}", "{\"parent\":\"../../etc\"}",
        "{\"parent\":7}", "{\"parent\":\"abcdefgh\",\"note\":\"x\"}", "{\"signer\":\"\(key)=\"}",
        "{\"signer\":\"SHA256:\(String(repeating: "a", count: 42))\"}",
        "{\"signer\":\"SHA256:\(String(repeating: "_", count: 43))\"}",
        "{\"signer\":\"MD5:\(String(repeating: "a", count: 46))\"}",
        "{\"parent\":\"\(String(repeating: "a", count: 41))\"}",
      ])
    + cases(
      "retract",
      [
        "{}", "{\"targets\":[]}", "{\"targets\":\(one)}", "{\"targets\":[\"0123456789abcdef\"]}", "{\"targets\":[7]}",
        "{\"targets\":[\"0123456789ABCDEF0123456789ABCDEF\"]}", "{\"targets\":[\(one),[]]}",
        "{\"targets\":[[\"abcdefgh\",7,\(one)]]}", "{\"deletes\":false,\"targets\":[\(one)]}",
        "{\"deletes\":1,\"targets\":[\(one)]}", "{\"by\":7,\"targets\":[\(one)]}", "{\"saw\":[],\"targets\":[\(one)]}",
        "{\"by\":\"\(String(repeating: "x", count: 65))\",\"targets\":[\(one)]}",
        "{\"by\":\"\(String(repeating: "\u{e9}", count: 33))\",\"targets\":[\(one)]}",
      ])
    + cases(
      "erase",
      [
        "{}", "{\"targets\":[\(one)]}", "{\"reason\":\"other\"}", "{\"reason\":\"Anna asked\",\"targets\":[\(one)]}",
        "{\"reason\":\"Other\",\"targets\":[\(one)]}", "{\"reason\":\"\",\"targets\":[\(one)]}",
        "{\"reason\":\"other\",\"targets\":[]}", "{\"reason\":\"other\",\"sitting\":\"x\"}",
        "{\"participant\":\"KTR4WX\",\"reason\":\"other\",\"targets\":[\(one)]}",
        "{\"reason\":\"other\",\"sitting\":\"abcdefgh\",\"targets\":[]}",
        "{\"reason\":\"other\",\"sitting\":\"abcdefgh\",\"note\":\"Anna\"}",
      ])

  @Test("anything else is refused, in words that say what it has to be", arguments: bad)
  func refused(one: Case) throws {
    let problem = try #require(try Self.problem(one))
    #expect(problem.contains(one.kind))
  }

  @Test("other kinds have no form")
  func others() throws { #expect(try Self.problem(Case(kind: "note", text: "{\"targets\":[]}")) == nil) }

  @Test("what this machine writes itself is held to the same form")
  func own() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    #expect(throws: Refusal.self) { try tracker.write { try $0.append("retract", ["targets": []]) } }
    #expect(throws: Refusal.self) { try tracker.write { try $0.append("erase", ["reason": "because"]) } }
    #expect(try tracker.facts.isEmpty)
  }
}
