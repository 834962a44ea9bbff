import Audit
import Children
import Foundation
import NamedCells
import Testing

/// What time has to do with the fold of a cell, and the laws that hold for any results.
extension FactsCellFoldTests {
  @Test("what was taken back leaves no trace but in who had seen whom")
  func retracted() throws {
    let middle = seen(201, at: 20, .na, by: 2, isRetracted: true)
    let results = [Self.fail, middle, seen(301, at: 30, .pass, by: 3, isRetest: true)]
    let fold = try fold(results, saw: [201: [101], 301: [201]])
    #expect(fold.state == CellState(outcome: .pass, severity: nil), "through the retracted result the first was seen")
    #expect(fold.count == 2 && fold.transitions.map(\.time) == [10, 30])
    let ahead = seen(102, at: 20, .na, by: 1, observed: 900, isRetracted: true)
    let own = try self.fold([seen(101, at: 10, .fail, by: 1), ahead, seen(103, at: 30, .pass, by: 1)])
    #expect(own.shown == 103 && own.seen == 30, "nor does it move the time of what its tester says next")
  }

  @Test("what a fork keeps from being taken back counts as open and closes nothing")
  func inDoubt() throws {
    let results = [
      seen(101, at: 10, .pass, by: 1), seen(102, at: 20, .fail, by: 1, isRetracted: true, isInDoubt: true),
    ]
    let fold = try fold(results)
    #expect(fold.open == [101, 102] && fold.count == 2)
    #expect(fold.state == CellState(outcome: .fail, severity: nil, isContradicted: true))
  }

  @Test("an old result that arrives late goes to its place in time")
  func late() throws {
    let fold = try fold([
      seen(101, at: 20, .pass, by: 1, build: "2"), seen(201, at: 99, .fail, by: 1, build: "1", observed: 5),
    ])
    #expect(fold.shown == 101 && fold.transitions.map(\.time) == [5, 20])
  }

  @Test("what its tester states to be older is history: it is shown as of its time, and closes nothing")
  func stated() throws {
    let results = [
      seen(101, at: 10, .fail, .critical, by: 1), seen(102, at: 40, .fail, .critical, by: 1),
      seen(103, at: 50, .pass, by: 1, observed: 20), seen(104, at: 60, .na, by: 1, observed: 5),
    ]
    let fold = try fold(results)
    #expect(fold.open == [102] && fold.shown == 102 && fold.count == 4 && fold.latest == 102 && fold.seen == 40)
    #expect(fold.transitions.map(\.state.outcome) == [.na, .fail, .pass, .fail])
    #expect(fold.transitions.map(\.time) == [5, 10, 20, 40] && !fold.isPlain)
    #expect(try self.fold(results, until: 39).shown == 103)
  }

  @Test("a stranger's result of the future makes nothing older that its tester states to be of today")
  func future() throws {
    let own = [seen(101, at: 20, .pass, by: 1), seen(102, at: 40, .fail, by: 1, observed: 30)]
    #expect(try fold(own).open == [102])
    let stranger = seen(201, at: 9_000, .pass, by: 2)
    let fold = try fold(own + [stranger], saw: [101: [201]])
    #expect(fold.state?.outcome == .fail && fold.open.contains(102), "the first counts as seen after the stranger's")
  }

  @Test("names of builds that are no numbers lead no result around the numbered ones")
  func roundabout() throws {
    let results = [
      seen(101, at: 20, .fail, by: 1, build: ""), seen(102, at: 25, .pass, by: 1, build: "1"),
      seen(103, at: 30, .pass, by: 1, build: "2", observed: 5), seen(104, at: 40, .na, by: 1, build: "", observed: 10),
    ]
    let fold = try fold(results)
    #expect(fold.open == [104], "the second build closes the first one, which closes what had none")
  }

  @Test("of open results that say the same the newest is shown, whole")
  func newest() throws {
    let first = seen(101, at: 10, .fail, .serious, by: 1)
    for other in [seen(201, at: 20, .fail, .serious, by: 2), seen(201, at: 5, .fail, .serious, by: 2)] {
      let fold = try fold([first, other])
      let newest = other.clock < first.clock ? first : other
      #expect(fold.shown == newest.id && fold.seen == newest.clock.milliseconds && fold.open.count == 2)
      #expect(fold.since == min(first.clock, other.clock).milliseconds && fold.transitions.count == 1)
    }
    let milder = try fold([first, seen(201, at: 20, .fail, .minor, by: 2)])
    #expect(milder.shown == 101 && milder.seen == 10)
  }

