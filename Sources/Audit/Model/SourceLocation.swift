/// A file and a line that a developer can open: the place of a component in the source, or else in the list of
/// components.
package struct SourceLocation: Equatable, Sendable {
  /// As specified: from the root of the repository, or an absolute path.
  package var file: String
  /// From 1; 1 if not specified.
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// - Parameter source: `Views/Close.swift`, with `:42` or `:42:7` after it if the line is known.
  package init(source: String) {
    let parts = source.split(separator: ":", omittingEmptySubsequences: false)
    var numbers = parts.dropFirst().reversed().prefix { Self.number($0) != nil }.count
    numbers = min(numbers, 2)
    file = parts.dropLast(numbers).joined(separator: ":")
    line = numbers == 0 ? 1 : Self.number(parts[parts.count - numbers]) ?? 1
  }

  package static func number(_ text: some StringProtocol) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      number > 0
    else { return nil }
    return number
  }

  /// `Views/Close.swift:42`; without the line if it is not specified.
  package var text: String { line > 1 ? "\(file):\(line)" : file }
}
