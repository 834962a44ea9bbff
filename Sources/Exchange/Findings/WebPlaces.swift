import Audit
import Base

/// The elements and pages of reports of the web by what people call them.
extension AxeFindings {
  /// `Element does not have an alt attribute`, of a summary that begins with what to do with several of them.
  static func summary(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    return ReportText.oneLine(String(lines.count > 1 ? lines[1] : lines.first ?? ""), limit: ReportText.line)
  }

  /// The element itself: those before it are frames, an array is a way through shadow roots.
  static func selector(_ target: [(place: String, value: JSONValue)]) -> String {
    let last = target.last
    return last.flatMap { $0.value.stringValue ?? $0.value.arrayValue?.last?.stringValue } ?? ""
  }

  /// Says which element it is: shown by its selector, and found by its identifier alone.
  static func set(_ selector: String, of finding: inout ToolFinding) {
    let shown = ReportText.oneLine(selector, limit: ReportText.line)
    finding.elements = [shown].filter { !$0.isEmpty }
    finding.names = [identifier(in: shown)].filter { !$0.isEmpty }
  }

  /// The attribute that testers give an element as its name; the value of any other one (an id, a label, a class) only
  /// looks like one, and rules of the tracker say whose it is.
  private static let identifying = "[data-testid="

  /// The identifier of the element that a selector is of, in any quotes or none: `sign-in/close` of
  /// `main > [data-testid="sign-in\/close"]:nth-child(2)`.
  static func identifier(in selector: String) -> String {
    guard let start = selector.ranges(of: identifying).last?.upperBound else { return "" }
    var rest = selector.unicodeScalars[start...]
    let quote = rest.first == "\"" || rest.first == "'" ? rest.removeFirst() : nil
    var name = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\\" {
        if let meant = escaped(&rest) { name.append(meant) }
      } else if scalar != quote ?? "]" {
        name.append(scalar)
      } else {
        // What follows tells the element from others of its name, unless it is an element within it.
        let isWhole = quote == nil || rest.popFirst() == "]"
        guard isWhole, !rest.contains(where: { " >+~".unicodeScalars.contains($0) }) else { return "" }
        // What a backslash stands for may be a line break or another control character.
        return ReportText.oneLine(String(name), limit: ReportText.line)
      }
    }
    return ""
  }

  /// What a backslash in a selector makes a part of a name: `/` in `\/`, and `1`, which may not begin one, in `\31 `.
  private static func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    let digits = rest.prefix(6).prefix { $0.properties.isASCIIHexDigit }
    guard let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16) else { return rest.popFirst() }
    rest.removeFirst(digits.count)
    if rest.first == " " { rest.removeFirst() }
    return Unicode.Scalar(value)
  }

  /// What a page is called: the path of its address, without what does not tell pages apart; the host for the first. An
  /// app of one page has the path behind `#`: `sign-in` of `https://shop.example/#/sign-in`.
  static func screen(_ address: String) -> String {
    // A page that is written into its address, or has none, is called nothing.
    if ["data:", "about:", "blob:"].contains(where: address.hasPrefix) { return "" }
    let route = address.drop { $0 != "#" }.drop { "#!".contains($0) }
    if route.hasPrefix("/"), case let inner = screen(String(route)), !inner.isEmpty { return inner }
    let rest = address.prefix { $0 != "?" && $0 != "#" }
    var parts = rest.split(separator: "/").map(String.init)
    if rest.contains("://"), parts.count > 1 {
      // Of an address the host is left out, of a file its folders.
      parts = parts.first == "file:" ? parts.suffix(1) : Array(parts.dropFirst(parts.count > 2 ? 2 : 1))
    }
    if let last = parts.last, last.hasSuffix(".html") { parts[parts.count - 1] = String(last.dropLast(5)) }
    return ReportText.oneLine(ReportText.decoded(parts.joined(separator: "/")), limit: ReportText.line)
  }
}
