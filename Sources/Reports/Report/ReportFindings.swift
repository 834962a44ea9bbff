package import Audit
import Base
package import Store

/// What fails, what one change would remove of it, and what is to be seen again.
struct ReportFindings {
  /// How many of the single changes are shown.
  private static let mostFixes = 5

  private let table: CellTable
  private let source: FindingSource
  private let queue: RetestQueue
  private let moment: Int64

  /// - Parameter table: all cells of the report.
  init(_ filter: Filter, of audit: AuditRound?, in table: CellTable, _ reader: Reader) throws {
    self.table =
      try audit.map { audit in
        // A finding may have an owner of its own. The report is about the cells of components, so that what it counts
        // is what it lists.
        try reader.cellTable(filter, of: audit, findings: .open)
      } ?? table.findings()
    source = try reader.findingSource()
    queue = try reader.retestQueue(in: table, of: audit)
    moment = reader.now
  }

  /// Everyone whose words or results are shown.
  func testers() throws -> Set<String> { try source.testers(of: table) }

  /// The first of them: worst first, those with a waiver behind the others.
  func findings(_ limit: Int?, _ testers: TesterCodes) throws -> FirstRows<ReportFinding> {
    let places = table.entries.indices
    let ordered = places.filter { !table.entries[$0].isWaived } + places.filter { table.entries[$0].isWaived }
    let rows = try ordered.prefix(limit ?? .max).map { place in
      var finding = try source.finding(at: place, in: table)
      for place in finding.notes.indices { finding.notes[place].by = testers.code(of: finding.notes[place].by) }
      finding.cell.tester = testers.code(of: finding.tester)
      let work = try source.openWork(finding)
      return ReportFinding(
        finding: finding, daysOpen: finding.life.days(at: moment), required: try source.required(finding) ?? "",
        questions: work.questions.map(ReportWork.Item.init), tasks: work.tasks.map(ReportWork.Item.init))
    }
    return FirstRows(rows: rows, count: ordered.count)
  }

  func fixes(_ gate: GateReport) throws -> [Fix] {
    try Array(
      table.fixes(source, blockers: gate.blockingPlaces).fixes.filter { $0.group != .owner }.prefix(Self.mostFixes))
  }

  func retest(_ limit: Int?) throws -> FirstRows<RetestItem> {
    FirstRows(rows: try queue.items(limit), count: queue.count)
  }
}

/// Gives the findings of a page their pictures and the links to their files.
package struct ReportPictures {
  private let evidence: [ScopeCell: [Reader.EvidenceRow]]
  private let folder: EvidenceFolder

  package init(_ reader: Reader, _ folder: EvidenceFolder) throws {
    evidence = Dictionary(grouping: try reader.evidence(), by: \.place)
    self.folder = folder
  }

  /// The first findings with a picture get one: those that block the release, then in their order.
  ///
  /// - Parameters:
  ///   - small: makes a picture small; nil where it cannot.
  ///   - copy: copies a file beside the page, and gives the link to it; nil where it is missing.
  package func add(
    to report: inout Report, small: ([UInt8]) -> (type: EvidenceType, bytes: [UInt8])?,
    copy: (NewEvidence) throws -> String?
  ) rethrows {
    let blockers = report.gate.blockingPlaces
    let rows = report.findings.rows.map(\.finding.place)
    let ordered =
      rows.indices.filter { blockers.contains(rows[$0]) } + rows.indices.filter { !blockers.contains(rows[$0]) }
    var made = 0
    var used: Set<Digest> = []
    for number in ordered {
      guard let files = evidence[rows[number]] else { continue }
      report.findings.rows[number].evidence = try files.map { file in
        ReportEvidence(name: file.evidence.name, link: try copy(file.evidence))
      }
      guard made < ReportPicture.count else { continue }
      for file in files.reversed() where file.evidence.type.hasPrefix("image/") && !used.contains(file.evidence.digest)
      {
        guard let bytes = folder.content(file.evidence.digest), let picture = small(bytes) else { continue }
        report.findings.rows[number].picture = ReportPicture(
          type: picture.type.rawValue, bytes: picture.bytes, words: String(file.words.prefix(1_000)))
        used.insert(file.evidence.digest)
        made += 1
        break
      }
    }
  }
}

/// How a report names testers: numbered in the order of their names, so that the same facts give the same numbers and a
/// number says nothing in another report.
struct TesterCodes {
  private let codes: [String: String]
  /// In the order of the names.
  let all: [String]

  /// - Parameter names: of everyone whose results are shown, as often as they come.
  init(_ names: [String], namesTesters: Bool) {
    let ordered = Set(names.map { Array($0.utf8) }).filter { !$0.isEmpty }
      .sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    all = ordered.indices.map { namesTesters ? ordered[$0] : "tester \($0 + 1)" }
    codes = Dictionary(firstOf: zip(ordered, all))
  }

  /// Empty where no tester was named.
  func code(of name: String) -> String { codes[name] ?? "" }
}
