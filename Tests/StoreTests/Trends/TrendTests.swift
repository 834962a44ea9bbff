import Audit
import Base
import Foundation
import SQLite
import StoredFacts
import Testing

@testable import Store

/// Trends of random histories, against the cells of each moment counted one by one.
@Suite("trends", .serialized)
struct TrendTests {
  private static let everything = Filter(terms: [Filter.Term(.component, ["**"])], source: "component:**")

  /// Waivers that begin and end within the history.
  private static func waive(_ history: History, _ machine: History.Machine) throws {
    for component in History.components where history.random.once(in: 2) {
      machine.surroundings.now += 86_400_000
      let day = Timestamp(milliseconds: machine.surroundings.now + Int64(history.random.below(3)) * 86_400_000)
      try machine.tracker.write { writer in
        try writer.set(
          kind: "waiver", key: component,
          fields: [
            "component": .string(history.random.once(in: 3) ? "home/*" : component),
            "check": .string(history.random.once(in: 3) ? "*.*" : Catalogue.first),
            "until": .string(day.localDate(offset: 0)),
          ], by: "lead")
        if history.random.once(in: 4) { try writer.delete(kind: "waiver", key: component, by: "lead") }
      }
    }
  }

  private static func names(_ row: Cell, _ grouping: TrendGrouping?, _ reader: Reader) throws -> [String?] {
    let component = try reader.component(row.component)
    let names: [String]
    switch grouping {
    case nil: return [nil]
    case .component: return [row.component]
    case .category: return [row.category]
    case .tester: return [row.tester]
    case .build: return [row.build]
    case .owner: return [component?.owner ?? ""]
    case .kind: return [component?.kind ?? ""]
    case .profile: return [component?.profile.rawValue ?? ""]
    case .screen: names = component?.countedOn ?? []
    case .tag: names = component?.tags ?? []
    case .criterion:
      let tested = try reader.check(row.check)?.check.wcag.filter { $0.relation == .tests }.map(\.criterion) ?? []
      return tested.isEmpty ? ["house"] : Array(Set(tested))
    }
    return names.isEmpty ? [""] : Array(Set(names))
  }

  /// What a point should be, from the cells of two moments.
  private static func wanted(
    _ request: TrendRequest, _ reader: Reader, firsts: [String: (time: Int64, row: Cell)]
  ) throws -> [ExactText?: [TrendPoint]] {
    var groups: [ExactText?: [TrendPoint]] = [:]
    let count = request.periods.count
    for (place, period) in request.periods.enumerated() {
      let then = try reader.at(period.to)
      let rows = try then.cells(Filter())
      var components: [ExactText?: Set<String>] = [:]
      func change(_ row: Cell, _ body: (inout TrendPoint, ExactText?) -> Void) throws {
        for name in try names(row, request.grouping, reader).map({ $0.map(ExactText.init) }) {
          var points = groups[name] ?? Array(repeating: TrendPoint(), count: count)
          body(&points[place], name)
          groups[name] = points
        }
      }
      for row in rows {
        let outcome = try #require(row.outcome)
        let first = try #require(firsts[cell(row)]?.time)
        try change(row) { point, name in
          point.counts.add(row.state)
          if row.waiver != nil { point.waived += 1 }
          if components[name, default: []].insert(row.component).inserted { point.components += 1 }
          if period.from <= first { point.new += 1 }
          point.oldest = min(point.oldest ?? .max, row.time)
          guard outcome == .fail, row.waiver == nil else { return }
          if let severity = row.state?.severity { point.openSeverities[severity.rawValue - 1] += 1 }
          if period.from <= first { point.newOpen += 1 }
        }
      }
      if request.grouping?.followsResult ?? false { continue }
      for row in try then.cellsWithUntested(Filter()) where row.outcome == nil {
        try change(row) { point, _ in point.counts.untested += 1 }
      }
    }
    return groups.filter { $0.value.contains { !$0.isGap } }
  }

  private static func cell(_ row: Cell) -> String { "\(row.component)|\(row.check)|\(row.condition)" }

