import Audit
import Testing

@Suite("how bad a cell is")
struct CellStateTests {
  @Test("states are ordered by outcome, and failures by severity, none last")
  func badness() {
    let rising: [CellState] = [
      CellState(outcome: .na, severity: nil), CellState(outcome: .pass, severity: nil),
      CellState(outcome: .cantTell, severity: nil), CellState(outcome: .fail, severity: nil),
      CellState(outcome: .fail, severity: .minor), CellState(outcome: .fail, severity: .moderate),
      CellState(outcome: .fail, severity: .serious), CellState(outcome: .fail, severity: .critical),
    ]
    for (one, next) in zip(rising, rising.dropFirst()) { #expect(one.badness < next.badness) }
  }
}
