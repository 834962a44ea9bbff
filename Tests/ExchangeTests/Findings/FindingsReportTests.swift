import Audit
import Base
import Testing

@testable import Exchange

@Suite("Reports of tools")
struct FindingsReportTests {
  static let xctest = """
    {"auditType":"contrast","compactDescription":"Contrast failed","detailedDescription":"too light",\
    "element":"close-button","label":"Close","screen":"sign-in","device":"iPhone 15","os":"18.1","build":"3.2",\
    "condition":"dark+text-ax3","component":"sign-in/close","at":"2026-03-01T10:00:00Z","more":[1.5]}

    {"auditType":4,"element":null}
    """
  static let axe = """
    {"testEngine":{"name":"axe-core","version":"4.10.2"},"url":"https://shop.example/sign-in?x=1#top",
     "timestamp":"2026-03-01T10:00:00.000Z","passes":[],"inapplicable":[],
     "violations":[{"id":"image-alt","impact":"critical","tags":["wcag2a"],"help":"Images must have alternative text",
       "nodes":[{"target":["[data-testid=\\"logo\\"]"],"html":"<img id=logo>","failureSummary":"Fix it","any":[{"data":{"ratio":2.52}}]},
                {"target":["main > [data-testid=\\"hero\\"]"]},{"target":[["#host","button"]]}]}],
     "incomplete":[{"id":"color-contrast","help":"Contrast","nodes":[{"target":["p:nth-child(2)"]}]}]}
    """
  static let cvs = """
    {"diagnostics":[{"column":5,"filePath":"/app/Views/SignIn.swift","impact":"critical","line":12,"message":"No label",
     "ruleID":"icon-button-missing-label","severity":"error","wcagCriteria":["4.1.2"]},
     {"filePath":"/app/Views/Home.swift","line":3,"message":"Colour","ruleID":"hardcoded-color","severity":"info"}],
     "score":{"score":81.5,"grade":"B"}}
    """

  private func read(_ text: String, _ form: ReportForm) throws -> [ToolFinding] {
    try FindingsReport(Array(text.utf8), form).findings
  }

  @Test("A line of XCTest says what it says; what is missing is empty")
  func lines() throws {
    let findings = try read(Self.xctest, .xctest)
    let first = try #require(findings.first)
    #expect(findings.count == 2)
    #expect((first.rule, first.message, first.detail) == ("contrast", "Contrast failed", "too light"))
    #expect(first.elements == ["close-button", "Close"])
    #expect((first.screen, first.component, first.build) == ("sign-in", "sign-in/close", "3.2"))
    #expect((first.device, first.os, first.place) == ("iPhone 15", "18.1", "line 1"))
    #expect(first.condition?.text == "dark,text-ax3")
    #expect(first.time == 1_772_359_200_000)
    #expect((findings[1].rule, findings[1].elements, findings[1].place) == ("4", [], "line 3"))
    #expect(try read("[\(Self.xctest.split(separator: "\n").joined(separator: ","))]", .xctest).count == 2)
    #expect(try read("", .xctest).isEmpty)
  }

