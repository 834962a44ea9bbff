import AuditModel

/// The sentences that every form of the status shares, so that no form says something else.
///
/// They are the program's own words with counts in them; foreign text in them is escaped by the renderer.
extension StatusReport {
  /// True if nothing is in scope yet, or nobody has tested anything.
  var isEmpty: Bool { cells.inScope <= 0 || audit == nil && cells.answered <= 0 }

  /// What stands in place of figures: what is missing, in words.
  var emptySentence: String {
    if let audit { return "Nothing is in the scope of the audit \(audit) yet." }
    if components <= 0, retired > 0 {
      return "No component is in use: \(counted(retired, "component is", "components are")) retired."
    }
    if components <= 0 { return "The tracker is empty: no component, no result." }
    let scope = cells.inScope > 0 ? ", \(counted(cells.inScope, "cell")) in scope (\(plan.words))" : ""
    return "\(counted(components, "component"))\(scope), no result yet."
  }

  /// Steps for a tracker that has none of its own to offer.
  var steps: [StatusStep] {
    guard next.isEmpty, isEmpty else { return next }
    let log = StatusStep(command: "a11y log pass CHECK COMPONENT", reason: "Log a first result.")
    let checks = StatusStep(command: "a11y list checks", reason: "See what can be checked.")
    let walk = StatusStep(command: "a11y walk", reason: "Go through what applies, one key for each answer.")
    if components > 0 { return [walk, log, checks] }
    let register = StatusStep(
      command: "a11y new component sign-in/close-button --kind icon-button",
      reason: "Register a first component, or many with --from components.csv.")
    let demo = StatusStep(command: "a11y demo DIR", reason: "Look at a tracker that is full.")
    return [register, log, demo]
  }

  /// What the figures are about, in one sentence.
  var scopeSentence: String {
    let scope = "\(counted(components, "component")), \(counted(cells.inScope, "cell")) in scope"
    return audit == nil ? "\(scope) (\(plan.words))." : scope + "."
  }

  /// `12 stale, 2 disputed, 1 contradicted`
  var attentionPhrase: String { "\(stale) stale, \(disputed) disputed, \(contradicted) contradicted" }

  /// `3.2: 205 tested on it, 82 on an older one, 72 untested`; what it costs where no build is named.
  var buildPhrase: String? {
    guard let builds else { return nil }
    if builds.current.isEmpty {
      return "none named, so nothing tells what was tested on an older one, and nothing counts as fixed"
    }
    return
      "\(builds.current): \(builds.onCurrent) tested on it, \(builds.onOlder) on an older one, \(cells.untested) untested"
  }

  /// The age of the evidence: `newest today, oldest 41 days`.
  var evidencePhrase: String {
    let newest = newestEvidenceDays.map { days in
      ahead.latest.flatMap { ahead.phrase(newest: $0) } ?? StatusReport.age(days)
    }
    let oldest = oldestEvidenceDays.map(StatusReport.age)
    let words = [newest.map { "newest \($0)" }, oldest.map { "oldest \($0)" }].compactMap { $0 }
    return words.isEmpty ? "no result yet" : words.joined(separator: ", ")
  }

  /// Where the compliance could end once everything is tested; nil if nothing is open.
  func rangePhrase(_ spelled: (Percent) -> String) -> String? {
    let open = saturatingSum(cells.untested, cells.cantTell)
    guard open > 0 else { return nil }
    let cause = counted(open, "open cell is", "open cells are")
    return "\(spelled(cells.worstCase)) to \(spelled(cells.bestCase)) once \(cause) judged"
  }

  private static func age(_ days: Int) -> String {
    // A clock that runs ahead by less than clocks may differ.
    days <= 0 ? "today" : counted(days, "day") + " old"
  }
}
