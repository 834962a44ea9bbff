import AuditFigures
import AuditModel

extension ChangeClass {
  /// As a heading: `Newly failing`.
  var title: String {
    // A removed age limit does not make a result newer.
    if self == .freshAgain { return "No longer stale" }
    return rawValue.split(separator: "-").joined(separator: " ").capitalizedFirst
  }

  /// After a number of cells: `3 regressed`, `2 of new components`, `1 waiver granted`.
  func words(_ count: Int) -> String {
    switch self {
    case .componentAdded: "of new components"
    case .componentRestored: "of restored components"
    case .componentRetired: "of retired components"
    case .checkChanged: "stale because the check changed"
    case .waiverGranted, .waiverEnded:
      count == 1 || count == -1 ? title.lowercased() : "waivers" + title.lowercased().dropFirst(6)
    default: title.lowercased()
    }
  }

  /// The state of its cells, after their number: `3 items now failing (previously passed)`.
  func meaning(_ count: Int) -> String {
    let (have, are) = count == 1 ? ("has", "is") : ("have", "are")
    return switch self {
    case .regressed: "regressed (passed on an older build)"
    case .newlyFailing: "newly failing (not passed on an older build)"
    case .waiverEnded: "failing after the waiver ended"
    case .becameDisputed: "now disputed"
    case .becameStale: "now stale (older than the limit, or changed source or build)"
    case .checkChanged: "now stale because the text or threshold of the check changed"
    case .fixed: "fixed (\(count == 1 ? "passes" : "pass") on a newer build or with a changed source)"
    case .retested: "no longer failing (\(count == 1 ? "passes" : "pass") in a retest on the same build)"
    case .corrected: "no longer failing (\(count == 1 ? "passes" : "pass") without a known newer build)"
    case .settled: "no longer disputed"
    case .waiverGranted: "failing, now waived"
    case .freshAgain: "no longer stale"
    case .newlyTested: "tested for the first time, without a failure"
    case .notRetested: "not tested again"
    case .answeredOtherwise: "changed (neither a failure nor a fix)"
    case .componentAdded: "of a new component"
    case .componentRestored: "of a component that \(are) in use again"
    case .componentRetired: "of a component that \(have) been retired or deleted"
    case .intoScope: "now in scope (\(count == 1 ? "was" : "were") not before)"
    case .outOfScope: "no longer in scope"
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
  /// The state of the cell, in words: `FAIL, serious, waived`.
  var words: String {
    guard isInScope else { return "not in scope" }
    var words = [OutcomeWords.word(outcome?.rawValue ?? "untested")]
    if outcome == .fail, let severity { words.append(severity.word) }
    if isDisputed { words.append("disputed") }
    if isWaived { words.append("waived") }
    if !stale.isEmpty { words.append("stale (\(stale.map(\.rawValue).joined(separator: ", ")))") }
    return words.joined(separator: ", ")
  }
}
