import Children
import Testing

@testable import Audit

/// One rule of each form.
enum SampleRules {
  static let colours = PartRule(
    noun: "colour", form: .all(["light", "dark", "light-contrast", "dark-contrast"]), spellings: ["day": "light"],
    example: "brand: light dark")
  static let haptics = PartRule(
    noun: "interaction", form: .atMostOne(HapticType.allCases.map(\.rawValue)), fit: .haptics,
    example: "press: medium")
  static let columns = PartRule(
    noun: "text size",
    form: .figures([
      PartFigure(names: ["s", "default"], comparison: .atMost, threshold: [3], platforms: [.macOS: [4]]),
      PartFigure(names: ["xxxl"], comparison: .atMost, threshold: [2]),
      PartFigure(names: ["ax1", "ax2"], comparison: .atMost, threshold: [1], isNeeded: true),
    ]), example: "default: 3; ax1: 1")
  static let all = [colours, haptics, columns]

  static func measurement(_ rule: PartRule) -> Measurement {
    Measurement(type: "number", unit: "things", comparison: .atLeast, threshold: [4], parts: rule)
  }
}

@Suite("Values of named parts") struct MeasuringPartsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: PartRule
    var text: String
    var outcome: Outcome?
    var faults: [String]
    var component: Component?

    init(
      _ rule: PartRule, _ text: String, _ outcome: Outcome?, _ faults: String..., on kind: String? = nil,
      _ change: (inout Component) -> Void = { _ in }
    ) {
      self.rule = rule
      self.text = text
      self.outcome = outcome
      self.faults = faults
      component = kind.map { Component(key: "k", kind: $0) }
      if var changed = component {
        change(&changed)
        component = changed
      }
    }

    var testDescription: String { text }
  }

  static let cases = [
    Case(SampleRules.colours, "brand: light dark light-contrast dark-contrast", .pass),
    Case(
      SampleRules.colours, "brand: light dark; accent: dark,light,DARK-contrast light-contrast;", .fail,
      "brand lacks light-contrast and dark-contrast (2 of 4)"),
    Case(
      SampleRules.colours, "brand: none; b: day day", .fail,
      "brand lacks light, dark, light-contrast, and dark-contrast (0 of 4)",
      "b lacks dark, light-contrast, and dark-contrast (1 of 4)"),
    Case(SampleRules.haptics, "press: medium; complete: success", .pass),
    Case(SampleRules.haptics, "press: medium heavy", .fail, "press has medium and heavy, expected at most 1"),
    Case(SampleRules.haptics, "press: medium medium", .fail, "press has medium and medium, expected at most 1"),
    Case(SampleRules.haptics, "delete: medium", .fail, "delete has medium; a deletion requires heavy"),
    Case(SampleRules.haptics, "shake the phone: heavy", .pass),
    Case(SampleRules.haptics, "press: none", .pass, on: "button"),
    Case(
      SampleRules.haptics, "press: none", .fail,
      "press has none; the child profile requires a haptic for each press (E-41)", on: "button"
    ) { $0.profile = .child },
    Case(SampleRules.haptics, "press: selection", .pass, on: "toggle"),
    Case(
      SampleRules.haptics, "press: medium", .fail, "press has medium; switching a toggle requires light or selection",
      on: "toggle"),
    Case(SampleRules.haptics, "press: selection", .pass, on: "tab-bar"),
    Case(
      SampleRules.haptics, "press: heavy", .fail, "press has heavy; pressing an ordinary button requires medium",
      on: "button"),
    Case(SampleRules.haptics, "press: heavy", .pass, on: "button") { $0.styleHaptics = [.heavy, .medium] },
    Case(
      SampleRules.haptics, "press: medium", .fail, "press has medium; the style big requires heavy", on: "button"
    ) {
      $0.style = "big"
      $0.styleHaptics = [.heavy]
    },
    Case(SampleRules.columns, "default: 3; xxxl: 2; AX1: 1", .pass),
    Case(SampleRules.columns, "default: 3", nil),
    Case(SampleRules.columns, "default: 3; ax2: 2", .fail, "ax2 has 2, required is at most 1"),
    Case(SampleRules.columns, "default: 4; ax1: 1", .fail, "default has 4, required is at most 3"),
    Case(SampleRules.columns, "default: 4; ax1: 1", .pass, on: "card") { $0.platforms = [.macOS] },
    Case(
      SampleRules.columns, "default: 4; ax1: 1", .fail, "default has 4, required is at most 3", on: "card"
    ) { $0.platforms = [.iOS, .macOS] },
    Case(SampleRules.columns, "3", .fail),
    Case(SampleRules.columns, "4 things", .pass),
  ]

  @Test("A list is judged by the rule for its parts, and every fault is named", arguments: cases)
  func judged(_ item: Case) throws {
    let measurement = SampleRules.measurement(item.rule)
    let value = try MeasuredValue.parse(item.text, of: measurement)
    #expect(measurement.judge(value, on: item.component).outcome == item.outcome)
    #expect(measurement.faults(of: value, on: item.component) == item.faults)
  }

  @Test(
    "What is no list of this rule is refused with a sentence and a hint",
    arguments: [
      (SampleRules.colours, "brand: purple"), (SampleRules.colours, "brand:"), (SampleRules.colours, ": light"),
      (SampleRules.colours, "brand: light; brand: dark"), (SampleRules.colours, "a: light;;b: dark"),
      (SampleRules.colours, ";"), (SampleRules.colours, "a: light; b"), (SampleRules.colours, "a: light none"),
      (SampleRules.colours, "a\u{202E}b: light"), (SampleRules.colours, "a\nb: light"),
      (SampleRules.colours, String(repeating: "x", count: 61) + ": light"),
      (SampleRules.colours, "a: " + String(repeating: "light ", count: 1_000)),
      (SampleRules.colours, (0...60).map { "c\($0): dark" }.joined(separator: ";")),
      (SampleRules.colours, "light dark"), (SampleRules.haptics, "press: buzz"), (SampleRules.columns, "huge: 3"),
      (SampleRules.columns, "default: three"),
      (SampleRules.columns, "default: 3x3"), (SampleRules.columns, "default: 3 pt"),
      (SampleRules.columns, "default: 0"), (SampleRules.columns, "default: 2.5"), (SampleRules.columns, "default: -1"),
      (SampleRules.columns, "0"), (SampleRules.columns, "2.5"), (SampleRules.columns, "-1"),
      (SampleRules.columns, "default: 3; DEFAULT: 2"), (SampleRules.columns, "default: 3:1"),
    ])
  func refused(_ rule: PartRule, _ text: String) {
    let error = measureError { () throws(MeasureError) in
      try MeasuredValue.parse(text, of: SampleRules.measurement(rule))
    }
    #expect(error != nil)
    #expect(error?.message.isEmpty == false && error?.hint.isEmpty == false)
    #expect((error?.message ?? "").unicodeScalars.allSatisfy { $0 != "\u{202E}" && $0 != "\n" })
  }

  @Test(
    "Where a list is possible the hint shows one",
    arguments: [
      (SampleRules.columns, "-1"), (SampleRules.columns, "default: -1"), (SampleRules.columns, "default: 2.5"),
      (SampleRules.colours, "light dark"), (SampleRules.colours, "a; b"),
    ])
  func hint(_ rule: PartRule, _ text: String) {
    let error = measureError { () throws(MeasureError) in
      try MeasuredValue.parse(text, of: SampleRules.measurement(rule))
    }
    #expect(error?.hint.contains(rule.example) == true, "\(String(describing: error))")
  }

  @Test("A list keeps its text, and its counts or figures stand for it where nobody knows lists")
  func figures() throws {
    let colours = SampleRules.measurement(SampleRules.colours)
    let value = try MeasuredValue.parse("  brand: light dark; b: light light ", of: colours)
    #expect(value == MeasuredValue(text: "brand: light dark; b: light light", unit: "things", numbers: [2, 1]))
    var older = colours
    older.parts = nil
    #expect(older.judge(value) == .fail)
    let columns = SampleRules.measurement(SampleRules.columns)
    let sizes = try MeasuredValue.parse("default: 3; ax1: 1", of: columns)
    #expect(sizes.numbers == [3, 1] && sizes.unit == "by text size")
    older = columns
    older.parts = nil
    #expect(older.judge(sizes).outcome == nil)
  }

  @Test("Names are told apart byte by byte, members in any letters and order are the same")
  func sameness() throws {
    let measurement = SampleRules.measurement(SampleRules.colours)
    func value(_ text: String) throws -> MeasuredValue { try MeasuredValue.parse(text, of: measurement) }
    #expect(try measurement.areSame(value("a: light dark; b: dark"), value("b:DARK ; a:dark,day")))
    #expect(try !measurement.areSame(value("a: light"), value("A: light")))
    #expect(try !measurement.areSame(value("caf\u{E9}: light"), value("cafe\u{301}: light")))
    #expect(try value("caf\u{E9}: light; cafe\u{301}: dark").numbers == [1, 1])
    #expect(try !measurement.areSame(value("a: light"), value("4")))
    #expect(try measurement.areSame(value("4"), value("4 things")))
  }

  @Test("What is printed is read back as the same parts")
  func printed() throws {
    let seed: UInt64 = 20_261_121
    var numbers = SplitMix64(seed: seed)
    let names = ["a", "b c", "\u{1F3F4}", "x\u{301}", "\u{5E2}", "n/a (old)", "=1+1", "'", "default", "none"]
    for _ in 0..<400 {
      for rule in SampleRules.all {
        var parts: [MeasuredParts.Part] = []
        for name in names.shuffled(using: &numbers).prefix(Int.random(in: 1...9, using: &numbers)) {
          if case .figures = rule.form {
            let figure = FixedPoint(millionths: Int64.random(in: 1...5, using: &numbers) * 1_000_000)
            if name == "default" { parts.append(.init(name: name, members: [], figure: figure)) }
          } else {
            let members = rule.members.filter { _ in Bool.random(using: &numbers) }
            parts.append(.init(name: name, members: members))
          }
        }
        guard !parts.isEmpty else { continue }
        let list = MeasuredParts(parts: parts)
        let read = try MeasuredParts.parse(list.text, by: rule, unit: "things")
        #expect(read == list, "seed \(seed)")
        #expect(read.text == list.text)
      }
    }
  }

  @Test("Only a press in the general profile is left to a person, and a promise speaks of presses alone")
  func profiles() throws {
    let measurement = SampleRules.measurement(SampleRules.haptics)
    var button = Component(key: "k", kind: "button")
    func list(_ text: String) throws -> MeasuredParts {
      try #require(measurement.list(of: MeasuredValue.parse(text, of: measurement)))
    }
    #expect(try HapticFit.remarks(on: list("press: medium; complete: success"), button).count == 1)
    button.profile = .child
    #expect(try HapticFit.remarks(on: list("press: medium"), button).isEmpty)
    button.styleHaptics = [.medium]
    #expect(try HapticFit.keepsPromise(list("press: medium; delete: heavy"), button) == true)
    #expect(try HapticFit.keepsPromise(list("open: light"), button) == false)
    #expect(try HapticFit.keepsPromise(list("complete: success"), button) == nil)
  }

  @Test("A platform's own figure holds for a component that is on it alone")
  func platforms() throws {
    let measurement = Measurement(
      type: "number", unit: "pt", comparison: .atLeast, threshold: [11], platforms: [.macOS: [10]])
    let value = try MeasuredValue.parse("10", of: measurement)
    var text = Component(key: "k", kind: "text")
    #expect(measurement.judge(value) == .fail && measurement.judge(value, on: text) == .fail)
    text.platforms = [.macOS]
    #expect(measurement.judge(value, on: text) == .pass)
    #expect(measurement.wording(on: text) == "at least 10 pt")
    text.platforms = [.iOS, .macOS]
    #expect(measurement.judge(value, on: text) == .fail)
  }
}

extension MeasuredParts {
  /// The list in its one spelling: what `parse` reads back as the same parts.
  fileprivate var text: String {
    parts.map { part in
      let members = part.figure.map { ["\($0)"] } ?? part.members
      return "\(part.name): \(members.isEmpty ? "none" : members.joined(separator: " "))"
    }.joined(separator: "; ")
  }
}
