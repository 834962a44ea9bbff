import Audit
import Base

/// The builds of the app in which a failure could be seen again.
///
/// ```
///   results of any component, on devices that run the same builds ─┐
///   open audits that hold the cell ────────────────────────────────┼─> the newest, if it is newer
///   the tracker's current build ───────────────────────────────────┘
/// ```
/// A build is one of the app and not of a component: if 3.2 was tested anywhere, what failed in 3.1 needs a retest.
/// An app has builds of its own for each `BuildLine`, and those are never compared with each other.
final class KnownBuilds {
  private struct Line {
    /// In the order of their names.
    var builds: [String] = []
    /// By the term of a build, the newest of these, or itself where none is newer.
    var newest: [Int64: String] = [:]
  }

  /// What says to which line something belongs: terms, and which of the lists of platforms.
  private struct Place: Hashable {
    var device: Int64
    var condition: Int64
    var platforms: Int
  }

  /// An open audit of a build, and the terms of what it holds.
  private struct Round {
    var build: String
    var components: Set<Int64>
    var checks: Set<Int64>
    var conditions: Set<Int64>
  }

  private let reader: Reader
  private let current: String
  private var placed: [Place: BuildLine?] = [:]
  private var lines: [BuildLine: Line] = [:]
  /// What a result belongs to that does not say on which device it was seen.
  private var usual = BuildLine.mobile
  /// When builds were seen first that those have tested who are followed.
  private lazy var firstSeen = Result {
    Dictionary(
      firstOf: try reader.firstResultsOfBuilds().filter { !$0.isOfOthers }.map { (ExactText($0.name), $0.at) })
  }
  private var numbers: [ExactText: BuildNumber?] = [:]
  /// The lists of platforms that components have; the first is empty.
  private var platforms: [[Platform]] = [[]]
  /// Which of them a component has, by its term, where it has one.
  private var platformsOf = ByTerm<Int>()
  private var rounds: [Round] = []

  init(_ reader: Reader, audit: AuditRound?) throws {
    self.reader = reader
    current = try reader.staleRule().build
    var known: [[Platform]: Int] = [:]
    for component in try reader.components() where !component.platforms.isEmpty {
      guard let term = try reader.term(component.key) else { continue }
      let place = known[component.platforms] ?? platforms.count
      if place == platforms.count {
        known[component.platforms] = place
        platforms.append(component.platforms)
      }
      platformsOf[term] = place
    }
    try readSeen()
    let open = try audit.map { [$0] } ?? reader.followedAudits().filter { $0.closed == nil }
    for round in open where !round.build.isEmpty {
      let scope = try reader.workScope(of: round)
      func terms(_ names: [String]) throws -> Set<Int64> {
        try Set(names.compactMap { $0.isEmpty ? 0 : try reader.term($0) })
      }
      rounds.append(
        Round(
          build: round.build, components: try terms(scope.components.map(\.key)),
          checks: try terms(scope.checks.map(\.id)), conditions: try terms(ItemConditions(scope).all.map(\.text))))
    }
  }

  private func readSeen() throws {
    let contexts = try reader.contexts()
    struct Source: Hashable {
      var context: Int64
      var condition: Int64
      var platforms: Int
    }
    var sources: [Source] = []
    var places: [Source: Int] = [:]
    // Most cells of a context have the condition of the one before: these are found without hashing.
    var last = ByTerm<Int>()
    let areAllFollowed = try reader.countsAll()
    let held = try reader.heldCells()
    try reader.visitCells([.component, .condition, .context, .shown, .id, .branch]) { cell in
      var number = cell[2]
      // On which build and device others say they looked makes nothing older, and hides nothing.
      if try !areAllFollowed && !reader.lineage.follows(cell[3]) {
        let isMixed = cell[5] == CellRow.mixed
        guard let own = try held.context(ofCell: cell[4], shown: cell[3], isMixed: isMixed) else { return }
        number = own
      }
      guard let context = contexts[number], context.build != 0 else { return }
      let source = Source(context: number, condition: cell[1], platforms: platformsOf[cell[0]] ?? 0)
      if let known = last[number], sources[known] == source { return }
      let place = places[source] ?? sources.count
      if place == sources.count {
        places[source] = place
        sources.append(source)
      }
      last[number] = place
    }
    var found: [BuildLine?: Set<Int64>] = [:]
    for source in sources {
      guard let context = contexts[source.context] else { continue }
      let place = Place(device: context.device, condition: source.condition, platforms: source.platforms)
      found[try line(place), default: []].insert(context.build)
    }
    let named = found.keys.compactMap { $0 }
    if named.count == 1 { usual = named[0] }
    for (line, builds) in found { lines[line ?? usual, default: Line()].builds += try builds.map(reader.text) }
    for line in lines.keys { lines[line]?.builds.sort() }
  }

  private func line(_ place: Place) throws -> BuildLine? {
    try placed.value(place) {
      DeviceFamily.of(
        device: try reader.text(place.device), condition: try reader.text(place.condition),
        platforms: platforms[place.platforms]
      ).map(BuildLine.init)
    }
  }

  /// The newest build in which a failure could be seen again; nil where it was seen in that, or in none that is named.
  func newer(than entry: CellTable.Entry, in table: CellTable) throws -> String? {
    let context = table.context(of: entry)
    guard entry.isFailing, context.build != 0 else { return nil }
    let (component, condition) = (Int64(entry.component), Int64(entry.condition))
    let place = Place(device: context.device, condition: condition, platforms: platformsOf[component] ?? 0)
    var newest = try newestSeen(than: context.build, on: line(place) ?? usual)
    var others = current.isEmpty ? [] : [current]
    for round in rounds
    where round.components.contains(component) && round.checks.contains(Int64(entry.check))
      && round.conditions.contains(condition)
    {
      others.append(round.build)
    }
    for build in others.sorted() where try isNewer(build, than: newest) { newest = build }
    return try ExactText(newest) == ExactText(reader.text(context.build)) ? nil : newest
  }

  /// The same build where none that was seen on this line is newer.
  private func newestSeen(than build: Int64, on line: BuildLine) throws -> String {
    if let known = lines[line]?.newest[build] { return known }
    var newest = try reader.text(build)
    for other in lines[line]?.builds ?? [] where try isNewer(other, than: newest) { newest = other }
    lines[line]?.newest[build] = newest
    return newest
  }

  /// By their numbers; where they have none, by when they were first seen. One that was not seen yet is newer.
  private func isNewer(_ build: String, than other: String) throws -> Bool {
    if ExactText(build) == ExactText(other) { return false }
    if let one = number(build), let another = number(other) { return another < one }
    let firstSeen = try firstSeen.get()
    guard let seen = firstSeen[ExactText(build)] else { return true }
    return firstSeen[ExactText(other)].map { $0 < seen } ?? false
  }

  private func number(_ build: String) -> BuildNumber? {
    numbers.value(ExactText(build)) { BuildNumber(build) }
  }
}
