import Terminal

/// The name of a file as people type it, or as a terminal writes it when a file is dropped on it.
enum TypedPath {
  /// Takes off quotes around the whole and backslashes before other characters, and puts the home folder for `~/`.
  static func read(_ typed: String, home: String?) -> String {
    var path = typed
    for quote in ["'", "\""] where path.utf8.count >= 2 && path.hasPrefix(quote) && path.hasSuffix(quote) {
      return String(path.dropFirst().dropLast())
    }
    if path.hasPrefix("~/"), let home { path = Paths.join(home, String(path.dropFirst(2))) }
    var result = ""
    var isEscaped = false
    for character in path {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }
}
