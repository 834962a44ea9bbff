import AuditCatalog
import AuditModel
import CanonicalJSON
import Testing

@testable import AuditStore

@Suite("what a piece of work is about")
struct WorkScopeTests {
  let scratch: Scratch
  let tracker: Tracker

  init() throws {
    scratch = try Scratch()
    let seed = CatalogSeed(revision: Catalog.revision) { Array(Catalog.checks) }
    tracker = try Tracker.create(path: scratch.newPath(), environment: Surroundings().environment, catalog: seed)
    try tracker.hurry()
    try tracker.addComponent("close", ["kind": "icon-button"])
    try tracker.addComponent("home", ["kind": "screen", "profile": "child", "platforms": ["macOS"]])
    try tracker.addComponent("old", ["kind": "card", "retired": true])
    try tracker.write {
      try $0.set(
        kind: "check", key: "voiceover.label-present", fields: ["applies_to": ["screen"], "profiles": ["child"]],
        by: "lead")
      try $0.set(
        kind: "audit", key: "spring",
        fields: ["checklists": ["touch-target-manual", "critical-rules"], "conditions": ["", "dark"]], by: "lead")
    }
  }

  @Test("the rules kept beside the texts put the same cells in scope as the texts do")
  func rules() throws {
    let (scope, checks, components) = try tracker.read {
      (try $0.workScope(of: nil).cells, try $0.checks().map(\.check), try $0.components().filter { !$0.isRetired })
    }
    let wanted = components.flatMap { component in
      checks.filter {
        $0.applies(to: component) == .inScope
      }
      .map { ScopeCell(component: component.key, check: $0.id, condition: "") }
    }
    #expect(scope == wanted)
    #expect(wanted.contains(ScopeCell(component: "home", check: "voiceover.label-present", condition: "")))
    #expect(!wanted.contains(ScopeCell(component: "close", check: "voiceover.label-present", condition: "")))
  }

  @Test("an audit's checks come in the order of its checklists, each once, under each of its conditions")
  func audit() throws {
    let scope = try tracker.read { reader in
      try reader.workScope(of: reader.audit("spring"))
    }
    let lists = try ["touch-target-manual", "critical-rules"].map { try #require(Catalog.checklist($0)).checks }
    var seen: Set<String> = []
    #expect(scope.checks.map(\.id) == lists.joined().filter { seen.insert($0).inserted })
    #expect(scope.conditions.map(\.text) == ["", "dark"])
    #expect(scope.components.map(\.key) == ["close", "home"])
  }

  @Test("a cell tells when another result came, and when one was taken back")
  func now() throws {
    let place = ScopeCell(component: "close", check: "touch-target.minimum-44pt", condition: "")
    func state() throws -> (latest: Int64, outcome: Outcome?) {
      try tracker.read { reader in
        let now = try reader.cellNow(place, reader.component("close"), reader.check(place.check))
        #expect(try reader.latestResult(of: place) == now?.latest ?? 0)
        return (now?.latest ?? 0, now?.row.outcome)
      }
    }
    #expect(try state() == (0, nil))
    try tracker.log(.fail, component: "close", check: place.check)
    let first = try state()
    #expect(first.latest != 0 && first.outcome == .fail)
    try tracker.log(.pass, component: "close", check: place.check)
    let second = try state()
    #expect(second.latest != first.latest && second.outcome == .pass)
    try tracker.undo()
    #expect(try state() == first)
    #expect(try tracker.read { try $0.testedCells() } == [place])
  }

  @Test("a cell by itself is what a list of cells says it is")
  func sameAsList() throws {
    let place = ScopeCell(component: "close", check: "touch-target.minimum-44pt", condition: "")
    try tracker.write {
      try $0.log(
        NewResult(
          component: place.component, check: place.check, outcome: .pass, value: try MeasuredValue.parse("40x40"),
          note: "measured", tester: "tia", build: "3.1"))
      try $0.set(kind: "setting", key: "tracker", fields: ["current_build": "3.2"], by: "lead")
    }
    let (one, listed) = try tracker.read { reader in
      (
        try reader.cellNow(place, reader.component(place.component), reader.check(place.check))?.row,
        try reader.cells(Filter()).first
      )
    }
    let (row, other) = (try #require(one), try #require(listed))
    #expect(row.stale == other.stale && row.stale == [.build])
    #expect(row.judged == .fail && row.judged == other.judged)
    #expect(row.note == other.note && row.value == other.value && row.time == other.time && row.id == other.id)
  }
}
