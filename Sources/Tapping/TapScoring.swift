/// From contacts to the outcome of a trial: a pure function of what was recorded. A change is a new version, and rates
/// of two versions are not put together.
package enum TapScoring {
  package static let version = 1

  /// Strict, the primary one: the first contact of any kind decides.
  ///
  /// A trial that was interrupted stays so. Without a contact there was no attempt. Where the first contact hit it is
  /// `first_tap`, where a later one did `retry_success`, and where none did it is the recorded end:
  /// `gave_up`, `timeout`, or else `missed`.
  package static func strict(_ contacts: [TapContact], recorded: TrialOutcome) -> TrialOutcome {
    score(contacts.map(\.kind), recorded: recorded)
  }

  /// Without holdovers, palms and the experimenter's own contacts, which were no attempts of the child.
  package static func filtered(_ contacts: [TapContact], recorded: TrialOutcome) -> TrialOutcome {
    score(contacts.map(\.kind).filter { !$0.isFiltered }, recorded: recorded)
  }

  private static func score(_ kinds: [ContactClass], recorded: TrialOutcome) -> TrialOutcome {
    if recorded == .interrupted { return .interrupted }
    guard let first = kinds.first else { return .noAttempt }
    if first == .hit { return .firstTap }
    if kinds.contains(.hit) { return .retrySuccess }
    return recorded == .gaveUp || recorded == .timeout ? recorded : .missed
  }
}
