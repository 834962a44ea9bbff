import Base
import Foundation
import Store
import Testing

@testable import App
@testable import CommandLine

@Suite("Hostile text in records")
struct RegisterHostileTests {
  static let texts: [String] = [
    "a\u{1B}[31mred", "\u{9B}31m", "\u{202E}txt.exe", "\u{2066}x\u{2069}", "line\nbreak", "cr\rtab\t", "</script>",
    "=cmd|' /C calc'!A0", "\"quoted\\", "\u{7F}\u{8}", "", "nul\u{0}", "-x", "\u{FEFF}\u{200B}\u{E0041}", "a,b;c",
    String(repeating: "A", count: 1_001), String(repeating: "\u{1B}", count: 1 << 10), "{\"a\":1}", "e\u{301}\u{301}",
  ]
  /// Seven of them, or as many as `A11Y_TEXTS` says: others at each place, so that each text comes to some, and others in each
  /// run.
  private static func drawn(at place: Int) -> [String] {
    let count = min(ProcessInfo.processInfo.environment["A11Y_TEXTS"].flatMap(Int.init) ?? 7, texts.count)
    return (0..<count).map { texts[(start + place * count + $0) % texts.count] }
  }
  private static let start =
    (ProcessInfo.processInfo.environment["A11Y_START"].flatMap(Int.init) ?? .random(in: 0..<texts.count)) % texts.count
  static let megabyte = String(repeating: "A", count: 1 << 20)

  /// Every place of a command line where a text can stand: the first positional, and each flag with a value once.
  static let places: [(words: [String], flag: String?)] = {
    var seen: Set<String> = []
    return RegisterLines.all.flatMap { words in
      let spec = CommandTable.a11y.command(at: Array(words.prefix(2)))?.command
      let flags = (spec?.flags ?? []).filter { flag in
        !flag.isSwitch && flag.name != .from && !words.contains(flag.name.long)
          && seen.insert("\(words.prefix(2)) \(flag.name)").inserted
      }
      return [(words, nil)] + flags.map { (words, $0.name.long) }
    }
  }()

  private static func isHarmless(_ shown: String) -> Bool {
    shown.unicodeScalars.allSatisfy { scalar in
      (0x20..<0x7F).contains(scalar.value) || scalar == "\n" || !MessageText.isDangerous(scalar)
    }
  }

  @Test("It is refused or stored, and shown harmlessly in every form", arguments: places.indices)
  func everywhere(index: Int) throws {
    let place = Self.places[index]
    let world = try RegisterLines.prepared()
    let words = try RegisterLines.line(place.words, world)
    for text in Self.drawn(at: index) + (place.flag == nil ? [Self.megabyte] : []) {
      for form in [[], ["--json"]] {
        var line = words
        if let flag = place.flag { line.append("\(flag)=\(text)") } else if line.count > 2 { line[2] = text }
        let code = world.run(line + form)
        #expect([0, 2, 3, 4, 5].contains(code), "\(text.prefix(40).debugDescription): \(world.errors)")
        for shown in [world.output, world.errors] {
          #expect(Self.isHarmless(shown), "\(line.prefix(3))")
        }
        // JSON gives a text exactly; what people read is cut.
        if form.isEmpty { #expect(world.output.utf8.count + world.errors.utf8.count < 1 << 14) }
        if form == ["--json"], code == 0 { _ = try world.json }
      }
    }
    // What was taken can be read back.
    for kind in ["component", "audit", "waiver", "question", "task", "checklist"] {
      _ = try world.read { try $0.records(kind, includingDeleted: true) }
    }
    if place.words[1] == "check" { #expect(try world.read { try $0.checks() }.count >= 308) }
  }

  @Test("A cell of a file is held to the same rules", arguments: ["csv", "json"])
  func files(form: String) throws {
    let world = try RegisterWorld()
    for field in ["key"] + ComponentField.allCases.map(\.rawValue) {
      for text in Self.texts + (field == "title" ? [Self.megabyte] : []) {
        let quoted = text.replacing("\"", with: form == "csv" ? "\"\"" : "\\\"")
        let cell = form == "csv" ? quoted : text.contains("\\") ? "\\\\" : quoted
        world.input =
          switch (form, field) {
          case ("csv", "key"): "key,kind\n\"\(cell)\",card\n"
          case ("csv", "kind"): "key,kind\nx,\"\(cell)\"\n"
          case ("csv", _): "key,kind,\(field)\nx,card,\"\(cell)\"\n"
          case (_, "key"): "[{\"key\": \"\(cell)\", \"kind\": \"card\"}]"
          case (_, "kind"): "[{\"key\": \"x\", \"kind\": \"\(cell)\"}]"
          default: "[{\"key\": \"x\", \"kind\": \"card\", \"\(field)\": \"\(cell)\"}]"
          }
        let code = world.run("new", "component", "--from", "-")
        #expect(code == 0 || code == 4, "\(field): \(world.errors)")
        for shown in [world.output, world.errors] {
          #expect(Self.isHarmless(shown))
          #expect(shown.utf8.count < 1 << 15)
        }
      }
    }
  }
}
