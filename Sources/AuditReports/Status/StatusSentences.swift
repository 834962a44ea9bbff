import AuditModel

/// The sentences that every form of the status shares, so that all forms agree.
///
/// They are fixed texts with counts; foreign text in them is escaped by the renderer.
extension StatusReport {
  /// True if nothing is in scope yet, or nothing was tested.
  var isEmpty: Bool { cells.inScope <= 0 || audit == nil && cells.answered <= 0 }

  /// The text instead of figures: what is missing.
  var emptySentence: String {
    if let audit { return "The scope of the audit \(audit) is empty." }
    if components <= 0, retired > 0 {
      return "No active components: \(counted(retired, "component is", "components are")) retired."
    }
    if components <= 0 { return "No components or results yet." }
    let scope = cells.inScope > 0 ? ", \(counted(cells.inScope, "item")) in scope (\(plan.words))" : ""
    return "\(counted(components, "component"))\(scope), no results yet."
  }

  /// Steps for a tracker without suggestions of its own.
  var steps: [StatusStep] {
    guard next.isEmpty, isEmpty else { return next }
    let log = StatusStep(command: "a11y log pass CHECK COMPONENT", reason: "Log the first result.")
    let checks = StatusStep(command: "a11y list checks", reason: "Browse the checks.")
    let walk = StatusStep(command: "a11y walk", reason: "Test each applicable item, one key per answer.")
    if components > 0 { return [walk, log, checks] }
    let register = StatusStep(
      command: "a11y new component sign-in/close-button --kind icon-button",
      reason: "Add the first component, or many with --from components.csv.")
    let demo = StatusStep(command: "a11y demo DIR", reason: "Explore a demo tracker.")
    return [register, log, demo]
  }

  /// The scope of the figures, in one sentence.
  var scopeSentence: String {
    let scope = "\(counted(components, "component")), \(counted(cells.inScope, "item")) in scope"
    return audit == nil ? "\(scope) (\(plan.words))." : scope + "."
  }

  /// `12 stale, 2 disputed, 1 contradicted`
  var attentionPhrase: String { "\(stale) stale, \(cells.disputed) disputed, \(cells.contradicted) contradicted" }

  /// `3.2: 205 tested on it, 82 on an older one, 72 untested`; a note if no build is recorded.
  var buildPhrase: String? {
    guard let builds else { return nil }
    if builds.current.isEmpty {
      return "not recorded, so older results cannot be identified, and nothing counts as fixed"
    }
    return
      "\(builds.current): \(builds.onCurrent) tested on this build, "
      + (builds.newer.count > 0 ? "\(builds.newer.count) on a newer build, " : "")
      + "\(builds.onOlder) on an older build, "
      + "\(cells.untested) untested"
  }

  /// Results whose build is not known, or is newer than the current one.
  var hasUnusualBuilds: Bool { builds.map { $0.current.isEmpty || $0.newer.count > 0 } ?? false }

  /// The age of the results: `newest today, oldest 41 days`.
  var evidencePhrase: String {
    let newest = newestEvidenceDays.map { days in
      ahead.latest.flatMap { ahead.phrase(newest: $0) } ?? StatusReport.age(days)
    }
    let oldest = oldestEvidenceDays.map(StatusReport.age)
    let words = [newest.map { "newest \($0)" }, oldest.map { "oldest \($0)" }].compactMap { $0 }
    return words.isEmpty ? "no results yet" : words.joined(separator: ", ")
  }

  private static func age(_ days: Int) -> String {
    // A clock that is ahead by less than the tolerance.
    days <= 0 ? "today" : counted(days, "day") + " old"
  }
}
