package import Audit
package import Base
package import Store

extension Table<Reader.EvidenceRow> {
  /// Evidence files of results, oldest first.
  ///
  /// - Parameter folder: where the files are kept; nil where there is no tracker.
  package static func evidence(_ query: Filter, _ reader: Reader, _ folder: EvidenceFolder?) throws -> Table {
    let index = try folder.map { try EvidenceIndex(reader, $0) } ?? .empty
    let filter = RecordFilter(query, reader: reader)
    let found = try reader.evidence().filter { row in
      try filter.accepts(
        component: row.component, check: row.check,
        [.condition: [Condition.shown(row.condition)], .tester: [row.tester]], time: row.time,
        texts: [row.evidence.name, row.words])
    }
    let missing = found.count(where: index.isMissing)
    let words = missing > 0 ? ", \(missing) missing here." : "."
    return Table(
      "evidence", title: "Evidence",
      columns: [
        Column("component", "Component", .identifier, \.component), Column("check", "Check", .identifier, \.check),
        Column("condition", "Condition", .identifier, \.condition), Column("name", "Name", \.evidence.name),
        Column("alt", "Description", \.words.filled).extra, Column("type", "Kind", \.evidence.type).extra,
        Column("size", "Bytes", .number) { Int(clamping: $0.evidence.bytes) },
        Column("tester", "Tester", \.tester.filled), .time("at", "Attached", \.time),
        Column("sha256", "SHA-256", .identifier, \.evidence.digestText).extra,
        .mark("missing", "Missing", index.isMissing), Column("result", "Result", .identifier, \.result).extra,
        Column("id", "ID", .identifier, \.id).kept,
      ], rows: TableRows(found), empty: "No matching evidence. Use --evidence FILE with \"a11y log\" to attach a file.",
      summary: [counted(found.count, "file") + words]
    ).inLine("id", "component", "condition", "check", "name", "missing", "size", "tester", "at")
  }
}

/// The evidence at one time, by result, and whether its files exist here.
package struct EvidenceIndex {
  private let folder: EvidenceFolder?
  private let byResult: [String: [Reader.EvidenceRow]]
  private let byPlace: [ScopeCell: [Reader.EvidenceRow]]

  /// Without any evidence.
  package static let empty = EvidenceIndex(folder: nil, rows: [])

  private init(folder: EvidenceFolder?, rows: [Reader.EvidenceRow]) {
    self.folder = folder
    byResult = Dictionary(grouping: rows.filter { $0.result != nil }) { $0.result ?? "" }
    byPlace = Dictionary(grouping: rows, by: \.place)
  }

  package init(_ reader: Reader, _ folder: EvidenceFolder) throws {
    self.init(folder: folder, rows: try reader.evidence())
  }

  func isMissing(_ row: Reader.EvidenceRow) -> Bool {
    !(folder?.holds(row.evidence.digest, bytes: row.evidence.bytes) ?? false)
  }

  /// Of one result, or of all results of a finding: names for people, objects for machines.
  func value(of row: Cell, isFinding: Bool, _ form: RowForm) -> SheetValue {
    let rows = (isFinding ? byPlace[row.place] : byResult[row.id]) ?? []
    if form.isForPeople { return .list(rows.map { $0.evidence.name + (isMissing($0) ? " (missing)" : "") }) }
    return .json(.objects(rows, json))
  }

  package func json(_ row: Reader.EvidenceRow) -> JSONMembers {
    EvidenceWords.json(row.evidence) + [
      "tester": row.tester, "at": Timestamp(milliseconds: row.time).iso8601, "missing": isMissing(row), "id": row.id,
    ]
  }
}

