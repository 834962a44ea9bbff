import Audit
import Testing

@Suite("Names that look alike")
struct NameLookTests {
  @Test(
    "What a person does not tell apart has one look",
    arguments: [
      ("caf\u{e9}", "cafe\u{301}"), ("Home", "home"), ("home", "ho\u{200b}me"), ("home", "home\u{feff}"),
      ("home", "\u{2060}home"), ("a b", "a\u{a0}b"), ("a b", "a  b"), ("home", "home "), ("home", "h\u{ad}ome"),
      ("home", "home\u{e0041}"), ("\u{c9}t\u{e9}", "e\u{301}te\u{301}"), ("x", "x\u{fe0f}"), ("x", "x\u{3164}"),
      ("a", "a\u{2800}"), ("sign-in/close", "sign-in/\u{202e}close"), ("home", "h\u{43e}me"), ("home", "\u{ff48}ome"),
      ("home", "h\u{3bf}me"), ("item", "\u{131}tem"), ("Item", "\u{399}tem"), ("file", "\u{fb01}le"),
      ("sign-in", "sign\u{2010}in"), ("sign/in", "sign\u{2044}in"), ("home", "h\u{1d428}me"),
      ("tom", "\u{422}\u{43e}\u{43c}"), ("Size3", "\u{405}ize\u{417}"), ("k1", "\u{212a}1"), ("a1", "a\u{1d7cf}"),
      ("\u{412}\u{418}\u{414}", "\u{432}\u{438}\u{434}"),
    ])
  func alike(one: String, other: String) throws {
    #expect(NameLook(one) == NameLook(other))
    let pair = try #require(LookAlike.pairs("component", [one, other]).first)
    #expect(Array(pair.name.utf8) == Array(other.utf8))
    #expect(Array(pair.other.utf8) == Array(one.utf8))
  }

  @Test(
    "What differs to the eye differs",
    arguments: [
      ("home", "hom"), ("a", "\u{e4}"), ("a-b", "a_b"), ("1", "l"), ("\u{430}", "\u{431}"), ("\u{4f60}", "a"),
    ])
  func different(one: String, other: String) {
    #expect(NameLook(one) != NameLook(other))
    #expect(LookAlike.pairs("component", [one, other]).isEmpty)
  }

  @Test("The same name twice is one name, and three of a look are two pairs")
  func groups() {
    #expect(LookAlike.pairs("tester", ["a", "b", "a"]).isEmpty)
    #expect(LookAlike.pairs("tester", ["caf\u{e9}", "b", "Caf\u{e9}", "cafe\u{301}", "b"]).count == 2)
  }

  @Test("The sentence names the characters, which the names may not show")
  func sentence() throws {
    let pair = try #require(LookAlike.pairs("component", ["caf\u{e9}", "cafe\u{301}"]).first)
    #expect(
      pair.sentence.unicodeScalars.elementsEqual(
        "component \"cafe\u{301}\" looks like \"caf\u{e9}\" (different characters: U+0065 and U+00E9)".unicodeScalars))
    #expect(
      LookAlike.pairs("audit", ["x", "x\u{200b}"]).first?.sentence.hasSuffix("(different characters: U+200B and end)")
        == true)
  }
}
