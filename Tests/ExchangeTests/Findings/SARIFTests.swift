import Audit
import Testing

@testable import Exchange

/// What the standard of SARIF 2.1.0 says of the parts that tools leave out or put elsewhere.
@Suite("SARIF")
struct SARIFTests {
  private func run(_ result: String, rules: String = "", extensions: String = "", more: String = "") throws
    -> FindingsReport
  {
    let text = """
      {"version":"2.1.0","runs":[{"tool":{"driver":{"name":"axe-core","rules":[\(rules)]},"extensions":[\(extensions)]},
      \(more)"results":[{"message":{"text":"x"},\(result)}]}]}
      """
    return try FindingsReport(Array(text.utf8), .sarif)
  }

  private func file(_ location: String, more: String = "") throws -> ToolFinding {
    let place =
      "\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\(location)},\"region\":{\"startLine\":3}}}]"
    return try #require(try run("\"ruleId\":\"a\",\(place)", more: more).findings.first)
  }

  @Test(
    "An address is a path without percent signs, from the folder that it names",
    arguments: [
      (#""uri":"Sources/Vues%20d'accueil/%C3%89cran.swift""#, "Sources/Vues d'accueil/\u{C9}cran.swift"),
      (#""uri":"file:///app/C%23View.swift""#, "/app/C#View.swift"),
      (#""uri":"file://host/app/A.swift""#, "/app/A.swift"),
      (#""uri":"file:/app/A.swift""#, "/app/A.swift"), (#""uri":"FILE:///C:/app/A.swift""#, "/C:/app/A.swift"),
      (#""uri":"100%.swift""#, "100%.swift"), (#""uri":"%FF.swift""#, "%FF.swift"),
      (#""uri":"a%00.swift""#, "a%00.swift"),
      (#""uri":"Sources\\Views\\A.swift""#, "Sources/Views/A.swift"),
      (#""uri":"A.swift","uriBaseId":"%SRCROOT%""#, "/app/A.swift"),
      (#""uri":"A.swift","uriBaseId":"VIEWS""#, "/app/Sources/Views%/A.swift"),
      (#""uri":"../A.swift","uriBaseId":"VIEWS""#, "/app/Sources/A.swift"),
      (#""uri":"A.swift","uriBaseId":"LOOP""#, "A.swift"), (#""uri":"A.swift","uriBaseId":"GONE""#, "A.swift"),
      (#""uri":"/own/A.swift","uriBaseId":"VIEWS""#, "/own/A.swift"), (#""index":1"#, "/app/Sources/Views%/B.swift"),
      (#""uri":"A.swift","index":1"#, "A.swift"), (#""index":-1"#, ""), (#""index":9"#, ""),
    ])
  func addresses(location: String, path: String) throws {
    let more = """
      "originalUriBaseIds":{"%SRCROOT%":{"uri":"file:///app/"},"VIEWS":{"uri":"Sources/Views%25","uriBaseId":"%SRCROOT%"},
      "LOOP":{"uriBaseId":"LOOP"}},"artifacts":[{},{"location":{"uri":"B.swift","uriBaseId":"VIEWS"}}],
      """
    #expect(try file(location, more: more).file == path)
    #expect(try file(location, more: more).elements == (path.isEmpty ? [] : ["\(path):3"]))
  }

  @Test("A page is a screen, also below a folder that is a site, and without percent signs")
  func pages() throws {
    let more = #""originalUriBaseIds":{"SITE":{"uri":"https://shop.example/de/"}},"#
    let finding = try file(#""uri":"zur%C3%BCck?x=1","uriBaseId":"SITE""#, more: more)
    #expect(finding.screen == "de/zur\u{FC}ck" && finding.file.isEmpty)
  }

  private static let other = #"{"id":"other","defaultConfiguration":{"level":"note"}}"#
  private static let failing = """
    {"id":"image-alt","guid":"11111111-1111-1111-8888-11111111111A","defaultConfiguration":{"level":"error"},
    "properties":{"tags":["wcag111"]},"messageStrings":{"one":{"text":"{0} of {1} {2}{"}}}
    """
  private static let pack =
    #"{"name":"pack","guid":"22222222-2222-1111-8888-222222222222","rules":[\#(other),\#(failing)]}"#

  @Test(
    "A rule is found by name, number or identity, in the tool and in its extensions",
    arguments: [
      #""ruleId":"image-alt""#, #""rule":{"id":"image-alt"}"#, #""ruleId":"image-alt/decorative""#,
      #""rule":{"index":1,"toolComponent":{"index":0}}"#, #""ruleIndex":1,"rule":{"toolComponent":{"name":"pack"}}"#,
      #""rule":{"index":1,"toolComponent":{"guid":"22222222-2222-1111-8888-222222222222"}}"#,
      #""rule":{"guid":"11111111-1111-1111-8888-11111111111a"}"#, #""ruleId":"image-alt","ruleIndex":0"#,
      #""ruleId":"image-alt","rule":{"index":7,"toolComponent":{"index":3}}"#,
    ])
  func rules(result: String) throws {
    for inDriver in [false, true] {
      // A number alone is one of the tool's own rules.
      if inDriver, result.contains("toolComponent") { continue }
      let report = try run(
        result, rules: inDriver ? "\(Self.other),\(Self.failing)" : Self.other, extensions: inDriver ? "" : Self.pack)
      let finding = try #require(report.findings.first)
      #expect(finding.rule == "image-alt" && !finding.isReview && finding.criteria == ["1.1.1"], "\(result)")
    }
  }

  @Test("A number without a name is one of the tool's own rules, and a result without a rule is kept")
  func withoutName() throws {
    let own = try #require(try run(#""ruleIndex":1"#, rules: "\(Self.other),\(Self.failing)").findings.first)
    #expect(own.rule == "image-alt" && !own.isReview)
    let none = try #require(try run(#""level":"error""#, extensions: Self.pack).findings.first)
    #expect(none.rule == "unnamed" && none.message == "x" && !none.isReview)
    #expect(try run(#""ruleIndex":9"#).findings.first?.rule == "unnamed")
    #expect(try run(#""ruleId":"b","level":"note""#, rules: Self.failing).findings.first?.isReview == true)
  }

  @Test(
    "The level that a run was started with is before that of the rule, and after that of the result",
    arguments: [
      (#"{"descriptor":{"id":"image-alt"},"configuration":{"level":"note"}}"#, "", true),
      (#"{"descriptor":{"index":1,"toolComponent":{"name":"pack"}},"configuration":{"level":"note"}}"#, "", true),
      (#"{"descriptor":{"guid":"11111111-1111-1111-8888-11111111111a"},"configuration":{"level":"none"}}"#, "", nil),
      (#"{"descriptor":{"id":"image-alt"},"configuration":{"level":"note"}}"#, #","level":"error""#, false),
      (#"{"descriptor":{"id":"image-alt"},"configuration":{"enabled":true}}"#, "", false),
      (#"{"descriptor":{"id":"another"},"configuration":{"level":"note"}}"#, "", false),
      (
        #"{"descriptor":{"id":"image-alt"},"configuration":{"level":"note"}}"#, #","provenance":{"invocationIndex":1}"#,
        false
      ),
    ] as [(String, String, Bool?)])
  func overrides(override: String, more: String, isReview: Bool?) throws {
    let report = try run(
      #""ruleId":"image-alt""# + more, rules: Self.other, extensions: Self.pack,
      more: #""invocations":[{"executionSuccessful":true,"ruleConfigurationOverrides":[\#(override)]},{}],"#)
    #expect(report.findings.first?.isReview == isReview)
  }

  @Test("A message is that of the rule where the result only names it")
  func messages() throws {
    let text = """
      {"runs":[{"tool":{"driver":{"name":"b","rules":[\(Self.failing)]}},
      "results":[{"ruleIndex":0,"message":{"id":"one","arguments":["2","3"]}}]}]}
      """
    #expect(try FindingsReport(Array(text.utf8), .sarif).findings.first?.message == "2 of 3 {2}{")
  }

  @Test(
    "Suppressions hide a result once all of them are accepted, or have no status",
    arguments: [
      ("[]", true), ("null", true), (#"[{"kind":"inSource"}]"#, false),
      (#"[{"kind":"external","status":"accepted"}]"#, false),
      (#"[{"kind":"external","status":"underReview"}]"#, true), (#"[{"kind":"external","status":"rejected"}]"#, true),
      (#"[{"status":"rejected"},{"status":"accepted"}]"#, true),
      (#"[{"kind":"inSource"},{"status":"Accepted"}]"#, false),
      (#"[{"status":"rejected"},{"status":"underReview"}]"#, true),
    ])
  func suppressions(list: String, isKept: Bool) throws {
    #expect(try run("\"ruleId\":\"a\",\"suppressions\":\(list)").findings.isEmpty != isKept)
  }
}
