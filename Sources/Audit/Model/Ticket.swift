import Base

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
      guard bytes.count > head.count, bytes.prefix(head.count).map(ASCIIFold.small).elementsEqual(head) else {
        continue
      }
      return bytes.allSatisfy(isAddressByte) ? text : nil
    }
    return nil
  }

  /// Whether a typed name means a ticket: its number or address in any case, a pattern of either, or the end of its
  /// address, as `12` and `#12` are of `https://tracker.example/app/issues/12`.
  package static func isNamed(_ ticket: String, by typed: String) -> Bool {
    if Glob(typed.lowercased()).matches(ticket.lowercased()) { return true }
    let wanted = number(of: typed)
    return !typed.contains("/") && !wanted.isEmpty && number(of: ticket) == wanted
  }

  /// What an address ends with, in lowercase: `12` of `#12` and of `https://tracker.example/app/issues/12`.
  package static func number(of ticket: String) -> String {
    let last = ticket.lowercased().split(separator: "/").last ?? ""
    return String(last.hasPrefix("#") ? last.dropFirst() : last)
  }

  /// The names that mean the same ticket as another: it in any case, and its number or its address, as far as it has one
  /// address alone: each project counts from 1.
  package static func same(as ticket: String, among names: [String]) -> [String] {
    let wanted = number(of: ticket)
    let found = names.filter { number(of: $0) == wanted }
    let addresses = Set((found + [ticket]).filter { $0.contains("/") }.map { $0.lowercased() })
    if !wanted.isEmpty, addresses.count < 2 { return found }
    return found.filter { $0.lowercased() == ticket.lowercased() }
  }

  /// Whether work on a ticket is over, as its tracker says. It never closes a finding: only a test does.
  package enum State: String, CaseIterable, Sendable {
    case open, closed
  }

  /// A ticket of a finding, with its state where that is known.
  package struct Link: Equatable, Sendable {
    package var name: String
    package var state: State?
    /// Where it is on the web; nil for a number of which that is not known.
    package var address: String?
    /// Whether the team's tracker gives its address: it is no address by itself.
    package var isNumber: Bool { Ticket.link(name) == nil }

    package init(_ name: String, _ state: State? = nil) { (self.name, self.state) = (name, state) }
  }

  /// The state of something with several tickets: closed where one is and none is open; nil where no state is known.
  package static func state(of links: [Link]) -> State? {
    let states = links.compactMap(\.state)
    return states.contains(.open) ? .open : states.first
  }

  /// `https://example.org/browse/{}`: the address of a team's tickets, each with its number in the place of `{}`.
  package struct Address: Equatable, Sendable {
    package static let place = "{}"
    package static let longest = 500
    /// What terminals and browsers take of an address.
    private static let longestLink = 2_000

    private let head: Substring
    private let tail: Substring

    /// Nil for what is no such address. The number is foreign text, so it never names the server: `{}` is behind it.
    package init?(_ text: String) {
      guard text.utf8.count <= Self.longest, Ticket.link(text) != nil, let place = text.firstRange(of: Self.place),
        text.utf8.count(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) == 2
      else { return nil }
      head = text[..<place.lowerBound]
      tail = text[place.upperBound...]
      guard let server = head.firstRange(of: "://").map({ head[$0.upperBound...] }),
        let end = server.firstIndex(where: { "/?#".contains($0) }), end > server.startIndex,
        !server[..<end].contains("@")
      else { return nil }
    }

    /// The address of a ticket: that which it is itself, else with its number; nil where that would lead elsewhere.
    package func of(_ ticket: String) -> String? {
      if let own = Ticket.link(ticket) { return own }
      let number = ticket.utf8.first == UInt8(ascii: "#") ? String(ticket.dropFirst()) : ticket
      // A dot, or two, are steps between folders.
      guard !number.isEmpty, number != ".", number != "..", Ticket.isAllowed(ticket) else { return nil }
      let escaped = URIText.escaped(number).replacing("/", with: "%2F")
      let address = head + escaped + tail
      return address.utf8.count <= Self.longestLink ? String(address) : nil
    }
  }

  /// `javascript:`, `file:` and the like: letters, digits and `+.-`, up to a colon.
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return text.utf8[..<colon].allSatisfy { byte in
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(ASCIIFold.small(byte))
      return isLetter || byte.isDigit || "+.-".utf8.contains(byte)
    }
  }

  /// What stands in an address as it is: printable ASCII without blanks, quotation marks and angle brackets.
  private static func isAddressByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"'<>`\\".utf8.contains(byte)
  }
}

