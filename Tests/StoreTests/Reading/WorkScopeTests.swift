import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("what a piece of work is about")
struct WorkScopeTests {
  let scratch: Scratch
  let tracker: Tracker

  init() throws {
    scratch = try Scratch()
    let seed = CatalogSeed(revision: Catalog.revision) { Array(Catalog.checks(of: .second)) }
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

  @Test("a condition that a record names twice is one")
  func repeated() throws {
    try tracker.write {
      try $0.set(kind: "audit", key: "spring", fields: ["conditions": ["dark", "", "dark"]], by: "lead")
    }
    try tracker.read { reader in
      let audit = try #require(try reader.audit("spring"))
      #expect(audit.conditions.map(\.text) == ["dark", ""])
      let listed = try reader.cells(of: audit, Filter(), includingUntested: true).rows.count
      #expect(try reader.standing(of: audit).counts.inScope == listed)
      #expect(try reader.workScope(of: audit).cells.count == listed)
    }
  }

  @Test(
    "what is asked under each condition is counted as it is listed",
    arguments: [
      ["text-ax5"], ["", "text-ax5"], ["dark,text-ax3", "text-ax5"], ["reduce-motion", "dark"],
      ["x1", "reduce-motion,x2", "x2", "text-ax5,x3"],
    ])
  func settings(conditions: [String]) throws {
    try tracker.write {
      try $0.set(kind: "setting", key: "tracker", fields: ["catalog": 6], by: "lead")
      try $0.set(
        kind: "audit", key: "all", fields: ["conditions": .array(conditions.map { .string($0) })], by: "lead")
    }
    try tracker.read { reader in
      let audit = try #require(try reader.audit("all"))
      let work = try reader.workScope(of: audit)
      let rows = try reader.cells(of: audit, Filter(), includingUntested: true).rows
      let tied = rows.filter { $0.setting != nil }
      #expect(!tied.isEmpty)
      #expect(work.cells.count == rows.count && work.count == rows.count && Set(work.cells).count == rows.count)
      #expect(try Set(work.items(.component)) == Set(work.cells) && Set(work.items(.check)) == Set(work.cells))
      let standing = try reader.standing(of: audit)
      #expect(standing.counts.untested == rows.count)
      for (condition, counts) in standing.byCondition {
        #expect(counts.untested == rows.count { $0.condition == condition }, "\(condition)")
      }
      for row in tied {
        let (setting, own) = try (#require(row.setting), Condition(parsing: row.condition))
        #expect(own.with(setting).contradiction == nil && !own.holds(setting), "\(row.check) \(row.condition)")
      }
    }
  }

  @Test("audits that are counted together are what each is alone, and what is listed of it")
  func together() throws {
    try tracker.write { writer in
      try writer.set(kind: "audit", key: "autumn", fields: ["checklists": ["critical-rules"]], by: "lead")
      let checks = try #require(Catalog.checklist("critical-rules")).checks
      for (number, check) in checks.enumerated() {
        for (place, audit) in ["spring", "autumn", "spring", ""].enumerated() where (number + place) % 3 != 0 {
          let outcome = Outcome.allCases[(number + place) % Outcome.allCases.count]
          // The third is under a condition that only one of the two asks for.
          try writer.log(
            NewResult(
              component: number % 4 == 0 ? "home" : "close", check: check,
              condition: place == 2 ? try Condition(parsing: "dark") : .standard, outcome: outcome, tester: "tia",
              audit: audit))
        }
      }
    }
    try tracker.read { reader in
      let audits = try reader.audits()
      let standings = try reader.standings(of: audits)
      #expect(reader.knownHistory != nil, "most results are of audits, and are read by themselves")
      #expect(standings == (try audits.map { try reader.standing(of: $0) }))
      for (audit, standing) in zip(audits, standings) {
        let rows = try reader.cells(of: audit, Filter(), includingUntested: true).rows
        #expect(standing.counts.inScope == rows.count)
        for outcome in Outcome.allCases {
          let counted =
            switch outcome {
            case .pass: standing.counts.pass
            case .fail: standing.counts.fail
            case .na: standing.counts.na
            case .cantTell: standing.counts.cantTell
            }
          #expect(counted == rows.count { $0.outcome == outcome }, "\(audit.name) \(outcome)")
        }
        #expect(standing.counts.answered > 1)
        #expect(standing.byCondition.values.reduce(0) { $0 + $1.inScope } == rows.count)
      }
    }
  }

  @Test("the checklists of many audits are looked through once, however many name them")
  func manyLists() throws {
    let (count, unknown) = (30, (0..<40).map { JSONValue.string("no.such-\($0)") })
    let checks = try #require(Catalog.checklist("critical-rules")).checks
    try tracker.write { writer in
      for number in 0..<count {
        let named = [JSONValue.string(checks[number % checks.count]), .string(checks[number * 7 % checks.count])]
        try writer.set(
          kind: "checklist", key: "l\(number)", fields: ["title": "x", "checks": .array(named + unknown)], by: "lead")
        let others = (0..<count).filter { $0 != number }.map { JSONValue.string("l\($0)") }
        try writer.set(kind: "audit", key: "a\(number)", fields: ["checklists": .array(others)], by: "lead")
      }
    }
    try tracker.read { reader in
      let known = try Set(reader.checkIDs())
      for audit in try reader.audits() {
        let wanted = try reader.checklistChecks(audit.checklists).filter(known.contains)
        #expect(try reader.workScope(of: audit).checks.map(\.id) == wanted, "\(audit.name)")
      }
      let built = try ["touch-target-manual", "critical-rules"].map { try #require(Catalog.checklist($0)).checks.count }
      #expect(try reader.checklists().lookups <= count * (unknown.count + 2) + 2 * built.reduce(0, +))
    }
  }

  @Test("few results of audits among many are read by themselves, and are what they are among all")
  func fewOfMany() throws {
    try tracker.write { writer in
      let checks = try #require(Catalog.checklist("critical-rules")).checks
      for number in 0..<60 {
        let outcome = Outcome.allCases[number % Outcome.allCases.count]
        // The newest of a cell carry the name of an audit, and others stand between them.
        try writer.log(
          NewResult(
            component: number % 4 == 0 ? "home" : "close", check: checks[number % 5], outcome: outcome, tester: "tia",
            audit: number % 11 == 7 ? "spring" : ""))
      }
    }
    try tracker.read { reader in
      let (audit, term) = try (#require(try reader.audit("spring")), #require(try reader.term("spring")))
      func visited(_ history: ResultHistory) throws -> [Int64: [Observation]] {
        var found: [Int64: [Observation]] = [:]
        try history.visit(audit: term, by: reader.judge) { cell, _, results in found[cell] = results }
        return found
      }
      let standing = try reader.standing(of: audit)
      #expect(reader.knownHistory == nil, "all results were read")
      let few = try ResultHistory(reader, ofAuditsUpTo: 5)
      #expect(try few.isWhole && !ResultHistory(reader, ofAuditsUpTo: 4).isWhole)
      #expect(try visited(few) == visited(reader.history()) && visited(few).values.reduce(0) { $0 + $1.count } == 5)
      #expect(try reader.standing(of: audit) == standing && standing.counts.answered > 1)
    }
  }
}
