/// What a cell shows at one moment.
package struct CellState: Equatable, Sendable {
  package var outcome: Outcome
  package var severity: Severity?
  /// Two testers differ, and neither had seen what the other said.
  package var isDisputed: Bool
  /// A tester who had seen a worse result logged a better one on the same build.
  package var isContradicted: Bool
  /// The value of the result shown overrules what its tester said.
  package var isOverruled: Bool

  package init(
    outcome: Outcome, severity: Severity?, isDisputed: Bool = false, isContradicted: Bool = false,
    isOverruled: Bool = false
  ) {
    (self.outcome, self.severity, self.isDisputed) = (outcome, severity, isDisputed)
    (self.isContradicted, self.isOverruled) = (isContradicted, isOverruled)
  }

  /// Whether results differ that no rule decides between.
  package var isUnsettled: Bool { isDisputed || isContradicted }

  /// Greater is worse.
  package var badness: (Int, Int) { CellFold.badness(outcome, severity) }

  /// Whether a release check may find it better than another: it says something less bad, or would where a failure has the
  /// severity of its check, or passes where the other does not apply, which raises the share of passes.
  package func mayBeMilder(than other: CellState) -> Bool {
    if other.isUnsettled && !isUnsettled || outcome == .pass && other.outcome == .na { return true }
    if outcome != other.outcome { return outcome.badness < other.outcome.badness }
    guard outcome == .fail, severity != other.severity, severity != .critical else { return false }
    guard let severity, let theirs = other.severity else { return true }
    return theirs.rawValue < severity.rawValue
  }
}

/// A moment at which what a cell shows changed.
package struct Transition: Equatable, Sendable {
  /// Milliseconds UTC.
  package var time: Int64
  /// The result that is shown from then on.
  package var result: Int64
  /// The number of its circumstances.
  package var context: Int64
  package var state: CellState

  package init(time: Int64, result: Int64, context: Int64, state: CellState) {
    (self.time, self.result, self.context, self.state) = (time, result, context, state)
  }
}

/// One write to one field of an editable record.
package struct FieldWrite: Sendable {
  package var id: Int64
  package var replica: String
  package var reference: FactReference
  package var clock: HybridTime
  /// Canonical JSON of the value.
  package var value: String
  package var isRetracted: Bool
  /// Its author alone retracted it, who is not followed: it stays where it counts.
  package var isRetractedByAuthor: Bool

  package init(
    id: Int64, replica: String, reference: FactReference, clock: HybridTime, value: String, isRetracted: Bool = false,
    isRetractedByAuthor: Bool = false
  ) {
    (self.id, self.replica, self.reference) = (id, replica, reference)
    (self.clock, self.value, self.isRetracted) = (clock, value, isRetracted)
    self.isRetractedByAuthor = isRetractedByAuthor
  }
}

/// The value of a field as a pure function of the set of writes to it.
///
/// A write that saw another replaces it, independent of the clocks. Of writes that did not know of each other the
/// value is shown that asks for all that any of them asks for (`joined`), or the stricter one (`isStricter`), where a
/// field has such; else the greatest (clock, replica). The others stay visible as a conflict until an ordinary edit has
/// seen them all.
package struct FieldFold: Equatable, Sendable {
  /// Writes that no other standing write has seen, the shown one first, then by the clock; more than one is a conflict
  /// if they differ.
  package let live: [Int64]
  /// The canonical JSON shown; nil when no write stands.
  package let value: String?
  package let isConflict: Bool

  /// - Parameters:
  ///   - isStricter: whether the first of two values, canonical JSON both, asks for more than the second.
  ///   - joined: what asks for all that some different values ask for; nil where that is one of them.
  package init(
    _ writes: [FieldWrite], _ lineage: some Lineage, isStricter: (String, String) -> Bool = { _, _ in false },
    joined: ([String]) -> String? = { _ in nil }
  ) throws {
    // Most fields were written once.
    if writes.count == 1, let only = writes.first, !only.isRetracted {
      (live, value, isConflict) = ([only.id], only.value, false)
      return
    }
    let sight = try SightTable(writes.map(\.id), lineage)
    var tips = sight.unseen(in: writes.indices.filter { !writes[$0].isRetracted })
      .sorted { left, right in
        let (first, second) = (writes[left], writes[right])
        if first.clock != second.clock { return first.clock > second.clock }
        return (first.replica, first.reference) > (second.replica, second.reference)
      }
    let values = tips.map { writes[$0].value }
    if let shown = Self.strictest(values, isStricter) { tips.insert(tips.remove(at: shown), at: 0) }
    live = tips.map { writes[$0].id }
    isConflict = Set(values.map { Array($0.utf8) }).count > 1
    value = (isConflict ? joined(values) : nil) ?? tips.first.map { writes[$0].value }
  }

  /// The place of the first value that no other is stricter than; nil where there is none. Not all values can be
  /// compared, so they are not sorted by it: of those that cannot, the first few are kept in view.
  package static func strictest(_ values: [String], _ isStricter: (String, String) -> Bool) -> Int? {
    var first: [Int] = []
    var known: Set<[UInt8]> = []
    for (place, value) in values.enumerated() where known.insert(Array(value.utf8)).inserted {
      if first.contains(where: { isStricter(values[$0], value) }) { continue }
      first.removeAll { isStricter(value, values[$0]) }
      if first.count < mostIncomparable { first.append(place) }
    }
    return first.min() ?? values.indices.first
  }

  private static let mostIncomparable = 32
}

