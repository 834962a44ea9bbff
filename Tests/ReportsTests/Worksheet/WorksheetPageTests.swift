import Base
import Foundation
import Testing

@testable import Reports

@Suite("The page of a worksheet")
struct WorksheetPageTests {
  private static func item(_ component: String, _ check: String, text: String = "words") -> Worksheet.Item {
    Worksheet.Item(
      component: component, about: [text, "on home"], check: check, title: text, how: text, expected: text,
      condition: "dark", seenUnder: "dark",
      measured: Worksheet.Measured(unit: "pt", wanted: "at least 44 pt", example: "44 pt"),
      last: Worksheet.Last(outcome: "fail", phrases: ["serious", text], note: text, day: "2026-03-01"),
      text: "00c0ffee", source: "0123456789abcdef", saw: ["fedcba9876543210"], after: 7)
  }

  private static func sheet(
    _ items: [Worksheet.Item], by grouping: Worksheet.Grouping = .component, text: String = "words",
    part: (number: Int, of: Int) = (1, 1)
  ) -> String {
    Worksheet(
      id: "5d3c0d1e-0000-4000-8000-000000000000", tracker: "k3j4h5a9q2zc", subject: text, part: part,
      grouping: grouping, audit: text, build: text, tester: text, made: 1_772_359_300_000, items: items,
      origin: PageOrigin(
        digest: "d", facts: 2, asOf: "2026-03-01T10:00:00Z", filter: text, catalogue: "c", program: "p")
    ).page.text
  }

  private static func data(_ page: String) throws -> [String: Any] {
    let json = try #require(page.firstMatch(of: /id="sheet">(.*?)<\/script>/)).output.1
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test("Items are gathered under what they share, in their order")
  func groups() {
    let items = [Self.item("home", "a.one"), Self.item("home", "a.two"), Self.item("search", "a.one")]
    let page = Self.sheet(items)
    #expect(
      page.matches(of: /<h2 id="group-\d+" tabindex="-1"><bdi>(.*?)<\/bdi>/).map(\.output.1) == ["home", "search"])
    #expect(page.components(separatedBy: "<fieldset").count == 4)
    #expect(page.contains("<span class=\"number\">3 of 3</span>"))
    #expect(Self.sheet(items, part: (2, 3)).contains("<h1><bdi>Worksheet: words, part 2 of 3</bdi></h1>"))
    let one = Self.sheet([items[0]])
    #expect(!one.contains("<nav"), "one group needs no contents")
  }

  @Test("What a result needs and nobody has to see goes to the script")
  func carried() throws {
    let page = Self.sheet([Self.item("home", "a.one")])
    let data = try Self.data(page)
    let item = try #require((data["items"] as? [[String: Any]])?.first)
    #expect(data["worksheet"] as? String == "5d3c0d1e-0000-4000-8000-000000000000")
    #expect(data["tracker"] as? String == "k3j4h5a9q2zc")
    #expect(item["saw"] as? [String] == ["fedcba9876543210"])
    #expect(item["text"] as? String == "00c0ffee")
    #expect(item["source"] as? String == "0123456789abcdef")
    #expect(item["after"] as? Int == 7)
    #expect(item["unit"] as? String == "pt")
  }

  @Test("How a cell stands is told in words")
  func last() {
    var item = Self.item("home", "a.one")
    #expect(
      Self.sheet([item]).contains(
        "Last result: <strong>FAIL</strong>, 2026-03-01, <bdi>serious</bdi>, <bdi>words</bdi>. Note: "))
    item.last = nil
    item.measured = nil
    let page = Self.sheet([item])
    #expect(page.contains("Not tested yet."))
    #expect(!page.contains("id=\"value-0\""), "where nothing is measured there is nothing to fill in")
  }

  @Test(
    "No text leaves its place, however the items are gathered", arguments: Hostile.texts.map(\.text),
    Worksheet.Grouping.allCases)
  func hostile(text: String, grouping: Worksheet.Grouping) throws {
    let page = Self.sheet([Self.item(text, text, text: text)], by: grouping, text: text)
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "<fieldset").count == 2)
    #expect(!page.contains("<img"))
    #expect(Hostile.harm(in: page.replacing("\t", with: " ")).isEmpty)
    let item = try #require((try Self.data(page)["items"] as? [[String: Any]])?.first)
    #expect((item["component"] as? String).map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("Every control has a name")
  func labels() {
    let page = Self.sheet([Self.item("home", "a.one")])
    for control in page.matches(of: /<(?:input type="text"|select|textarea)[^>]* id="([^"]+)"/) {
      #expect(page.contains("<label for=\"\(control.output.1)\">"), "\(control.output.1)")
    }
    #expect(!page.contains(" style=") && !page.contains(" onclick"))
  }
}