  @Test("The table of pa11y is read as its JSON is, and a line that is none is named")
  func table() throws {
    let text = #"""
      "type","code","message","context","selector"
      "error","WCAG2AA.Principle1.Guideline1_4.1_4_3.G18.Fail","Too light","<a href=\"/help\">Help</a>","main > a"
      "warning","WCAG2AA.Principle1.Guideline1_3.1_3_1.H48","A list?",null,"nav"
      "error","color-contrast","Contrast","","[data-testid=\"pay\"]"
      """#
    for end in ["\n", "\r\n"] {
      let bytes = Array(text.replacing("\n", with: end).utf8)
      #expect(ReportForm(ReportOutline(bytes)) == .pa11y)
      let findings = try FindingsReport(bytes, .pa11y).findings
      #expect(findings.map(\.rule) == ["1_4_3.G18.Fail", "1_3_1.H48", "color-contrast"])
      #expect(
        findings.map(\.isReview) == [false, true, false] && findings.map(\.place) == ["line 2", "line 3", "line 4"])
      #expect(findings[0].criteria == ["1.4.3"] && findings[0].elements == ["main > a"] && findings[2].names == ["pay"])
    }
    let header = Array("type,code,message,context,selector".utf8)
    #expect(ReportForm(ReportOutline(header)) == .pa11y)
    #expect(try FindingsReport(header, .pa11y).findings.isEmpty)
    #expect(throws: FindingsProblem("line 2", wanted: "5 cells in quotes, as pa11y writes them", found: "\"error,a\""))
    {
      try FindingsReport(header + Array("\nerror,a\n".utf8), .pa11y)
    }
  }

  @Test("Lists in a list are one")
  func lists() throws {
    let issue = #"{"code":"color-contrast","type":"error","message":"m","selector":"a"}"#
    for (text, count) in [("[[],[]]", 0), ("[[\(issue)],[],[\(issue),\(issue)]]", 3)] {
      #expect(try read(text, .pa11y).count == count)
    }
    let page = #"[{"url":"/a","violations":[{"id":"r","nodes":[{"target":["a"]}]}]}]"#
    #expect(try read("[\(page),\(page)]", .axe).count == 2)
  }

  @Test("A time without a zone is local, and UTC where the form says so")
  func zones() throws {
    func time(_ text: String, _ form: ReportForm) throws -> Int64? {
      try FindingsReport(Array(text.utf8), form, localOffset: { _ in 3_600 }).time
    }
    let utc: Int64 = 1_772_359_200_000
    for (zone, shift) in [("", 3_600_000), ("Z", 0), ("-05:00", -18_000_000)] as [(String, Int64)] {
      let at = "2026-03-01T10:00:00\(zone)"
      #expect(try time(#"{"auditType":"contrast","at":"\#(at)"}"#, .xctest) == utc - shift)
      #expect(try time(#"{"url":"/","timestamp":"\#(at)","violations":[]}"#, .axe) == utc - shift)
      let assertion = """
        {"@graph":[{"@type":"earl:Assertion","test":"a","dct:date":"\(at)","result":{"outcome":"earl:failed"}}]}
        """
      #expect(try time(assertion, .earl) == utc - shift)
    }
    let run =
      #"{"runs":[{"tool":{"driver":{"name":"t"}},"invocations":[{"startTimeUtc":"2026-03-01T10:00:00"}],"results":[]}]}"#
    #expect(try time(run, .sarif) == utc)
  }

  @Test("A time that is counted is one since 1970 or, as Swift encodes it, since 2001")
  func counted() throws {
    func time(_ at: String, latest: Int64 = 1_800_000_000_000) throws -> Int64? {
      try FindingsReport(Array("{\"auditType\":\"contrast\",\"at\":\(at)}".utf8), .xctest, latest: latest).time
    }
    let moment: Int64 = 1_772_359_200_000
    for at in ["1772359200", "1772359200.0", "1772359200000", "794052000", "794052000.0"] {
      #expect(try time(at) == moment, "\(at)")
    }
    #expect(try time("794052000.678") == moment + 678)
    #expect(try time("794052000", latest: moment) == moment)
    for at in ["0", "1", "-1", "100000000", "1100000000", "794052000000", "1e300", "253402300800000"] {
      let problem = #expect(throws: FindingsProblem.self) { try time(at) }
      #expect(problem?.message.hasPrefix("line 1, $.at: expected a time") == true, "\(at)")
    }
    #expect(throws: FindingsProblem.self) { try time("794052000", latest: moment - 1) }
  }

  @Test("An element is text or an object, and a line may name the run")
  func elements() throws {
    let report = try FindingsReport(
      Array(
        """
        {"auditRun":"nightly","at":"2026-03-01T10:00:00Z"}
        {"auditType":"a","element":{"identifier":"close","label":"Close","elementType":"XCUIElementTypeButton","frame":{"x":1}}}
        {"auditType":"a","element":{"elementType":9,"label":null},"label":"Total"}
        {"auditType":"a","element":"close","label":"Close"}
        """.utf8), .xctest)
    #expect(report.series == "nightly" && report.time != nil)
    #expect(report.findings.allSatisfy { $0.time == 1_772_359_200_000 })
    #expect(report.findings.map(\.names) == [["close", "Close"], ["Total"], ["close", "Close"]])
    #expect(report.findings.map(\.elements) == [["close"], ["Total"], ["close", "Close"]])
    #expect(report.findings.map(\.type) == ["Button", "9", ""])
    #expect(throws: FindingsProblem.self) { try read(#"{"auditRun":7}"#, .xctest) }
  }

  @Test(
    "What XCTest prints for an element names it, apostrophes and all",
    arguments: [
      ("Button, {{16.0, 60.0}, {44.0, 44.0}}, label: 'S'identifier'", ["S'identifier"]),
      ("Button, identifier: 'close', label: 'Don't ask, ever', Selected, value: 'b'", ["close", "Don't ask, ever"]),
      ("TextField, identifier: 'it's', placeholderValue: 'Ann's', value: x", ["it's"]),
      ("Button, label: 'cut", ["cut"]), ("Button, label: 'Don't'", ["Don't"]),
      ("Button, label: '', Disabled", []), ("Other, label: 'a', value: 'b'", ["a"]),
    ])
  func printed(element: String, names: [String]) throws {
    let text = "{\"auditType\":\"a\",\"element\":\"\(element)\"}"
    #expect(try read(text, .xctest).first?.names == names)
  }

  @Test("A version or a name may be a number, as it is spelled")
  func numbers() throws {
    let finding = try read(#"{"auditType":"a","element":7,"label":1234,"os":18.10,"build":412}"#, .xctest).first
    #expect(finding?.names == ["7", "1234"] && finding?.os == "18.10" && finding?.build == "412")
    let named = try read(#"{"auditType":"a","element":{"identifier":7},"os":26,"build":20260301120000001}"#, .xctest)
    #expect(named.map(\.names) == [["7"]] && named.map(\.os) == ["26"] && named.map(\.build) == ["20260301120000001"])
    for text in ["1.8e1", "true", "[18]"] {
      let problem = #expect(throws: FindingsProblem.self) { try read("{\"auditType\":\"a\",\"os\":\(text)}", .xctest) }
      #expect(problem?.message.hasPrefix("line 1, $.os: expected text") == true)
    }
  }

  @Test(
    "Copies of a simulator for tests side by side are that simulator",
    arguments: [
      ("Clone 2 of iPad Pro (12.9-inch) (3rd generation)", "iPad Pro (12.9-inch) (3rd generation)"),
      ("iPhone 15", "iPhone 15"), ("Clone 2 of ", "Clone 2 of "), ("Clone of iPhone", "Clone of iPhone"),
      ("Clone a of b", "Clone a of b"), ("Clone 10 of Clone of mine", "Clone of mine"), ("", ""),
    ])
  func clones(name: String, simulator: String) {
    #expect(XCTestFindings.simulator(name) == simulator)
  }

  @Test("A report of axe-core is one finding for each node, violations as faults")
  func pages() throws {
    let findings = try read(Self.axe, .axe)
    #expect(findings.map(\.rule) == ["image-alt", "image-alt", "image-alt", "color-contrast"])
    #expect(findings.map(\.isReview) == [false, false, false, true])
    #expect(
      findings.map { $0.elements + $0.names } == [
        [#"[data-testid="logo"]"#, "logo"], [#"main > [data-testid="hero"]"#, "hero"], ["button"], ["p:nth-child(2)"],
      ])
    #expect(
      findings.allSatisfy { $0.screen == "sign-in" && $0.run == "axe-core 4.10.2" && $0.time == 1_772_359_200_000 })
    #expect(findings[0].detail == "Fix it")
    #expect(findings[1].place == "$.violations[0].nodes[1]")
    #expect(try read("[\(Self.axe),\(Self.axe)]", .axe).count == 8)
  }

  @Test(
    "A page is called by the path of its address",
    arguments: [
      ("https://shop.example/", "shop.example"), ("https://shop.example/a/b.html", "a/b"), ("sign-in", "sign-in"),
      ("file:///tmp/pages/home.html", "home"), ("", ""), ("https://", "https:"), ("//", ""), ("a/b", "a/b"),
      ("https://a.b/#/pay?x", "pay"), ("https://a.b/i.html#!/a/b", "a/b"), ("https://a.b/#/", "a.b"), ("c#d", "c"),
    ])
  func screens(address: String, screen: String) {
    #expect(AxeFindings.screen(address) == screen)
  }

  @Test(
    "A selector names an element by what it ends with",
    arguments: [
      (#"[data-testid="close"]"#, "close"), (#"main > button[data-testid="x_y"]"#, "x_y"), ("#close", ""), ("#", ""),
      ("div.close", ""), (#""]"#, ""), (#"[a=""]"#, ""), ("[data-testid=\"schlie\u{df}en\"]", "schlie\u{df}en"),
      ("button[id=\"close\"]", ""), (#"[aria-label="close"]"#, ""),
      (#"a[href="close"]"#, ""), (#"[class="close"]"#, ""), (#"[not-data-testid="close"]"#, ""),
      (#"[x="][data-testid="close"]"#, "close"), (#"[data-testid="a\/b"]:nth-child(2)"#, "a/b"),
      (#"[data-testid="\31 .b\a c\1b "]"#, "1.b c"), ("[data-testid='a']", "a"), ("p > [data-testid=a][x]", "a"),
      (#"[data-testid="a"] > b"#, ""), (#"[data-testid="a"#, ""), ("[data-testid=a", ""), ("[data-testid=", ""),
    ])
  func identifiers(selector: String, identifier: String) {
    #expect(AxeFindings.identifier(in: selector) == identifier)
  }

  @Test("A report of a11y-check goes by files, errors as faults")
  func source() throws {
    let findings = try read(Self.cvs, .cvs)
    #expect(findings.map(\.rule) == ["icon-button-missing-label", "hardcoded-color"])
    #expect(findings.map(\.isReview) == [false, true])
    #expect(findings[0].file == "/app/Views/SignIn.swift")
    #expect(findings[0].elements == ["/app/Views/SignIn.swift:12"])
    #expect(try read("[]", .cvs).isEmpty)
  }

  @Test("Whose a report is shows in its beginning")
  func recognising() {
    #expect(ReportForm(ReportOutline(Self.xctest.utf8)) == .xctest)
    #expect(ReportForm(ReportOutline(Self.axe.utf8)) == .axe)
    #expect(ReportForm(ReportOutline(Self.cvs.utf8)) == .cvs)
    #expect(ReportForm(ReportOutline("[ { \"filePath\" : 1, \"ruleID\" : 2".utf8)) == .cvs)
    #expect(ReportForm(ReportOutline("\u{FEFF}{\"auditType\":1".utf8)) == .xctest)
    for other in [
      "", "[]", "{}", #"{"bundle":"a11y","#, #"{"facts":[],"#, "key,kind\n", #"[{"filePath":"a.js","messages":[]"#,
      #"{"url":"https://shop.example/"}"#, #"{"a":{"violations":[]}}"#, "SQLite format 3",
    ] {
      #expect(ReportForm(ReportOutline(other.utf8)) == nil, "\(other)")
    }
  }

  @Test(
    "What tools put around the results of axe-core is passed over",
    arguments: [
      (#"{"pages":[{"url":"https://shop.example/cart","axeResults":PAGE}]}"#, "cart", 1, false),
      (#"[{"id":"7","name":"sign-in","findings":NAMED}]"#, "sign-in", 1, true),
      (#"{"findings":NAMED,"settings":{"a":{}}}"#, "sign-in", 1, true),
      (#"{"storyId":"a","axeResults":PAGE}"#, "", 1, true), (#"{"results":[NAMED,PAGE]}"#, "sign-in", 2, true),
      (#"{"a":{"b":{"c":{"d":PAGE}}}}"#, "", 1, false),
    ])
  func around(text: String, screen: String, count: Int, isRecognized: Bool) throws {
    let members = #""violations":[{"id":"image-alt","help":"h","nodes":[{"target":["img"]}]}],"passes":[]}"#
    let text = text.replacing("NAMED", with: #"{"url":"https://shop.example/sign-in",\#(members)"#)
      .replacing("PAGE", with: "{\(members)")
    let report = try FindingsReport(Array(text.utf8), .axe)
    #expect(report.findings.map(\.rule) == Array(repeating: "image-alt", count: count))
    #expect(report.findings.first?.screen == screen)
    #expect((ReportForm(ReportOutline(text.utf8)) == .axe) == isRecognized)
  }

  @Test(
    "What is wrong is said with its line and path",
    arguments: [
      (.xctest, "{\"auditType\":\"a\"}\n{", "line 2, column 2, $: expected a complete key or the end of the object"),
      (.xctest, "{\"auditType\":\"a\"}\n\n{\"auditType\":true}", "line 3, $.auditType: expected text, found true"),
      (.xctest, "{\"screen\":\"a\"}", "line 1, $.auditType: expected text, found nothing"),
      (.xctest, "{\"auditType\":\"a\",\"device\":15}", "line 1, $.device: expected text, found 15"),
      (.xctest, "{\"auditType\":\"a\",\"at\":\"soon\"}", "line 1, $.at: expected a time"),
      (.xctest, "{\"auditType\":\"a\",\"condition\":\"D ark\"}", "line 1, $.condition: expected a condition"),
      (.xctest, "7", "line 1, $: expected an object, found 7"), (.sarif, "{\"runs\":[{}]}", "$.runs[0].tool.driver"),
      (.sarif, "{\"runs\":[{\"tool\":{\"driver\":{\"name\":\"a11y\"}}}]}", "a bundle"),
      (.earl, "{\"@context\":{\"a11y\":\"urn:a11y:earl:\"}}", "a bundle"),
      (.earl, "[{}]", "not a report of assertions"),
      (.lighthouse, "{\"categories\":{}}", "not a report of Lighthouse"),
      (.pa11y, "{\"a\":1}", "not a report of pa11y"),
      (.insights, "{}", "not a report of Accessibility Insights"), (.android, "{}", "not a report of axe-android"),
      (.evinced, "{}", "not a report of Evinced"), (.wave, "{}", "not a report of WAVE"),
      (.ibm, "[{}]", "not a report of IBM"),
      (.pa11y, "[{\"code\":1}]", "$[0].code: expected text, found 1"),
      (.xctest, "[{\"auditType\":\"a\"},null]", "$[1]: expected an object, found null"),
      (.xctest, "{\"auditType\":\"a\",\"auditType\":\"b\"}", "line 1"),
      (.axe, "{\"passes\":[]}", "not a report of axe-core"),
      (.axe, "{\"violations\":{}}", "$.violations: expected an array, found an object"),
      (.axe, "{\"violations\":[{\"id\":\"a\",\"nodes\":[{\"target\":5}]}]}", "nodes[0].target: expected an array"),
      (.axe, "[{\"violations\":[{\"nodes\":[]}]}]", "$[0].violations[0].id: expected text, found nothing"),
      (.axe, "\"violations\"", "$: expected an object, found \"violations\""),
      (.cvs, "{\"score\":{}}", "not a report of a11y-check"),
      (.cvs, "[{\"ruleID\":[]}]", "$[0].ruleID: expected text, found an array"),
      (.cvs, "[1]", "$[0]: expected an object, found 1"), (.cvs, "", "line 1"),
    ] as [(ReportForm, String, String)])
  func refusals(form: ReportForm, text: String, reason: String) throws {
    let problem = #expect(throws: FindingsProblem.self) { try read(text, form) }
    #expect(problem?.message.contains(reason) == true, "\(problem?.message ?? "")")
  }

  @Test("Too many findings and too deep a nest are refused")
  func limits() throws {
    let line = Array("{\"auditType\":\"a\"}\n".utf8)
    let most = [UInt8]((0...FindingsReport.most).map { _ in line }.joined())
    #expect(throws: FindingsProblem.self) { try FindingsReport(most, .xctest) }
    #expect(throws: FindingsProblem.self) {
      try read("{\"auditType\":\(String(repeating: "[", count: 100_000))", .xctest)
    }
  }

  @Test("A report may have a member for each of many pages, in any order")
  func manyPages() throws {
    let issue = "{\"code\":\"image-alt\",\"type\":\"error\",\"message\":\"m\",\"selector\":\"a\"}"
    let pages = (0..<5_000).reversed().map { "\"https://shop.example/p/\($0)\":[\($0 == 7 ? issue : "")]" }
    #expect(try read("{\"results\":{\(pages.joined(separator: ","))}}", .pa11y).map(\.screen) == ["p/7"])
  }

  @Test("Long and dirty text is kept short and on one line")
  func text() throws {
    let dirty = "a\\u0001\\n\\tb \\u0085 c" + String(repeating: "\u{e9}", count: 1_000)
    let finding = try #require(
      try read("{\"auditType\":\"a\",\"element\":\"\(dirty)\",\"detailedDescription\":\"\(dirty)\"}", .xctest).first)
    #expect(finding.elements[0].hasPrefix("a b c\u{e9}"))
    #expect(finding.elements[0].utf8.count <= 400 && finding.elements[0].hasSuffix("\u{e9}..."))
    #expect(finding.detail.utf8.count <= 4_000)
  }

  private static let compact = """
    {"@context":{"earl":"http://www.w3.org/ns/earl#","dct":"http://purl.org/dc/terms/"},"@graph":[{"@type":"earl:Assertion",
    "earl:test":{"@id":"https://a.b/rules#R1","dct:isPartOf":{"@id":"https://www.w3.org/WAI/1.4.3"}},
    "earl:subject":{"@type":"earl:TestSubject","dct:source":"https://a.b/cart"},
    "earl:result":{"@type":"earl:TestResult","earl:outcome":{"@id":"earl:failed"},"dct:description":"Low contrast",
    "dct:date":"2026-03-01T10:00:00Z","earl:pointer":{"ptr:expression":"#total"}}},
    {"@type":"earl:Assertion","earl:test":{"@id":"https://a.b/rules#R2"},
    "earl:result":{"earl:outcome":{"@id":"earl:passed"}}}]}
    """

  private static let expanded = """
    [{"@type":["http://www.w3.org/ns/earl#Assertion"],
    "http://www.w3.org/ns/earl#test":[{"@id":"https://a.b/rules#R1",
    "http://purl.org/dc/terms/isPartOf":[{"@id":"https://www.w3.org/WAI/1.4.3"}]}],
    "http://www.w3.org/ns/earl#subject":[{"@type":["http://www.w3.org/ns/earl#TestSubject"],
    "http://purl.org/dc/terms/source":[{"@value":"https://a.b/cart"}]}],
    "http://www.w3.org/ns/earl#result":[{"http://www.w3.org/ns/earl#outcome":[{"@id":"http://www.w3.org/ns/earl#failed"}],
    "http://purl.org/dc/terms/description":[{"@value":"Low contrast","@language":"en"}],
    "http://purl.org/dc/terms/date":[{"@type":"http://www.w3.org/2001/XMLSchema#dateTime",
    "@value":"2026-03-01T10:00:00Z"}],
    "http://www.w3.org/ns/earl#pointer":[{"@list":[{"http://www.w3.org/2009/pointers#expression":[{"@value":"#total"}]}]}]}]},
    {"@type":["http://www.w3.org/ns/earl#Assertion"],"http://www.w3.org/ns/earl#test":[{"@id":"https://a.b/rules#R2"}],
    "http://www.w3.org/ns/earl#result":[{"http://www.w3.org/ns/earl#outcome":[{"@id":"http://www.w3.org/ns/earl#passed"}]}]}]
    """

  /// The words of a context of its own, and outcomes that are told by their classes.
  private static let flattened = """
    {"@context":{"e":"http://www.w3.org/ns/earl#","verdict":{"@id":"e:outcome","@type":"@id"}},"@graph":[
    {"@id":"_:b0","@type":"e:Assertion","e:test":{"@id":"https://a.b/rules#R1"},"e:subject":{"@id":"_:b1"},
    "e:result":{"@id":"_:b2"}},
    {"@id":"_:b1","@type":"e:TestSubject","dct:source":"https://a.b/cart"},
    {"@id":"_:b2","@type":"e:TestResult","verdict":{"@id":"_:b3"},"dct:description":"Low contrast",
    "dct:date":"2026-03-01T10:00:00Z","e:pointer":{"@id":"_:b4"}},
    {"@id":"_:b3","@type":"e:Fail"},{"@id":"_:b4","e:next":{"@id":"_:b4"},"ptr:expression":"#total"},
    {"@id":"https://a.b/rules#R1","@type":"e:TestCase","dct:title":"Contrast","dct:isPartOf":{"@id":"https://www.w3.org/WAI/1.4.3"}},
    {"@id":"_:b5","@type":"e:Assertion","e:test":{"@id":"https://a.b/rules#R2"},"e:result":{"@id":"_:b6"}},
    {"@id":"_:b6","verdict":"e:passed"}]}
    """

  @Test("EARL says the same in each form of JSON-LD", arguments: [compact, expanded, flattened])
  func linked(text: String) throws {
    #expect(ReportForm(ReportOutline(Array(text.utf8))) == .earl)
    let report = try FindingsReport(Array(text.utf8), .earl)
    let finding = try #require(report.findings.first)
    #expect(report.findings.count == 1 && report.leftOut.map(\.count) == [1] && !report.isIncomplete)
    #expect(finding.rule == "R1" && finding.message == "Low contrast" && finding.criteria == ["1.4.3"])
    #expect(finding.elements == ["#total"] && finding.screen == "cart" && finding.time == 1_772_359_200_000)
  }

  @Test(
    "What is not understood of EARL is said, and closes nothing",
    arguments: [
      ("{\"@id\":\"_:r\"}", "$.@graph[0]: the assertion has no result with an outcome"),
      ("\"x\"", "such as earl:failed"), ("[]", "contexts and other files are not fetched"),
      ("{\"earl:outcome\":{}}", "expanded JSON-LD"),
    ])
  func unread(result: String, reason: String) throws {
    let assertion = "{\"@id\":\"_:a\",\"@type\":\"earl:Assertion\",\"earl:result\":\(result)}"
    let problem = #expect(throws: FindingsProblem.self) { try read("{\"@graph\":[\(assertion)]}", .earl) }
    #expect(problem?.message.contains(reason) == true, "\(problem?.message ?? "")")
    let passed = "{\"@type\":\"earl:Assertion\",\"earl:result\":{\"earl:outcome\":{\"@id\":\"earl:passed\"}}}"
    let report = try FindingsReport(Array("{\"@graph\":[\(assertion),\(passed)]}".utf8), .earl)
    #expect(report.isIncomplete && report.leftOut.map(\.one).contains("assertion without an outcome"))
    let types = #expect(throws: FindingsProblem.self) {
      try read("{\"@context\":\"https://a.b/c\",\"@graph\":[{}]}", .earl)
    }
    #expect(types?.message.contains("no node has the type Assertion; contexts are not fetched") == true)
    let ours = #expect(throws: FindingsProblem.self) {
      try read("[{\"@type\":[\"http://www.w3.org/ns/earl#Assertion\"],\"urn:a11y:earl:condition\":[]}]", .earl)
    }
    #expect(ours?.message.contains("a bundle") == true)
  }
}
