import AuditFigures
import AuditModel
import Testing

@Suite("The fixes to make first")
struct FixPlanTests {
  static func item(_ component: String, _ check: String, _ severity: Severity = .minor, blocks: Bool = false)
    -> FixPlan.Item
  {
    FixPlan.Item(component: component, kind: "button", check: check, severity: severity, isBlocker: blocks)
  }

  @Test("Each counts only what those before it leave, blockers before the number of findings")
  func greedy() {
    let items = [
      Self.item("a", "one", .critical, blocks: true), Self.item("b", "one"), Self.item("a", "two"),
      Self.item("c", "two"), Self.item("d", "two"), Self.item("c", "three"), Self.item("d", "three"),
    ]
    let plan = FixPlan(items, most: 6)
    #expect(
      plan.steps.map(\.change) == [
        .check("one", kind: "button"), .check("two", kind: "button"), .check("three", kind: "button"),
      ])
    #expect(plan.steps.map(\.places) == [[0, 1], [2, 3, 4], [5, 6]])
    #expect(FixPlan(items, most: 1).steps.count == 1)
  }

  @Test("A single finding is no fix, and no finding is in two")
  func single() {
    #expect(FixPlan([Self.item("a", "one"), Self.item("b", "two")], most: 6).steps.isEmpty)
    let items = (0..<40).map { Self.item("c\($0 % 7)", "k\($0 % 5)", Severity.allCases[$0 % 4], blocks: $0 % 9 == 0) }
    let steps = FixPlan(items, most: 40).steps
    let places = steps.flatMap(\.places)
    #expect(Set(places).count == places.count && steps.allSatisfy { $0.places.count > 1 })
  }
}
