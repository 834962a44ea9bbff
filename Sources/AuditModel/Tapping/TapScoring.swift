/// From contacts to the outcome of a trial: a pure function of what was recorded. A change is a new version, and rates
/// of two versions are not put together.
package enum TapScoring {
  package static let version = 1

  package struct Score: Equatable, Sendable {
    package var outcome: TrialOutcome
    /// What the first contact was.
    package var first: ContactClass?
    /// Contacts after the first.
    package var retries: Int

    package init(outcome: TrialOutcome, first: ContactClass? = nil, retries: Int = 0) {
      self.outcome = outcome
      self.first = first
      self.retries = retries
    }
  }

  /// Strict, the primary one: the first contact decides, whatever it was.
  ///
  /// A trial that was interrupted stays so. Without a contact nobody tried. Where the first contact hit it is
  /// `first_tap`, where a later one did `retry_success`, and where none did it is what was taken down as its end:
  /// `gave_up`, `timeout`, or else `missed`.
  package static func strict(_ contacts: [TapContact], recorded: TrialOutcome) -> Score {
    score(contacts.map(\.kind), recorded: recorded)
  }

  /// Without holdovers, palms and the experimenter's own contacts, which were no attempts of the child.
  package static func filtered(_ contacts: [TapContact], recorded: TrialOutcome) -> Score {
    score(contacts.map(\.kind).filter { !$0.isFiltered }, recorded: recorded)
  }

  private static func score(_ kinds: [ContactClass], recorded: TrialOutcome) -> Score {
    if recorded == .interrupted { return Score(outcome: .interrupted) }
    guard let first = kinds.first else { return Score(outcome: .noAttempt) }
    let retries = kinds.count - 1
    if first == .hit { return Score(outcome: .firstTap, first: first, retries: 0) }
    if let hit = kinds.firstIndex(of: .hit) { return Score(outcome: .retrySuccess, first: first, retries: hit) }
    let end: TrialOutcome = recorded == .gaveUp || recorded == .timeout ? recorded : .missed
    return Score(outcome: end, first: first, retries: retries)
  }
}
