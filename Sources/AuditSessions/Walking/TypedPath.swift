import Terminal

/// A file name as typed, or as a terminal inserts it when a file is dropped on it.
enum TypedPath {
  /// Removes surrounding quotes and backslash escapes, and replaces `~/` with the home folder.
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
