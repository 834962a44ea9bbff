// The closed lists of tests with children. None of them can hold a name, a date or an age; a word that is not in its
// list belongs to a newer version.

/// Whole years in bands: an exact age is never asked for and never stored.
package enum AgeBand: String, CaseIterable, Sendable {
  case six = "6-8"
  case nine = "9-10"
  case eleven = "11-12"

  /// The wider band that leaves the machine: 6-8 or 9-12.
  package var redacted: String { self == .six ? "6-8" : "9-12" }
}

package enum ScreenOrientation: String, CaseIterable, Sendable {
  case portrait, landscape
}

/// How the device was held.
package enum DeviceHold: String, CaseIterable, Sendable {
  case oneHand = "one-hand"
  case twoHands = "two-hands"
  case onTable = "on-table"
  case inStand = "in-stand"
  case onLap = "on-lap"
}

/// Where the child sat or stood.
package enum Seating: String, CaseIterable, Sendable {
  case table, floor, sofa, standing, other
}

/// Assistive technology that was in use: settings of the device, nothing about the child.
package enum AssistiveTechnology: String, CaseIterable, Sendable {
  case voiceover, zoom
  case switchControl = "switch-control"
  case voiceControl = "voice-control"
  case assistiveTouch = "assistive-touch"
  case touchAccommodations = "touch-accommodations"
  case guidedAccess = "guided-access"
}

/// What the child taps with. A stylus and a switch are strata of their own: their rates are not those of fingers.
package enum TapInput: String, CaseIterable, Sendable {
  case finger, stylus
  case switchDevice = "switch"
}

/// Who took the trials down. What was seen and what was measured are never mixed.
package enum TapRecorder: String, CaseIterable, Sendable {
  /// An adult, by keys or on paper.
  case observer
  /// The tap page, which saw each contact.
  case device
}

package enum TrialKind: String, CaseIterable, Sendable {
  case practice, scored, filler
}

/// How a trial ended.
package enum TrialOutcome: String, CaseIterable, Sendable {
  /// The first contact activated what was asked for.
  case firstTap = "first_tap"
  /// A later one did.
  case retrySuccess = "retry_success"
  /// The first contact did not, and whether a later one did was not recorded.
  case missed
  case gaveUp = "gave_up"
  case timeout
  /// The child did not try: it is unknown what it would have hit.
  case noAttempt = "no_attempt"
  /// Something came in between; the trial does not count.
  case interrupted

  /// Whether it counts, and if so whether as a hit; nil where it does not count or the child did not try.
  package var isHit: Bool? {
    switch self {
    case .firstTap: true
    case .retrySuccess, .missed, .gaveUp, .timeout: false
    case .noAttempt, .interrupted: nil
    }
  }
}

/// How the child was asked.
package enum TapPrompt: String, CaseIterable, Sendable {
  case spoken, shown, pointed
}

package enum TapHand: String, CaseIterable, Sendable {
  case left, right, both, unknown
}

package enum TapDigit: String, CaseIterable, Sendable {
  case thumb, index, other, unknown
}

/// What a contact was.
package enum ContactClass: String, CaseIterable, Sendable {
  case hit, near, neighbour, far, slip, holdover
  case multiTouch = "multi_touch"
  case palmEdge = "palm_edge"
  case drag
  case longPress = "long_press"
  case experimenter

  /// Whether the filtered rate leaves it out: it was no attempt of the child.
  package var isFiltered: Bool { self == .holdover || self == .palmEdge || self == .experimenter }
}

/// What was remarked about a trial or a session, in words of a closed list.
package enum TapRemarkTopic: String, CaseIterable, Sendable {
  case frustration, size, end
  /// The session is in no figure.
  case void
}

/// Why a session is in no figure.
package enum VoidCode: String, CaseIterable, Sendable {
  case technical
  case wrongPlan = "wrong_plan"
  case wrongDevice = "wrong_device"
  case moderator
  case interrupted
  case duplicate
  case other
}

/// What frustration looked like.
package enum FrustrationCode: String, CaseIterable, Sendable {
  case repeatedTaps = "repeated_taps"
  case hardPress = "hard_press"
  case sigh
  case saidSo = "said_so"
  case lookedForHelp = "looked_for_help"
  case pushedAway = "pushed_away"
  case wantedToStop = "wanted_to_stop"
  case none
}

/// What the child said or showed about the size.
package enum SizeCode: String, CaseIterable, Sendable {
  case tooSmall = "too_small"
  case tooCloseTogether = "too_close_together"
  case tooBig = "too_big"
  case hardToSee = "hard_to_see"
  case movedOrJumped = "moved_or_jumped"
  case didNotKnowItWasAButton = "did_not_know_it_was_a_button"
  case ok
}

/// How a session ended.
package enum EndCode: String, CaseIterable, Sendable {
  case complete
  case childStopped = "child_stopped"
  case adultStopped = "adult_stopped"
  case outOfTime = "out_of_time"
  case technical
}