/// One thing that a tool found by itself, as its report says it; which component and which check it belongs to is
/// still to be decided.
package struct ToolFinding: Equatable, Sendable {
  /// Whose rules they are; many tools run those of another.
  package enum Tool: String, CaseIterable, Sendable {
    /// `performAccessibilityAudit` of XCTest.
    case xctest
    case axe
    /// `a11y-check` of CVS Health, which reads Swift source.
    case cvs
    /// axe-android, and what Accessibility Insights for Android runs of it.
    case android = "axe-android"
    /// The Accessibility Test Framework of Android.
    case atf
    /// HTML_CodeSniffer.
    case htmlcs
    /// The mobile SDK of Evinced.
    case evinced
    /// The requirements of Accessibility Insights for Web that a person tests.
    case insights
    /// Success criteria, as EARL and the WCAG-EM Report Tool name them.
    case wcag
    /// A tool that wrote SARIF or EARL, whose rules are not known here.
    case other
  }

  package var tool: Tool
  /// The tool's own name for what it looks for: `contrast`, `image-alt`.
  package var rule: String
  package var message: String
  package var detail = ""
  /// Only for review: the tool does not report it as a failure.
  package var isReview = false
  /// The success criteria that the tool names, by number.
  package var criteria: [String] = []
  /// How bad the tool calls it.
  package var impact: Severity?
  /// The component, where the report names one.
  package var component = ""
  /// The element as the report has it; the first is shown.
  package var elements: [String] = []
  /// What a component may be found by: identifiers and labels, and nothing that only looks like one.
  package var names: [String] = []
  /// What kind of element it is, as XCTest names it: `Button`, `StaticText`. Empty where the report does not say.
  package var type = ""
  package var screen = ""
  /// The source file, where the tool reads source.
  package var file = ""
  /// Where in it, from 1; nil where the report does not say.
  package var line: Int?
  package var device = ""
  package var os = ""
  package var build = ""
  package var condition: Condition?
  /// When the tool ran, in ms UTC.
  package var time: Int64?
  /// The tool's version, or another name of the run.
  package var run = ""
  /// Its place in the report: `line 3` or a JSON path.
  package var place: String

  package init(tool: Tool, rule: String, message: String, place: String) {
    (self.tool, self.rule, self.message, self.place) = (tool, rule, message, place)
  }
}

/// Permission to live with a finding for a while. It never turns a failure into a pass.
package struct Waiver: Equatable, Sendable {
  package enum Reason: String, CaseIterable, Sendable {
    case platformLimit = "platform-limit"
    case thirdParty = "third-party"
    case disputed
    case deferred
    case notOurBug = "not-our-bug"
  }

  /// A component, or a pattern such as `third-party/**`.
  package var component: String
  /// A check, or a pattern such as `haptics.*`.
  package var check: String
  /// Nil for every condition.
  package var condition: String?
  package var reason: String
  package var approver: String
  /// The last day it is in force, `YYYY-MM-DD` UTC.
  package var until: String
  package var note: String
  /// Its number in the team's issue tracker; empty where there is none.
  package var ticket: String

  package init(
    component: String, check: String, condition: String?, reason: String, approver: String, until: String,
    note: String, ticket: String = ""
  ) {
    (self.component, self.check, self.condition, self.reason) = (component, check, condition, reason)
    (self.approver, self.until, self.note, self.ticket) = (approver, until, note, ticket)
  }

  /// Whether it is in force on a day (`YYYY-MM-DD` UTC): until the end of its last one.
  package func isInForce(on day: String) -> Bool { day <= until }
}

/// What the words of trackers mean. Jira writes the headers and states of an export in the language of the person who
/// exports: English, German, French, Spanish, Portuguese, Polish, Italian, Dutch, Russian, Chinese, Korean, and Japanese
/// as its sites have them. A team's own words come with `--map`.
package struct TicketVocabulary: Sendable {
  /// Headers of columns that may hold the key or address of a ticket, the best first: an address may be that of the page
  /// that a ticket is about.
  package var tickets: [String] = []
  /// Those of its number, which may be that of the row as well.
  package var numbers: [String] = []
  /// Headers of the state: the category comes before the word of a team's own workflow.
  package var states: [String] = []
  /// Headers of columns that have something only of a ticket that is closed: Asana's date, and Trello's archive.
  package var closings: [String] = []
  package var closed: Set<String> = []
  package var open: Set<String> = []
}
