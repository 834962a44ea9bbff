package import AuditModel
import SQLite

extension Reader {
  /// What is to be seen again, in an order that changes settings least (`RetestOrder`), each cell with its reasons.
  ///
  /// - A failure where there is a newer build than the one it was seen in, or a newer source. Builds are known from the
  ///   results of the component, from open audits that hold the cell and from the tracker's current build.
  /// - A pass that is stale by source, build or age.
  /// - Anything whose check was changed, and anything disputed.
  /// - A failure whose waiver has run out.
  /// - Parameter audit: only what the results of this audit alone give, in its scope.
  package func retestQueue(_ filter: Filter = Filter(), of audit: AuditRound? = nil) throws -> [RetestItem] {
    let rows = try audit.map { try cells(of: $0, filter).rows } ?? cells(filter)
    let builds = try KnownBuilds(self, audit: audit)
    let items = rows.compactMap { row -> RetestItem? in
      let reasons = Self.reasons(row, newer: builds.newer(than: row))
      guard !reasons.isEmpty else { return nil }
      return RetestItem(
        component: row.component, check: row.check, condition: row.condition, device: row.device, outcome: row.outcome,
        severity: row.severity, isDisputed: row.isDisputed, build: row.build, tester: row.tester, time: row.time,
        reasons: reasons)
    }
    return RetestOrder.ordered(items)
  }

  private static func reasons(_ row: ResultRow, newer: String?) -> [RetestReason] {
    var reasons: [RetestReason] = []
    if row.outcome == .fail {
      if let newer { reasons.append(.newerBuild(seen: row.build, now: newer)) }
      if row.stale.contains(.source) { reasons.append(.newerSource) }
    }
    let stale = row.stale.filter { $0 != .check }
    if row.outcome == .pass, !stale.isEmpty { reasons.append(.stale(stale)) }
    if row.stale.contains(.check) { reasons.append(.checkChanged) }
    if let expired = row.expired { reasons.append(.waiverExpired(expired.until)) }
    if row.isDisputed { reasons.append(.disputed) }
    return reasons
  }
}

/// The builds that a cell could be seen in.
private struct KnownBuilds {
  private let current: String
  private var ofComponents: [ExactText: Set<ExactText>] = [:]
  private var firstSeen: [ExactText: Int64] = [:]
  private var audits: [(build: String, components: Set<ExactText>, checks: Set<ExactText>, conditions: Set<String>)] =
    []

  init(_ reader: Reader, audit: AuditRound?) throws {
    current = try reader.staleRule().build
    let sql = """
      SELECT cell.component, context.build, min(cell.latest_time)
      FROM \(reader.cells) JOIN result ON result.id = cell.shown JOIN context ON context.id = result.context
      WHERE cell.outcome <> 0 AND context.build <> 0 GROUP BY cell.component, context.build
      """
    try reader.database.rows(sql) { row in
      let build = ExactText(try reader.text(row.int64(1)))
      ofComponents[ExactText(try reader.text(row.int64(0))), default: []].insert(build)
      firstSeen[build] = min(firstSeen[build] ?? .max, row.int64(2))
    }
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

  /// The newest build in which a failure could be seen again; nil where it was seen in that, or in none that is named.
  func newer(than row: ResultRow) -> String? {
    guard row.outcome == .fail, !row.build.isEmpty else { return nil }
    var builds = (ofComponents[ExactText(row.component)] ?? []).map(\.text)
    if !current.isEmpty { builds.append(current) }
    for audit in audits
    where audit.components.contains(ExactText(row.component)) && audit.checks.contains(ExactText(row.check))
      && audit.conditions.contains(row.condition)
    {
      builds.append(audit.build)
    }
    var newest = row.build
    for build in builds.sorted() where isNewer(build, than: newest) { newest = build }
    return ExactText(newest) == ExactText(row.build) ? nil : newest
  }

  /// By their numbers; where they have none, by when they were first seen. One that nobody has seen yet is newer.
  private func isNewer(_ build: String, than other: String) -> Bool {
    if ExactText(build) == ExactText(other) { return false }
    if let one = BuildNumber(build), let another = BuildNumber(other) { return another < one }
    guard let seen = firstSeen[ExactText(build)] else { return true }
    return firstSeen[ExactText(other)].map { $0 < seen } ?? false
  }
}
