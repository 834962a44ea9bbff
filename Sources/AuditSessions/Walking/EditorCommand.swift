/// The words of `VISUAL` or `EDITOR`: a program and its arguments, split at spaces outside of quotes.
///
/// No other shell syntax is supported; nothing is expanded.
enum EditorCommand {
  static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    return words
  }
}
