package import Audit
import Base
import Reports

package enum WalkAction: Hashable {
  case answer(Outcome)
  case same, rest, restNotApplicable, like, skip, undo, redo, back, goTo, find, answers, note, longNote, evidence, value
  case features
  case again, whereAmI, keys, quit
  /// One of the last answers, from 0 for the latest.
  case answered(Int)
}

/// A key of the walk with its help text: the parser, `?`, and `a11y help keys` use the same table.
package struct WalkKey {
  package let letter: Unicode.Scalar
  /// The word for it in line mode.
  package let word: String
  /// Its argument in line mode.
  let argument: String
  /// A phrase in lowercase without a period.
  package let doc: String
  let action: WalkAction

  /// `f [SEVERITY] [v=VALUE] [in=COMPONENTS] [NOTE]`
  package var line: String { argument.isEmpty ? String(letter) : "\(letter) \(argument)" }
}

/// The keys in the order of the help text.
package enum WalkKeys {
  package static let all: [WalkKey] = [
    key("p", "pass", "[v=VALUE] [NOTE]", "pass: matches the expected result", .answer(.pass)),
    key(
      "f", "fail", "[SEVERITY] [v=VALUE] [in=COMPONENTS] [NOTE]",
      "fail: does not match; prompts for severity and a note", .answer(.fail)),
    key("n", "na", "[NOTE]", "not applicable: the check does not apply to this component", .answer(.na)),
    key(
      "c", "cant-tell", "[v=VALUE] [NOTE]",
      "can't tell: tested but inconclusive; prompts for a reason", .answer(.cantTell)),
    key("=", "same", "", "repeat your last pass or fail with its severity and note, without its value", .same),
    key(
      "A", "all", "[ANSWER]",
      "answer all open items of this check: the answer that you gave to the last one, or a new one", .rest),
    key("N", "all-na", "", "not applicable, for all open items of this check", .restNotApplicable),
    key("L", "like", "[COMPONENT]", "copy results of a similar component as drafts, which you confirm", .like),
    key("s", "skip", "", "skip the item without an answer", .skip),
    key("u", "undo", "", "undo the last answer or note of this walk and return to its item", .undo),
    key("U", "redo", "", "redo the last undone answer", .redo),
    key("b", "back", "", "go to the previous item", .back),
    key(
      "g", "go", "NUMBER or NAME",
      "go to an item by number or by the beginnings of words in its names and titles, e.g. g lab cl", .goTo),
    key(
      "/", "find", "[TEXT]",
      "find the next item, answered or not, with this text in its names or titles; without text, repeat the search",
      .find),
    key("l", "answers", "", "list your last ten answers; 1 to 9 and 0 go back to one of them", .answers),
    key(
      "v", "value", "VALUE",
      "enter the measured value for this item's answer and compare it with the requirement", .value),
    key(
      "e", "evidence", "FILE",
      "attach evidence (image, video, PDF, or text) to this item's answer; for an earlier answer press b, then e",
      .evidence),
    key("m", "note", "TEXT", "add a note to this item, independent of the answer; saved at once", .note),
    key("M", "long-note", "", "write a longer note in VISUAL or EDITOR", .longNote),
    key(
      "h", "has", "FEATURES",
      "name the features of this component, e.g. glass or haptics; items of other features do not apply then", .features
    ),
    key("r", "repeat", "", "show the item again, with how to test it", .again),
    key("w", "where", "", "show progress", .whereAmI),
    key("?", "keys", "", "show these keys", .keys),
    key("q", "quit", "", "quit (all answers are saved)", .quit),
  ]

  private static func key(
    _ letter: Unicode.Scalar, _ word: String, _ argument: String, _ doc: String, _ action: WalkAction
  ) -> WalkKey { WalkKey(letter: letter, word: word, argument: argument, doc: doc, action: action) }

  static func key(_ letter: Unicode.Scalar) -> WalkKey? { all.first { $0.letter == letter } }

  /// The action of a single key: those of the table, and the digits.
  static func action(_ letter: Unicode.Scalar) -> WalkAction? {
    guard ("0"..."9").contains(letter) else { return key(letter)?.action }
    return .answered((Int(letter.value) - 0x30 + 9) % 10)
  }

  /// The key of a word in line mode: its letter or its word.
  static func key(named word: some StringProtocol) -> WalkKey? {
    let scalars = word.unicodeScalars
    if let only = scalars.first, scalars.count == 1 { return key(only) }
    let small = ASCIIFold.small(String(word))
    return all.first { $0.word == small }
  }
}

