import AuditReports

/// The kind of an output, from its first bytes: two outputs of one command are of one kind, even if their numbers
/// differ.
struct OutputKind: Equatable {
  private let words: [String]

  /// - Parameter head: the first `ByteWriter.headLength` bytes.
  /// - Returns: nil for a file that this program did not write.
  init?(head: [UInt8]) {
    let text = String(decoding: head, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map(Self.pattern).filter { !$0.isEmpty }
    guard let first = lines.first else { return nil }
    switch first.utf8.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard let words = Self.document(text) else { return nil }
      self.words = words
    case UInt8(ascii: "<"):
      guard let words = Self.page(lines) ?? Self.markup(lines) else { return nil }
      self.words = words
    default:
      // "Findings" may be the heading of any notes.
      let isTelling = first.contains(" ") || first.contains(",") || first.contains("\t")
      guard isTelling || lines.count > 1 else { return nil }
      words = isTelling ? [first] : Array(lines.prefix(2))
    }
  }

  /// The description of a page, else its title; nil for a page of another program.
  private static func page(_ lines: [String]) -> [String]? {
    guard lines[0] == "<!doctype html>",
      lines.contains(pattern("<meta name=\"generator\" content=\"\(HTMLPage.generator)\">")),
      let title = lines.first(where: { $0.hasPrefix("<meta name=\"description\"") })
        ?? lines.first(where: { $0.hasPrefix("<title>") })
    else { return nil }
    return [title]
  }

  /// The second line of a document names its maker.
  private static func markup(_ lines: [String]) -> [String]? {
    lines[0].hasPrefix("<?xml") && lines.count > 1 ? Array(lines.prefix(2)) : nil
  }

  /// A line with its numbers and spaces normalized: dates, counts and widths of columns change from day to day.
  private static func pattern(_ line: some StringProtocol) -> String {
    var pattern = ""
    var last: Character?
    for character in line {
      let even: Character = character.isNumber ? "0" : character == " " ? " " : character
      if even == last, even == "0" || even == " " { continue }
      pattern.append(even)
      last = even
    }
    return pattern
  }

  /// The first keys of a JSON document, and its schema. SARIF belongs to the tool that it names.
  private static func document(_ text: String) -> [String]? {
    let strings = text.split(separator: "\"", omittingEmptySubsequences: false)
    var keys: [String] = []
    var named: [String: String] = [:]
    for index in stride(from: 1, to: strings.count - 1, by: 2) {
      guard strings[index + 1].drop(while: \.isWhitespace).first == ":" else { continue }
      let key = String(strings[index])
      keys.append(key)
      if ["schema", "name"].contains(key), named[key] == nil, index + 2 < strings.count {
        named[key] = String(strings[index + 2])
      }
    }
    guard !keys.isEmpty else { return nil }
    if let schema = named["schema"] { return [schema] }
    let isSARIF = keys[0] == "$schema"
    return Array(keys.prefix(3)) + (isSARIF ? [named["name"] ?? ""] : [])
  }
}
