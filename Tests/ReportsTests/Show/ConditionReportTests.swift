import Foundation
import Testing

@testable import Audit
@testable import Reports

@Suite("Conditions to test next")
struct ConditionReportTests {
  private static func proposals(_ count: Int) -> [PairCover.Proposal] {
    var cover = PairCover()
    return (0..<count).compactMap { _ in
      let next = cover.proposal()
      if let next { cover.add(next.condition) }
      return next
    }
  }

  private static func report(
    _ proposals: [PairCover.Proposal], _ wording: ConditionReport.Wording = .conditions, audit: AuditRound? = nil,
    tested: Int = 10
  ) -> ConditionReport {
    ConditionReport(wording: wording, audit: audit, pairs: 100, tested: tested, proposals: proposals)
  }

  private static func audit(_ conditions: String...) throws -> AuditRound {
    var audit = AuditRound(name: "spring")
    audit.conditions = try conditions.map { try Condition(parsing: $0) }
    return audit
  }

  private static func proposal(_ condition: String, _ settings: String...) throws -> PairCover.Proposal {
    let condition = try Condition(parsing: condition)
    let choices = try settings.map { name in
      let setting = try #require(ConditionSetting.all.first { $0.name == name })
      return (name, try #require(setting.choices.first { condition.tokens.contains($0.token) }))
    }
    return PairCover.Proposal(condition: condition, choices: choices, newPairs: 1, remaining: 4)
  }

  @Test("Each proposal says what to set and where, how much it adds, and which command to run")
  func page() throws {
    let report = Self.report([try Self.proposal("dark,voiceover", "appearance", "input")])
    #expect(
      report.page.plain == """
        Conditions to test next.
        Tested: 10 percent, 10 of 100 pairs of settings tested together.
        Next.
        Condition: dark,voiceover.
        Covers: 1 new pair of 5 untested; 4 remain after this.
        Appearance: dark appearance: Settings > Display & Brightness.
        Input: VoiceOver on: Settings > Accessibility > VoiceOver.
        Run: a11y walk --condition dark,voiceover.

        """)
  }

  @Test("Several proposals are numbered, each with less to cover than the one before")
  func several() throws {
    let proposals = Self.proposals(3)
    let report = Self.report(proposals)
    #expect(report.page.sections.compactMap(\.heading) == ["1 of 3", "2 of 3", "3 of 3"])
    let left = proposals.map { $0.remaining }
    #expect(left == left.sorted(by: >) && Set(left).count == 3)
    let rows = try #require(try ReadJSON.object(report.json(generated: "t"))["rows"] as? [[String: Any]])
    #expect(rows.map { $0["remaining"] as? Int } == left)
    #expect(rows.map { $0["new_pairs"] as? Int } == proposals.map { $0.newPairs })
  }

  @Test("Where nothing is left that is said, and the JSON has no rows")
  func done() throws {
    let report = Self.report([], tested: 100)
    #expect(report.page.plain.hasSuffix("100 of 100 pairs of settings tested together.\nAll pairs are covered.\n"))
    let json = try ReadJSON.object(report.json(generated: "2026-03-01T00:00:00Z"))
    #expect(json["schema"] as? String == "a11y.suggest/1" && json["generated"] as? String == "2026-03-01T00:00:00Z")
    #expect(json["pairs"] as? [String: Int] == ["all": 100, "tested": 100, "remaining": 0])
    #expect(json["audit"] is NSNull && (json["rows"] as? [Any])?.isEmpty == true)
  }

  @Test("An audit gets the condition first if it does not have it, and the walk is of that audit")
  func audits() throws {
    let proposal = try Self.proposal("dark,rtl", "appearance")
    func commands(_ audit: AuditRound?) throws -> [String] {
      let report = Self.report([proposal], audit: audit)
      let rows = try ReadJSON.object(report.json(generated: ""))["rows"] as? [[String: Any]]
      return rows?.first?["commands"] as? [String] ?? []
    }
    let walk = "a11y walk --audit spring --condition dark,rtl"
    #expect(try commands(nil) == ["a11y walk --condition dark,rtl"])
    #expect(try commands(Self.audit("", "dark+rtl")) == [walk])
    #expect(
      try commands(Self.audit("", "bold-text")) == [
        "a11y edit audit spring --condition default,bold-text,dark+rtl", walk,
      ])
    let configured = ConditionReport(
      wording: .conditions, audit: nil, pairs: 1, tested: 0, proposals: [proposal],
      configured: try Self.audit("bold-text"))
    #expect(configured.page.plain.contains("Run: a11y walk --audit '' --condition dark,rtl."))
    let report = Self.report([proposal], audit: try Self.audit(""))
    #expect(report.page.title == "Conditions to test next in spring")
    #expect(try ReadJSON.object(report.json(generated: ""))["audit"] as? String == "spring")
  }

  @Test("What to set is said in words, and without settings what that stands for")
  func settings() throws {
    let rows = try #require(
      try ReadJSON.object(Self.report([try Self.proposal("ipad", "device")]).json(generated: ""))["rows"]
        as? [[String: Any]])
    #expect(
      rows[0]["settings"] as? [[String: String]] == [
        ["setting": "device", "token": "ipad", "words": "an iPad", "how": "use an iPad"]
      ])
    #expect(rows[0]["condition"] as? String == "ipad" && rows[0]["size_class"] is NSNull)
    let none = try Self.proposal("")
    #expect(Self.report([none]).page.plain.contains("\nSet: none (default settings).\n"))
    #expect(Self.report([none]).page.plain.contains("Run: a11y walk --condition default."))
    #expect(Self.report([none], .devices).page.plain.contains("\nSet: none (a standard phone in portrait).\n"))
  }

  @Test(
    "Of devices the width is told; without a device it is that of a phone",
    arguments: [
      ("", "compact"), ("ipad", "regular"), ("landscape,phone-large", "regular"), ("ipad,slide-over", "compact"),
    ])
  func widths(condition: String, width: String) throws {
    let report = Self.report([try Self.proposal(condition)], .devices)
    #expect(report.page.title == "Devices to test next")
    #expect(report.page.plain.contains("\nSize class: \(width) width.\n"))
    let rows = try ReadJSON.object(report.json(generated: ""))["rows"] as? [[String: Any]]
    #expect(rows?.first?["size_class"] as? String == width)
    #expect(!Self.report([try Self.proposal(condition)]).page.plain.contains("Size class"))
  }
}
