import Audit
import Base
import Reports
import Testing

@testable import App
@testable import CommandLine

@Suite("Hostile text")
struct HostileTextTests {
  static let nasty: [[UInt8]] = [
    Array("a\u{1B}[31mred".utf8), Array("\u{9B}31m".utf8), Array("\u{202E}txt.exe".utf8),
    Array("\u{2066}x\u{2069}".utf8),
    Array("line\nbreak\rreturn\ttab".utf8), [0x61, 0xFF, 0xFE], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x1B, 0xFF],
    Array("\u{200B}\u{FEFF}\u{E0041}".utf8), Array("</script>".utf8), Array("\"quoted\\".utf8), [0x7F, 0x08, 0x07],
    [UInt8](repeating: 0x1B, count: 1 << 16), [UInt8](repeating: 0x41, count: 1 << 20),
    [UInt8](repeating: 0x2D, count: 1 << 16), [],
  ]

  /// Lines that put a hostile text wherever an argument can stand.
  static func lines(_ text: [UInt8]) -> [[[UInt8]]] {
    func bytes(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }
    return [
      [text], bytes("help") + [text], bytes("new") + [text], bytes("log") + [text] + bytes("c", "k"),
      bytes("log", "--" + "severity") + [text], [Array("--".utf8) + text], [Array("-".utf8) + text],
      bytes("status", "--format") + [text], bytes("status") + [text], bytes("status", "--db") + [text],
      bytes("config", "tester") + [text], bytes("config") + [text], bytes("help", "--width") + [text],
      bytes("list", "--limit") + [text], bytes("__complete") + [text, text],
    ]
  }

  @Test("No argument reaches the terminal raw or at length", arguments: nasty.indices)
  func arguments(index: Int) {
    for line in HostileTextTests.lines(HostileTextTests.nasty[index]) {
      for json in [false, true] {
        let world = TestWorld()
        let code = world.run(bytes: (json ? [Array("--json".utf8)] : []) + line)
        #expect((0...70).contains(code))
        for text in [world.errorText, world.outputText] {
          let bad = text.unicodeScalars.filter { $0 != "\n" && MessageText.isDangerous($0) }
          #expect(bad.isEmpty)
        }
        #expect(world.errors.count < 9_000)
        let decoded = UTF8Text.decode(world.errors)
        #expect(decoded != nil)
      }
    }
  }

  @Test("A problem is one line and one line per hint")
  func lines() {
    let problem = Problem(.badInput, code: "x.y", "a\nb", hints: ["c\nd", "e"])
    #expect(ProblemPrinter.text(of: problem, json: false) == "a11y: a / b\nhint: c / d\nhint: e\n")
    #expect(
      ProblemPrinter.text(of: problem, json: true)
        == "{\"error\":{\"code\":\"x.y\",\"message\":\"a\\nb\",\"hint\":\"c\\nd e\"}}\n")
    #expect(
      ProblemPrinter.text(of: Problem(.no, code: "a.b", "no"), json: true)
        == "{\"error\":{\"code\":\"a.b\",\"message\":\"no\",\"hint\":null}}\n")
    #expect(ProblemPrinter.text(of: .pipeClosed, json: true) == "")
  }

  @Test("What became of a request follows the last hint, and is a sentence of its own that a command may replace")
  func effects() {
    var problem = Problem(.badInput, code: "x.y", "a", hints: ["B.", "Nothing was done."], effect: "Nothing was done.")
    #expect(problem.hints == ["B.", "Nothing was done. Nothing was done."])
    problem.effect = "Nothing of it was done."
    #expect(problem.hints == ["B.", "Nothing was done. Nothing of it was done."], "a hint is left as it is")
    #expect(problem.advice == ["B.", "Nothing was done."])
    #expect(Problem(.badInput, code: "x.y", "a", effect: "Nothing was done.").hints == ["Nothing was done."])
  }

  @Test("JSON escapes beyond the first plane as two units")
  func planes() {
    #expect(JSONText.string("\u{E0041}\u{9B}\u{2028}").render() == "\"\\udb40\\udc41\\u009b\\u2028\"")
    #expect(JSONText.string("\u{1F600}é").render() == "\"\u{1F600}é\"")
  }

  @Test(
    "Ordinary text of any language is left alone", arguments: ["Schließen", "閉じる", "إغلاق", "❤️\u{FE0F}", "e\u{301}"])
  func ordinary(text: String) {
    #expect(Array(MessageText.escaped(text).utf8) == Array(text.utf8))
  }
}
