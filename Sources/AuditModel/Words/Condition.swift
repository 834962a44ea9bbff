/// The settings and posture under which a result was seen, as a sorted set of tokens; empty is the default.
package struct Condition: Hashable, Sendable {
  /// Sorted, comma-separated tokens such as `dark,text-ax5`; empty for the default.
  package let text: String

  package static let standard = Condition(unchecked: "")

  private init(unchecked text: String) {
    self.text = text
  }

  /// Reads tokens separated by commas or `+`, in any order; `default` and the empty string are the default condition.
  ///
  /// `+` is what joins them where commas part several conditions: it means the same everywhere.
  package init(parsing typed: String) throws(NameProblem) {
    if typed.utf8.count > Names.longestKey {
      throw NameProblem("the condition is longer than \(Names.longestKey) bytes")
    }
    var tokens: Set<String> = []
    for part in typed.split(whereSeparator: { $0 == "," || $0 == "+" }) {
      let token = String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      if token == "default" || token.isEmpty { continue }
      let isPlain = token.utf8.allSatisfy { byte in
        (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
          || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: "-")
      }
      guard isPlain, !token.hasPrefix("-") else {
        throw NameProblem("invalid condition \"\(token)\"; expected words such as dark, text-ax5, or reduce-motion")
      }
      tokens.insert(token)
    }
    text = tokens.sorted().joined(separator: ",")
  }

  /// The text people read: the tokens, or `default`.
  package var shown: String { Self.shown(text) }

  /// The text people read for the stored form of a condition.
  package static func shown(_ text: String) -> String { text.isEmpty ? "default" : text }

  package var tokens: [String] { text.split(separator: ",").map(String.init) }
}
