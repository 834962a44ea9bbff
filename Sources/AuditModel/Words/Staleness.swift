/// Why a result no longer applies to what is there now.
package enum StaleReason: String, CaseIterable, Sendable {
  /// The component's source file has changed since.
  case source
  /// The build rule asks for another build.
  case build
  /// The text of the check has changed since.
  case check
  /// What is registered of the component contradicts it, or has changed since.
  case registered
  /// It is older than the limit.
  case age
}

/// When a result counts as stale. It is computed whenever it is asked for and never stored.
package struct StaleRule: Equatable, Sendable {
  /// Results older than this many days are stale; 0 turns the limit off.
  package var days: Int
  /// The build results must be from; empty: any build will do.
  package var build: String

  package static let standardDays = 180

  package init(days: Int = StaleRule.standardDays, build: String = "") {
    self.days = days
    self.build = build
  }

  /// The reasons in the order of `StaleReason`.
  ///
  /// - Parameters:
  ///   - seenSource: the source digest the result was observed against; empty when none was known.
  ///   - source: the component's source digest now; empty when none is known.
  ///   - isQuestioned: by what is registered of the component.
  package func reasons(
    time: Int64, now: Int64, seenSource: String, source: String, seenBuild: String, seenText: UInt32?, text: UInt32?,
    isQuestioned: Bool
  ) -> [StaleReason] {
    var reasons: [StaleReason] = []
    if !seenSource.isEmpty, !source.isEmpty, seenSource != source { reasons.append(.source) }
    if !accepts(build: seenBuild) { reasons.append(.build) }
    if let seenText, let text, !RewordedChecks.areSame(seenText, text) { reasons.append(.check) }
    if isQuestioned { reasons.append(.registered) }
    if isTooOld(time, now: now) { reasons.append(.age) }
    return reasons
  }

  /// Whether a result of a build is of the one that results must be from, or of one whose number is no less.
  package func accepts(build seen: String) -> Bool {
    if build.isEmpty || seen == build { return true }
    guard let number = BuildNumber(seen), let current = BuildNumber(build) else { return false }
    return number >= current
  }

  package func isTooOld(_ time: Int64, now: Int64) -> Bool {
    guard days > 0 else { return false }
    let (age, ageOverflow) = now.subtractingReportingOverflow(time)
    // The limit is a setting, and settings come from elsewhere too: one beyond all time is none.
    let (limit, limitOverflow) = Int64(days).multipliedReportingOverflow(by: 86_400_000)
    return !limitOverflow && (ageOverflow ? now > time : age > limit)
  }
}