/// What was decided about a failure: its severity counts instead of the one that its testers gave, until it ends.
package struct Triage: Equatable, Sendable {
  package var severity: Severity
  /// When, ms UTC: it counts for the failure that was shown then, and for none before or after.
  package var time: Int64
  /// Who decided; empty where not given.
  package var by: String

  package init(severity: Severity, time: Int64, by: String) {
    (self.severity, self.time, self.by) = (severity, time, by)
  }
}

/// Which results of a cell were given independently.
package enum IndependentPairs {
  package static let mostTesters = 64

  /// The pairs of testers who answered the same build and had not seen each other's first answer when they gave theirs.
  ///
  /// Results without a tester or a build are left out: it is unknown whether it was the same person or the same build.
  /// Of more than `mostTesters` for one build the first ones are compared: pairs grow with the square of the testers.
  /// - Parameter moment: only what had been observed by then (ms UTC).
  package static func all(
    _ results: [Observation], _ lineage: some Lineage, until moment: Int64 = .max
  ) throws -> [(one: Observation, other: Observation)] {
    let sight = try SightTable(results.map(\.id), lineage)
    var firsts: [Int64: [Int64: Int]] = [:]
    for index in results.indices {
      let result = results[index]
      guard result.counts, result.tester != 0, result.build.term != 0, time(result) <= moment else { continue }
      guard let known = firsts[result.build.term]?[result.tester] else {
        firsts[result.build.term, default: [:]][result.tester] = index
        continue
      }
      if isEarlier(result, results[known]) { firsts[result.build.term]?[result.tester] = index }
    }
    var pairs: [(one: Observation, other: Observation)] = []
    for (_, answers) in firsts.sorted(by: { $0.key < $1.key }) {
      let first = answers.values.sorted { isEarlier(results[$0], results[$1]) }.prefix(mostTesters)
      let indices = first.sorted { results[$0].tester < results[$1].tester }
      for (place, one) in indices.enumerated() {
        for other in indices.dropFirst(place + 1) where !sight.saw(one, other) && !sight.saw(other, one) {
          pairs.append((results[one], results[other]))
        }
      }
    }
    return pairs
  }

  private static func time(_ result: Observation) -> Int64 { result.time ?? result.clock.milliseconds }

  private static func isEarlier(_ one: Observation, _ other: Observation) -> Bool {
    if time(one) != time(other) { return time(one) < time(other) }
    if one.clock != other.clock { return one.clock < other.clock }
    return one.reference < other.reference
  }
}

/// One result as the fold of its cell sees it. Small integers stand for interned names; 0 is "not given".
package struct Observation: Equatable, Sendable {
  /// The local number of the fact.
  package var id: Int64
  /// Tells results apart that are equally bad, on every machine alike.
  package var reference: FactReference
  package var clock: HybridTime
  /// When it was observed, if the tester gave a time (ms UTC); else the clock decides.
  package var time: Int64?
  /// What the tester said.
  package var said: Outcome
  package var severity: Severity?
  /// Whether a value was measured, and whether it misses what its check asks for.
  package var isMeasured: Bool
  package var missesCheck: Bool
  /// Said to be looked at again, after what it has seen.
  package var isRetest: Bool
  package var tester: Int64
  package var build: ObservedBuild
  /// The number of the circumstances, and the version of the check's text; the fold makes nothing of them.
  package var context: Int64
  package var text: Int64?
  package var isRetracted: Bool
  /// An undo, or an undo of its undo, waits until a fork is settled: it counts as open, and supersedes nothing.
  package var isInDoubt: Bool

  package init(
    id: Int64, reference: FactReference, clock: HybridTime, time: Int64? = nil, said: Outcome,
    severity: Severity? = nil, isMeasured: Bool = false, missesCheck: Bool = false, isRetest: Bool = false,
    tester: Int64 = 0, build: ObservedBuild = ObservedBuild(), context: Int64 = 0, text: Int64? = nil,
    isRetracted: Bool = false, isInDoubt: Bool = false
  ) {
    (self.id, self.reference, self.clock, self.time, self.said) = (id, reference, clock, time, said)
    (self.severity, self.isMeasured, self.missesCheck) = (severity, isMeasured, missesCheck)
    (self.isRetest, self.tester, self.build, self.context) = (isRetest, tester, build, context)
    (self.text, self.isRetracted, self.isInDoubt) = (text, isRetracted, isInDoubt)
  }

  /// What counts: a failure where the value misses its check, for any logged outcome.
  package var outcome: Outcome { missesCheck ? .fail : said }
  /// Whether the value overrules the logged outcome.
  package var isOverruled: Bool { missesCheck && said != .fail }
  /// Greater is worse.
  package var badness: (Int, Int) { CellFold.badness(outcome, severity) }
  /// The same as one that does not count: who had seen whom through it stays true.
  package var leftOut: Observation {
    var result = self
    (result.isRetracted, result.isInDoubt) = (true, false)
    return result
  }
  /// What a result that was retracted by a fork's branch may still say.
  var counts: Bool { !isRetracted || isInDoubt }
}
