package import Audit

/// What is to be seen again, in an order that changes settings least (`RetestOrder`), each cell with its reasons.
///
/// - A failure where there is a newer build than the one it was seen in, or a newer source: see `KnownBuilds`.
/// - A pass that is stale by source, build or age.
/// - Anything whose check was changed, and anything disputed.
/// - A failure whose waiver has run out.
/// - What only people have tested who are not followed, and the release check has untested: see `HeldCells`.
package struct RetestQueue {
  private struct Place {
    /// In the table.
    var row: Int32
    var stop: Int32 = 0
    var reasons: Reasons
  }

  /// Which reasons a cell has; its names and builds are read when it is shown.
  private struct Reasons: OptionSet {
    var rawValue: UInt8

    static let newerBuild = Reasons(rawValue: 1)
    static let newerSource = Reasons(rawValue: 2)
    static let stale = Reasons(rawValue: 4)
    static let checkChanged = Reasons(rawValue: 8)
    static let waiverExpired = Reasons(rawValue: 16)
    static let disputed = Reasons(rawValue: 32)
    static let contradicted = Reasons(rawValue: 64)
    static let testedByOthers = Reasons(rawValue: 128)

    /// With the word of each for the summary of the queue.
    static let codes: [(reason: Reasons, code: String)] = [
      (.newerBuild, "newer-build"), (.newerSource, "newer-source"), (.stale, "stale"),
      (.checkChanged, "check-changed"), (.waiverExpired, "waiver-expired"), (.disputed, "disputed"),
      (.contradicted, "contradicted"), (.testedByOthers, "tested-by-others"),
    ]
  }

  private let reader: Reader
  private let table: CellTable
  private let builds: KnownBuilds
  private var places: [Place] = []
  /// What was seen on builds that are newer than the current one.
  package private(set) var newerBuilds: NewerBuilds

  /// - Parameter audit: the table is of what its results alone give.
  init(_ reader: Reader, _ table: CellTable, _ audit: AuditRound?) throws {
    (self.reader, self.table) = (reader, table)
    builds = try KnownBuilds(reader, audit: audit)
    let held = try reader.heldCells(of: audit)
    newerBuilds = NewerBuilds(current: try reader.staleRule().build)
    for (build, cells) in Dictionary(grouping: table.entries, by: { table.context(of: $0).build }).mapValues(\.count) {
      newerBuilds.add(try reader.text(build), cells: cells)
    }
    try table.rank()
    var found: [Place] = []
    // What passes and is neither stale nor in doubt has no reason to be seen again, if people saw it who are followed.
    for (row, entry) in table.entries.enumerated() {
      let isToTest = try held.isToTest(entry)
      guard isToTest || entry.isFailing || entry.isStale || entry.isUnsettled else { continue }
      var reasons = try reasons(entry)
      if isToTest { reasons.insert(.testedByOthers) }
      if !reasons.isEmpty { found.append(Place(row: Int32(truncatingIfNeeded: row), reasons: reasons)) }
    }
    let cells = found.map { place in
      let entry = table.entries[Int(place.row)]
      return RetestOrder.Cell(
        device: device(of: place), condition: Int64(entry.condition), outcome: entry.said,
        severity: entry.state?.severity, rank: entry.rank)
    }
    places = try RetestOrder.ordered(cells, name: reader.text).map { place, stop in
      found[place].stop = Int32(clamping: stop)
      return found[place]
    }
  }

  private func reasons(_ entry: CellTable.Entry) throws -> Reasons {
    var reasons: Reasons = []
    if entry.isFailing {
      if try builds.newer(than: entry, in: table) != nil { reasons.insert(.newerBuild) }
      if entry.stale.contains(.source) { reasons.insert(.newerSource) }
    }
    if entry.said == .pass, !entry.stale.subtracting(.check).isEmpty { reasons.insert(.stale) }
    if entry.stale.contains(.check) { reasons.insert(.checkChanged) }
    if entry.hasExpired { reasons.insert(.waiverExpired) }
    if entry.isUnsettled { reasons.insert(entry.isDisputed ? .disputed : .contradicted) }
    return reasons
  }

  /// On what it was tested; 0 where that is not known. On what others tested alone, whom no one here follows, is no plan for
  /// those here: they test it on a device of theirs.
  private func device(of place: Place) -> Int64 {
    place.reasons.contains(.testedByOthers) ? 0 : table.context(of: entry(of: place)).device
  }

  package var count: Int { places.count }
  package var stops: Int { places.last.map { Int($0.stop) } ?? 0 }

  private func entry(of place: Place) -> CellTable.Entry { table.entries[Int(place.row)] }

  /// How many devices were named, and how many cells were seen on none that was.
  package var devices: (named: Int, unnamed: Int) {
    let devices = places.map(device)
    return (Set(devices).subtracting([0]).count, devices.count { $0 == 0 })
  }

  /// How many cells have each reason that is there, by its code.
  package var counts: [(code: String, count: Int)] {
    Reasons.codes.map { reason, code in (code, places.count { $0.reasons.contains(reason) }) }.filter { $0.count > 0 }
  }

  package func item(at position: Int) throws -> RetestItem {
    let place = places[position]
    let entry = entry(of: place)
    let context = table.context(of: entry)
    let tester = try reader.text(context.tester)
    return RetestItem(
      component: try table.name(entry.component), check: try table.name(entry.check),
      condition: try table.name(entry.condition), device: try reader.text(device(of: place)), outcome: entry.said,
      severity: entry.state?.severity, isDisputed: entry.isUnsettled, build: try reader.text(context.build),
      tester: tester, claim: try reader.holders.get()?.claim(of: entry.shown, by: tester), time: entry.seen,
      reasons: try told(place), stop: Int(place.stop))
  }

  /// All of them, or the first.
  package func items(_ limit: Int? = nil) throws -> [RetestItem] {
    try places.indices.prefix(limit ?? .max).map(item(at:))
  }

  private func told(_ place: Place) throws -> [RetestReason] {
    let entry = entry(of: place)
    var reasons: [RetestReason] = []
    if place.reasons.contains(.newerBuild), let newer = try builds.newer(than: entry, in: table) {
      let current = newerBuilds.current
      reasons.append(
        .newerBuild(
          seen: try reader.text(table.context(of: entry).build), now: newer,
          current: NewerBuilds.isNewer(newer, than: current) ? current : nil))
    }
    if place.reasons.contains(.newerSource) { reasons.append(.newerSource) }
    if place.reasons.contains(.stale) { reasons.append(.stale(entry.staleReasons.filter { $0 != .check })) }
    if place.reasons.contains(.checkChanged) { reasons.append(.checkChanged) }
    if place.reasons.contains(.waiverExpired),
      let expired = try reader.registry.expiredWaiver(
        component: table.name(entry.component), check: table.name(entry.check),
        condition: table.name(entry.condition))
    {
      reasons.append(.waiverExpired(expired.until))
    }
    if place.reasons.contains(.disputed) { reasons.append(.disputed) }
    if place.reasons.contains(.contradicted) { reasons.append(.contradicted) }
    if place.reasons.contains(.testedByOthers) { reasons.append(.testedByOthers) }
    return reasons
  }
}

