import Audit
import Children
import Testing

@testable import Reports

@Suite("One child's own trouble")
struct TapDifficultyTests {
  @Test("A child in trouble is a finding, of five children at least, and however many there are")
  func trouble() {
    let fine = TapCourseTests.records("p", 0..<7, hits: { _ in 10 })
    let missing = TapCourseTests.records("p", 7..<8, hits: { _ in 5 })
    #expect(TapDifficulty.isSeen(in: fine) == false)
    #expect(TapDifficulty.isSeen(in: fine + missing) == true)
    #expect(TapDifficulty.isSeen(in: Array(fine.prefix(3)) + missing) == nil)
    let helped = fine.enumerated().map { index, record in
      TapRecord(
        session: record.session, trials: record.trials,
        remarks: index == 2 ? [TapRemark(topic: .frustration, code: "looked_for_help", severity: 1)] : [])
    }
    #expect(TapDifficulty.isSeen(in: helped) == true)
  }
}
