import Testing

@testable import CommandLine

@Suite("Kinds of outputs")
struct OutputKindTests {
  private func kind(_ text: String) -> OutputKind? { OutputKind(head: Array(text.utf8)) }

  private static func page(_ title: String, generator: String = "<meta name=\"generator\" content=\"a11y\">") -> String
  {
    "<!doctype html>\n<html lang=\"en\">\n<head>\n\(generator)\n<title>\(title)</title>\n"
  }

  @Test(
    "The same output of another day is of one kind",
    arguments: [
      ("Accessibility status, 2026-03-01\n", "Accessibility status, 2027-11-30\n1 component\n"),
      (
        "Accessibility status: Shop, build 7, 2026-03-01\n",
        "Accessibility status: Shop app, build beta-8, 2027-11-30\n"
      ),
      ("3 problems in 280 items\n", "3 problems in 1,280 items\n"),
      ("key,kind,title\r\nhome,screen,\r\n", "key,kind,title\r\n"),
      ("## Accessibility report\n\n**1 finding**", "## Accessibility report\n\n**No finding**"),
      ("Findings\n\nComponent  Check    Note\n", "Findings\n\nComponent   Check Note\n"),
      ("{\n  \"schema\": \"a11y.status/1\",\n  \"as_of\": 1", "{\"schema\":\"a11y.status/1\",\"x\":2"),
      (
        "{\"component\":\"a\",\"check\":\"b\",\"note\":null,\"x\":1}",
        "{\"component\":\"c\",\"check\":\"d\",\"note\":\"e\"}"
      ),
      (
        "<?xml version=\"1.0\"?>\n<!-- JUnit results: a11y gate -->\n<testsuites>",
        "<?xml version=\"1.0\"?>\n<!-- JUnit results: a11y gate -->\n<testsuite name=\"a11y gate\">"
      ),
      (page("Accessibility report"), page("Accessibility report")),
    ])
  func same(old: String, new: String) {
    let before: OutputKind? = kind(old)
    #expect(before != nil)
    #expect(before == kind(new))
  }

  @Test(
    "Anything else is of another kind, or of none",
    arguments: [
      ("My notes\n", "Accessibility status, 2027-11-30\n"),
      ("Findings\n\nto be discussed", "Findings\n\nComponent  Check\n"),
      ("title: my own\n", "title: Shop Accessibility Conformance Report\n"), ("1, 2\n", "1 2 3\n"),
      ("key,kind\n", "key,kind,title\r\n"), ("", "key,kind\n"), ("\n\n", "## Cells\n"),
      ("{\"bundle\":\"a11y\",\"version\":1,\"min_reader\":1", "{\"schema\":\"a11y.cells/1\""),
      ("{\"schema\":\"a11y.status/1\"", "{\"schema\":\"a11y.cells/1\""), ("{}", "{\"schema\":\"a11y.cells/1\""),
      (
        "{\"$schema\":\"s\",\"version\":1,\"runs\":[{\"tool\":{\"driver\":{\"name\":\"lint\"",
        "{\"$schema\":\"s\",\"version\":1,\"runs\":[{\"tool\":{\"driver\":{\"name\":\"a11y\""
      ),
      (
        "<?xml version=\"1.0\"?>\n<testsuites name=\"pytest\" tests=\"1\">",
        "<?xml version=\"1.0\"?>\n<!-- JUnit results: a11y gate -->\n<testsuites>"
      ),
      (page("Accessibility report", generator: ""), page("Accessibility report")),
      (page("Worksheet"), page("Accessibility report")), ("\u{0}\u{1}", "## Cells\n"),
    ])
  func different(old: String, new: String) {
    let after: OutputKind? = kind(new)
    #expect(after != nil)
    #expect(kind(old) != after)
  }

  @Test("The first bytes are remembered, whatever was passed on")
  func head() throws {
    for capacity in [0, 100, 1 << 16] {
      let writer = ByteWriter(capacity: capacity) { _ in }
      for number in 0..<400 { try writer.write("\(number % 10)") }
      try writer.write(String(repeating: "x", count: 2_000))
      #expect(writer.head.count == ByteWriter.headLength)
      #expect(writer.head.prefix(12) == Array("012345678901".utf8)[...])
      #expect(writer.head.last == UInt8(ascii: "x"))
    }
  }
}
