import AuditFigures
package import AuditReports
package import AuditStore
import CanonicalJSON
package import Evidence

/// Gives the findings of a page their pictures and the links to their files.
package struct ReportPictures {
  private let evidence: [ScopeCell: [Reader.EvidenceRow]]
  private let folder: EvidenceFolder

  package init(_ reader: Reader, _ folder: EvidenceFolder) throws {
    evidence = Dictionary(grouping: try reader.evidence()) {
      ScopeCell(component: $0.component, check: $0.check, condition: $0.condition)
    }
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
    let blockers = Set(
      report.gate.blockers.map { blocker -> ScopeCell in
        let (cell, names) = (report.gate.gate.cells[blocker.place], report.gate.gate.names)
        return ScopeCell(component: names.component(cell), check: names.check(cell), condition: names.condition(cell))
      })
    let rows = report.findings.rows.map(place)
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

  private func place(_ row: ReportFinding) -> ScopeCell {
    row.finding.place
  }
}
