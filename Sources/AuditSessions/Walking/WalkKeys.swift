package import AuditModel

/// The action of a key.
package enum WalkAction: Hashable {
  case answer(Outcome)
  case same, rest, restNotApplicable, like, skip, undo, redo, back, goTo, find, answers, note, longNote, evidence, value
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
    WalkKey(
      letter: "p", word: "pass", argument: "[v=VALUE] [NOTE]", doc: "pass: matches the expected result",
      action: .answer(.pass)),
    WalkKey(
      letter: "f", word: "fail", argument: "[SEVERITY] [v=VALUE] [in=COMPONENTS] [NOTE]",
      doc: "fail: does not match; prompts for severity and a note", action: .answer(.fail)),
    WalkKey(
      letter: "n", word: "na", argument: "[NOTE]", doc: "not applicable: the check does not apply to this component",
      action: .answer(.na)),
    WalkKey(
      letter: "c", word: "cant-tell", argument: "[v=VALUE] [NOTE]",
      doc: "can't tell: tested but inconclusive; prompts for a reason", action: .answer(.cantTell)),
    WalkKey(
      letter: "=", word: "same", argument: "",
      doc: "repeat your last pass or fail with its severity and note, without its value", action: .same),
    WalkKey(
      letter: "A", word: "all", argument: "[ANSWER]",
      doc: "answer all open items of this check: the answer that you gave to the last one, or a new one", action: .rest),
    WalkKey(
      letter: "N", word: "all-na", argument: "", doc: "not applicable, for all open items of this check",
      action: .restNotApplicable),
    WalkKey(
      letter: "L", word: "like", argument: "[COMPONENT]",
      doc: "copy results of a similar component as drafts, which you confirm", action: .like),
    WalkKey(letter: "s", word: "skip", argument: "", doc: "skip the item without an answer", action: .skip),
    WalkKey(
      letter: "u", word: "undo", argument: "", doc: "undo your last answer or note and return to its item",
      action: .undo),
    WalkKey(letter: "U", word: "redo", argument: "", doc: "redo the last undone answer", action: .redo),
    WalkKey(letter: "b", word: "back", argument: "", doc: "go to the previous item", action: .back),
    WalkKey(
      letter: "g", word: "go", argument: "NUMBER or NAME",
      doc: "go to an item by number or by the beginnings of words in its names and titles, e.g. g lab cl",
      action: .goTo),
    WalkKey(
      letter: "/", word: "find", argument: "[TEXT]",
      doc:
        "find the next item, answered or not, with this text in its names or titles; without text, repeat the search",
      action: .find),
    WalkKey(
      letter: "l", word: "answers", argument: "",
      doc: "list your last ten answers; 1 to 9 and 0 go back to one of them", action: .answers),
    WalkKey(
      letter: "v", word: "value", argument: "VALUE",
      doc: "enter the measured value for this item's answer and compare it with the requirement", action: .value),
    WalkKey(
      letter: "e", word: "evidence", argument: "FILE",
      doc: "attach evidence (image, video, PDF, or text) to this item's answer; for an earlier answer press b, then e",
      action: .evidence),
    WalkKey(
      letter: "m", word: "note", argument: "TEXT",
      doc: "add a note to this item, independent of the answer; saved at once",
      action: .note),
    WalkKey(
      letter: "M", word: "long-note", argument: "", doc: "write a longer note in VISUAL or EDITOR",
      action: .longNote),
    WalkKey(letter: "r", word: "repeat", argument: "", doc: "show the item again, with how to test it", action: .again),
    WalkKey(
      letter: "w", word: "where", argument: "", doc: "show progress",
      action: .whereAmI),
    WalkKey(letter: "?", word: "keys", argument: "", doc: "show these keys", action: .keys),
    WalkKey(letter: "q", word: "quit", argument: "", doc: "quit (all answers are saved)", action: .quit),
  ]

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
    return all.first { $0.word.utf8.elementsEqual(word.utf8) }
  }
}
