import CanonicalJSON

/// The mark that a ticket has of what it is about, `a11y-ghjkmnpqrstv`: the same for the same finding in each run, so that
/// the ticket finds its way back.
package enum TicketMark {
  /// No digits of a hexadecimal number: trackers make links to commits of those.
  private static let letters = Array("ghjkmnpqrstvwxyz")
  private static let head = "a11y-"
  private static let length = 12

  package static func of(_ place: ScopeCell) -> String { of([place.component, place.check, place.condition]) }

  /// Of a ticket about all that fails of a check.
  package static func of(check: String) -> String { of([check]) }

  private static func of(_ names: [String]) -> String {
    let digest = SHA256.digest(of: Array(names.joined(separator: "\n").utf8))
    return head + String(digest.hex.prefix(length).map { letters[$0.hexDigitValue ?? 0] })
  }

  /// Whether a text is a mark and nothing else.
  static func isMark(_ text: String) -> Bool {
    first(in: Array(text.utf8)[...])?.utf8.count == text.utf8.count
  }

  /// The first mark in a text.
  package static func first(in text: ArraySlice<UInt8>) -> String? {
    let head = Array(Self.head.utf8)
    var rest = text
    while let start = rest.firstIndex(of: head[0]) {
      rest = rest[start...]
      let letters = rest.dropFirst(head.count).prefix(length)
      let end = rest.dropFirst(head.count + length).first
      if rest.starts(with: head), letters.count == length, letters.allSatisfy(isLetter), !(end.map(isLetter) ?? false) {
        return String(decoding: rest.prefix(head.count + length), as: UTF8.self)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { "ghjkmnpqrstvwxyz".utf8.contains(byte) }
}
