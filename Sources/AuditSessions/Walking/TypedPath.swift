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
  /// The names in the folder of a path that is typed so far; those of folders end with a slash.
  static func completion(of typed: String, home: String?, _ files: any FileAccess) -> LineEditor.Completion {
    let quote = typed.first.map { "'\"".contains($0) } == true ? String(typed.prefix(1)) : ""
    let start = typed.index(typed.startIndex, offsetBy: quote.count)
    let kept = typed[..<(typed.lastIndex(of: "/").map(typed.index(after:)) ?? start)]
    func plain(_ text: Substring) -> String { quote.isEmpty ? read(String(text), home: home) : String(text) }
    let folder = plain(kept.dropFirst(quote.count))
    let begun = plain(typed[kept.endIndex...])
    let names = FileNames.names(in: folder.isEmpty ? "." : folder).filter {
      $0.hasPrefix(begun) && ($0.hasPrefix(".") == begun.hasPrefix("."))
    }
    return LineEditor.Completion(
      kept,
      names.map { name in
        let isFolder = files.kind(of: Paths.join(folder, name)) == .directory
        return quote.isEmpty ? escaped(name) + (isFolder ? "/" : "") : name + (isFolder ? "/" : quote)
      })
  }

  /// As a shell would want it, and as `read` takes it.
  private static func escaped(_ name: String) -> String {
    name.reduce(into: "") { $0 += (" '\"\\".contains($1) ? "\\" : "") + String($1) }
  }
}
