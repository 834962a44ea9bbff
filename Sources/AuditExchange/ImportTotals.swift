import AuditReports
import AuditStore
import AuditSync

/// The numbers of imports together, and the words for them.
struct ImportTotals {
  let reports: [ImportReport]
  /// Whether signatures play a part on this machine.
  private var isTrustInUse: Bool {
    reports.contains { report in
      if case .unsigned = report.provenance { report.isTrustInUse } else { true }
    }
  }
  /// What became of the evidence files beside the bundles; for a folder they are reported separately.
  var evidence: [EvidenceCount] = []
  /// What waits after all of them because its authors are not followed.
  var proposals: Set<String> = []

  /// Sessions with children that came and count in no figure; a file may come twice.
  var sessions: [WaitingSession] {
    var known: Set<String> = []
    return reports.flatMap(\.sessions).filter { known.insert($0.id).inserted }
  }

  func sum(_ number: (ImportReport) -> Int) -> Int { reports.reduce(0) { $0 + number($1) } }

  var added: Int { sum { $0.received.added } }
  var same: Int { sum { $0.received.same } }

  var evidenceTaken: Int { evidence.reduce(0) { $0 + $1.copied } }
  var evidenceMissing: Int { evidence.reduce(0) { $0 + $1.missing } }

  /// `214 added, 96 the same, 0 refused, 1 dispute, 2 ahead of the clock`
  ///
  /// - Parameter refused: the number of refused files; shown even if 0, left out if nil.
  func words(refused: Int?) -> String {
    let always = ["\(added) added", "\(same) the same"] + (refused.map { ["\($0) refused"] } ?? [])
    let others: [(Int, String, String)] = [
      (sum { $0.effects.changes.disputed }, "dispute", "disputes"),
      (sum { $0.effects.changes.contradicted }, "contradiction", "contradictions"),
      (sum { $0.effects.conflicts }, "conflict", "conflicts"),
      (sum { $0.received.aheadOfClock }, "ahead of the clock", "ahead of the clock"),
      (sum { $0.received.keptForNewer }, "kept for a newer version", "kept for a newer version"),
      (sum { $0.received.tooLarge }, "not applied: too large", "not applied: too large"),
      (sum { $0.effects.forks }, "fork", "forks"),
      (sum { $0.received.erased }, "without content", "without content"),
      (sum { $0.received.filled }, "filled in", "filled in"),
      (evidenceTaken, "evidence file", "evidence files"),
      (evidenceMissing, "evidence file missing", "evidence files missing"),
    ]
    return (always + others.filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }).joined(separator: ", ")
  }

  /// Who stands for the files, where signatures play a part here.
  private var provenance: [String] {
    guard isTrustInUse else { return [] }
    var counts: [(sentence: String, count: Int)] = []
    for report in reports {
      let sentence = ProvenanceWords.sentence(report.provenance)
      if let known = counts.firstIndex(where: { $0.sentence == sentence }) {
        counts[known].count += 1
      } else {
        counts.append((sentence, 1))
      }
    }
    return counts.map { $0.count == 1 ? $0.sentence : "\(counted($0.count, "file")): \($0.sentence)" }
  }

  /// What a person may want to do next.
  ///
  /// - Parameter waiting: requests of others that wait for a decision here.
  func remarks(waiting: Int) -> [String] {
    var lines = provenance + EffectWords(reports).lines
    let waits = reports.flatMap(\.effects.proposals).filter { proposals.contains($0.identity) }
    lines += ProposalWords.arrived(ProposalWords.authors(of: waits))
    lines += ProposalWords.groups(of: sessions).map(ProposalWords.arrived)
    if reports.contains(where: {
      $0.effects.changes.disputed + $0.effects.changes.contradicted + $0.effects.conflicts > 0
    }) {
      lines.append("Run \"a11y list conflicts\" to see the conflicts, and \"a11y resolve\" to resolve them.")
    }
    if evidenceMissing > 0 {
      lines.append(
        "Run \"a11y sync\" to get missing files, or import a bundle with its evidence folder (a11y export "
          + "--with-evidence).")
    }
    if waiting > 0 {
      lines.append(
        "\(counted(waiting, "request waits", "requests wait")) for a decision. Run \"a11y waiting\" to review.")
    }
    return lines
  }
}
