package import AuditModel

extension SourceLocation {
  /// What `a11y list components --format csv -o components.csv` writes: the list of components, for those without a
  /// source file.
  static let componentList = "components.csv"

  /// The place of each component, by key. One without a source file is in the list of components, on its line.
  package static func places(_ components: [Component]) -> [String: SourceLocation] {
    let used = components.filter { !$0.isRetired }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var places: [String: SourceLocation] = [:]
    for component in components where !component.source.isEmpty {
      places[component.key] = SourceLocation(source: component.source)
    }
    // The first line is the header.
    for (row, component) in used.enumerated() where component.source.isEmpty {
      places[component.key] = SourceLocation(file: componentList, line: row + 2)
    }
    return places
  }

  /// The same file at the line in a note, e.g. `Close.swift:42` or `line 42`; unchanged without one.
  func narrowed(by note: String) -> SourceLocation {
    guard let name = file.split(separator: "/").last, file != Self.componentList else { return self }
    let line = Self.line(after: "\(name):", in: note) ?? Self.line(after: "line ", in: note)
    return SourceLocation(file: file, line: line ?? self.line)
  }

  /// The number after the first place of some words that a number follows.
  private static func line(after words: String, in note: String) -> Int? {
    let wanted = Array(words.utf8)
    var rest = Array(note.utf8)[...]
    while let start = rest.firstIndex(of: wanted[0]) {
      rest = rest[start...]
      let digits = rest.dropFirst(wanted.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if rest.starts(with: wanted), let line = number(String(decoding: digits, as: UTF8.self)) { return line }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// A note without the line at its end, which is shown with the file: `no label, line 42` is `no label`.
  static func withoutLine(_ note: String) -> String {
    guard let start = note.utf8.lastIndex(of: UInt8(ascii: ",")), note[start...].hasPrefix(", line "),
      number(note[start...].dropFirst(", line ".count)) != nil
    else { return note }
    return String(note[..<start])
  }

  /// The file as a URI reference; an absolute one with its scheme.
  var address: String { (file.utf8.first == UInt8(ascii: "/") ? "file://" : "") + URIText.escaped(file) }
}
