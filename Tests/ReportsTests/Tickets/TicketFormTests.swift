import Audit
import Base
import Foundation
import Store
import Testing

@testable import Reports

@Suite("Tickets for issue trackers")
struct TicketFormTests {
  private static func text(_ form: TicketForm, _ tickets: TicketDraft...) throws -> String {
    var output = ""
    try form.write(tickets) { output += $0 }
    return output
  }

  /// Of a check that fails on three components, the worst first.
  private static var several: TicketDraft {
    var (first, second, third) = (SampleItem.full(), SampleItem.bare("home", .fail), SampleItem.bare("menu", .fail))
    first.condition = ""
    (second.owner, second.source, second.note) = ("team-b", "Home.swift", "at Home.swift:7")
    third.severity = .minor
    return TicketDraft(ofCheck: [first, second, third])
  }

  @Test("A mark is the same for the same finding or check, another for any other, and looks like no commit")
  func marks() throws {
    let ticket = TicketDraft(SampleItem.full())
    #expect(try Regex("a11y-[ghjkmnpqrstvwxyz]{12}").wholeMatch(in: ticket.mark) != nil)
    #expect(ticket.mark == TicketDraft(SampleItem.full("another note")).mark)
    #expect(ticket.mark == TicketMark.of(SampleItem.full().place))
    let others = [
      TicketDraft(SampleItem.bare()).mark, TicketDraft(SampleItem.bare("menu")).mark, Self.several.mark,
      TicketMark.of(check: "another"),
    ]
    #expect(Set(others + [ticket.mark]).count == 5)
    #expect(Self.several.mark == TicketMark.of(check: "touch.size"))
    // What is left in the place of a mark is no part of another one.
    #expect(TicketMark.replaced(in: "a11y-ghjka11y-mnpqrstvwxyz") == "a11y-ghjk mnpqrstv")
    #expect(TicketMark.replaced(in: #"see A11Y\-ghjkmnpqrstv"#) == "see ghjkmnpq")
    #expect(TicketMark.all(in: Array(#"a11y\\-ghjkmnpqrstv a11y\\\-ghjkmnpqrstw"#.utf8)[...]) == ["a11y-ghjkmnpqrstv"])
  }

  @Test("A ticket of one finding names its component and condition, one of a check how many components fail")
  func titles() {
    #expect(TicketDraft(SampleItem.full()).title == "sign-in/close: fails \"Hit area\" (dark,text-ax5)")
    #expect(TicketDraft(SampleItem.bare()).title == "home: fails \"Hit area\"")
    #expect(Self.several.title == "Hit area: fails on 3 components")
    #expect(TicketDraft(ofCheck: [SampleItem.bare()]).title == "home: fails \"Hit area\"")
    var named = SampleItem.bare()
    named.check.fails = "Hit area is too small"
    #expect(TicketDraft(named).title == "home: Hit area is too small")
    #expect(TicketDraft(ofCheck: [named, named]).title == "Hit area is too small: 2 components")
    #expect(Self.several.severity == .critical && TicketDraft(SampleItem.bare()).severity == .serious)
    let ticket = TicketDraft(SampleItem.full())
    #expect(ticket.labels == ["accessibility", ticket.mark, "severity-critical", "wcag-2.5.8", "wcag-2.5.5"])
  }

