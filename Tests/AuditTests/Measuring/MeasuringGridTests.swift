import Audit
import Testing

@Suite("Lengths on the grid") struct MeasuringGridTests {
  @Test(
    "grid-8: 44 is not reported as off the grid",
    arguments: [
      ("8", true, .onGrid), ("48", true, .onGrid), ("44", true, .targetSize), ("44", false, .fineAdjustment),
      ("28", true, .targetSize), ("12", true, .fineAdjustment), ("6", true, .offGrid), ("20", false, .fineAdjustment),
      ("8.5", true, .offGrid), ("0", false, .onGrid), ("43.999999", true, .offGrid),
    ] as [(String, Bool, GridRule.Place)])
  func grid(value: String, isTarget: Bool, place: GridRule.Place) throws {
    #expect(GridRule.place(try FixedPoint.parse(value), isTarget: isTarget) == place)
    let report = try Calculations.grid(value, isTarget: isTarget)
    #expect(report.verdicts.map { $0.outcome } == [place == .offGrid ? .fail : .pass])
  }
}
