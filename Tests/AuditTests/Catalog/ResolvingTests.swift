import Audit
import Testing

@Suite struct ResolvingTests {
  @Test(
    "a typed name finds the check that is meant",
    arguments: [
      ("voiceover.label-present", "voiceover.label-present"), ("VoiceOver.Label-Present", "voiceover.label-present"),
      ("label-present", "voiceover.label-present"), ("voiceover.label-pr", "voiceover.label-present"),
      ("label-pres", "voiceover.label-present"), ("voi.label-pres", "voiceover.label-present"),
      ("minimum-44pt", "touch-target.minimum-44pt"), ("44pt-primary", ""),
      ("24pt-floor", "touch-target.wcag-24pt-floor"),
      ("traits.button", "traits.button"), ("haptics.type-l", "haptics.type-light"),
    ])
  func one(typed: String, id: String) {
    let expected: Resolution = id.isEmpty ? .none(suggestions: []) : .one(id)
    #expect(resolve(typed, among: Catalog.checks.map(\.id)) == expected)
  }

  @Test("a beginning that fits several names gives them all")
  func several() {
    let found = resolve("haptics.type", among: Catalog.checks.map(\.id))
    let types = ["light", "medium", "heavy", "success", "error", "warning", "selection"].map { "haptics.type-\($0)" }
    #expect(found == .several(types))
  }

  @Test("every identifier resolves to itself")
  func itself() {
    let ids = Catalog.checks.map(\.id)
    for id in ids { #expect(resolve(id, among: ids) == .one(id)) }
  }

  @Test(
    "a slip is answered with what it looks like",
    arguments: [
      ("voiceover.lable-present", "voiceover.label-present"), ("lable-present", "voiceover.label-present"),
      ("minimum-45pt", "touch-target.minimum-44pt"), ("contrast.text-4.5", "contrast.text-4-5"),
    ])
  func slips(typed: String, id: String) {
    guard case .none(let suggestions) = resolve(typed, among: Catalog.checks.map(\.id)) else {
      Testing.Issue.record("\(typed) was taken for a name")
      return
    }
    #expect(suggestions.first == id)
    #expect(suggestions.count <= 3)
  }

  @Test(
    "component keys resolve by the same rules",
    arguments: [
      ("sign-in/close-button", Resolution.one("sign-in/close-button")), ("close-button", .one("sign-in/close-button")),
      ("sign/cl", .one("sign-in/close-button")), ("field", .several(["sign-in/name-field", "sign-up/name-field"])),
      ("button", .one("sign-in/close-button")), ("sign", .several(ResolvingTests.keys)), ("banner", .one("banner")),
      ("sgn-in/name-field", .none(suggestions: ["sign-in/name-field", "sign-up/name-field"])),
      ("", .none(suggestions: [])), ("zzz", .none(suggestions: [])), ("Banner", .one("banner")),
    ] as [(String, Resolution)])
  func componentKeys(typed: String, expected: Resolution) {
    #expect(resolve(typed, among: Self.keys + ["banner"]) == expected)
  }

  static let keys = ["sign-in/close-button", "sign-in/name-field", "sign-up/name-field"]

  @Test("names that Unicode calls equal and whose bytes differ stay apart")
  func bytes() {
    #expect(resolve("caf\u{E9}", among: ["cafe\u{301}", "caf\u{E9}"]) == .one("caf\u{E9}"))
  }

  @Test("a very long text is answered at once and with nothing")
  func long() {
    let typed = String(repeating: "a", count: 1_000_000)
    #expect(resolve(typed, among: Catalog.checks.map(\.id)) == .none(suggestions: []))
  }

  @Test("names that are looked for in number are found as one by itself is")
  func many() {
    let odd = [
      "b", "B", "a-b", "a/b", "a.b/c-d", "caf\u{E9}/b", "cafe\u{301}/b", "x//y", "a..b", "-b", "b-", "app/b/c",
      "app/c/c",
    ]
    let names = Catalog.checks.map(\.id) + Self.keys + odd
    let (alone, among) = (NameTable(names), NameTable(names, isForMany: true))
    var typed: Set<[UInt8]> = [Array("zzz".utf8), [], Array("voi.lab/x".utf8)]
    for name in Catalog.checks.map(\.id).enumerated().filter({ $0.offset % 80 == 0 }).map(\.element) + Self.keys + odd {
      let bytes = Array(name.utf8)
      for place in bytes.indices { typed.formUnion([Array(bytes[place...]), Array(bytes[...place])]) }
      let parts = name.split(separator: "/").flatMap { $0.split(separator: ".") }.map { $0.utf8.prefix(3) }
      for border in "./".utf8 { typed.insert(Array(parts.joined(separator: [border]))) }
    }
    for bytes in typed {
      for text in [String(decoding: bytes, as: UTF8.self), String(decoding: bytes, as: UTF8.self).uppercased()] {
        var expected = alone.resolve(text)
        // None is suggested to many.
        if case .none = expected { expected = .none(suggestions: []) }
        #expect(among.resolve(text) == expected, "\(text)")
      }
    }
    #expect(NameTable([], isForMany: true).resolve("a") == .none(suggestions: []))
  }
}
