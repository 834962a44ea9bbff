/// Whether a text contains another, ignoring case.
enum TextSearch {
  static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.lowercased().utf8), Array(part.lowercased().utf8))
    guard !part.isEmpty, part.count <= text.count else { return part.isEmpty }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
