import Testing

@testable import Store

@Suite("The order of rows")
struct RowOrderTests {
  private static func row(_ component: String, _ check: String, _ condition: String, _ number: Int) -> Cell {
    Cell(
      component: component, check: check, condition: condition, category: "", outcome: nil, severity: nil, value: nil,
      note: nil, tester: "", time: Int64(number), device: "", os: "", build: "", audit: "", source: "", text: nil,
      id: "")
  }

  @Test("It is that of component, check and condition, and equal rows stay as they were", arguments: 0..<20)
  func sorted(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let names = ["b", "a", "é", "", "a/b", "B", "ab", "10", "9"]
    let rows = (0..<Int.random(in: 0...200, using: &random)).map { number in
      Self.row(
        names.randomElement(using: &random) ?? "", names.randomElement(using: &random) ?? "",
        names.randomElement(using: &random) ?? "", number)
    }
    func key(_ row: Cell) -> (String, String, String, Int64) {
      (row.component, row.check, row.condition, row.time)
    }
    let wanted = rows.map(key).sorted { $0 < $1 }
    var found = rows
    RowOrder.sort(&found)
    #expect(found.map(key).elementsEqual(wanted, by: ==))
  }
}
