package import Arguments
import AuditModel
import AuditReports
package import Terminal

/// How the headers and words of a team's own table are read: `Result=outcome, Item=check, OK=pass, check:R1=label-present`.
package struct ColumnMap {
  /// A column that has words of its own, for which a table may have other ones.
  package struct Vocabulary {
    let column: String
    let words: [String]

    package init(_ column: String, _ words: [String]) { (self.column, self.words) = (column, words) }
  }

  /// By the name of a header.
  private var columns: [String: String] = [:]
  /// By column, then by word.
  private var words: [String: [String: String]] = [:]
  /// As they were given, in order.
  private var pairs: [(from: String, to: String, isHeader: Bool)] = []

  private static let longest = 1 << 20

  /// Reads `--map`: pairs, or the name of a file with pairs; nil without the flag.
  ///
  /// - Parameters:
  ///   - columns: what a header can stand for.
  ///   - vocabularies: what a word of a column can stand for, where that is not any text.
  package init?(_ context: Context, columns: [String], _ vocabularies: [Vocabulary]) throws {
    guard let typed = context.arguments.string(.map) else { return nil }
    var text = typed
    if !typed.utf8.contains(UInt8(ascii: "=")) {
      let bytes = try context.text(of: typed).readAll(limit: Self.longest, name: MessageText.quoted(typed))
      guard let read = UTF8Text.decode(bytes) else {
        throw Problem(
          .badInput, code: "map.encoding", "cannot read \(MessageText.quoted(typed)): not UTF-8 text",
          hints: ["Save the file as UTF-8."])
      }
      text = read
    }
    try self.init(text, columns: columns, vocabularies)
  }

  /// - Parameter text: pairs, separated by commas or line ends; a line that begins with `#` is a comment. What is in
  ///   quotes may have commas and `=`.
  package init(_ text: String, columns: [String], _ vocabularies: [Vocabulary]) throws(Problem) {
    let names = Dictionary(columns.map { (CellText.name($0), $0) }, uniquingKeysWith: { first, _ in first })
    for line in text.split(whereSeparator: \.isNewline) where CellText.trimmed(String(line)).first != "#" {
      for piece in Self.parts(line, at: ",") {
        let piece = CellText.trimmed(piece)
        if piece.isEmpty { continue }
        let sides = Self.parts(Substring(piece), at: "=").map { Self.unquoted(CellText.trimmed($0)) }
        guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
          throw .usage(
            "map.invalid", "invalid pair \(MessageText.quoted(piece)) in --map; expected HEADER=COLUMN or WORD=WORD",
            hints: [
              "Pass --map \"Result=outcome,Item=check,OK=pass\", for example; put names with commas or = in quotes."
            ])
        }
        try take(from: sides[0], to: sides[1], names, vocabularies)
      }
    }
  }

  private mutating func take(
    from: String, to: String, _ names: [String: String], _ vocabularies: [Vocabulary]
  ) throws(Problem) {
    if let column = names[CellText.name(to)] {
      self.columns[CellText.name(from)] = column
      pairs.append((from, column, true))
      return
    }
    let wanted = CellText.word(to)
    func word(in vocabulary: Vocabulary) -> String? { vocabulary.words.first { $0.lowercased() == wanted } }
    // The column before a word, as in queries: severity:P1=critical.
    let parts = from.split(separator: ":", maxSplits: 1).map(String.init)
    if parts.count == 2, let column = names[CellText.name(parts[0])] {
      let vocabulary = vocabularies.first { $0.column == column }
      if let vocabulary, word(in: vocabulary) == nil {
        throw .usage(
          "map.unknown", "unknown \(column) \(MessageText.quoted(to)) in --map",
          hints: Suggestion.hint(for: to, among: vocabulary.words)
            + ["Use one of: \(vocabulary.words.joined(separator: ", "))."])
      }
      words[column, default: [:]][CellText.word(parts[1])] = vocabulary.flatMap(word) ?? to
      pairs.append((from, to, false))
      return
    }
    let meant = vocabularies.filter { word(in: $0) != nil }
    guard !meant.isEmpty else {
      let known = names.values.sorted() + vocabularies.flatMap(\.words)
      throw .usage(
        "map.unknown", "unknown column or word \(MessageText.quoted(to)) in --map",
        hints: Suggestion.hint(for: to, among: known) + [
          "Use one of: \(known.joined(separator: ", ")).",
          "Put the column before a word of any other column, e.g. component:Start=home.",
        ])
    }
    for vocabulary in meant { words[vocabulary.column, default: [:]][CellText.word(from)] = word(in: vocabulary) }
    pairs.append((from, to, false))
  }

  /// The parts of a text, not separated within quotes.
  private static func parts(_ text: Substring, at sign: Character) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == sign, !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count > 2, text.first == "\"", text.last == "\"" else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// The column of a header; nil if it is to be ignored.
  package func column(of header: String, among known: [String]) -> String? {
    let name = CellText.name(header)
    if let column = columns[name] { return column }
    return known.first { CellText.name($0) == name && !columns.values.contains($0) }
  }

  /// Whether a header was given to stand for a column.
  package func isNamed(_ header: String, _ column: String) -> Bool { columns[CellText.name(header)] == column }

  /// What a word in a column stands for; the word itself if it is not mapped.
  package func word(_ text: String, in column: String) -> String {
    words[column]?[CellText.word(text)] ?? text
  }

  /// What was understood: `Result = outcome, OK = pass; ignored: Date.`
  package func sentence(of header: [String], among known: [String]) -> String {
    let shown = header.compactMap { name in column(of: name, among: known).map { "\(name) = \($0)" } }
    let meant = pairs.filter { !$0.isHeader }.map { "\($0.from) = \($0.to)" }
    let ignored = header.filter { !$0.isEmpty && column(of: $0, among: known) == nil }
    let names = Set(header.map(CellText.name))
    let missing = pairs.filter { $0.isHeader && !names.contains(CellText.name($0.from)) }.map(\.from)
    return (shown + meant).joined(separator: ", ")
      + (ignored.isEmpty ? "" : "; ignored: \(ignored.joined(separator: ", "))")
      + (missing.isEmpty ? "." : "; not in the table: \(missing.joined(separator: ", ")).")
  }
}
