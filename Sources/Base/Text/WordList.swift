/// Words in a row, for sentences.
package enum WordList {
  /// `a`, `a and b`, `a, b, and c`; `nothing` for none.
  package static func and(_ words: [String]) -> String { joined(words, "and") }

  /// `a, b, or c`.
  package static func or(_ words: [String]) -> String { joined(words, "or") }

  private static func joined(_ words: [String], _ last: String) -> String {
    guard let end = words.last, words.count > 1 else { return words.first ?? "nothing" }
    // Not `joined`: what it looks up about its types at run time takes longer than logging a result should.
    var text = ""
    for word in words.dropLast() { text += text.isEmpty ? word : ", " + word }
    return text + (words.count > 2 ? ", " : " ") + last + " " + end
  }
}
