import Testing

@testable import Audit

/// A team's own files: what is taken, and where and why the rest is refused.
@Suite struct OwnChecksTests {
  private static let head = #""id":"login.hint","title":"T","how":"H","expected":"E","method":"manual""#
  private static let least = #"{\#(head),"impact":"minor"}"#

  private func refusal(of text: String) -> String? {
    do {
      _ = try OwnFiles.checks(in: Array(text.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  @Test("six members are enough for a check")
  func least() throws {
    let own = try OwnFiles.checks(in: Array(Self.least.utf8))
    let check = try #require(own.checks.first)
    #expect(own.checks.count == 1)
    #expect(check.category == "login" && check.origin == .team && check.impactOrigin == "assigned")
    #expect(check.platforms == Platform.usual && check.appliesTo.isEmpty && check.profiles.isEmpty)
  }

  @Test("one check, an array of checks and a whole document are all taken")
  func forms() throws {
    let other = Self.least.replacing("login.hint", with: "login.error")
    let document = """
      {"format":"a11y-catalog","version":1,"categories":[{"id":"login","title":"Signing in"}],
      "component_kinds":["button"],"platforms":["iOS"],"checks":[\(Self.least),\(other)]}
      """
    #expect(try OwnFiles.checks(in: Array("[\(Self.least),\(other)]".utf8)).checks.count == 2)
    let own = try OwnFiles.checks(in: Array(document.utf8))
    #expect(own.checks.map(\.id) == ["login.hint", "login.error"])
    #expect(own.categories == [CheckCategory(id: "login", title: "Signing in")])
  }

  @Test("a check with every member keeps them all")
  func every() throws {
    let text = """
      {\(Self.head),"impact":"critical","impact_origin":"stated","category":"login","measurement":{"type":"ratio",
      "comparison":">=","threshold":"4.5"},"applies_to":["button"],"platforms":["macOS"],"profiles":["child"],
      "min_os":{"macOS":"10.15"},"wcag":[{"criterion":"1.4.3","relation":"tests"}],"xcui_audit":["contrast"],
      "sources":[{"document":"ours","section":"3"}],"conflicts":["E-01"],"note":"N"}
      """
    let check = try #require(try OwnFiles.checks(in: Array(text.utf8)).checks.first)
    #expect(check.measurement?.threshold == [FixedPoint(millionths: 4_500_000)])
    #expect(check.platforms == [.macOS] && check.profiles == [.child] && check.minOS == ["macOS": "10.15"])
    #expect(try Check(from: check.fact) == check)
  }

  @Test("a measurement keeps its parts and its figures by platform, and says where one is wrong")
  func parts() throws {
    func check(_ parts: String, _ platforms: String = "") -> String {
      """
      {\(Self.head),"impact":"minor","measurement":{"type":"number","unit":"pt","comparison":">=","threshold":11,
      \(platforms)"parts":{"of":"style","example":"body: 17",\(parts)}}}
      """
    }
    let good = [
      check(#""wanted":"all","members":["one","two"],"spellings":{"1":"one"},"words":"both""#),
      check(#""wanted":"at-most-one","members":["light"],"fits":"haptics""#),
      check(
        #""wanted":"figure","figures":[{"names":["body"],"comparison":"between","threshold":[1,"2.5"],"#
          + #""platforms":{"macOS":[1,2]},"needed":true}]"#, #""platforms":{"macOS":10},"#),
    ]
    for text in good {
      let check = try #require(try OwnFiles.checks(in: Array(text.utf8)).checks.first)
      #expect(check.measurement?.parts != nil)
      #expect(try Check(from: check.fact) == check)
      var plain = check
      plain.measurement?.parts = nil
      #expect(plain.textVersion != check.textVersion)
    }
    let wrong = [
      (#""wanted":"some","members":["a"]"#, "$.measurement.parts.wanted: expected all, at-most-one, or figure"),
      (#""wanted":"all""#, "$.measurement.parts.members: expected an array"),
      (#""wanted":"all","members":[]"#, "$.measurement.parts.members: expected at least one member"),
      (#""wanted":"all","members":["a b"]"#, "$.measurement.parts.members[0]"),
      (#""wanted":"all","members":["a"],"spellings":{"x":"b"}"#, "$.measurement.parts.spellings.x: expected one of"),
      (#""wanted":"all","members":["a"],"fits":"all""#, "$.measurement.parts.fits: expected haptics"),
      (
        #""wanted":"all","members":["a"],"figure":[]"#, "$.measurement.parts.figure: unknown member of a rule for parts"
      ),
      (#""wanted":"figure","figures":[]"#, "$.measurement.parts.figures: expected at least one figure"),
      (
        #""wanted":"figure","figures":[{"names":[],"comparison":"=","threshold":1}]"#,
        "$.measurement.parts.figures[0].names: expected at least one name"
      ),
      (
        #""wanted":"figure","figures":[{"names":["a"],"comparison":"between","threshold":1}]"#,
        "$.measurement.parts.figures[0].threshold: expected two numbers"
      ),
    ]
    for (parts, reason) in wrong {
      let said = refusal(of: check(parts)) ?? ""
      #expect(said.utf8.starts(with: reason.utf8), "\(said)")
    }
  }

  @Test("the sizes of text styles are those of the reference, on each platform")
  func textStyles() throws {
    let check = try #require(Catalog.checks.first { $0.id == "typography.text-styles" })
    guard case .figures(let figures)? = check.measurement?.parts?.form else {
      Issue.record("no figures")
      return
    }
    let entries = Catalog.reference.filter { $0.table == "text-style" }
    #expect(entries.count == figures.count)
    for entry in entries {
      let figure = try #require(figures.first { $0.names.contains(entry.name) })
      func told(_ name: String) -> String? { entry.figures.first { $0.name == name }?.value }
      #expect(told("default size") == figure.threshold.first.map { "\($0) pt" })
      #expect(told("on macOS") == figure.platforms[.macOS]?.first.map { "\($0) pt" })
    }
  }

  /// Fixtures are named by what is wrong with them; `{}` stands for the six members without `impact`.
  @Test(
    "a malformed check is refused with its path and the reason",
    arguments: [
      ("not JSON", "nonsense", "$: expected `null`, found `o`"),
      ("empty file", "", "$: expected a complete value"),
      ("a number", "12", "$: expected a check, which is an object, found 12"),
      ("array with a text in it", #"["x"]"#, #"$[0]: expected a check, which is an object, found "x""#),
      ("impact missing", "{}}", "$.impact: expected critical, serious, moderate, or minor, found nothing"),
      (
        "impact unknown", #"{},"impact":"blocker"}"#,
        #"$.impact: expected critical, serious, moderate, or minor, found "blocker""#
      ),
      ("impact a number", #"{},"impact":1}"#, "$.impact: expected critical, serious, moderate, or minor, found 1"),
      (
        "second of an array", #"[{},"impact":"minor"},{"id":"login.x"}]"#, "$[1].title: expected text, found nothing"
      ),
      (
        "member misspelt", #"{},"impact":"minor","platform":["iOS"]}"#,
        #"$.platform: unknown member of a check; did you mean "platforms"?"#
      ),
      ("member unknown", #"{},"impact":"minor","colour":1}"#, "$.colour: unknown member of a check"),
      ("origin is not for files", #"{},"impact":"minor","origin":"team"}"#, "$.origin: unknown member of a check"),
      ("member twice", #"{},"impact":"minor","impact":"minor"}"#, "$"),
      (
        "category is another", #"{},"impact":"minor","category":"x"}"#,
        #"$.category: expected login, with which the id begins, found "x""#
      ),
      (
        "kind unknown", #"{},"impact":"minor","applies_to":["buton"]}"#,
        #"$.applies_to[0]: expected a component kind, found "buton"; did you mean "button"?"#
      ),
      (
        "kinds no array", #"{},"impact":"minor","applies_to":"button"}"#,
        #"$.applies_to: expected an array, found "button""#
      ),
      (
        "platform unknown", #"{},"impact":"minor","platforms":["iOS","carOS"]}"#,
        #"$.platforms[1]: expected iOS, iPadOS, macOS, tvOS, watchOS, or visionOS, found "carOS""#
      ),
      (
        "profile unknown", #"{},"impact":"minor","profiles":["adult"]}"#,
        #"$.profiles[0]: expected general or child, found "adult""#
      ),
      (
        "criterion unknown", #"{},"impact":"minor","wcag":[{"criterion":"9.9.9","relation":"tests"}]}"#,
        #"$.wcag[0].criterion: expected a criterion of WCAG 2.2, found "9.9.9""#
      ),
      (
        "relation unknown", #"{},"impact":"minor","wcag":[{"criterion":"1.1.1","relation":"is"}]}"#,
        #"$.wcag[0].relation: expected tests or related, found "is""#
      ),
      (
        "audit unknown", #"{},"impact":"minor","xcui_audit":["hitregion"]}"#,
        #"$.xcui_audit[0]: expected a member of XCUIAccessibilityAuditType, found "hitregion"; did you mean "hitRegion"?"#
      ),
      ("conflict unknown", #"{},"impact":"minor","conflicts":["E-99"]}"#, "$.conflicts[0]: expected an entry of the"),
      (
        "system version in words", #"{},"impact":"minor","min_os":{"iOS":"new"}}"#,
        #"$.min_os.iOS: expected a version such as "17" or "10.15", found "new""#
      ),
      (
        "system unknown", #"{},"impact":"minor","min_os":{"carOS":"17"}}"#,
        "$.min_os.carOS: unknown platform; expected iOS, iPadOS, macOS, tvOS, watchOS, or visionOS"
      ),
      (
        "threshold in words",
        #"{},"impact":"minor","measurement":{"type":"ratio","comparison":">=","threshold":"big"}}"#,
        #"$.measurement.threshold: expected a number such as 44 or 4.5, with at most six places, found "big""#
      ),
      (
        "threshold with an exponent",
        #"{},"impact":"minor","measurement":{"type":"ratio","comparison":">=","threshold":4e1}}"#,
        "$.measurement.threshold: expected a number such as 44 or 4.5, with at most six places, found 4e1"
      ),
      (
        "threshold beyond range",
        #"{},"impact":"minor","measurement":{"type":"ratio","comparison":">=","threshold":9000000000000000}}"#,
        "$.measurement.threshold: expected a number"
      ),
      (
        "between with one number",
        #"{},"impact":"minor","measurement":{"type":"ratio","comparison":"between","threshold":3}}"#,
        "$.measurement.threshold: expected two numbers, from and to, found 3"
      ),
      (
        "between upside down",
        #"{},"impact":"minor","measurement":{"type":"ratio","comparison":"between","threshold":[5,3]}}"#,
        "$.measurement.threshold: expected the smaller number first, found 5 first"
      ),
      (
        "multiple of nothing",
        #"{},"impact":"minor","measurement":{"type":"ratio","comparison":"multiple-of","threshold":0}}"#,
        "$.measurement.threshold: expected a number above 0, found 0"
      ),
      (
        "number without a unit",
        #"{},"impact":"minor","measurement":{"type":"number","comparison":">=","threshold":3}}"#,
        "$.measurement.unit: expected text, found nothing"
      ),
      (
        "percent with a unit",
        #"{},"impact":"minor","measurement":{"type":"percent","unit":"%","comparison":">=","threshold":3}}"#,
        #"$.measurement.unit: expected no unit, because the type is percent, found "%""#
      ),
      (
        "comparison unknown", #"{},"impact":"minor","measurement":{"type":"ratio","comparison":">","threshold":3}}"#,
        #"$.measurement.comparison: expected >=, <=, =, between, or multiple-of, found ">""#
      ),
      ("escape in a text", #"{},"impact":"minor","note":"a\u001b[31m"}"#, "$.note: holds the control character U+001B"),
      ("line feed in a text", #"{},"impact":"minor","note":"a\nb"}"#, "$.note: holds the control character U+000A"),
      ("C1 in a text", #"{},"impact":"minor","note":"a\u0085"}"#, "$.note: holds the control character U+0085"),
      ("text turned round", #"{},"impact":"minor","note":"a\u202e"}"#, "$.note: holds the control character U+202E"),
      ("NUL in a text", #"{},"impact":"minor","note":"a\u0000"}"#, "$.note"),
      ("only spaces", #"{},"impact":"minor","note":"  "}"#, "$.note: is empty"),
      (
        "source without a section", #"{},"impact":"minor","sources":[{"document":"d"}]}"#,
        "$.sources[0].section: expected text, found nothing"
      ),
      (
        "a document of checklists", #"{"format":"a11y-checklists","version":1,"checklists":[]}"#,
        #"$.format: expected "a11y-catalog", found "a11y-checklists""#
      ),
      (
        "a document without a format", #"{"checks":[]}"#, #"$.format: expected "a11y-catalog", found nothing"#
      ),
      (
        "a document of a newer version", #"{"format":"a11y-catalog","version":2,"checks":[]}"#,
        "$.version: expected 1, the only version, found 2"
      ),
      (
        "a document with a bad check", #"{"format":"a11y-catalog","version":1,"checks":[{},"impact":"blocker"}]}"#,
        #"$.checks[0].impact: expected critical, serious, moderate, or minor, found "blocker""#
      ),
      (
        "a document with the same id twice",
        #"{"format":"a11y-catalog","version":1,"checks":[{},"impact":"minor"},{},"impact":"minor"}]}"#,
        "$.checks[1].id: login.hint is already the id of [0]"
      ),
      (
        "a document with a new kind", #"{"format":"a11y-catalog","version":1,"component_kinds":["knob"],"checks":[]}"#,
        #"$.component_kinds[0]: expected a component kind, found "knob""#
      ),
      ("member with an odd name", #"{},"impact":"minor","a b":1}"#, #"$["a b"]: unknown member of a check"#),
    ])
  func refused(fixture: String, text: String, reason: String) throws {
    let complete = text.replacing("{}", with: "{\(Self.head)")
    let found = try #require(refusal(of: complete), "\(fixture) was taken")
    #expect(found.hasPrefix(reason), "\(fixture)")
  }

  @Test(
    "an identifier is category.name in lower-case words",
    arguments: [
      "", "login", "login.", ".hint", "Login.hint", "login.Hint", "login hint", "login..hint", "login.-hint",
      "login.hint-",
      "login.a--b", "1login.hint", "login.h\u{ED}nt", "login/hint", "login.hint\n",
      "login." + String(repeating: "x", count: 95),
    ])
  func badIdentifier(id: String) throws {
    let text = Self.least.replacing("login.hint", with: id.replacing("\n", with: "\\n"))
    #expect(try #require(refusal(of: text)).hasPrefix("$.id: "))
  }

  @Test("an identifier that is built in is refused")
  func builtInIdentifier() {
    let text = Self.least.replacing("login.hint", with: "voiceover.label-present")
    #expect(refusal(of: text) == "$.id: voiceover.label-present is a built-in check; choose another id")
  }

  @Test("a text may be as long as the limit and no longer", arguments: [("title", 200), ("how", 2_000)])
  func longText(member: String, limit: Int) {
    func file(_ count: Int) -> String {
      let value = member == "title" ? "T" : "H"
      return Self.least.replacing(
        "\"\(member)\":\"\(value)\"", with: "\"\(member)\":\"\(String(repeating: "\u{E4}", count: count))\"")
    }
    #expect(refusal(of: file(limit)) == nil)
    let reason = "$.\(member): is \(limit + 1) characters long, at most \(limit) are allowed"
    #expect(refusal(of: file(limit + 1)) == reason)
  }

  @Test("what a refusal quotes is short and harmless")
  func quoted() throws {
    let value = "\\u001b[31m" + String(repeating: "x", count: 500)
    let found = try #require(refusal(of: "{\(Self.head),\"impact\":\"\(value)\"}"))
    #expect(found.utf8.count < 200)
    #expect(found.utf8.allSatisfy { $0 >= 0x20 })
  }

  @Test("cutting a sound file anywhere never traps")
  func cut() {
    let bytes = Array("[\(Self.least)]".utf8)
    for count in 0..<bytes.count {
      #expect(throws: CatalogProblem.self) { try OwnFiles.checks(in: Array(bytes[..<count])) }
    }
  }
}
