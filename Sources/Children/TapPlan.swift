import Base

/// What is to be tested: a component at one size, with a target. A register record of kind `plan`.
///
/// Size and target stay as they are once a session was held: another size is another plan.
package struct TapPlan: Equatable, Sendable {
  package static let targets = 50...99
  package static let sizes = 1...20_000
  package static let gaps = 0...20_000
  package static let childCounts = 1...200
  /// The number of children of a plan where none is given, if the target requires no more.
  package static let fewChildren = 8
  package static let tapCounts = 1...100
  package static let lookCounts = 1...20

  package var key: String
  package var component: String
  /// In tenths of a point: the area that reacts.
  package var width: Int
  package var height: Int
  /// To the nearest neighbor, in tenths of a point; nil where there is none.
  package var gap: Int?
  /// The rate to reach, in percent: 50 to 99, never 100.
  package var target: Int
  /// Children and scored taps of each that are planned.
  package var children: Int
  package var taps: Int
  /// How often the numbers may be looked at, the last time included.
  package var looks: Int
  /// The version of the task script.
  package var script: String
  /// The build of the app that is tested; empty where not given.
  package var build: String
  package var input: TapInput
  /// Practice trials before the scored ones.
  package var practice: Int
  /// Parts of the component that are asked for in turn; empty for the component as a whole.
  package var parts: [String]
  /// When it was closed, ms UTC.
  package var closed: Int64?

  package init(
    key: String, component: String, width: Int, height: Int, gap: Int? = nil, target: Int = 90,
    children: Int = TapPlan.fewChildren,
    taps: Int = 10, looks: Int = 1, script: String = "1", build: String = "", input: TapInput = .finger,
    practice: Int = 2,
    parts: [String] = [], closed: Int64? = nil
  ) {
    (self.key, self.component, self.width, self.height, self.gap) = (key, component, width, height, gap)
    (self.target, self.children, self.taps, self.looks, self.script) = (target, children, taps, looks, script)
    (self.build, self.input, self.practice, self.parts, self.closed) = (build, input, practice, parts, closed)
  }

  /// Whether another plan, tapped with the same, is of a larger size: larger on one side, and smaller on none.
  package func isSmaller(than other: TapPlan) -> Bool {
    input == other.input && width <= other.width && height <= other.height
      && (width, height) != (other.width, other.height)
  }

  /// What counts of a plan that was changed after its first session: no fewer children than were planned then, and the
  /// taps and looks of then. Else who knows the results could have the test end where they please.
  ///
  /// - Parameter begun: the plan as it was when its first session was held.
  package func held(to begun: TapPlan) -> TapPlan {
    with(self) { ($0.children, $0.taps, $0.looks) = (max(children, begun.children), begun.taps, begun.looks) }
  }

  /// After how many children it looks, the last time at all of them.
  package var looksAfter: [Int] { (1...looks).map { (children * $0 + looks - 1) / looks } }

  /// `44x44`, in points.
  package var sizeText: String { "\(Self.points(width))x\(Self.points(height))" }

  /// Tenths of a point as people write points: `44`, `44.5`.
  package static func points(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}

/// The forms of what is typed about a session. They are narrow on purpose: a name, a date of birth or an age fits none.
package enum TapForm {
  /// A moderator's code: one or two letters and one to three digits, such as `m1`.
  package static func isModerator(_ text: String) -> Bool { isCode(text, letters: 1...2, digits: 1...3) }

  /// A consent's reference: one or two letters, a hyphen where you like, one to five digits, such as `c-0172`. What it
  /// refers to stays on paper.
  package static func isConsent(_ text: String) -> Bool { isCode(text, letters: 1...2, digits: 1...5) }

  /// The version of a task script: digits with dots, such as `1.2`.
  package static func isScript(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 3 && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(\.isDigit) }
  }

  /// Which part of a component is asked for: small letters, digits and hyphens, at most 24.
  package static func isPart(_ text: String) -> Bool {
    (1...24).contains(text.utf8.count) && text.utf8.allSatisfy { isLetter($0) || $0.isDigit || $0 == hyphen }
  }

  /// A week as `2026-W47`: there is no time of day, and no day.
  package static func isWeek(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 8, bytes[4] == hyphen, bytes[5] == UInt8(ascii: "W"),
      (bytes[0..<4] + bytes[6..<8]).allSatisfy(\.isDigit)
    else { return false }
    return (1...53).contains(Int(bytes[6] - 48) * 10 + Int(bytes[7] - 48))
  }

  private static let hyphen = UInt8(ascii: "-")

  private static func isCode(_ text: String, letters: ClosedRange<Int>, digits: ClosedRange<Int>) -> Bool {
    let bytes = Array(text.utf8)
    let front = bytes.prefix { isLetter($0 | 0x20) }
    var rest = bytes.dropFirst(front.count)
    if rest.first == hyphen { rest = rest.dropFirst() }
    return letters.contains(front.count) && digits.contains(rest.count) && rest.allSatisfy(\.isDigit)
  }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) }
}

