import Audit
import Base
import Foundation
import Store
import Testing

@testable import App

@Suite("Components from files")
struct ComponentImportTests {
  static let realFile = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/movieswiftui-components.csv").path

  @Test("The components of a real app are registered in one go, and only once")
  func realApp() throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "--from", Self.realFile)
    #expect(world.output == "Components: 101 added, 0 changed, 0 unchanged.\n")
    #expect(world.errors.contains("101 source files not found"))
    #expect(try world.read { try $0.components() }.count == 101)
    let badge = try #require(try world.read { try $0.component("badges/genre-badge") })
    #expect(badge.kind == "screen")
    #expect(badge.source == "MovieSwift/MovieSwift/views/shared/badges/GenreBadge.swift")
    let before = try world.file
    try world.must("new", "component", "--from", Self.realFile)
    #expect(world.output == "Components: 0 added, 0 changed, 101 unchanged.\n")
    #expect(try world.file == before)
    try world.must("undo")
    #expect(try world.read { try $0.components() }.isEmpty)
  }

  private static let csv = #"""
    \#u{FEFF}key,kind,screens,tags,size,target_tier,platforms,profile,title,owner,retired
    a/one,icon-button,home; search,"x,y",40x40,48,iOS;macOS,child,"'=One, ""quoted""",qa-1,no

    a/two,card,,,,,,,,,yes
    """#
  private static let tsv = [
    ["kind", "key", "retired", "screens", "tags", "size", "target_tier", "platforms", "profile", "title", "owner"],
    [
      "icon-button", "a/one", "no", "home;search", "x;y", "40x40", "48", "iOS;macOS", "child", "=One, \"quoted\"",
      "qa-1",
    ],
    ["card", "a/two", "true"],
  ].map { $0.joined(separator: "\t") }.joined(separator: "\r\n")
  private static let json = """
    [{"key": "a/one", "kind": "icon-button", "screens": ["home", "search"], "tags": "x;y", "size": "40x40",
      "target_tier": 48, "platforms": ["iOS", "macOS"], "profile": "child", "title": "=One, \\"quoted\\"",
      "owner": "qa-1", "source": null, "retired": false},
     {"key": "a/two", "kind": "card", "tags": [], "retired": true}]
    """

  static let forms: [String] = [
    csv, tsv, json,
    // What list components --json writes, figures and all.
    "{\"schema\": \"a11y.list/1\", \"generated\": \"2026-03-01T10:00:00Z\", \"rows\": "
      + json.replacing("\"owner\"", with: "\"cells\": 3, \"ratio\": 0.5, \"conflicts\": [], \"owner\"") + "}",
  ]

  @Test("What list components writes is read again as it is", arguments: ["csv", "tsv", "json"])
  func ownList(format: String) throws {
    let world = try RegisterWorld()
    try world.write("S.swift", "a")
    try world.must("new", "component", "a/b", "--kind", "button", "--source", "S.swift", "--screen", "home,search")
    try world.must("list", "components", "--format", format)
    world.input = world.output
    try world.must("new", "component", "--from", "-")
    #expect(world.output == "Components: 0 added, 0 changed, 1 unchanged.\n")
  }

  @Test("CSV, TSV, JSON and our own list say the same", arguments: forms.indices)
  func sameContent(form: Int) throws {
    let world = try RegisterWorld()
    world.input = Self.forms[form]
    #expect(world.run("new", "component", "--from", "-") == 0, "\(world.errors)")
    #expect(world.output == "Components: 2 added, 0 changed, 0 unchanged.\n")
    let one = try #require(try world.read { try $0.component("a/one") })
    #expect(one.kind == "icon-button")
    #expect(one.screens == ["home", "search"])
    #expect(one.tags == ["x", "y"])
    #expect(one.size == "40x40")
    #expect(one.targetTier == 48)
    #expect(one.platforms == [.iOS, .macOS])
    #expect(one.profile == .child)
    #expect(one.title == "=One, \"quoted\"")
    #expect(one.owner == "qa-1")
    #expect(!one.isRetired)
    #expect(try #require(try world.read { try $0.component("a/two") }).isRetired)
    let before = try world.file
    world.input = Self.forms[form]
    try world.must("new", "component", "--from", "-")
    #expect(world.output == "Components: 0 added, 0 changed, 2 unchanged.\n")
    #expect(try world.file == before)
  }

  @Test("Only the columns of the file change, and an empty cell says nothing")
  func namedColumns() throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "a", "--kind", "card", "--owner", "qa-1", "--tag", "t", "--title", "A")
    try world.must("new", "component", "b", "--kind", "card", "--owner", "qa-1")
    try world.write("more.csv", "key,owner,title\na,qa-2,\nb,qa-1,\nc,qa-3,C\n")
    #expect(world.run("new", "component", "--from", "more.csv") == 4)
    #expect(world.errors.contains("more.csv, line 4: c is new and has no kind"))
    try world.write("more.csv", "key,owner,title,kind\na,qa-2,,\nb,qa-1,,\nc,qa-3,C,button\n")
    try world.must("new", "component", "--from", "more.csv")
    #expect(
      world.output == "Changed: component a: owner: qa-1 -> qa-2.\nComponents: 1 added, 1 changed, 1 unchanged.\n")
    let record = try #require(try world.record("component", "a")).fields
    #expect(record == ["kind": "card", "owner": "qa-2", "tags": ["t"], "title": "A"])
  }

  @Test("A profile that nobody set is general")
  func defaultProfile() throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "a", "--kind", "card")
    world.input = "key,profile\na,general\n"
    try world.must("new", "component", "--from", "-")
    #expect(world.output == "Components: 0 added, 0 changed, 1 unchanged.\n")
  }

  private static let badLines = """
    key,kind,target_tier,size
    good/one,card,,
    bad key,card,,
    good/two,crad,,
    good/three,card,50,
    good/four,card,,huge
    good/one,button,,
    ,card,,
    good/five,card,,,,extra
    good/seven,"card"x,,
    good/six,card,44,44x44
    """

  @Test("Every bad line is named with its number and the reason, and nothing is stored")
  func badLines() throws {
    let world = try RegisterWorld()
    try world.write("c.csv", Self.badLines)
    let before = try world.file
    #expect(world.run("new", "component", "--from", "c.csv") == 4)
    let expected = [
      "c.csv, line 3: invalid component name \"bad key\"",
      "c.csv, line 4: kind: unknown kind \"crad\". Did",
      "c.csv, line 5: target_tier: invalid target tier \"50\"", "c.csv, line 6: size: \"huge\" is not a measurement.",
      "c.csv, line 7: good/one already appears at line 2", "c.csv, line 8: the component has no name",
      "c.csv, line 9: 6 fields, but the header has 4", "c.csv, line 10: unexpected text after a closing quote",
    ]
    for text in expected { #expect(world.errors.contains(text), "\(text)\n\(world.errors)") }
    #expect(world.errors.contains("8 components in c.csv rejected; nothing was imported"))
    #expect(world.output == "")
    #expect(try world.file == before)
  }

  @Test("With --partial the right lines count, and the exit code still tells")
  func partial() throws {
    let world = try RegisterWorld()
    try world.write("c.csv", Self.badLines)
    #expect(world.run("new", "component", "--from", "c.csv", "--partial") == 4)
    #expect(world.output == "Components: 2 added, 0 changed, 0 unchanged, 8 rejected.\n")
    #expect(try world.read { try $0.componentKeys() } == ["good/one", "good/six"])
  }

  @Test("JSON says the same in an envelope, places included")
  func jsonReport() throws {
    let world = try RegisterWorld()
    try world.write("c.csv", Self.badLines)
    #expect(world.run("new", "component", "--from", "c.csv", "--partial", "--json") == 4)
    let document = try world.json
    #expect(document["schema"] == "a11y.new/1")
    #expect(document["added"] == 2)
    #expect(document["refused"] == 8)
    #expect(document["lines"]?.arrayValue?.first?["place"] == "line 3")
    let row = try #require(document["rows"]?.arrayValue?.first)
    #expect(row["kind"] == "component")
    #expect(row["key"] == "good/one")
    #expect(row["change"] == "added")
    #expect(row["fields"] == ["kind": "card"])
    #expect(world.errors == "")
  }

  @Test(
    "Bad JSON is named with its path",
    arguments: [
      ("[{\"key\": \"a\", \"kind\": \"crad\"}]", "$[0].kind: unknown kind \"crad\""),
      (
        "{\"rows\": [{\"key\": \"a\", \"kind\": \"card\"}, 7]}",
        "$.rows[1]: expected an object with a key, found a number"
      ),
      ("[{\"key\": 5}]", "$[0].key: expected text, found a number"),
      ("[{\"kind\": \"card\"}]", "$[0]: the component has no name"),
      ("[{\"key\": \"a\", \"kindd\": \"card\"}]", "$[0]: unknown field \"kindd\". Did you mean kind?"),
      ("[{\"key\": \"a\", \"tags\": [1]}]", "$[0].tags: expected a list of texts, found a number in it"),
      ("[{\"key\": \"a\", \"owner\": [\"x\"]}]", "$[0].owner: expected text, found an array"),
      ("[{\"key\": \"a\", \"retired\": \"perhaps\"}]", "$[0].retired: invalid value \"perhaps\""),
      ("[{\"key\": \"a\"", "expected"),
      ("[{\"key\": \"a\", \"key\": \"b\"}]", "line 1, column"),
    ])
  func badJSON(text: String, reason: String) throws {
    let world = try RegisterWorld()
    let before = try world.file
    world.input = text
    #expect(world.run("new", "component", "--from", "-") == 4)
    #expect(world.errors.contains("standard input, "), "\(world.errors)")
    #expect(world.errors.contains(reason), "\(world.errors)")
    #expect(try world.file == before)
  }

  @Test(
    "A file that is no list of components is refused as a whole",
    arguments: [
      ("", "the file is empty", 4), ("key,knid\na,card\n", "Did you mean kind", 4),
      ("key;knid\na;card\n", "Did you mean kind", 4),
      ("kind,owner\ncard,x\n", "missing column key", 4), ("key,kind,key\na,card,b\n", "duplicate column", 4),
    ] as [(String, String, Int32)])
  func badFiles(text: String, reason: String, code: Int32) throws {
    let world = try RegisterWorld()
    try world.write("c.csv", text)
    #expect(world.run("new", "component", "--from", "c.csv") == code)
    #expect(world.errors.contains("\"c.csv\"") && world.errors.contains(reason), "\(world.errors)")
    #expect(try world.read { try $0.components() }.isEmpty)
  }

  @Test("A file says what is planned, each plan held to its check")
  func planned() throws {
    let world = try RegisterWorld()
    try world.write(
      "c.csv",
      """
      key,kind,planned.visual-feedback.scale-range,planned.haptics.max-one-per-interaction
      pay,button,0.95,"press: medium; delete: heavy"
      back,button,0.5,
      home,screen,,
      """)
    #expect(world.run("new", "component", "--from", "c.csv") == 4)
    #expect(
      world.errors.contains(
        "c.csv, line 3: 0.5 does not meet visual-feedback.scale-range (required: between 0.92 and 0.97)"))
    #expect(world.run("new", "component", "--from", "c.csv", "--partial") == 4)
    let plans = try world.read { try $0.components().map(\.planned) }
    #expect(
      plans == [
        [:],
        [
          "visual-feedback.scale-range": "0.95",
          "haptics.max-one-per-interaction": "press: medium; delete: heavy",
        ],
      ])
    world.input = "[{\"key\": \"home\", \"kind\": \"button\", \"planned.visual-feedback.scale-range\": 0.96}]"
    try world.must("new", "component", "--from", "-")
    #expect(try world.read { try $0.component("home")?.planned } == ["visual-feedback.scale-range": "0.96"])
    world.input = "[{\"key\": \"home\", \"planned.visual-feedback.scale-range\": [1]}]"
    #expect(world.run("new", "component", "--from", "-") == 4)
    #expect(world.errors.contains("expected text or a number, found an array"), "\(world.errors)")
  }

  @Test("A missing file is not found, and the line may say nothing else beside --from")
  func usage() throws {
    let world = try RegisterWorld()
    #expect(world.run("new", "component", "--from", "nowhere.csv") == 3)
    #expect(world.run("new", "component", "key", "--from", "-") == 2)
    #expect(world.run("new", "component", "--from", "-", "--owner", "x") == 2)
    #expect(world.errors.contains("--owner cannot be combined with --from"))
    #expect(world.run("new", "component", "--from", "") == 2)
  }

  @Test("A dry run counts and stores nothing")
  func dryRun() throws {
    let world = try RegisterWorld()
    let before = try world.file
    try world.must("new", "component", "--from", Self.realFile, "--dry-run")
    #expect(world.output == "Would import components: 101 added, 0 changed, 0 unchanged.\n")
    #expect(try world.file == before)
  }

  @Test("A deleted component is not brought back by a file")
  func deleted() throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "a", "--kind", "card")
    try world.must("edit", "component", "a", "--delete")
    world.input = "key,kind\na,card\n"
    #expect(world.run("new", "component", "--from", "-") == 4)
    #expect(world.errors.contains("line 2: component \"a\" is deleted"))
  }
}
