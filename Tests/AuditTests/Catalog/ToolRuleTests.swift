import Audit
import Testing

@Suite("Rules of tools")
struct ToolRuleTests {
  @Test("Every rule names checks there are, each once, and stands once in its tool's table")
  func table() {
    #expect(Set(Catalog.toolRules.map(\.tool)) == [.axe, .cvs, .android, .atf, .htmlcs, .evinced, .other])
    for tool in Catalog.toolRules {
      #expect(!tool.rules.isEmpty, "\(tool.tool)")
      #expect(Set(tool.rules.map(\.name)).count == tool.rules.count, "\(tool.tool)")
      for rule in tool.rules {
        #expect(!rule.finds.isEmpty && Set(rule.finds).count == rule.finds.count, "\(rule.name)")
        for check in rule.finds { #expect(Catalog.checks[id: check] != nil, "\(rule.name): \(check)") }
      }
    }
  }

  @Test("No rule opens a check that only the run of an audit records")
  func runs() {
    for rule in Catalog.toolRules.flatMap(\.rules) {
      #expect(!rule.finds.contains { $0.hasPrefix("automated-audit.") }, "\(rule.name)")
    }
  }

  @Test("The audits of XCTest are known by name and by number, and all of them together by neither")
  func xctest() {
    for type in Catalog.auditTypes {
      guard let bit = type.bit else {
        #expect(Catalog.toolRule(type.name, of: .xctest) == nil)
        continue
      }
      let rule = Catalog.toolRule(type.name, of: .xctest)
      #expect(rule?.finds == type.finds && rule?.run == type.run)
      #expect(Catalog.toolRule("\(UInt64(1) << UInt64(bit))", of: .xctest) == rule)
    }
  }

  @Test("A number with several bits is several audits, whose checks stand in the order of their bits")
  func combined() throws {
    let both = try #require(Catalog.toolRule("196608", of: .xctest))
    #expect(both.name == "dynamicType, textClipped")
    let parts = ["dynamicType", "textClipped"].compactMap { Catalog.toolRule($0, of: .xctest)?.finds }.flatMap(\.self)
    #expect(Set(both.finds) == Set(parts) && both.finds.count == Set(parts).count)
  }

  @Test(
    "What no check covers is nobody's",
    arguments: ["", "no-such-rule", "0", "-1", "18446744073709551615", "99999999999999999999"])
  func unknown(rule: String) {
    for tool in ToolFinding.Tool.allCases { #expect(Catalog.toolRule(rule, of: tool) == nil) }
  }
}