  @Test("clocks decide no cell, only its history", arguments: [-1_000_000, 0, 1_000_000] as [Int64])
  func clocks(shift: Int64) throws {
    let results = [
      seen(101, at: 2_000_000, .fail, by: 1), seen(201, at: 2_000_000 + shift, .pass, by: 2, isRetest: true),
      seen(301, at: 2_000_000 - shift, .na, by: 3),
    ]
    let fold = try fold(results, saw: [201: [101]])
    #expect(fold.open.sorted() == [201, 301] && fold.shown == 201 && fold.state?.isDisputed == true)
  }

  @Test("a clock that lags behind does not bring back what was overruled")
  func clamped() throws {
    let fold = try fold(
      [
        seen(101, at: 1_000_000, .fail, by: 1), seen(201, at: 10, .pass, by: 2, isRetest: true),
        seen(202, at: 11, .na, by: 2),
      ], saw: [201: [101]])
    #expect(fold.transitions.map(\.time) == [1_000_000, 1_000_001, 1_000_002])
    #expect(fold.state?.outcome == .na)
  }

  @Test("a clock at the end of time does not overflow")
  func extremes() throws {
    let fold = try fold(
      [
        seen(101, at: Int64.max, .fail, by: 1), seen(201, at: 10, .pass, by: 2),
        seen(301, at: 10, .pass, by: 2, observed: Int64.min),
      ], saw: [201: [101]])
    #expect(fold.count == 3)
  }

  // MARK: Laws

  @Test("the fold is what the letter of the rules says", arguments: [false, true])
  func reference(forks: Bool) throws {
    for seed in drawnSeeds(of: 3_000) {
      var random = SplitMix64(seed: UInt64(seed))
      let cell = RandomCell(&random, forks: forks)
      let fold = try CellFold(cell.results, cell.lineage)
      let wanted = ReferenceCell(cell.results, cell.lineage)
      #expect(fold.transitions == wanted.transitions, "seed \(seed)")
      #expect(fold.shown == wanted.shown && fold.latest == wanted.latest, "seed \(seed)")
      #expect(fold.heads == wanted.heads && fold.since == wanted.since, "seed \(seed)")
      #expect(Set(fold.open) == wanted.open && fold.open.isEmpty == (fold.count == 0), "seed \(seed)")
      if fold.isPlain, let latest = fold.latest {
        #expect(fold.open == [latest] && fold.state?.isUnsettled == false, "seed \(seed)")
      }
    }
  }

  @Test("of many open results an index finds what comparing each with each finds", arguments: [false, true])
  func index(forks: Bool) throws {
    for seed in drawnSeeds(of: 3_000) {
      var random = SplitMix64(seed: UInt64(seed))
      let cell = RandomCell(&random, most: seed % 3 == 0 ? 60 : 14, forks: forks)
      let moment = seed % 2 == 0 ? Int64.max : Int64.random(in: 985...1_035, using: &random)
      var steps: [[CellFold]] = []
      for few in [Int.max, Int.random(in: 0...4, using: &random)] {
        var visited: [CellFold] = []
        visited.append(try CellFold(cell.results, cell.lineage, until: moment, few: few) { visited.append($0) })
        steps.append(visited)
      }
      #expect(steps[0] == steps[1], "seed \(seed)")
    }
  }

  @Test("as many open results as a bundle has facts are folded in one pass", arguments: 0..<5)
  func many(kind: Int) throws {
    let results = (0..<30_000).map { place -> Observation in
      let outcome: Outcome = place % 3 == 0 ? .pass : .fail
      let severity = Severity(rawValue: 1 + place % 4)
      switch kind {
      case 0: return seen(Int64(place), at: 10, outcome, severity, by: Int64(place))
      case 1: return seen(Int64(place), at: Int64(place), outcome, severity, by: 1, observed: 5)
      case 2: return seen(Int64(place), at: 10, .fail, severity, by: Int64(place), build: "main", isRetest: true)
      case 3: return seen(Int64(place), at: Int64(place), outcome, by: Int64(place), build: "\(30_000 - place)")
      default: return seen(Int64(place), at: 10, outcome, by: 1, build: "b\(place)", observed: Int64(place))
      }
    }
    // One chain, or each a chain of its own.
    for runs in [1, results.count] {
      let rows = Rows(runs: runs)
      let fold = try CellFold(results, rows)
      #expect(fold.count == results.count)
      #expect(rows.questions < 40 * results.count)
    }
  }

