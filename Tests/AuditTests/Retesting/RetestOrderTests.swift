import Audit
import Foundation
import Testing

@Suite("the order of a retest")
struct RetestOrderTests {
  private struct Item: Equatable {
    var component: String
    var condition: String
    var device: String
    var severity: Severity?
    var outcome: Outcome
  }

  private static func item(
    _ component: String, _ condition: String = "", device: String = "", _ severity: Severity? = nil,
    outcome: Outcome = .fail
  ) -> Item {
    Item(component: component, condition: condition, device: device, severity: severity, outcome: outcome)
  }

  /// The items in their order, each with its stop.
  private static func ordered(_ items: [Item]) -> [(item: Item, stop: Int)] {
    let names = Array(Set(items.flatMap { [$0.condition, $0.device] }).subtracting([""]))
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    func number(_ name: String) -> Int64 { numbers[name].map { Int64($0) + 1 } ?? 0 }
    let components = Dictionary(
      Set(items.map(\.component)).sorted().enumerated().map { ($1, Int32($0)) }, uniquingKeysWith: { first, _ in first }
    )
    let cells = items.map { item in
      RetestOrder.Cell(
        device: number(item.device), condition: number(item.condition), outcome: item.outcome, severity: item.severity,
        rank: components[item.component] ?? 0)
    }
    return RetestOrder.ordered(cells) { $0 == 0 ? "" : names[Int($0) - 1] }.map { (items[$0.place], $0.stop) }
  }

  @Test("settings are changed one by one, the nearest next, and what hurts most comes first within a stop")
  func settings() {
    let items = [
      Self.item("a", "dark,text-ax5,voiceover"), Self.item("b", "dark"), Self.item("c", "voiceover"), Self.item("d"),
      Self.item("e", "dark,text-ax5", .minor), Self.item("f", "dark,text-ax5", .critical),
      Self.item("g", "dark,text-ax5", outcome: .pass), Self.item("h", "dark,text-ax5", .moderate),
    ]
    let ordered = Self.ordered(items)
    #expect(ordered.map(\.item.component) == ["d", "b", "f", "h", "e", "g", "a", "c"])
    #expect(ordered.map(\.stop) == [1, 2, 3, 3, 3, 3, 4, 5])
  }

  @Test("a device is picked up once: none first, then the one with most to see")
  func devices() {
    let items = [
      Self.item("a", "dark", device: "iPad"), Self.item("b", device: "iPhone"), Self.item("c", device: "iPhone"),
      Self.item("d", device: "iPad"), Self.item("e", "dark", device: "iPhone"), Self.item("f"),
    ]
    let ordered = Self.ordered(items)
    #expect(ordered.map(\.item.component) == ["f", "b", "c", "e", "d", "a"])
    #expect(ordered.map(\.stop) == [1, 2, 2, 3, 4, 5])
  }

  @Test("no item is lost, whatever the order they come in")
  func stable() {
    let tokens = ["dark", "text-ax5", "voiceover", "rtl"]
    let items = (0..<64).map { number in
      let condition = tokens.indices.filter { number >> $0 & 1 == 1 }.map { tokens[$0] }.joined(separator: ",")
      return Self.item("c\(number)", condition, device: number % 3 == 0 ? "iPad" : "iPhone")
    }
    let ordered = Self.ordered(items)
    #expect(Set(ordered.map(\.item.component)).count == 64)
    for _ in 0..<20 { #expect(Self.ordered(items.shuffled()).map(\.item) == ordered.map(\.item)) }
    // Sixteen sets of four settings can be gone through switching one at a time, but for a jump or two.
    let changes = zip(ordered, ordered.dropFirst()).reduce(0) { sum, pair in
      guard pair.0.item.device == pair.1.item.device else { return sum }
      let (one, other) = (
        Set(pair.0.item.condition.split(separator: ",")), Set(pair.1.item.condition.split(separator: ","))
      )
      return sum + one.symmetricDifference(other).count
    }
    #expect(changes <= 2 * (15 + 4))
  }

  @Test(
    "builds are compared by their numbers",
    arguments: [
      ("3.9", "3.10"), ("3.2", "3.2.1"), ("v3", "V4"), ("3.2 (451)", "3.2 (452)"), ("99", "100"),
      // What follows the version counts between builds of one version only.
      ("3.2 (451)", "3.2.1 (460)"), ("3.2 (999)", "3.2.1"), ("v3.2(451)", "v3.2.1(3)"), ("3.2-451", "3.2.1-3"),
      ("3.2+451", "3.2.1+3"), ("3.2_451", "3.2.1_3"), ("3 (451)", "3.2 (12)"), ("3.9 (12)", "3.10 (3)"),
      ("3.2", "3.2 (451)"), ("3.2 (451)", "3.2 (451.2)"), ("3.2.0 (451)", "3.2 (452)"), ("2026-11-30", "2026-12-01"),
    ])
  func builds(older: String, newer: String) throws {
    let (one, other) = (try #require(BuildNumber(older)), try #require(BuildNumber(newer)))
    #expect(one < other && !(other < one))
  }

  @Test(
    "builds of one number are one",
    arguments: [
      ("3.2", "3.2.0"), ("3.2 (451)", "v3.2.0(451)"), ("3.2-451", "3.2 (451)"), ("3.2 (0)", "3.2"), ("0", "0.0"),
      ("(451)", "451"), ("v 3.2", "3.2"),
    ])
  func sameBuild(one: String, other: String) throws {
    #expect(try #require(BuildNumber(one)) == #require(BuildNumber(other)))
  }

  @Test(
    "names that are no numbers are not compared",
    arguments: ["", "main", "3.2b1", "a1b2c3", "99999999999999999999", "3.2 (99999999999999999999)", "v", "()", "."])
  func unnumbered(name: String) { #expect(BuildNumber(name) == nil) }

  @Test("more settings than anyone sets by hand come in the order of their names, each once")
  func many() {
    let conditions = (0..<20_000).map { "setting-\($0 * 7_919 % 20_000)" }
    let ordered = Self.ordered(conditions.map { Self.item("a", $0) })
    #expect(ordered.map(\.item.condition) == conditions.sorted())
    #expect(ordered.map(\.stop) == Array(1...20_000))
  }
}