  @Test("The steps lead to the component, set the condition, and are those of the check")
  func steps() {
    let ticket = TicketDraft(SampleItem.full())
    #expect(
      ticket.sections.map(\.heading) == [
        "Affects", "Steps to reproduce", "Expected", "Actual", "Remedy", "Details", "Reference",
      ])
    let size = "Settings > Accessibility > Display & Text Size > Larger Text, the last size"
    #expect(
      ticket.sections[1].lines == [
        "Open sign-in/close on Sign in or Sheet in build 3.1.",
        "Set dark appearance: Settings > Display & Brightness.", "Set text size AX5, the largest: \(size).",
        "Turn on VoiceOver.", "Measure `size`.",
      ])
    #expect(ticket.sections[3].lines == ["Measured: 40 pt, required: at least 44 pt", "words"])
    #expect(ticket.sections[6].lines == [ticket.mark, "a11y show touch.size sign-in/close"])
    var bare = SampleItem.bare()
    bare.condition = "moonlight"
    #expect(TicketDraft(bare).sections[1].lines.prefix(2) == ["Open home.", "Set moonlight."])
    // A screen is on no other one for being itself.
    bare.screens = ["home"]
    #expect(TicketDraft(bare).sections[1].lines.first == "Open home.")
    bare.screens = ["home", "sheet"]
    #expect(TicketDraft(bare).sections[1].lines.first == "Open home on sheet.")
    #expect(TicketDraft.steps("Just look.") == ["Just look."])
    #expect(TicketDraft.steps("1. a 2. b 4. c") == ["a", "b 4. c"])
  }

  @Test("The details have what is known alone; of a check each component has its line")
  func details() {
    let details = TicketDraft(SampleItem.full("see Close.swift:12")).sections[5].lines
    #expect(
      details == [
        "Finding: \(TicketMark.id(of: SampleItem.full().place))", "Component: sign-in/close", "Title: Close",
        "Source: Views/Close.swift:12", "Screens: Sign in, Sheet",
        "Condition: dark,text-ax5", "Owner: team-a", "Build: 3.1", "Device: iPhone 15, iOS 26",
        "Evidence: close.png (image/png, SHA-256 \(String(repeating: "ab", count: 32)))", "Severity: critical",
        "WCAG 2.2, 2.5.8", "WCAG 2.2, 2.5.5",
      ])
    let bare = TicketDraft(SampleItem.bare())
    #expect(bare.sections.map(\.heading).contains("Actual") == false)
    #expect(bare.sections[4].lines[1] == "Component: home")
    func id(_ finding: Int) -> String { TicketMark.id(of: Self.several.findings[finding].place) }
    let several = Self.several.sections
    #expect(several[1].lines.first == "Open one of the components below in build 3.1.")
    #expect(
      several.first { $0.heading == "Components" }?.lines == [
        "sign-in/close, critical, 40 pt, words, Views/Close.swift, team-a, \(id(0))",
        "home, serious, at Home.swift:7, Home.swift:7, team-b, \(id(1))", "menu, minor, \(id(2))",
      ])
    #expect(several.first { $0.heading == "Details" }?.lines.first == "Highest severity: critical")
    #expect(several.last?.lines.last == "a11y show touch.size")
  }

  @Test("The file for Jira has a column of its own for each label, and the description in its markup")
  func jira() throws {
    let csv = try Self.text(.jira, TicketDraft(SampleItem.full()))
    #expect(
      csv.hasPrefix("Summary,Issue Type,Priority,Description,Labels,Labels,Labels,Labels,Labels\r\n"))
    #expect(csv.contains("\r\n\"sign-in/close: fails \"\"Hit area\"\" (dark,text-ax5)\",Bug,Highest,\"h3. Affects\n* "))
    #expect(csv.contains("h3. Steps to reproduce\n# Open sign\\-in/close on Sign in or Sheet in build 3.1.\n# Set"))
    #expect(
      csv.hasSuffix(
        ",accessibility,\(TicketDraft(SampleItem.full()).mark),severity-critical,wcag-2.5.8,wcag-2.5.5\r\n"))
    // As many columns as any ticket has labels.
    let both = try Self.text(.jira, TicketDraft(SampleItem.full()), TicketDraft(SampleItem.bare("home", .fail)))
    let commas = both.split(separator: "\r\n").last.map { $0.reversed().prefix { $0 == "," }.count }
    #expect(commas == 5 - TicketDraft(SampleItem.bare("home", .fail)).labels.count)
    for (severity, priority) in [(Severity.serious, "High"), (.moderate, "Medium"), (.minor, "Low")] {
      var item = SampleItem.full()
      item.severity = severity
      #expect(try Self.text(.jira, TicketDraft(item)).contains(",Bug,\(priority),"))
    }
  }

  @Test("The file for Azure Boards has a rank with its word, steps in HTML, and a title that is short enough")
  func azure() throws {
    let csv = try Self.text(.azure, TicketDraft(SampleItem.full()))
    #expect(csv.hasPrefix("Work Item Type,Title,Severity,Priority,Repro Steps,Tags\r\nBug,"))
    #expect(csv.contains(",1 - Critical,1,\"<h3>Affects</h3><ul><li>People who tremble.</li></ul>"))
    #expect(csv.contains("<h3>Steps to reproduce</h3><ol><li>Open ") && csv.contains("<code>size</code>"))
    #expect(csv.contains("Settings &gt; Display &amp; Brightness."))
    #expect(
      csv.hasSuffix(
        ",accessibility; \(TicketDraft(SampleItem.full()).mark); severity-critical; wcag-2.5.8; wcag-2.5.5\r\n"))
    var item = SampleItem.bare()
    (item.check.title, item.severity) = (String(repeating: "x", count: 300), .minor)
    let title = try Self.text(.azure, TicketDraft(item)).split(separator: "\"").first { $0.hasPrefix("xxx") }
    #expect(title.map { "home: fails \"".count + $0.count } == 255)
    #expect(try Self.text(.azure, TicketDraft(item)).contains(",4 - Low,4,"))
  }

  @Test("Any other tracker gets the same in columns with plain names")
  func plainColumns() throws {
    let csv = try Self.text(.csv, TicketDraft(SampleItem.full()), Self.several)
    #expect(
      csv.hasPrefix("mark,title,severity,component,check,condition,screens,owner,build,device,labels,text\r\n"))
    #expect(csv.contains(",critical,sign-in/close,touch.size,\"dark,text-ax5\",\"Sign in, Sheet\",team-a,3.1,iPhone "))
    #expect(csv.contains(",Hit area: fails on 3 components,critical,\"sign-in/close, home, menu\",touch.size,,"))
    #expect(csv.contains("Steps to reproduce:\n1. Open ") && csv.contains("\n\nExpected:\nAt least 44 pt.\n\n"))
  }

  @Test("The Markdown has a heading for each ticket and numbers its steps; each line of JSON has the same text")
  func markdown() throws {
    let tickets = [TicketDraft(SampleItem.full()), Self.several]
    let markdown = try Self.text(.md, tickets[0], tickets[1])
    #expect(markdown.hasPrefix("# Accessibility tickets\n\n## sign-in/close: fails \"Hit area\" (dark,text-ax5)\n\n"))
    #expect(markdown.contains("\n## Hit area: fails on 3 components\n\n"))
    #expect(markdown.contains("### Steps to reproduce\n\n1. Open sign-in/close on Sign in or Sheet in build 3.1.\n2. "))
    #expect(markdown.contains("\n5. Measure `size`.\n\n### Expected\n\n- At least 44 pt.\n"))
    let lines = try Self.text(.ndjson, tickets[0], tickets[1]).split(separator: "\n").map {
      try ReadJSON.object(String($0))
    }
    #expect(lines.map { $0["mark"] as? String } == tickets.map(\.mark))
    #expect(lines.map { $0["severity"] as? String } == ["critical", "critical"])
    for line in lines { #expect(markdown.contains(try #require(line["body"] as? String))) }
    let findings = lines.map { $0["findings"] as? [[String: String]] ?? [] }
    #expect(findings[1].map { $0["component"] } == ["sign-in/close", "home", "menu"])
    #expect(findings[0].map { $0["condition"] } == ["dark,text-ax5"])
  }

  /// The words of the first call of `issue`, as a shell reads what is quoted with `'` or a backslash alone, and its
  /// body; nil if it has anything else that means something to a shell.
  private static func call(_ script: String) -> (words: [String], body: String)? {
    guard let start = script.range(of: "\nissue a11y-")?.lowerBound else { return nil }
    var (words, word, isQuoted, isEscaped) = ([String](), "", false, false)
    var rest = script[start...].dropFirst().unicodeScalars
    while let scalar = rest.popFirst() {
      if isQuoted || isEscaped {
        if isQuoted, scalar == "'" { isQuoted = false } else { word.unicodeScalars.append(scalar) }
        isEscaped = false
        continue
      }
      switch scalar {
      case "'": isQuoted = true
      case "\\": isEscaped = true
      case " ":
        words.append(word)
        word = ""
      case "\n":
        let end = word
        let lines = String(rest).split(separator: "\n" as Character, omittingEmptySubsequences: false)
        guard words.popLast() == "<<", let last = lines.firstIndex(where: { $0 == end }) else { return nil }
        return (words, lines[..<last].joined(separator: "\n"))
      case "a"..."z", "-", "<", "1": word.unicodeScalars.append(scalar)
      default: return nil
      }
    }
    return nil
  }

  @Test("The script creates each issue by one command, whatever the texts are", arguments: Hostile.texts)
  func script(name: String, text: String) throws {
    let ticket = TicketDraft(SampleItem.foreign(text))
    let script = try Self.text(.github, ticket)
    #expect(script.hasPrefix("#!/bin/sh\n# Creates 1 issue in the repository of this folder."))
    let (words, body) = try #require(Self.call(script), "\(name)")
    #expect(words.prefix(2) == ["issue", ticket.mark] && words[2].hasPrefix("sign-in/close: fails \""))
    #expect(words.dropFirst(3).prefix(4) == ["--label", "accessibility", "--label", "severity-critical"])
    #expect(body.hasPrefix("### ") && body.contains("\n- \(ticket.mark)\n"))
  }

  @Test("A quote ends no word of the script")
  func quotes() throws {
    let call = try Self.call(Self.text(.github, TicketDraft(SampleItem.foreign("it's '$(rm -rf ~)' `x`"))))
    #expect(call?.words[2] == "sign-in/close: fails \"it's '$(rm -rf ~)' `x`\" (dark,text-ax5)")
  }

  @Test(
    "What is longer than its tracker takes is cut, with a count and the place that has all of it",
    arguments: [("x", 700), ("@", 300), ("\u{1b}", 90), ("👩 *_", 200), ("-", 1)])
  func limits(letter: String, count: Int) throws {
    let long = String(repeating: letter, count: count == 1 ? 65_000 : 120)
    let items = (0..<count).map { number in
      var item = SampleItem.bare("settings/row-\(number)", .fail)
      (item.note, item.check.title) = (long, String(repeating: letter, count: 400))
      return item
    }
    let ticket = TicketDraft(ofCheck: items)
    let script = try #require(Self.call(Self.text(.github, ticket)))
    #expect(script.body.utf16.count <= 65_536 && script.words[2].utf16.count <= 255)
    for form in [TicketForm.jira, .azure] {
      let fields = try ReadCSV.rows(Self.text(form, ticket))[1]
      #expect(fields.allSatisfy { form == .azure || $0.utf16.count <= 32_767 }, "\(form)")
      #expect(fields[form == .jira ? 0 : 1].utf16.count <= 255, "\(form)")
      let text = fields[form == .jira ? 3 : 4].replacing("\\", with: "")
      #expect(text.contains(ticket.mark) && text.contains("Reference"), "\(form)")
    }
    let wiki = try ReadCSV.rows(Self.text(.jira, ticket))[1][3]
    let shown = wiki.split(separator: "\n").filter { $0.hasPrefix("* settings/row") }.count
    if count > 1 {
      #expect(shown > 20 && wiki.contains("and \(count - shown) more: see the page that a11y report"))
    } else {
      #expect(wiki.contains("…"))
    }
  }

  @Test("What stands in backquotes is code; a backquote alone is text, and nothing in either is markup")
  func code() throws {
    let markdown = try Self.text(.md, TicketDraft(SampleItem.full("use `a<b>` and *c* @team")))
    #expect(markdown.contains("- use `a<b>` and \\*c\\* @<!-- -->team\n"))
    #expect(try Self.text(.md, TicketDraft(SampleItem.full("a ` b"))).contains("- a \\` b\n"))
    let html = try Self.text(.azure, TicketDraft(SampleItem.full("use `a<b>` and <i>")))
    #expect(html.contains("<li>use <code>a&lt;b&gt;</code> and &lt;i&gt;</li>"))
  }

  @Test(
    "Wiki markup is shown as it is typed",
    arguments: [
      ("{code}[a|b]", "\\{code\\}\\[a\\|b\\]"),
      ("*b* _i_ h1. -x- !u! @me", "\\*b\\* \\_i\\_ h1. \\-x\\- \\!u\\! \\@me"),
      ("https://a.example: b", "https\\://a.example: b"), ("a\\b", "a\\\\b"), ("a\nb\r\nc", "a b c"),
      ("\u{1b}[m", "\\\\u\\{1b\\}\\[m"),
    ])
  func wiki(text: String, wanted: String) { #expect(WikiText(escaping: text).text == wanted) }

  @Test("No text does harm in any form", arguments: Hostile.texts)
  func harmless(name: String, text: String) throws {
    for form in TicketForm.allCases {
      let output = try Self.text(form, TicketDraft(SampleItem.foreign(text)))
      #expect(Hostile.harm(in: output, allowing: [0x09, 0x0D]).isEmpty, "\(name) as \(form)")
      if form == .md { #expect(!output.contains("<img") && !output.contains("<script"), "\(name)") }
    }
  }
}