/// A key and its argument.
struct WalkOrder: Equatable {
  var action: WalkAction
  /// Nil for a single key press: a prompt asks for the argument.
  var rest: String?
}

/// Line mode: a line is a key, a space, and its argument.
enum WalkLine {
  /// Nil if the line does not begin with a key.
  static func parse(_ line: String) -> WalkOrder? {
    let text = trimmed(line)
    // `/close` without a space, as in pagers.
    if text.utf8.first == UInt8(ascii: "/"), text.utf8.count > 1 {
      return WalkOrder(action: .find, rest: trimmed(String(text.dropFirst())))
    }
    let (word, rest) = split(text)
    if rest.isEmpty, word.utf8.count == 1, let digit = word.unicodeScalars.first,
      case .answered? = WalkKeys.action(digit)
    {
      return WalkKeys.action(digit).map { WalkOrder(action: $0) }
    }
    guard let key = WalkKeys.key(named: word), rest.isEmpty || !key.argument.isEmpty else { return nil }
    return WalkOrder(action: key.action, rest: rest)
  }

  static func split(_ text: String) -> (word: String, rest: String) {
    let bytes = text.utf8
    guard let end = bytes.firstIndex(where: isSpace) else { return (text, "") }
    return (String(text[..<end]), trimmed(String(text[end...])))
  }

