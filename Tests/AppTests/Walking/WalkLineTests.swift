import Audit
import Testing

@testable import App
@testable import CommandLine
@testable import Sessions

@Suite("A walk in lines")
struct WalkLineTests {
  @Test(
    "A line is a key or its word, and what follows",
    arguments: [
      ("p", WalkOrder(action: .answer(.pass), rest: "")),
      ("pass", WalkOrder(action: .answer(.pass), rest: "")),
      ("  f 2 close cross 18 px ", WalkOrder(action: .answer(.fail), rest: "2 close cross 18 px")),
      ("n", WalkOrder(action: .answer(.na), rest: "")),
      ("cant-tell no device", WalkOrder(action: .answer(.cantTell), rest: "no device")),
      ("u", WalkOrder(action: .undo, rest: "")), ("U", WalkOrder(action: .redo, rest: "")),
      ("g 14", WalkOrder(action: .goTo, rest: "14")), ("/ close", WalkOrder(action: .find, rest: "close")),
      ("/close", WalkOrder(action: .find, rest: "close")), ("/", WalkOrder(action: .find, rest: "")),
      ("m\ttwo words", WalkOrder(action: .note, rest: "two words")), ("=", WalkOrder(action: .same, rest: "")),
      ("v 40 x 40 pt", WalkOrder(action: .value, rest: "40 x 40 pt")), ("q", WalkOrder(action: .quit, rest: "")),
    ] as [(String, WalkOrder)])
  func orders(line: String, order: WalkOrder) {
    #expect(WalkLine.parse(line) == order)
  }

  @Test(
    "What is no key is none, and a key that takes nothing takes nothing",
    arguments: ["", "x", "P", "pp", "passed", "u 3", "q now", "s it", "\u{1b}[A", "é", "fail2", "F 2"])
  func strange(line: String) {
    #expect(WalkLine.parse(line) == nil)
  }

  @Test(
    "Behind f stand a severity, a value and a note, each of which may be missing",
    arguments: [
      ("", nil, nil, nil), ("2", .serious, nil, nil), ("2 close cross 18 px", .serious, nil, "close cross 18 px"),
      ("close cross", nil, nil, "close cross"), ("v=40x40", nil, "40x40", nil),
      ("2 v=40x40 too small", .serious, "40x40", "too small"), ("minor a", .minor, nil, "a"),
      ("- 3 buttons", nil, nil, "3 buttons"), ("5 buttons", nil, nil, "5 buttons"), ("2 v=", .serious, "", nil),
      ("note v=3", nil, nil, "note v=3"),
      (#"2 v="brand: light dark" too few"#, .serious, "brand: light dark", "too few"),
      (#"v="a: b"#, nil, #""a:"#, "b"), (#"v="" none"#, nil, "", "none"),
    ] as [(String, Severity?, String?, String?)])
  func failed(text: String, severity: Severity?, value: String?, note: String?) {
    #expect(
      AnswerParts(parsing: text, for: .fail) == AnswerParts(severity: severity, value: value, note: note))
  }

  @Test("Only a fail has a severity, and what is not applicable has no value")
  func others() {
    #expect(AnswerParts(parsing: "2 taps", for: .pass) == AnswerParts(note: "2 taps"))
    #expect(AnswerParts(parsing: "v=48x48 ok", for: .pass) == AnswerParts(value: "48x48", note: "ok"))
    #expect(AnswerParts(parsing: "v=48x48", for: .na) == AnswerParts(note: "v=48x48"))
    #expect(AnswerParts(parsing: "in=a,b no", for: .cantTell) == AnswerParts(components: ["a", "b"], note: "no"))
    #expect(AnswerParts(parsing: "- no", for: .cantTell) == AnswerParts(note: "- no"))
  }
}

@Suite("The keys of a walk")
struct WalkKeysTests {
  @Test("Letters and words are different, and each is understood in a line")
  func distinct() {
    #expect(Set(WalkKeys.all.map(\.letter)).count == WalkKeys.all.count)
    #expect(Set(WalkKeys.all.map(\.word)).count == WalkKeys.all.count)
    #expect(Set(WalkKeys.all.map(\.action)).count == WalkKeys.all.count)
    for key in WalkKeys.all {
      #expect(WalkLine.parse(String(key.letter))?.action == key.action)
      #expect(WalkLine.parse(key.word)?.action == key.action)
      #expect(KeyDecoder.keys(Array(String(key.letter).utf8)) == [.letter(key.letter)])
    }
  }

  @Test("help keys has every key with what follows it, and the lines it shows are understood")
  func help() throws {
    let world = TestWorld()
    #expect(world.run("help", "keys", "--plain") == 0)
    let lines = world.outputText.split(separator: "\n")
    for key in WalkKeys.all { #expect(lines.contains { $0 == "\(key.line): \(key.doc)" }, "\(key.letter)") }
    let start = try #require(lines.firstIndex(of: "p"))
    let shown = lines[start...].prefix { !$0.hasPrefix("After f") }
    #expect(shown.count == 7)
    for line in shown { #expect(WalkLine.parse(String(line)) != nil, "\(line)") }
  }
}
