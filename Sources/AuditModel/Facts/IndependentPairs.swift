/// Two testers' first answers to one cell of one build, given without knowledge of each other.
package struct JudgedPair: Equatable, Sendable {
  package var component: String
  package var check: String
  package var condition: String
  package var build: String
  /// In the order of the bytes of their names.
  package var testers: [String]
  /// What each of them saw first, in the same order.
  package var outcomes: [Outcome]

  package init(
    component: String, check: String, condition: String, build: String, testers: [String], outcomes: [Outcome]
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.build = build
    self.testers = testers
    self.outcomes = outcomes
  }

  package var agrees: Bool { outcomes.first == outcomes.last }
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
