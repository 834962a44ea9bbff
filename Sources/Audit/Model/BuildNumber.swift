import Base

/// A build's name read as numbers: a version and what comes after it, which tells builds of one version apart. So 3.10 is
/// newer than 3.9, and `3.2.1 (460)` than `3.2 (451)`: `3.2`, `v3.2.1`, `3.2 (451)`, `3.2-451`, `3.2+451`, `3.2_451`.
package struct BuildNumber: Comparable, Sendable {
  /// 3, 2 of `3.2 (451)`. 3.2 and 3.2.0 are one version, so no zeros are at its end.
  private let version: [Int]
  /// 451 of `3.2 (451)`; empty where nothing follows the version, which comes before all that has something there.
  private let build: [Int]

  /// Nil for a name with other words in it, such as a branch or a commit: which of two is newer does not show.
  package init?(_ name: String) {
    var bytes = Array(name.utf8)[...]
    if let first = bytes.first, ASCIIFold.small(first) == UInt8(ascii: "v") { bytes.removeFirst() }
    guard bytes.allSatisfy({ $0.isDigit || " .()-_+".utf8.contains($0) }) else { return nil }
    bytes = bytes.drop { !$0.isDigit }
    let version = bytes.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    guard !version.isEmpty, let numbers = Self.numbers(version),
      let build = Self.numbers(bytes.dropFirst(version.count))
    else { return nil }
    (self.version, self.build) = (numbers, build)
  }

  package static func < (left: BuildNumber, right: BuildNumber) -> Bool {
    left.version == right.version
      ? left.build.lexicographicallyPrecedes(right.build) : left.version.lexicographicallyPrecedes(right.version)
  }

  /// Nil where one of them is too large.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    let digits = bytes.split { !$0.isDigit }
    let numbers = digits.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == digits.count ? Array(numbers.reversed().drop { $0 == 0 }.reversed()) : nil
  }
}

/// How many cells were last seen on the current build.
package struct BuildCounts: Equatable, Sendable {
  /// Empty where no result names a build, and the tracker does not either.
  package var current = ""
  /// On it, or on a build without a name.
  package var onCurrent = 0
  /// On those that are newer by their numbers than the one that the tracker names.
  package var newer = NewerBuilds(current: "")
  /// On an older one, or on one of another name of which nothing tells that it is newer.
  package var onOlder = 0

  package init() {}

  /// - Parameters:
  ///   - named: the current build as the tracker names it; empty for the newest that was seen.
  ///   - seen: by the build of what is shown, empty for none: how many cells, when the latest of them was seen, and
  ///     whether only people name it who are not followed. Such a build is not the current one.
  package init(named: String, seen: [String: (cells: Int, latest: Int64, isClaimed: Bool)]) {
    // Of names of commits some have digits alone: these are no numbers where others of the same length have letters.
    let commits = Set(seen.keys.filter(Self.isCommit).map(\.utf8.count))
    func number(_ name: String) -> BuildNumber? {
      let isOfCommit = commits.contains(name.utf8.count) && !name.utf8.contains { !Self.digits.contains($0) }
      return isOfCommit ? nil : BuildNumber(name)
    }
    let newest = seen.filter { !$0.key.isEmpty && !$0.value.isClaimed }.max { left, right in
      switch (number(left.key), number(right.key)) {
      case (let one?, let other?) where one != other: one < other
      case (nil, .some): true
      case (.some, nil): false
      default: (left.value.latest, left.key) < (right.value.latest, right.key)
      }
    }
    current = named.isEmpty ? newest?.key ?? "" : named
    newer = NewerBuilds(current: named)
    let rule = StaleRule(build: current)
    for (build, (cells, _, isClaimed)) in seen {
      newer.add(build, cells: cells)
      // A number that only they name does not say that it is newer.
      let isOther = isClaimed && named.isEmpty || !rule.accepts(build: build)
      if build.isEmpty || !isOther { onCurrent += cells } else { onOlder += cells }
    }
    onCurrent -= newer.count
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  /// Whether it is written as git writes a commit, whole or abbreviated, and has a letter among its digits.
  private static func isCommit(_ name: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
    return (7...64).contains(name.utf8.count) && name.utf8.contains { !digits.contains($0) }
      && name.utf8.allSatisfy { digits.contains($0) || letters.contains(ASCIIFold.small($0)) }
  }
}

/// What was seen on builds that are newer than the one that the tracker names as current.
package struct NewerBuilds: Equatable, Sendable {
  /// As the tracker names it; empty where it names none, and then no build is newer.
  package let current: String
  /// How many cells.
  package private(set) var count = 0
  /// The newest of these builds; empty for none.
  package private(set) var newest = ""

  package init(current: String) { self.current = current }

  package static func isNewer(_ build: String, than current: String) -> Bool {
    BuildNumber(current).flatMap { current in BuildNumber(build).map { current < $0 } } ?? false
  }

  package mutating func add(_ build: String, cells: Int = 1) {
    guard Self.isNewer(build, than: current) else { return }
    count += cells
    if newest.isEmpty || Self.isNewer(build, than: newest) || build < newest && !Self.isNewer(newest, than: build) {
      newest = build
    }
  }

  /// `Results of 1.1 exist, the current build is 1.0.`; nil for none.
  package var sentence: String? {
    count == 0 ? nil : "Results of \(newest) exist, the current build is \(current)."
  }
}

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
    (self.term, self.number, self.isClaimed) = (term, number, isClaimed)
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