extension Table<BundleRecord> {
  /// The bundles that were imported and exported on this machine, the latest first.
  package static func bundles(_ query: Filter, _ reader: Reader) throws -> Table {
    let words = query.terms(on: [.text]).flatMap(\.values)
    let bundles = try reader.bundles().filter { bundle in words.allSatisfy { bundle.name.contains($0) } }
    /// A figure that only imported bundles have.
    func figure(_ key: String, _ title: String, _ value: @escaping (Row) -> Int) -> Column<Row> {
      Column(key, title, .number) { $0.direction == .exported ? nil : value($0) }
    }
    let imported = bundles.count { $0.direction == .imported }
    return Table(
      "bundles", title: "Bundles",
      columns: [
        .time("at", "When", \.time),
        Column("direction", "Direction", \.direction.rawValue), Column("file", "File", .identifier, \.name),
        Column("scope", "Scope", \.scope), Column("facts", "Entries", .number, \.facts),
        figure("added", "Added", \.added), figure("disputes", "Disputes") { $0.number("disputes") },
        figure("conflicts", "Conflicts") { $0.number("conflicts") },
        figure("kept_for_newer", "Kept for newer version") { $0.number("kept_for_newer") }.extra,
        figure("ahead_of_clock", "Future timestamps") { $0.number("ahead_of_clock") }.extra,
        figure("forks", "Forks") { $0.number("forks") }.extra,
        Column("digest", "Digest", .identifier, \.digestText).extra,
      ], rows: TableRows(bundles),
      empty: "No bundles yet. Run \"a11y export -o FILE\" or \"a11y import FILE\" to create or read one.",
      summary: ["\(counted(imported, "bundle")) imported, \(counted(bundles.count - imported)) exported."]
    ).inLine("file", "direction", "at", "facts", "added", "scope", "conflicts", "disputes")
  }
}

extension Table<SignalCell> {
  /// The tool findings, one row per cell, open ones first.
  package static func signals(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let cells = try (reader.signals() + reader.unmatchedSignals()).filter { cell in
      try filter.accepts(
        component: cell.component, check: cell.check,
        [
          .condition: [Condition.shown(cell.condition)], .build: cell.distinct { [$0.build] },
          .state: [cell.standing],
        ],
        time: cell.latest?.time ?? 0,
        texts: cell.distinct { [$0.message, $0.detail, $0.rule] + $0.screens + $0.elements })
    }
    let groups = ["open", "unmatched", "reviewed"].map { standing in cells.filter { $0.standing == standing } }
    // An unmatched tool finding is identified by its rule and its element.
    let isMatched = cells.contains { !$0.isUnmatched } || cells.isEmpty
    func joined(_ key: String, _ title: String, _ value: @escaping (Signal) -> String) -> Column<Row> {
      Column(key, title) { $0.distinct { [value($0)] }.joined(separator: ", ").filled }
    }
    let table = Table(
      "tool-findings", title: "Tool findings",
      columns: [
        Column("component", "Component", .identifier, \.component.filled),
        Column("check", "Check", .identifier, \.check.filled).extra(!isMatched),
        Column("condition", "Condition", .identifier, \.condition),
        Column("state", "Status", \.standing).extra(!isMatched),
        Column("outcome", "Current result", .outcome) { $0.state?.outcome.rawValue ?? "untested" }.extra,
        joined("tool", "Tool", \.tool).extra, joined("rule", "Rule", \.rule).extra(groups[1].isEmpty),
        Column("impact", "Impact") { ($0.impact?.word ?? "").filled }.extra,
        Column("criteria", "Criteria") { $0.distinct(\.criteria) }.extra,
        Column("message", "Message") { ($0.latest?.signal.message ?? "").filled },
        Column("screens", "Screens", \.screens),
        Column("elements", "Elements") { $0.distinct(\.elements) }.extra(isMatched),
        Column("detail", "Detail") { ($0.latest?.signal.detail ?? "").filled }.extra,
        Column("review", "Needs review") { $0.signals.allSatisfy(\.signal.isReview) }.extra,
        joined("device", "Device", \.device).extra, joined("os", "System", \.os).extra,
        joined("build", "Build", \.build).extra, joined("by", "By", \.run).extra, joined("run", "Run", \.series).extra,
        .time("at", "Latest") { $0.latest?.time ?? 0 }.extra,
        Column("signals", "Tool findings", \.signals.count).extra, Column("ids", "IDs") { $0.signals.map(\.id) }.extra,
      ], rows: TableRows(groups.flatMap(\.self)),
      empty:
        "No matching tool findings. Run \"a11y import FILE\" to import results of XCTest, axe-core, and other tools.",
      summary: [
        "\(counted(cells.count, "item")) with tool findings: \(groups[0].count) open, \(groups[2].count) reviewed, "
          + "\(groups[1].count) unmatched (no component or check is known)."
      ])
    return isMatched
      ? table.inLine("component", "state", "message", "check", "rule", "condition", "screens")
      : table.inLine("rule", "elements", "message", "screens")
  }
}
