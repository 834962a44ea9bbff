/// How one build stands to another, as far as their names tell.
package enum BuildOrder: Equatable, Sendable {
  case older, same, newer
  /// A build that was not named, or two names of which not both are numbers.
  case unknown
}

/// The build a result was observed on.
package struct ObservedBuild: Equatable, Sendable {
  /// The number of its name; 0 where none was given.
  package var term: Int64
  /// Nil for a name that is no number.
  package var number: BuildNumber?
  /// Whether only people have named it whom this machine does not follow: it is newer than no other build, since a wrong
  /// number would hide every later failure.
  package var isClaimed: Bool

  package init(term: Int64 = 0, number: BuildNumber? = nil, isClaimed: Bool = false) {
    self.term = term
    self.number = number
    self.isClaimed = isClaimed
  }

  /// How this build stands to another.
  package func order(to other: ObservedBuild) -> BuildOrder {
    if term == 0 || other.term == 0 { return .unknown }
    if term == other.term { return .same }
    guard let number, let otherNumber = other.number else { return .unknown }
    if number == otherNumber { return .same }
    let isOlder = number < otherNumber
    if isOlder ? other.isClaimed : isClaimed { return .unknown }
    return isOlder ? .older : .newer
  }
}

/// The builds of some results as numbers, which are compared faster than names.
struct BuildRanks {
  /// Of each result; -1 for a build that is no number or was not named.
  let ranks: [Int]
  /// Equal for results of the same build.
  let groups: [Int]

  init(_ results: [Observation]) {
    var builds: [Int64: ObservedBuild] = [:]
    for result in results where builds[result.build.term] == nil { builds[result.build.term] = result.build }
    let numbers = builds.compactMap { term, build in term == 0 ? nil : build.number.map { (term: term, number: $0) } }
    var places: [Int64: (rank: Int, group: Int)] = [:]
    var last: (rank: Int, number: BuildNumber)?
    for (term, number) in numbers.sorted(by: { $0.number < $1.number }) {
      let rank = last.map { $0.number == number ? $0.rank : $0.rank + 1 } ?? 0
      (places[term], last) = ((rank, rank), (rank, number))
    }
    for term in builds.keys where places[term] == nil { places[term] = (-1, -1 - places.count) }
    ranks = results.map { places[$0.build.term]?.rank ?? -1 }
    groups = results.map { places[$0.build.term]?.group ?? -1 }
  }
}

extension BuildNumber {
  /// Whether the name of a build stands for a newer one than another name; false where one is no number.
  package static func isNewer(_ name: String, than other: String) -> Bool {
    guard let one = BuildNumber(name), let two = BuildNumber(other) else { return false }
    return two < one
  }
}