/// A child's code: six characters that say nothing, drawn at random and never made from a name.
package struct ParticipantCode: Equatable, Sendable {
  /// Consonants and digits that are not taken for one another: no vowels, so no words; no 0 1 5 6 8, L S Y Z.
  package static let alphabet = Array("BCDFGHJKMNPQRTVWX23479".utf8)
  package static let length = 6

  package let text: String

  /// Nil for a text that is none; small letters are taken for capitals.
  package init?(_ text: String) {
    let bytes = text.utf8.map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 }
    guard bytes.count == Self.length, bytes.allSatisfy(Self.alphabet.contains) else { return nil }
    self.text = String(decoding: bytes, as: UTF8.self)
  }

  /// A new one.
  ///
  /// - Parameter random: gives that many bytes from a cryptographic source. A byte that would favour some characters is
  ///   passed over.
  package init(random: (Int) -> [UInt8]) {
    let usable = 256 / Self.alphabet.count * Self.alphabet.count
    var bytes: [UInt8] = []
    var tries = 0
    while bytes.count < Self.length, tries < 100 {
      tries += 1
      for byte in random(Self.length) where Int(byte) < usable && bytes.count < Self.length {
        bytes.append(Self.alphabet[Int(byte) % Self.alphabet.count])
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}

/// A device's model, in words that makers use: `iPhone 15 Pro Max`, `iPad mini 6`, `Galaxy Tab A9`. What people call
/// their device is refused: it is often a name.
package enum DeviceModel {
  private static let tablets: Set<String> = ["ipad", "tab", "tablet", "fire", "surface"]
  private static let makers: Set<String> = [
    "iphone", "ipad", "ipod", "pixel", "galaxy", "fire", "surface", "nexus", "oneplus", "xperia", "redmi", "moto",
    "nokia", "phone", "tablet",
  ]
  private static let words: Set<String> = [
    "pro", "max", "mini", "air", "plus", "se", "ultra", "tab", "touch", "lite", "fold", "flip", "xr", "xs", "x", "fe",
    "go", "hd", "kids", "note", "generation", "gen", "inch", "wifi",
  ]

  /// Whether every word is one of a maker: a maker's word first, then such words or ones with a digit, at most five
  /// characters long.
  package static func isModel(_ text: String) -> Bool {
    let parts = words(of: text)
    guard let first = parts.first, makers.contains(first), parts.count <= 7, text.utf8.count <= 40 else { return false }
    return parts.dropFirst().allSatisfy { part in
      words.contains(part)
        || part.utf8.count <= 5 && part.utf8.contains(where: \.isDigit)
          && part.utf8.count { (0x61...0x7a).contains($0) } <= 2
    }
  }

  /// `phone` or `tablet`: all that leaves the machine.
  package static func category(_ text: String) -> String {
    words(of: text).contains(where: tablets.contains) ? "tablet" : "phone"
  }

  private static func words(of text: String) -> [String] {
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else { return [] }
    let plain = text.utf8.map { byte -> UInt8 in
      switch byte {
      case 0x41...0x5a: byte + 0x20
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "-"), UInt8(ascii: ","): 0x20
      default: byte
      }
    }
    return plain.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }
}

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

/// In which order a child is asked: another one for each child, and the same one again from the stored seed.
///
/// Slots 0, 1, 2 ... are shuffled by `SplitMix64(seed)`; slot s asks for part s modulo the number of parts, so that
/// every part comes up as often as the others, or once more.
package enum TapOrder {
  /// The slots in the order in which they are held.
  package static func slots(_ count: Int, seed: UInt64) -> [Int] {
    var generator = SplitMix64(seed: seed)
    return generator.shuffled(Array(0..<max(0, min(count, 10_000))))
  }

  /// What is asked for in each of `count` scored trials; as many empty texts where a plan has no parts.
  package static func parts(_ parts: [String], count: Int, seed: UInt64) -> [String] {
    slots(count, seed: seed).map { parts.isEmpty ? "" : parts[$0 % parts.count] }
  }
}

/// A generator of random numbers that gives the same numbers for the same seed on every machine and in every version.
///
/// Source: Steele, Lea and Flood 2014. For the order of trials and for simulations; it is not for codes of children,
/// which have to be unguessable.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to `count - 1`, each as likely as the others: a remainder, with the few first numbers refused that
  /// would favour some. 0 if `count` is less than 2.
  package mutating func below(_ count: Int) -> Int {
    guard count >= 2 else { return 0 }
    let divisor = UInt64(count)
    let refused = (0 &- divisor) % divisor
    while true {
      let number = next()
      if number >= refused { return Int(number % divisor) }
    }
  }

  /// The elements in random order: from the last to the second, each changes places with one up to itself (Fisher and
  /// Yates 1938, Durstenfeld 1964). Not `shuffled(using:)`, whose way of drawing is not promised to stay.
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for last in result.indices.dropFirst().reversed() { result.swapAt(last, below(last + 1)) }
    return result
  }
}

/// Points and millimeters. Sizes are compared in millimeters: 44 pt is 6.9 mm at 163 pt/in and 8.5 mm at 132.
package enum PhysicalSize {
  static let millimetresPerInch = 25.4

  /// 25.4 points / points per inch. Nil where the device's points per inch are unknown or no such number.
  package static func millimetres(points: Double, pointsPerInch: Double?) -> Double? {
    guard let pointsPerInch, isDensity(pointsPerInch), isLength(points) else { return nil }
    return points * millimetresPerInch / pointsPerInch
  }

  static func isDensity(_ value: Double) -> Bool { value >= 1 && value <= 10_000 }
  static func isLength(_ value: Double) -> Bool { value >= 0 && value <= 1e6 }
}
