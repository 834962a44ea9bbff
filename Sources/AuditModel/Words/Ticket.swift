/// The number or address of something in a team's issue tracker.
package enum Ticket {
  /// Whether a text may be kept as one: an `http` or `https` address, or a plain number such as `APP-12` or `#12`.
  ///
  /// Any other address is refused: a report makes a link of it, and a link that runs something is no ticket.
  package static func isAllowed(_ text: String) -> Bool { link(text) != nil || !hasScheme(text) }

  /// The address to link to; nil for a plain number, and for what came from elsewhere and is no address of the web.
  package static func link(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    for scheme in ["https://", "http://"] {
      let head = Array(scheme.utf8)
      guard bytes.count > head.count, bytes.prefix(head.count).map(asciiLowered).elementsEqual(head) else { continue }
      return bytes.allSatisfy(isAddressByte) ? text : nil
    }
    return nil
  }

  /// Whether a typed name means a ticket: its number or address in any case, a pattern of either, or the end of its
  /// address, as `12` and `#12` are of `https://tracker.example/app/issues/12`.
  package static func isNamed(_ ticket: String, by typed: String) -> Bool {
    let (ticket, typed) = (ticket.lowercased(), typed.lowercased())
    if Glob(typed).matches(ticket) { return true }
    func number(_ text: Substring) -> Substring { text.hasPrefix("#") ? text.dropFirst() : text }
    let wanted = number(typed[...])
    return !wanted.isEmpty && ticket.split(separator: "/").last.map(number) == wanted
  }

  /// Whether work on a ticket is over, as its tracker says. It never closes a finding: only a test does.
  package enum State: String, CaseIterable, Sendable {
    case open, closed
  }

  /// A ticket of a finding, with its state where that is known.
  package struct Link: Equatable, Sendable {
    package var name: String
    package var state: State?

    package init(_ name: String, _ state: State? = nil) {
      (self.name, self.state) = (name, state)
    }
  }

  /// The state of something with several tickets: closed where one is and none is open; nil where no state is known.
  package static func state(of links: [Link]) -> State? {
    let states = links.compactMap(\.state)
    return states.contains(.open) ? .open : states.first
  }

  /// `javascript:`, `file:` and the like: letters, digits and `+.-`, up to a colon.
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return text.utf8[..<colon].allSatisfy { byte in
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(asciiLowered(byte))
      return isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+.-".utf8.contains(byte)
    }
  }

  /// What stands in an address as it is: printable ASCII without blanks, quotation marks and angle brackets.
  private static func isAddressByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"'<>`\\".utf8.contains(byte)
  }
}