  static func trimmed(_ text: String) -> String {
    String(Substring(text.utf8.trimmed(where: isSpace)))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// The parts of an answer besides its outcome, as typed.
struct AnswerParts: Equatable {
  /// Of a fail; nil for the default.
  var severity: Severity?
  var value: String?
  /// Of a fail of the whole app or of a screen: keys or prefixes of components, as typed.
  var components: [String] = []
  var note: String?
}

extension AnswerParts {
  /// Parses `[SEVERITY] [v=VALUE] [in=COMPONENTS] [NOTE]`: a severity only for a fail (1 to 4, its word, or `-` for the
  /// default, so that a note can begin with a number), and no value for N/A. A value with spaces is quoted. Whether
  /// components can be named is for the caller to check: only where the whole app or a screen fails.
  /// - Parameter measurement: of the check. What it measures may have spaces without quotes, as in `v=44 x 20`: cut behind
  ///   the first of them, it would be another value.
  init(parsing text: String, for outcome: Outcome, of measurement: Measurement? = nil) {
    var text = WalkLine.trimmed(text)
    if outcome == .fail {
      let (word, rest) = WalkLine.split(text)
      severity = Severity(word: word)
      if severity != nil || word == "-" { text = rest }
    }
    if outcome != .na, text.utf8.starts(with: "v=".utf8) {
      let (word, rest) = Self.quoted(text) ?? Self.measured(text, measurement)
      value = String(Substring(word.utf8.dropFirst(2)))
      text = rest
    }
    if text.utf8.starts(with: "in=".utf8) {
      let (word, rest) = WalkLine.split(text)
      components = FailingParts.names(String(word.dropFirst(3)), at: ",")
      text = rest
    }
    note = text.isEmpty ? nil : text
  }

  /// `v=44 x 20 NOTE` as `v=44 x 20` and the rest: the most words that are one figure of the check.
  private static func measured(_ text: String, _ measurement: Measurement?) -> (word: String, rest: String) {
    var whole = WalkLine.split(text)
    guard let measurement, measurement.parts == nil else { return whole }
    var longer = whole
    for _ in 1..<mostWords where !longer.rest.isEmpty {
      let next = WalkLine.split(longer.rest)
      longer = (longer.word + " " + next.word, next.rest)
      let value = String(Substring(longer.word.utf8.dropFirst(2)))
      // Any word may be the name of a counted thing: `44 too` is a value, but none of this check.
      if let read = try? MeasuredValue.parse(value, of: measurement),
        UnitWords.isKnown(read.unit) || measurement.judge(read, on: nil).outcome != nil
      {
        whole = longer
      }
    }
    return whole
  }

  /// `44 pt x 20 pt`
  private static let mostWords = 5

  /// `v="brand: light dark" NOTE` as `v=brand: light dark` and the rest; nil if the text does not begin with a quoted
  /// value.
  private static func quoted(_ text: String) -> (word: String, rest: String)? {
    let mark = UInt8(ascii: "\"")
    let bytes = text.utf8
    guard bytes.starts(with: "v=\"".utf8), let end = bytes.dropFirst(3).firstIndex(of: mark) else { return nil }
    return (
      "v=" + String(Substring(bytes[..<end].dropFirst(3))), WalkLine.trimmed(String(text[bytes.index(after: end)...]))
    )
  }
}

/// Evaluates a measured value, in sentences for the tester.
enum ValueMeaning {
  /// - Parameter answered: the outcome that the value is given with: that it means the same is not said, because the
  ///   answer says it once more when it is on the disk.
  static func sentences(
    _ value: MeasuredValue, _ measurement: Measurement, _ component: Component? = nil, answered: Outcome? = nil
  ) -> [String] {
    let wanted = measurement.wording(on: component)
    func verdict(_ outcome: Outcome) -> [String] {
      answered == outcome
        ? [] : ["\(value.text): \(OutcomeWords.word(outcome.rawValue)) (requirement: \(wanted))."]
    }
    switch measurement.judge(value, on: component) {
    case .notComparable(let reason):
      return ["\(value.text) cannot be evaluated (requirement: \(wanted)). \(reason)"]
    case .pass: return verdict(.pass)
    case .fail:
      return verdict(.fail) + measurement.faults(of: value, on: component).map { $0 + "." } + room(value, measurement)
    }
  }

  /// The sentence if value and outcome contradict each other; else nil.
  static func contradiction(
    _ value: MeasuredValue, _ measurement: Measurement, _ outcome: Outcome, _ component: Component? = nil
  ) -> String? {
    guard outcome == .pass || outcome == .fail, let judged = measurement.judge(value, on: component).outcome,
      judged != outcome
    else { return nil }
    let (said, meant) = (OutcomeWords.word(outcome.rawValue), OutcomeWords.word(judged.rawValue))
    return "The value indicates \(meant), but you answered \(said). Recorded \(said); press u to undo."
  }

  /// The padding that a target needs if it is too small, on the sides that need it.
  private static func room(_ value: MeasuredValue, _ measurement: Measurement) -> [String] {
    guard measurement.comparison == .atLeast, value.unit == "pt", value.numbers.count == 2,
      let wanted = measurement.threshold.first,
      let (left, top) = try? (padding(value.numbers[0], wanted), padding(value.numbers[1], wanted)),
      left > 0 || top > 0
    else { return [] }
    let parts =
      left == top
      ? ["\(left) pt on each side"]
      : (left > 0 ? ["\(left) pt on the left and right"] : []) + (top > 0 ? ["\(top) pt at the top and bottom"] : [])
    let calculation = "a11y calc area \(value.numbers[0])x\(value.numbers[1]) --padding \(left)x\(top)"
    return ["Fix: extend the hit area by \(parts.joined(separator: " and ")) (\(calculation))."]
  }

  /// What one axis needs on both of its sides.
  private static func padding(_ length: FixedPoint, _ wanted: FixedPoint) throws(MeasureError) -> FixedPoint {
    try ForgivingArea(
      visual: TargetSize(width: length, height: length), horizontalPadding: 0, verticalPadding: 0
    ).paddingNeeded(for: wanted)
  }
}
