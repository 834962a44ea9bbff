import Base

/// One child's sitting. A fact that is never changed.
package struct TapSession: Equatable, Sendable {
  /// What the guardian permitted and the child agreed to. Without both nothing is scored.
  package struct Consent: Equatable, Sendable {
    package var reference: String
    package var guardian: Bool
    package var assent: Bool
    /// Whether more than redacted numbers may be shared.
    package var full: Bool

    package init(reference: String, guardian: Bool, assent: Bool, full: Bool = false) {
      (self.reference, self.guardian, self.assent, self.full) = (reference, guardian, assent, full)
    }

    package var allowsScoring: Bool { guardian && assent }
  }

  package var plan: String
  package var participant: String
  package var age: AgeBand
  /// `2026-W47`.
  package var week: String
  package var device: String
  /// Points to the inch, in hundredths; nil where unknown, and then there are no millimeters.
  package var pointsPerInch: Int?
  /// The first number of the system's version; 0 where not given.
  package var os: Int
  /// How the screen was turned, the device held and the child seated; nil where not given.
  package var orientation: ScreenOrientation?
  package var hold: DeviceHold?
  package var seating: Seating?
  /// Text size in percent.
  package var textScale: Int
  package var assistive: [AssistiveTechnology]
  package var input: TapInput
  package var recorder: TapRecorder
  /// The order of the trials follows from it.
  package var seed: Int64
  package var moderator: String
  package var consent: Consent

  package init(
    plan: String, participant: String, age: AgeBand, week: String, device: String, pointsPerInch: Int? = nil,
    os: Int = 0, orientation: ScreenOrientation? = nil, hold: DeviceHold? = nil, seating: Seating? = nil,
    textScale: Int = 100, assistive: [AssistiveTechnology] = [], input: TapInput = .finger,
    recorder: TapRecorder = .observer, seed: Int64 = 0, moderator: String, consent: Consent
  ) {
    (self.plan, self.participant, self.age, self.week, self.device) = (plan, participant, age, week, device)
    (self.pointsPerInch, self.os, self.orientation, self.hold) = (pointsPerInch, os, orientation, hold)
    (self.seating, self.textScale, self.assistive, self.input) = (seating, textScale, assistive, input)
    (self.recorder, self.seed, self.moderator, self.consent) = (recorder, seed, moderator, consent)
  }
}

/// One request to activate one target.
package struct TapTrial: Equatable, Sendable {
  /// 1, 2, 3 ... in the order in which they were held, practice included.
  package var number: Int
  package var kind: TrialKind
  package var component: String
  /// Which part of the component was asked for; empty for the component as a whole.
  package var part: String
  /// Tenths of a point: what reacts.
  package var width: Int
  package var height: Int
  /// Tenths of a point: what is seen, where that differs; both or none.
  package var visual: [Int]?
  /// Tenths of a point from the upper left of the screen.
  package var centre: [Int]?
  /// Tenths of a point to the nearest edge of the screen and to the nearest neighbor.
  package var edge: Int?
  package var gap: Int?
  package var prompt: TapPrompt
  package var outcome: TrialOutcome
  /// The outcome without what was no attempt of the child, where that differs.
  package var filtered: TrialOutcome?
  /// What the first contact was, where someone saw it.
  package var first: ContactClass?
  package var retries: Int
  package var hand: TapHand
  package var scoring: Int

  package init(
    number: Int, kind: TrialKind, component: String, part: String = "", width: Int, height: Int, visual: [Int]? = nil,
    centre: [Int]? = nil, edge: Int? = nil, gap: Int? = nil, prompt: TapPrompt = .spoken, outcome: TrialOutcome,
    filtered: TrialOutcome? = nil, first: ContactClass? = nil, retries: Int = 0, hand: TapHand = .unknown,
    scoring: Int = TapScoring.version
  ) {
    (self.number, self.kind, self.component, self.part) = (number, kind, component, part)
    (self.width, self.height, self.visual, self.centre, self.edge) = (width, height, visual, centre, edge)
    (self.gap, self.prompt, self.outcome, self.filtered) = (gap, prompt, outcome, filtered)
    (self.first, self.retries, self.hand, self.scoring) = (first, retries, hand, scoring)
  }
}

/// One finger-down to finger-up.
package struct TapContact: Equatable, Sendable {
  /// Milliseconds since the session began; nil where the finger did not come up.
  package var down: Int
  package var up: Int?
  /// Tenths of a point from the upper left of the screen.
  package var x: Int
  package var y: Int
  package var hand: TapHand
  package var digit: TapDigit
  package var kind: ContactClass

  package init(
    down: Int, up: Int? = nil, x: Int, y: Int, hand: TapHand = .unknown, digit: TapDigit = .unknown, kind: ContactClass
  ) {
    (self.down, self.up, self.x, self.y, self.hand, self.digit, self.kind) = (down, up, x, y, hand, digit, kind)
  }
}

/// What was remarked in a session: frustration, a word on the size, how it ended, or why it is in no figure.
package struct TapRemark: Equatable, Sendable {
  package var topic: TapRemarkTopic
  /// A word of the topic's list.
  package var code: String
  /// Of frustration: 0 none to 3 strong.
  package var severity: Int?
  /// The number of the trial it came after; nil for the session as a whole.
  package var trial: Int?

  package init(topic: TapRemarkTopic, code: String, severity: Int? = nil, trial: Int? = nil) {
    (self.topic, self.code, self.severity, self.trial) = (topic, code, severity, trial)
  }

  /// Whether the code is of the topic's list and the severity in its range.
  package var isKnown: Bool {
    switch topic {
    case .frustration: FrustrationCode(rawValue: code) != nil && severity.map((0...3).contains) == true
    case .size: SizeCode(rawValue: code) != nil && severity == nil
    case .end: EndCode(rawValue: code) != nil && severity == nil
    case .void: VoidCode(rawValue: code) != nil && severity == nil && trial == nil
    }
  }
}

// The closed lists of tests with children. None of them can hold a name, a date or an age; a word that is not in its
// list belongs to a newer version.

/// Whole years in bands: an exact age is never asked for and never stored.
package enum AgeBand: String, CaseIterable, Sendable {
  case six = "6-8"
  case nine = "9-10"
  case eleven = "11-12"

  /// The wider band that leaves the machine: 6-8 or 9-12.
  package var redacted: String { self == .six ? "6-8" : "9-12" }

  /// The younger of the two ranges that the sources name: two bands.
  package static let younger = "6-10"

  /// The band of which a spreadsheet made a day and a month, `8-Jun` or `06. Aug` of 6-8; nil for another day, and for a
  /// date with a year, which may be that of a birth.
  package init?(ofDate text: String) {
    guard WrittenTime(text) == nil, let written = WrittenTime("\(text) 2026") else { return nil }
    let days = DateOrder.allCases.compactMap { order -> CivilDate? in
      (try? written.reading(order, localOffset: { _ in 0 })).map {
        CivilDate(dayNumber: $0.timestamp.dayNumber)
      }
    }
    let found = Self.allCases.first { band in
      let ends = band.rawValue.split(separator: "-").compactMap { Int($0) }
      return days.contains { [$0.month, $0.day].sorted() == ends }
    }
    guard let found else { return nil }
    self = found
  }

  /// The bands of a band or of the younger range.
  package static func named(_ name: String) -> Set<AgeBand> {
    name == younger ? [.six, .nine] : Set([AgeBand(rawValue: name)].compactMap { $0 })
  }
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