extension Reader {
  /// What a query asks for of what is to be seen again.
  ///
  /// - Parameter audit: only what the results of this audit alone give, in its scope.
  package func retestQueue(_ filter: Filter = Filter(), of audit: AuditRound? = nil) throws -> RetestQueue {
    try retestQueue(
      in: audit.map { try cellTable(filter, of: $0) } ?? CellTable(self, filter, findings: nil, .plan, .none),
      of: audit)
  }

  /// The same of cells that were read already.
  package func retestQueue(in table: CellTable, of audit: AuditRound?) throws -> RetestQueue {
    try RetestQueue(self, table, audit)
  }
}

/// Why a cell is to be seen again.
package enum RetestReason: Equatable, Sendable {
  /// It fails, and there is a newer build than the one it was seen in.
  /// `current` is the build that the tracker names, where it is another one.
  case newerBuild(seen: String, now: String, current: String?)
  /// It fails, and its component's source has changed since.
  case newerSource
  /// It passes, and something has changed since or it is long ago; never empty, without `check`.
  case stale([StaleReason])
  /// The text or threshold of the check has changed since.
  case checkChanged
  /// It fails, and the waiver that covered it ended with this day (`YYYY-MM-DD` UTC).
  case waiverExpired(String)
  /// Two testers saw it differently, and neither had seen the other's result.
  case disputed
  /// The same, and the later one had.
  case contradicted
  /// Only people have tested it who are not followed, and the release check has it untested.
  case testedByOthers

  /// As scripts know it: they have one word for both ways in which testers differ.
  package var code: String {
    switch self {
    case .newerBuild: "newer-build"
    case .newerSource: "newer-source"
    case .stale: "stale"
    case .checkChanged: "check-changed"
    case .waiverExpired: "waiver-expired"
    case .disputed, .contradicted: "disputed"
    case .testedByOthers: "tested-by-others"
    }
  }
}

/// A cell to be seen again.
package struct RetestItem: Equatable, Sendable {
  package var component: String
  package var check: String
  /// Empty for the default.
  package var condition: String
  /// The device of the last test; empty where not given, and where only people tested it who are not followed.
  package var device: String
  package var outcome: Outcome?
  package var severity: Severity?
  package var isDisputed: Bool
  /// In which it was last seen.
  package var build: String
  package var tester: String
  /// Whose name it has without their signature.
  package var claim: NameClaim?
  /// When it was last seen, ms UTC.
  package var time: Int64
  /// At least one.
  package var reasons: [RetestReason]
  /// Which stop of the queue it belongs to, from 1: what is seen on one device under one set of settings.
  package var stop: Int

  package var place: ScopeCell { ScopeCell(component: component, check: check, condition: condition) }
}
