import AuditModel
import SQLite

/// The builds of the app in which a failure could be seen again.
///
/// ```
///   results of any component, on devices that run the same builds ─┐
///   open audits that hold the cell ────────────────────────────────┼─> the newest, if it is newer
///   the tracker's current build ───────────────────────────────────┘
/// ```
/// A build is one of the app and not of a component: where 3.2 was seen anywhere, what failed in 3.1 is to be seen again.
/// An app has builds of its own for each `BuildLine`, and those are never held against each other.
final class KnownBuilds {
  private struct Line {
    /// In the order of their names.
    var builds: [String] = []
    /// By a build, the newest of these, or itself where none is newer.
    var newest: [ExactText: String] = [:]
  }

  private struct Place: Hashable {
    var device: ExactText
    var condition: ExactText
    var platforms: [Platform]
  }

  private let current: String
  private var placed: [Place: BuildLine?] = [:]
  private var lines: [BuildLine: Line] = [:]
  /// What a result belongs to that does not say on which device it was seen.
  private var usual = BuildLine.mobile
  private var firstSeen: [ExactText: Int64] = [:]
  private var numbers: [ExactText: BuildNumber?] = [:]
  private var platforms: [ExactText: [Platform]] = [:]
  private var audits: [(build: String, components: Set<ExactText>, checks: Set<ExactText>, conditions: Set<String>)] =
    []

  init(_ reader: Reader, audit: AuditRound?) throws {
    current = try reader.staleRule().build
    for component in try reader.components() where !component.platforms.isEmpty {
      platforms[ExactText(component.key)] = component.platforms
    }
    try readSeen(reader)
    let rounds = try audit.map { [$0] } ?? reader.audits().filter { $0.closed == nil }
    for round in rounds where !round.build.isEmpty {
      let scope = try reader.workScope(of: round)
      audits.append(
        (
          round.build, Set(scope.components.map { ExactText($0.key) }), Set(scope.checks.map { ExactText($0.id) }),
          Set(scope.conditions.map(\.text))
        ))
    }
  }

  private func readSeen(_ reader: Reader) throws {
    var found: [BuildLine?: Set<ExactText>] = [:]
    let sql = """
      SELECT cell.component, cell.condition, context.device, context.build, min(cell.seen)
      FROM \(reader.cells) JOIN context ON context.id = cell.context
      WHERE cell.outcome <> 0 AND context.build <> 0
      GROUP BY cell.component, cell.condition, context.device, context.build
      """
    try reader.database.rows(sql) { row in
      let line = line(
        component: try reader.text(row.int64(0)), condition: try reader.text(row.int64(1)),
        device: try reader.text(row.int64(2)))
      let build = ExactText(try reader.text(row.int64(3)))
      found[line, default: []].insert(build)
      firstSeen[build] = min(firstSeen[build] ?? .max, row.int64(4))
    }
    let named = found.keys.compactMap { $0 }
    if named.count == 1 { usual = named[0] }
    for (line, builds) in found {
      lines[line ?? usual, default: Line()].builds += builds.map(\.text)
    }
    for line in lines.keys { lines[line]?.builds.sort() }
  }

  private func line(component: String, condition: String, device: String) -> BuildLine? {
    let known = platforms[ExactText(component)] ?? []
    let place = Place(device: ExactText(device), condition: ExactText(condition), platforms: known)
    if let line = placed[place] { return line }
    let line = DeviceFamily.of(device: device, condition: condition, platforms: known).map(BuildLine.init)
    placed[place] = .some(line)
    return line
  }

  /// The newest build in which a failure could be seen again; nil where it was seen in that, or in none that is named.
  func newer(than row: RetestItem) -> String? {
    guard row.outcome == .fail, !row.build.isEmpty else { return nil }
    var newest = newestSeen(
      than: row.build, on: line(component: row.component, condition: row.condition, device: row.device) ?? usual)
    var others = current.isEmpty ? [] : [current]
    for audit in audits
    where audit.components.contains(ExactText(row.component)) && audit.checks.contains(ExactText(row.check))
      && audit.conditions.contains(row.condition)
    {
      others.append(audit.build)
    }
    for build in others.sorted() where isNewer(build, than: newest) { newest = build }
    return ExactText(newest) == ExactText(row.build) ? nil : newest
  }

  /// The same build where none that was seen on this line is newer.
  private func newestSeen(than build: String, on line: BuildLine) -> String {
    if let known = lines[line]?.newest[ExactText(build)] { return known }
    var newest = build
    for other in lines[line]?.builds ?? [] where isNewer(other, than: newest) { newest = other }
    lines[line]?.newest[ExactText(build)] = newest
    return newest
  }

  /// By their numbers; where they have none, by when they were first seen. One that nobody has seen yet is newer.
  private func isNewer(_ build: String, than other: String) -> Bool {
    if ExactText(build) == ExactText(other) { return false }
    if let one = number(build), let another = number(other) { return another < one }
    guard let seen = firstSeen[ExactText(build)] else { return true }
    return firstSeen[ExactText(other)].map { $0 < seen } ?? false
  }

  private func number(_ build: String) -> BuildNumber? {
    if let known = numbers[ExactText(build)] { return known }
    let number = BuildNumber(build)
    numbers[ExactText(build)] = .some(number)
    return number
  }
}
