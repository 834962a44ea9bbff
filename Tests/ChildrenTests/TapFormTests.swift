import Base
import Children
import Testing

@Suite("the forms of what is typed about a child's session")
struct TapFormTests {
  @Test("a code is drawn evenly from characters that are not taken for one another")
  func codes() {
    var counts: [Character: Int] = [:]
    var next: UInt8 = 0
    for _ in 0..<2_200 {
      let code = ParticipantCode { count in
        (0..<count).map { _ in
          next &+= 1
          return next
        }
      }
      #expect(ParticipantCode(code.text)?.text == code.text)
      for character in code.text { counts[character, default: 0] += 1 }
    }
    #expect(counts.count == 22)
    #expect((counts.values.max() ?? 0) - (counts.values.min() ?? 0) <= 60)
    #expect(!"AEIOU01568LSYZ".contains { counts[$0] != nil })
  }

  @Test("a source that gives nothing gives no code, and does not hang")
  func brokenSource() {
    #expect(ParticipantCode(ParticipantCode { _ in [] }.text) == nil)
    #expect(ParticipantCode(ParticipantCode { _ in [255] }.text) == nil)
  }

  @Test(
    "names, dates and ages fit nowhere",
    arguments: ["Anna", "anna b", "A.B.", "2018-03-01", "01.03.2018", "20180301", "7", "7 years", "", "é1", "m1 ", "m"])
  func people(text: String) {
    #expect(!TapForm.isModerator(text))
    #expect(!TapForm.isConsent(text))
    #expect(!DeviceModel.isModel(text))
    #expect(AgeBand(rawValue: text) == nil)
    #expect(ParticipantCode(text) == nil)
    #expect(!TapForm.isWeek(text))
  }

  @Test("what is meant fits")
  func codesFit() {
    #expect(["m1", "QA12", "t007"].allSatisfy(TapForm.isModerator))
    #expect(["c-17", "C00042", "ab1"].allSatisfy(TapForm.isConsent))
    #expect(["1", "1.2", "2.10.3"].allSatisfy(TapForm.isScript))
    #expect(!["", "1.", "v1", "1.2.3.4", "1234"].contains(where: TapForm.isScript))
    #expect(TapForm.isWeek("2026-W47") && !TapForm.isWeek("2026-W54") && !TapForm.isWeek("2026-W00"))
  }

  @Test(
    "models in makers' words",
    arguments: [
      ("iPhone 15", "phone"), ("iPhone 15 Pro Max", "phone"), ("iPad mini 6", "tablet"), ("iPad", "tablet"),
      ("iPad (9th generation)", "tablet"), ("iPad Pro 12.9 inch", "tablet"), ("Galaxy Tab A9+", "tablet"),
      ("Pixel 8a", "phone"), ("iPhone SE", "phone"), ("Fire HD 10", "tablet"),
    ])
  func models(text: String, category: String) {
    #expect(DeviceModel.isModel(text))
    #expect(DeviceModel.category(text) == category)
  }

  @Test("what people call their devices is refused", arguments: ["Anna's iPad", "iPad Anna", "iPad von Mia", "Mia9"])
  func named(text: String) { #expect(!DeviceModel.isModel(text)) }

  @Test("the first contact decides, strictly; filtered, what was no attempt of the child is left out")
  func scoring() {
    func contacts(_ kinds: ContactClass...) -> [TapContact] { kinds.map { TapContact(down: 0, x: 0, y: 0, kind: $0) } }
    func score(_ kinds: [TapContact], _ recorded: TrialOutcome = .missed) -> [TrialOutcome] {
      [
        TapScoring.strict(kinds, recorded: recorded), TapScoring.filtered(kinds, recorded: recorded),
      ]
    }
    #expect(score(contacts(.hit)) == [.firstTap, .firstTap])
    #expect(score(contacts(.near, .hit)) == [.retrySuccess, .retrySuccess])
    #expect(score(contacts(.palmEdge, .hit)) == [.retrySuccess, .firstTap])
    #expect(score(contacts(.holdover, .near, .hit)) == [.retrySuccess, .retrySuccess])
    #expect(score(contacts(.experimenter)) == [.missed, .noAttempt])
    #expect(score(contacts(.far, .neighbour), .gaveUp) == [.gaveUp, .gaveUp])
    #expect(score(contacts(.slip), .timeout) == [.timeout, .timeout])
    #expect(score([]) == [.noAttempt, .noAttempt])
    #expect(score(contacts(.hit), .interrupted) == [.interrupted, .interrupted])
  }
}
