import Audit
import StoredFacts
import Testing

@testable import Store

@Suite("the end of a finding")
struct FindingEndTests {
  @Test("a pass on the build that failed corrects it; the same pass on a newer one, which changes no cell, fixes it")
  func fixedLater() throws {
    let scratch = try Scratch()
    let surroundings = Surroundings()
    let tracker = try Tracker.make(scratch.newPath(), surroundings)
    try tracker.addComponent()
    func state(after outcome: Outcome, build: String) throws -> FindingLife.State? {
      surroundings.now += 1_000
      let result = NewResult(
        component: "button", check: Catalogue.first, outcome: outcome, tester: "tia", build: build)
      _ = try tracker.write { try $0.log(result) }
      return try tracker.read { try $0.findings(Filter(), .all).first?.life.state }
    }
    #expect(try state(after: .fail, build: "3.1") == .open)
    #expect(try state(after: .pass, build: "3.1") == .corrected)
    #expect(try state(after: .pass, build: "3.2") == .fixed)
    #expect(try state(after: .fail, build: "3.3") == .regressed)
  }
}
