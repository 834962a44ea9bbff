package import Arguments
import AuditReports
package import Terminal

/// How the headers and words of a team's own table are read: `Result=outcome, Item=check, OK=pass, x=fail`.
package struct ColumnMap {
  /// By header, in lowercase.
  private let columns: [String: String]
  /// By word, in lowercase.
  private let words: [String: String]
  /// As they were given, in order.
  private let pairs: [(from: String, to: String)]

  private static let longest = 1 << 20

  /// Reads `--map`: pairs, or the name of a file with pairs; nil without the flag.
  ///
  /// - Parameters:
  ///   - columns: what a header can stand for.
  ///   - words: what a word of the table can stand for.
  package init?(_ context: Context, columns: [String], words: [String] = []) throws {
    guard let typed = context.arguments.string(.map) else { return nil }
    var text = typed
    if !typed.utf8.contains(UInt8(ascii: "=")) {
      let bytes = try context.text(of: typed).readAll(limit: Self.longest, name: MessageText.quoted(typed))
      text = String(decoding: bytes, as: UTF8.self)
    }
    try self.init(text, columns: columns, words: words)
  }

  /// - Parameter text: pairs, separated by commas or line feeds; a line that begins with `#` is a comment.
  package init(_ text: String, columns: [String], words: [String]) throws(Problem) {
    var (pairs, headers, values): ([(from: String, to: String)], [String: String], [String: String]) = ([], [:], [:])
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      for piece in line.split(separator: ",") {
        let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          .map { ParsedArguments.parts(of: String($0)).first ?? "" }
        guard sides.count == 2, !sides[0].isEmpty else {
          throw .usage(
            "map.invalid", "invalid pair \(MessageText.quoted(String(piece))) in --map; expected HEADER=COLUMN",
            hints: ["Pass --map \"Result=outcome,Item=check\", for example."])
        }
        let (from, to) = (sides[0].lowercased(), sides[1].lowercased())
        if columns.contains(to) {
          headers[from] = to
        } else if words.contains(to) {
          values[from] = to
        } else {
          let known = columns + words
          throw .usage(
            "map.unknown", "unknown column \(MessageText.quoted(sides[1])) in --map",
            hints: Suggestion.hint(for: to, among: known) + ["Use one of: \(known.joined(separator: ", "))."])
        }
        pairs.append((sides[0], to))
      }
    }
    (self.columns, self.words, self.pairs) = (headers, values, pairs)
  }

  /// The column of a header; nil if it is to be ignored.
  package func column(of header: String, among known: [String]) -> String? {
    let name = header.lowercased()
    return columns[name] ?? (known.contains(name) && !columns.values.contains(name) ? name : nil)
  }

  /// What a word of the table stands for; the word itself if it is not mapped.
  package func word(_ text: String) -> String { words[text.lowercased()] ?? text }

  /// What was understood: `Result = outcome, OK = pass; ignored: Date.`
  package func sentence(of header: [String], among known: [String]) -> String {
    let shown = header.compactMap { name in column(of: name, among: known).map { "\(name) = \($0)" } }
    let meant = pairs.filter { words[$0.from.lowercased()] != nil }.map { "\($0.from) = \($0.to)" }
    let ignored = header.filter { column(of: $0, among: known) == nil }
    return (shown + meant).joined(separator: ", ")
      + (ignored.isEmpty ? "." : "; ignored: \(ignored.joined(separator: ", ")).")
  }
}
