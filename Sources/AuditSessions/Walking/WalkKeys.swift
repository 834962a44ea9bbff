package import AuditModel

/// What a key asks for.
package enum WalkAction: Hashable {
  case answer(Outcome)
  case same, skip, undo, redo, back, goTo, find, note, longNote, evidence, value, again, whereAmI, keys, quit
}

/// A key of the walk with its documentation: parser, `?` and `a11y help keys` are read off the same table.
package struct WalkKey {
  package let letter: Unicode.Scalar
  /// What may be written instead in line mode.
  package let word: String
  /// What may follow it in line mode.
  let argument: String
  /// A phrase without capital and full stop.
  package let doc: String
  let action: WalkAction

  /// `f [SEVERITY] [v=VALUE] [in=COMPONENTS] [NOTE]`
  package var line: String { argument.isEmpty ? String(letter) : "\(letter) \(argument)" }
}

/// The keys, in the order in which they are told.
package enum WalkKeys {
  package static let all: [WalkKey] = [
    WalkKey(
      letter: "p", word: "pass", argument: "[v=VALUE] [NOTE]", doc: "pass: you saw what is expected",
      action: .answer(.pass)),
    WalkKey(
      letter: "f", word: "fail", argument: "[SEVERITY] [v=VALUE] [in=COMPONENTS] [NOTE]",
      doc: "fail: you did not; asks how bad it is and for a note", action: .answer(.fail)),
    WalkKey(
      letter: "n", word: "na", argument: "[NOTE]", doc: "not applicable: the check is not for this component",
      action: .answer(.na)),
    WalkKey(
      letter: "c", word: "cant-tell", argument: "[v=VALUE] [NOTE]",
      doc: "can't tell: you looked and could not decide; asks why", action: .answer(.cantTell)),
    WalkKey(
      letter: "=", word: "same", argument: "",
      doc: "the same as your last answer, with its severity and note, without its value", action: .same),
    WalkKey(letter: "s", word: "skip", argument: "", doc: "skip: the item stays unanswered", action: .skip),
    WalkKey(
      letter: "u", word: "undo", argument: "", doc: "undo your last answer or note, and go back to its item",
      action: .undo),
    WalkKey(letter: "U", word: "redo", argument: "", doc: "bring back what you undid last", action: .redo),
    WalkKey(letter: "b", word: "back", argument: "", doc: "back to the item before this one", action: .back),
    WalkKey(
      letter: "g", word: "go", argument: "NUMBER or NAME",
      doc: "go to an item by its number, or to the first open one of a component or check by a part of its name",
      action: .goTo),
    WalkKey(
      letter: "/", word: "find", argument: "[TEXT]",
      doc: "find the next item with this text in its names or titles; without a text, the next one again",
      action: .find),
    WalkKey(
      letter: "v", word: "value", argument: "VALUE",
      doc: "value: what you measured; says what it means, and goes with your answer to this item", action: .value),
    WalkKey(
      letter: "e", word: "evidence", argument: "FILE",
      doc: "evidence: a picture, film or text that goes with your answer to this item, also after it: b, then e",
      action: .evidence),
    WalkKey(
      letter: "m", word: "note", argument: "TEXT", doc: "a note on this item, whatever the answer is; kept at once",
      action: .note),
    WalkKey(
      letter: "M", word: "long-note", argument: "", doc: "a longer note, written in VISUAL or EDITOR",
      action: .longNote),
    WalkKey(letter: "r", word: "repeat", argument: "", doc: "repeat the item", action: .again),
    WalkKey(
      letter: "w", word: "where", argument: "", doc: "where you are: what is answered, what is left",
      action: .whereAmI),
    WalkKey(letter: "?", word: "keys", argument: "", doc: "these keys", action: .keys),
    WalkKey(letter: "q", word: "quit", argument: "", doc: "quit; everything you answered is kept", action: .quit),
  ]

  static func key(_ letter: Unicode.Scalar) -> WalkKey? { all.first { $0.letter == letter } }

  /// The key that a word of line mode names: its letter, or the word for it.
  static func key(named word: some StringProtocol) -> WalkKey? {
    let scalars = word.unicodeScalars
    if let only = scalars.first, scalars.count == 1 { return key(only) }
    return all.first { $0.word.utf8.elementsEqual(word.utf8) }
  }
}
