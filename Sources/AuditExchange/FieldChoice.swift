import AuditReports
import AuditStore
package import CanonicalJSON
package import Terminal

/// A value that a field has in view, with all who gave it.
package struct FieldChoice {
  package var value: JSONValue
  /// As a person reads it; not escaped.
  package var words: String
  /// The latest first.
  var sides: [FieldSide]

  /// The values of a conflict, each once, the one that is shown first.
  static func choices(of conflict: FieldConflict) -> [FieldChoice] {
    var choices: [FieldChoice] = []
    for side in conflict.sides {
      if let place = choices.firstIndex(where: { $0.value == side.value }) {
        choices[place].sides.append(side)
      } else {
        let words = FieldValue.words(side.value, of: conflict.field)
        choices.append(FieldChoice(value: side.value, words: words, sides: [side]))
      }
    }
    return choices
  }

  /// What a person types for a choice: its words where they can be typed and stand for it alone, else its number.
  static func typed(_ index: Int, of choices: [FieldChoice]) -> String {
    let words = choices[index].words
    let isTypable =
      words.utf8.count <= 60 && !words.hasPrefix("-")
      && words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && MessageText.escaped(words).utf8.elementsEqual(words.utf8)
    let isAlone = choices.count { $0.words.utf8.elementsEqual(words.utf8) } == 1
    return isTypable && isAlone ? ShellWord.quoted(words) : String(index + 1)
  }

  /// The choice that was typed: by its words, else by its number; nil where it is none of them.
  ///
  /// - Throws: usage, `value.ambiguous`, where two different values read the same.
  package static func find(_ typed: String, among choices: [FieldChoice]) throws(Problem) -> Int? {
    let found = choices.indices.filter { index in
      choices[index].words.utf8.elementsEqual(typed.utf8) || (typed.isEmpty && choices[index].isNothing)
    }
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      let numbers = found.map { String($0 + 1) }
      throw .usage(
        "value.ambiguous",
        "ambiguous value \(MessageText.quoted(typed)): values \(numbers.joined(separator: " and ")) look the same",
        hints: ["Pass the number of the correct value."])
    }
    guard let number = Int(typed), choices.indices.contains(number - 1) else { return nil }
    return number - 1
  }

  private var isNothing: Bool {
    switch value {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    default: false
    }
  }
}
