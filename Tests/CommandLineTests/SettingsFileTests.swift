import Base
import Testing

@testable import CommandLine

@Suite("The configuration file")
struct SettingsFileTests {
  private let sample = "# mine\n\ntester = t1\n  device=iPhone 15  \nos = 18.1 # not a remark\n"

  @Test("Lines of key and value are read, with any spaces")
  func read() {
    let file = SettingsFile(text: sample)
    #expect(file.values == [.tester: "t1", .device: "iPhone 15", .os: "18.1 # not a remark"])
    #expect(file.warnings == [])
    #expect(file.text == sample)
  }

  @Test("Setting and removing leaves everything else as it was")
  func edit() {
    var file = SettingsFile(text: sample)
    file.set(.tester, to: "t2")
    file.set(.color, to: "never")
    #expect(file.text == "# mine\n\ntester = t2\n  device=iPhone 15  \nos = 18.1 # not a remark\ncolor = never\n")
    let removals = [file.unset(.device), file.unset(.device)]
    #expect(removals == [true, false])
    #expect(SettingsFile(text: file.text).values == [.tester: "t2", .os: "18.1 # not a remark", .color: "never"])
  }

  @Test(
    "What is not understood is named with its line, kept, and not used",
    arguments: [
      ("\ntestr = x", "line 2: unknown key \"testr\"; did you mean tester?"),
      ("nonsense", "line 1: expected key = value"),
      ("plain = maybe", "line 1: invalid value \"maybe\" for plain; expected yes or no"),
      ("width = 5", "for width; expected a whole number"), ("= x", "unknown key"),
      ("color = pink", "for color; expected auto"),
      ("build = 3.2", "line 1: ignored build, because each tracker has its own"),
      ("tester =", "invalid value \"\" for tester; expected a value"), ("tester = a\u{1B}b", "one line of text"),
    ])
  func warnings(text: String, expected: String) {
    var file = SettingsFile(text: text)
    #expect(file.warnings.count == 1)
    #expect(file.warnings[0].contains(expected), "\(file.warnings)")
    #expect(file.values == [:])
    file.set(.device, to: "a")
    #expect(file.text == text + "\ndevice = a\n")
  }

  @Test("The last line of a key counts, and removing it removes all")
  func twice() {
    var file = SettingsFile(text: "tester = a\r\ntester = b\r\n")
    #expect(file.values[.tester] == "b")
    let wasThere = file.unset(.tester)
    #expect(wasThere)
    #expect(file.text == "")
  }

  @Test("Any text is read without harm, and what is set can be read back")
  func fuzz() {
    var generator = Seeded(seed: 11)
    let pieces = ["tester", "=", " ", "\n", "\r", "#", "width", "5", "\u{0}", "e\u{301}", "\t", "=", "\n"]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      var file = SettingsFile(text: text.joined())
      file.set(.os, to: "3.2 = x # y")
      #expect(SettingsFile(text: file.text).values[.os] == "3.2 = x # y")
    }
  }
}

/// SplitMix64.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