  /// Every cell observed by a moment, whether or not its component is in use, and when it was first observed.
  private static func firsts(_ reader: Reader, until end: Int64) throws -> [String: (time: Int64, row: Cell)] {
    var found: [String: (time: Int64, row: Cell)] = [:]
    let sql = """
      SELECT a.text, b.text, c.text, d.text, (SELECT min(time) FROM transition WHERE cell = cell.id) FROM cell
      JOIN term AS a ON a.id = component JOIN term AS b ON b.id = check_id JOIN term AS c ON c.id = condition
      JOIN term AS d ON d.id = category WHERE outcome <> 0
      """
    try reader.database.rows(sql) { row in
      let result = Cell(
        component: row.text(0), check: row.text(1), condition: row.text(2), category: row.text(3), outcome: nil,
        severity: nil, value: nil, note: nil, tester: "", time: 0, device: "", os: "", build: "", audit: "", source: "",
        text: nil, id: "")
      if row.int64(4) <= end { found[cell(result)] = (row.int64(4), result) }
    }
    return found
  }

  @Test("a point is what the cells of its moment count, by every grouping and by every way", arguments: 0..<4)
  func points(chunk: Int) throws {
    try MomentTests.eachMachine(chunk, 24, before: Self.waive) { history, tracker, moments in
      let step = history.random.pick([TrendStep.day, .week, .month])
      let times = moments.filter { $0 > 1_700_000_000_000 && $0 < 1_800_000_000_000 }.sorted()
      guard let first = times.first, let last = times.last else { return }
      try tracker.read { reader in
        let isDays = history.random.once(in: 2)
        let end = isDays ? last / 86_400_000 * 86_400_000 + 86_399_999 : last
        let start = isDays ? first / 86_400_000 * 86_400_000 : first
        let periods = try reader.periods(step, since: start, until: end)
        let firsts = try Self.firsts(reader, until: end)
        for grouping in [nil] + TrendGrouping.allCases {
          let note = "seed \(history.seed), by \(grouping.map { "\($0)" } ?? "nothing"), every \(step)"
          var request = TrendRequest(grouping: grouping, periods: periods, readsAge: true)
          let aged = try reader.trend(request)
          let found = Dictionary(
            aged.groups.map { ($0.name.map(ExactText.init), $0.points) }, uniquingKeysWith: { first, _ in first })
          let wanted = try Self.wanted(request, reader, firsts: firsts)
          #expect(Set(found.keys) == Set(wanted.keys), "\(note)")
          for (name, points) in wanted where found[name] != points {
            Issue.record("\(note), \(name?.text ?? "all"):\n\(points)\n\(found[name] ?? [])")
          }
          request.readsAge = false
          let quick = try reader.trend(request)
          request.filter = Self.everything
          let slow = try reader.trend(request)
          #expect(quick == slow, "\(note)")
          #expect(quick.groups.map(\.name) == aged.groups.map(\.name), "\(note)")
          for (one, other) in zip(quick.groups, aged.groups) {
            for (point, whole) in zip(one.points, other.points) {
              #expect(point.oldest == nil || point.oldest == whole.oldest, "\(note)")
              var same = point
              same.oldest = whole.oldest
              #expect(same == whole, "\(note)")
            }
          }
        }
      }
    }
  }

  @Test("what is explained between any two moments adds up, and nothing is left over", arguments: 0..<4)
  func explained(chunk: Int) throws {
    try MomentTests.eachMachine(chunk, 24, before: Self.waive) { history, tracker, moments in
      let times = moments.filter { $0 > 1_000_000_000_000 && $0 < 2_000_000_000_000 }.sorted()
      try tracker.read { reader in
        for (place, earlier) in times.enumerated() {
          for later in times[place...] {
            let note = "seed \(history.seed), \(earlier) to \(later)"
            let changes = try reader.changes(from: earlier, to: later, Filter())
            let parts = changes.parts
            #expect(!parts.contains { $0.reason == .notRetested }, "\(note)")
            if earlier == later { #expect(parts.isEmpty, "\(note)") }
            for measure in ChangeMeasure.allCases {
              let sum = parts.reduce(0) { $0 + ($1.difference[measure] ?? 0) }
              #expect(sum == (changes.after[measure] ?? 0) - (changes.before[measure] ?? 0), "\(note) \(measure)")
            }
            for (moment, counted) in [(earlier, changes.before), (later, changes.after)] {
              let standing = try reader.at(moment).standing()
              let counts = standing.counts
              let wanted = [
                counts.pass, counts.fail, counts.na, counts.cantTell, counts.untested, counts.disputed, standing.waived,
              ]
              let found = [ChangeMeasure.pass, .fail, .na, .cantTell, .untested, .disputed, .waived].map {
                counted[$0] ?? 0
              }
              #expect(found == wanted, "\(note)")
              #expect(counted[.stale] ?? 0 == standing.stale, "\(note)")
              #expect((counted[.open] ?? 0) + (counted[.waived] ?? 0) == counts.fail, "\(note)")
            }
          }
        }
      }
    }
  }
}
