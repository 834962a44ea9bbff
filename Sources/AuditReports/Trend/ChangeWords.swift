import AuditModel

extension ChangeClass {
  /// As a heading: `Newly failing`.
  var title: String {
    // A limit that was lifted makes nothing fresh.
    if self == .freshAgain { return "No longer stale" }
    return rawValue.split(separator: "-").joined(separator: " ").capitalizedFirst
  }

  /// Behind a number of cells: `3 regressed`, `2 of new components`, `1 waiver granted`.
  func words(_ count: Int) -> String {
    switch self {
    case .componentAdded: "of new components"
    case .componentRestored: "of restored components"
    case .componentRetired: "of retired components"
    case .checkChanged: "stale by a changed check"
    case .waiverGranted, .waiverEnded:
      count == 1 || count == -1 ? title.lowercased() : "waivers" + title.lowercased().dropFirst(6)
    default: title.lowercased()
    }
  }

  /// What is so of its cells, after their number: `3 cells fail and had passed before`.
  func meaning(_ count: Int) -> String {
    let (have, are) = count == 1 ? ("has", "is") : ("have", "are")
    return switch self {
    case .regressed: "now failing, and had passed on an older build"
    case .newlyFailing: "now failing, and had not passed on an older build"
    case .waiverEnded: "failing without the waiver that covered \(count == 1 ? "it" : "them")"
    case .becameDisputed: "disputed now"
    case .becameStale: "stale now: older than the limit, or the source or the current build is another"
    case .checkChanged: "stale now because the text or threshold of the check was changed"
    case .fixed: "failing before, and \(count == 1 ? "passes" : "pass") on a newer build or of a changed source"
    case .retested: "failing before, and \(count == 1 ? "passes" : "pass") by a retest on the same build"
    case .corrected: "failing before, and \(count == 1 ? "passes" : "pass") without a build that is known to be newer"
    case .settled: "no longer disputed"
    case .waiverGranted: "failing, and covered by a waiver now"
    case .freshAgain: "no longer stale"
    case .newlyTested: "answered for the first time, without a failure"
    case .answeredOtherwise: "answered otherwise than before, neither a failure nor a fix"
    case .componentAdded: "of a component that was not there before"
    case .componentRestored: "of a component that \(are) in use again"
    case .componentRetired: "of a component that \(have) been retired or deleted"
    case .intoScope: "in scope now, and \(count == 1 ? "was" : "were") not before"
    case .outOfScope: "no longer in scope"
    case .other: "different for a reason that is not known"
    }
  }
}

extension ChangeMeasure {
  /// As a label: `PASS`, `Open`.
  var title: String {
    switch self {
    case .pass: "PASS"
    case .fail: "FAIL"
    case .na: "N/A"
    case .cantTell: "CAN'T TELL"
    case .untested: "UNTESTED"
    case .open: "Open findings"
    case .waived: "Waived"
    case .disputed: "Disputed"
    case .stale: "Stale"
    }
  }
}

extension CellSide {
  /// What the cell was, in words: `FAIL, serious, waived`.
  var words: String {
    guard isInScope else { return "not there" }
    var words = [OutcomeWords.word(outcome?.rawValue ?? "untested")]
    if outcome == .fail, let severity { words.append(severity.word) }
    if isDisputed { words.append("disputed") }
    if isWaived { words.append("waived") }
    if !stale.isEmpty { words.append("stale (\(stale.map(\.rawValue).joined(separator: ", ")))") }
    return words.joined(separator: ", ")
  }
}
