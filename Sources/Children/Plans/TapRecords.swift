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
      self.reference = reference
      self.guardian = guardian
      self.assent = assent
      self.full = full
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
    self.plan = plan
    self.participant = participant
    self.age = age
    self.week = week
    self.device = device
    self.pointsPerInch = pointsPerInch
    self.os = os
    self.orientation = orientation
    self.hold = hold
    self.seating = seating
    self.textScale = textScale
    self.assistive = assistive
    self.input = input
    self.recorder = recorder
    self.seed = seed
    self.moderator = moderator
    self.consent = consent
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
  /// The version of the scoring.
  package var scoring: Int

  package init(
    number: Int, kind: TrialKind, component: String, part: String = "", width: Int, height: Int, visual: [Int]? = nil,
    centre: [Int]? = nil, edge: Int? = nil, gap: Int? = nil, prompt: TapPrompt = .spoken, outcome: TrialOutcome,
    filtered: TrialOutcome? = nil, first: ContactClass? = nil, retries: Int = 0, hand: TapHand = .unknown,
    scoring: Int = TapScoring.version
  ) {
    self.number = number
    self.kind = kind
    self.component = component
    self.part = part
    self.width = width
    self.height = height
    self.visual = visual
    self.centre = centre
    self.edge = edge
    self.gap = gap
    self.prompt = prompt
    self.outcome = outcome
    self.filtered = filtered
    self.first = first
    self.retries = retries
    self.hand = hand
    self.scoring = scoring
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
    self.down = down
    self.up = up
    self.x = x
    self.y = y
    self.hand = hand
    self.digit = digit
    self.kind = kind
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
    self.topic = topic
    self.code = code
    self.severity = severity
    self.trial = trial
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
