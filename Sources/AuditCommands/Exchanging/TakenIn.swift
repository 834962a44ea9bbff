import AuditReports
import AuditStore
import AuditSync

/// The numbers of imports together, and the words for them.
struct TakenIn {
  let reports: [ImportReport]
  /// What became of the evidence files beside the bundles; in a folder they are told of apart.
  var evidence: [EvidenceCount] = []

  func sum(_ number: (ImportReport) -> Int) -> Int { reports.reduce(0) { $0 + number($1) } }

  var added: Int { sum { $0.reception.added } }
  var same: Int { sum { $0.reception.same } }

  var evidenceTaken: Int { evidence.reduce(0) { $0 + $1.copied } }
  var evidenceMissing: Int { evidence.reduce(0) { $0 + $1.missing } }

  /// `214 added, 96 the same, 0 refused, 1 dispute, 2 ahead of the clock`
  ///
  /// - Parameter refused: how many files were not taken in; told also where there are none, or left out if nil.
  func words(refused: Int?) -> String {
    let always = ["\(added) added", "\(same) the same"] + (refused.map { ["\($0) refused"] } ?? [])
    let others: [(Int, String, String)] = [
      (sum { $0.disputes }, "dispute", "disputes"), (sum { $0.conflicts }, "conflict", "conflicts"),
      (sum { $0.reception.aheadOfClock }, "ahead of the clock", "ahead of the clock"),
      (sum { $0.reception.keptForNewer }, "kept for a newer version", "kept for a newer version"),
      (sum { $0.reception.forks }, "fork", "forks"), (sum { $0.reception.erased }, "erased", "erased"),
      (evidenceTaken, "evidence file", "evidence files"),
      (evidenceMissing, "evidence file missing", "evidence files missing"),
    ]
    return (always + others.filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }).joined(separator: ", ")
  }

  /// What a person may want to do next.
  ///
  /// - Parameter erasures: facts that another machine asks to have erased and that wait for a decision here.
  func remarks(erasures: Int) -> [String] {
    var lines: [String] = []
    if reports.contains(where: { $0.disputes > 0 || $0.conflicts > 0 }) {
      lines.append("a11y list conflicts shows what people disagree about; a11y resolve settles it.")
    }
    if reports.contains(where: { $0.reception.forks > 0 }) {
      lines.append("A replica went on in two places; a11y doctor names it. Nothing is lost.")
    }
    if evidenceMissing > 0 {
      lines.append(
        "Files that are missing come with a11y sync, or with a bundle of a11y export --with-evidence and its folder.")
    }
    if erasures > 0 {
      lines.append(
        "Another machine asks to have \(counted(erasures, "fact")) erased: a11y erase list shows why, a11y erase follow "
          + "does it.")
    }
    return lines
  }
}