  /// Facts in so many chains, of which none has seen another.
  final class Rows: Lineage {
    let runs: Int
    /// How often the fold asked: its work, whatever the machine does beside it.
    private(set) var questions = 0

    init(runs: Int) { self.runs = runs }

    func run(of number: Int64) -> Int64 {
      questions += 1
      return number % Int64(runs)
    }
    func named(by number: Int64, of run: Int64) -> Int64 {
      questions += 1
      return 0
    }
    func named(by number: Int64, atMost most: Int) -> [(run: Int64, upto: Int64)]? {
      questions += 1
      return []
    }
    func eachNamed(
      after: Int64, upTo number: Int64, above level: Int64, _ visit: (_ run: Int64, _ upto: Int64) -> Void
    ) { questions += 1 }
    func level(of number: Int64) -> Int64 {
      questions += 1
      return 0
    }
    func owns(_ later: Int64, _ earlier: Int64) -> Bool { run(of: later) == run(of: earlier) }
  }

  @Test("the order of arrivals changes nothing, and the fold until a moment is the beginning of the whole")
  func permutations() throws {
    for seed in drawnSeeds(of: 1_000) {
      var random = SplitMix64(seed: UInt64(seed))
      let cell = RandomCell(&random, forks: true)
      let fold = try CellFold(cell.results, cell.lineage)
      for _ in 0..<4 {
        #expect(try CellFold(cell.results.shuffled(using: &random), cell.lineage) == fold, "seed \(seed)")
      }
      let moment = Int64.random(in: 985...1_035, using: &random)
      let before = try CellFold(cell.results, cell.lineage, until: moment)
      #expect(before.transitions == fold.transitions.filter { $0.time <= moment }, "seed \(seed)")
      var visited: [Int64] = []
      _ = try CellFold(cell.results, cell.lineage) { visited.append($0.latestTime) }
      #expect(visited.count == fold.count && visited == visited.sorted(), "seed \(seed)")
      #expect(before.count == visited.count { $0 <= moment }, "seed \(seed)")
    }
  }

  @Test("a finding stands until its author, a newer build or a retest of what was seen ends it: no other word betters")
  func findingsStand() throws {
    for seed in drawnSeeds(of: 2_000) {
      var random = SplitMix64(seed: UInt64(seed))
      let cell = RandomCell(&random, forks: true)
      let fold = try CellFold(cell.results, cell.lineage)
      let counted = cell.results.filter { !$0.isRetracted || $0.isInDoubt }
      for one in counted {
        let isAnswered = counted.contains { other in
          other.build.order(to: one.build) == .newer
            || (cell.lineage.saw(other.id, one.id) && (other.isRetest || cell.lineage.owns(other.id, one.id)))
            || (cell.lineage.owns(one.id, other.id) && one.time != nil)
        }
        guard !isAnswered, let state = fold.state else { continue }
        #expect(state.outcome.badness >= one.outcome.badness, "seed \(seed): \(one.id)")
      }
    }
  }

  @Test("results that had seen one another in a circle, which only a damaged file has, are folded all the same")
  func circle() throws {
    let circle = [
      seen(101, at: 10, .fail, by: 1), seen(102, at: 20, .pass, by: 1), seen(201, at: 15, .na, by: 2),
      seen(301, at: 17, .pass, by: 3),
    ]
    var random = SplitMix64(seed: 1)
    let saw: [Int64: [Int64]] = [101: [201], 201: [102], 301: [101]]
    let first = try fold(circle, saw: saw)
    #expect(first.shown != nil && !first.open.isEmpty)
    for _ in 0..<24 { #expect(try fold(circle.shuffled(using: &random), saw: saw).state == first.state) }
  }
}
