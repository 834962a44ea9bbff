import Audit
import Children
import NamedCells
import Testing

@Suite("path patterns")
struct QueryGlobTests {
  @Test(
    "a star stays within one part, two cross parts, a trailing slash means all below",
    arguments: [
      ("sign-in", "sign-in", true), ("sign-in", "sign-in/button", false), ("sign-in/", "sign-in/button", true),
      ("sign-in/", "sign-in", false), ("*", "sign-in", true), ("*", "sign-in/button", false),
      ("**", "sign-in/button", true), ("**", "", true), ("", "", true), ("", "a", false), ("*", "", true),
      ("sign-in/*", "sign-in/a/b", false), ("sign-in/**", "sign-in/a/b", true), ("**/b", "sign-in/a/b", true),
      ("**/b", "b", true), ("**/b", "ab", false), ("**/b", "a/bb", false), ("a/**/b", "a/b", true),
      ("a/**/b", "ab", false), ("a/**/b", "a/x/y/b", true), ("a**/b", "ab", false), ("a**/b", "b", false),
      ("**/*", "a", true), ("**/", "", false), ("**/", "a", false), ("**/", "a/", true), ("**/**/b", "b", true),
      ("maps/**", "maps", false),
      ("maps/**", "maps/a", true), ("maps/**", "maps/a/b", true), ("maps/**", "mapsa", false),

      ("*/b", "a/b", true), ("a*c", "abbc", true), ("a*c", "ab/c", false), ("a***c", "ab/c", true),
      ("A", "a", false), ("a.b", "axb", false), ("[a]", "a", false), ("?", "a", false),
      ("caf\u{e9}", "cafe\u{301}", false), ("*\u{1F525}", "x\u{1F525}", true),
    ])
  func table(pattern: String, path: String, matches: Bool) {
    #expect(Glob(pattern).matches(path) == matches)
  }

  @Test("who chooses all below a key chooses it as well, and a kept pattern is for what it was")
  func choosing() {
    for (path, chosen) in [("maps", true), ("maps/a/b", true), ("mapsa", false), ("map", false)] {
      #expect(Glob.choosing("maps/**").matches(path) == chosen, "\(path)")
    }
    #expect(!Glob("maps/**").matches("maps") && !Glob.choosing("maps/*").matches("maps"))
    #expect(!Glob.choosing("maps/").matches("maps") && Glob.choosing("m*/**").matches("maps"))
    #expect(Glob.choosing("maps") == Glob("maps"))
    // An assignment keeps what it was for: closings of programs that had another meaning do not say whom they followed.
    var round = AuditRound(name: "r")
    round.assignments = ["t1=maps/**"].compactMap(Assignment.init)
    for (closed, followed, chosen) in [(nil, nil, true), (1, nil, false), (1, [], true), (1, ["*"], true)]
      as [(Int64?, [String]?, Bool)]
    {
      (round.closed, round.followed) = (closed, followed)
      #expect(round.components(assignedTo: "t1").map { $0.matches("maps") } == [chosen])
    }
  }

  @Test("every pattern matches what a plain recursive matcher matches")
  func reference() {
    var random = SplitMix64(seed: 0)
    func text(_ letters: String) -> String {
      String((0..<Int.random(in: 0...7, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    // With more than 64 pieces the places of a pattern are in several words.
    let long = String(repeating: "c", count: 70)
    for number in drawnSeeds(of: 40_000) {
      random = SplitMix64(seed: UInt64(number))
      let (first, second) = number % 4 == 0 ? ("*" + long, long) : ("", "")
      let (pattern, path) = (first + text("ab/**"), second + text("ab/"))
      #expect(
        Glob(pattern).matches(path) == Self.matches(Self.pieces(pattern), Array(path.utf8)[...]),
        "\(pattern) \(path)")
    }
  }

  @Test("a pattern made to be slow is not")
  func linear() {
    let pattern = String(repeating: "*a", count: 60) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 2_000)))
    let parts = String(repeating: "**/", count: 60) + "b"
    #expect(!Glob(parts).matches(String(repeating: "a/", count: 1_000)))
  }

  @Test("a pattern ends where it ends, however many words hold its places", arguments: 60...68)
  func lengths(count: Int) {
    let (pattern, letters) = (Glob("*" + String(repeating: "a", count: count)), String(repeating: "a", count: count))
    #expect(pattern.matches(letters) && pattern.matches("b" + letters))
    #expect(!pattern.matches(String(letters.dropLast())) && !pattern.matches(letters + "b"))
  }

  @Test("only stars and a trailing slash make a pattern")
  func isPattern() {
    #expect(!Glob("a/b").isPattern && Glob("a/").isPattern && Glob("a*").isPattern && Glob("**").isPattern)
  }

  private enum Piece {
    case byte(UInt8)
    case within, across
    /// `**/` at the beginning of a part.
    case parts
  }

  /// A run of two or more stars is one that crosses parts.
  private static func pieces(_ pattern: String) -> ArraySlice<Piece> {
    var rest = Array(pattern.utf8)[...]
    var pieces: [Piece] = []
    var isPartStart = true
    while let byte = rest.first {
      let stars = rest.prefix { $0 == UInt8(ascii: "*") }.count
      if isPartStart, stars > 1, rest.count > stars + 1, rest.dropFirst(stars).first == UInt8(ascii: "/") {
        rest.removeFirst(stars + 1)
        pieces.append(.parts)
        continue
      }
      isPartStart = byte == UInt8(ascii: "/")
      rest.removeFirst(max(stars, 1))
      pieces.append(stars == 0 ? .byte(byte) : stars == 1 ? .within : .across)
    }
    return (pieces + (pattern.hasSuffix("/") ? [.across] : []))[...]
  }

  private static func matches(_ pieces: ArraySlice<Piece>, _ path: ArraySlice<UInt8>) -> Bool {
    guard let piece = pieces.first else { return path.isEmpty }
    let rest = pieces.dropFirst()
    switch piece {
    case .byte(let byte): return path.first == byte && matches(rest, path.dropFirst())
    case .within:
      if matches(rest, path) { return true }
      return path.first.map { $0 != UInt8(ascii: "/") } == true && matches(pieces, path.dropFirst())
    case .parts:
      return matches(rest, path)
        || path.indices.contains { path[$0] == UInt8(ascii: "/") && matches(rest, path[($0 + 1)...]) }
    case .across:
      return matches(rest, path) || (!path.isEmpty && matches(pieces, path.dropFirst()))
    }
  }

  @Test("Of a text the spelling of accents does not matter, of a path it does")
  func accents() {
    #expect(Glob("Zur\u{FC}*").matchesText("Zuru\u{308}ck") && Glob("Zuru\u{308}*").matchesText("Zur\u{FC}ck"))
    #expect(!Glob("Zur\u{FC}ck").matchesText("Zuruck") && !Glob("Zur\u{FC}*").matches("Zuru\u{308}ck"))
    #expect(Glob("*").matchesText("e\u{301}") && Glob("a*").matchesText("abc"))
  }
}
