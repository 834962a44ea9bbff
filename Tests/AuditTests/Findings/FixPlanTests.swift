import Audit
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
      plan.steps.map { "\($0.fix.group.rawValue) \($0.fix.name)" } == ["component a", "component c", "component d"])
    #expect(plan.steps.map(\.places) == [[0, 2], [3, 5], [4, 6]])
    #expect(plan.steps.map(\.fix.blockers) == [1, 0, 0])
    #expect(FixPlan(items, most: 1).steps.count == 1)
  }

  @Test("A plan begins with the change that a list begins with: also a file or a pattern with a known remedy")
  func files() {
    var items = [Self.item("a", "one"), Self.item("b", "two"), Self.item("c", "three", .serious)]
    for place in items.indices { items[place].source = "A.swift" }
    #expect(FixPlan(items, most: 6).steps.map(\.fix.group) == [.source])
    items[1].pattern = (name: "old-idiom", remedy: "use the new one")
    items[2].pattern = items[1].pattern
    items[0].source = "B.swift"
    let plan = FixPlan(items, most: 6)
    #expect(plan.steps.map(\.fix.group) == [.antiPattern] && plan.steps[0].fix.remedy == "use the new one")
    #expect(plan.steps[0].places == [1, 2])
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
