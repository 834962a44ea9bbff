import Audit
import Base
import Testing

@testable import Store

/// The texts of one result, nil for a member that is not there.
private struct Names: Equatable {
  var check: String
  var component: String
  var condition: String?
  var build: String?
  var tester: String?

  func fact(_ sequence: Int64) -> Fact {
    var body: JSONObject = [
      "check": .string(check), "component": .string(component), "outcome": .string(Outcome.fail.rawValue),
    ]
    if let condition { body["condition"] = .string(condition) }
    if let build { body["build"] = .string(build) }
    if let tester { body["tester"] = .string(tester) }
    return Fact.foreign("result", body, replica: "aaaaaaaaaaaa", sequence, at: 1_750_000_000_000 + sequence)
  }
}

extension FactBatch {
  /// A batch as the reader of bundles makes it: the columns are slices of the facts, with numbers for their names.
  fileprivate convenience init(_ results: [(Int64, Names)], _ groups: inout NameGroups) throws {
    self.init()
    book = groups.book
    for (sequence, names) in results {
      try append(names.fact(sequence))
      var columns = ResultColumns()
      columns.outcome = .fail
      columns.check = try slice(of: "check", names.check)
      columns.component = try slice(of: "component", names.component)
      if let condition = names.condition { columns.condition = try slice(of: "condition", condition) }
      if let build = names.build { columns.build = try slice(of: "build", build) }
      if let tester = names.tester { columns.tester = try slice(of: "tester", tester) }
      bytes.withUnsafeBytes { groups.number(&columns, in: $0) }
      rows[rows.count - 1].isResult = true
      rows[rows.count - 1].columns = columns
    }
  }

  /// Where a text stands in the last fact.
  private func slice(of member: String, _ text: String) throws -> Slice {
    let fact = try #require(rows.last).fact
    let lead = Array("\"\(member)\":\"".utf8)
    let wanted = lead + Array(text.utf8) + [UInt8(ascii: "\"")]
    let starts = Int(fact.start)...(Int(fact.start) + Int(fact.count) - wanted.count)
    let start = try #require(starts.first { bytes[$0...].starts(with: wanted) })
    return Slice(start: Int32(start + lead.count), count: Int32(text.utf8.count))
  }
}

@Suite("numbers for the names of results in a bundle")
struct NameGroupsTests {
  /// Texts that run together alike.
  private static let all: [Names] = ["a", "ab", "abc"].flatMap { check in
    ["bc", "c", "abc", "cab"].flatMap { component in
      [nil, "c", "dark", "a"].flatMap { condition in
        [(nil, nil), ("1", nil), (nil, "1"), ("1", "1"), ("11", nil)].map { build, tester in
          Names(check: check, component: component, condition: condition, build: build, tester: tester)
        }
      }
    }
  }

  @Test("two results have the same number exactly where all their names are the same")
  func sameNames() throws {
    var groups = NameGroups()
    let twice = Self.all + Self.all.reversed()
    let batch = try FactBatch(twice.enumerated().map { (Int64($0.offset + 1), $0.element) }, &groups)
    for (left, one) in zip(twice, batch.rows) {
      #expect(one.columns.cell > 0 && one.columns.circumstances > 0)
      for (right, other) in zip(twice, batch.rows) {
        let isSameCell =
          left.check == right.check && left.component == right.component && left.condition == right.condition
        let isSameContext = left.build == right.build && left.tester == right.tester
        #expect((one.columns.cell == other.columns.cell) == isSameCell)
        #expect((one.columns.circumstances == other.columns.circumstances) == isSameContext)
      }
    }
  }

  @Test("the numbers of one bundle say nothing in the next, and what is stored is what the facts say")
  func books() throws {
    let scratch = try Scratch()
    let (plain, numbered) = (
      try Tracker.make(scratch.newPath(), Surroundings()), try Tracker.make(scratch.newPath(), Surroundings(seed: 2))
    )
    let halves = [Array(Self.all.prefix(100)), Array(Self.all.reversed().prefix(180))]
    var sequence: Int64 = 0
    let results = halves.map { half in
      half.map { names in
        sequence += 1
        return (sequence, names)
      }
    }
    _ = try plain.write { try $0.receive(results.joined().map { $0.1.fact($0.0) }) }
    var received = IntakeSummary()
    try numbered.write { writer in
      for half in results {
        var groups = NameGroups()
        try writer.receive(try FactBatch(half, &groups), into: &received)
      }
    }
    #expect(received.added == 280)
    #expect(try ProjectionText.lines(numbered) == ProjectionText.lines(plain))
    #expect(try numbered.facts.map(\.fact.json) == plain.facts.map(\.fact.json))
  }
}
