import AuditCatalog
import AuditModel
import Testing

@Suite("Rules of tools")
struct ToolRuleTests {
  @Test("Every rule names checks there are, each once, and stands once in its tool's table")
  func table() {
    #expect(Set(Catalog.toolRules.map(\.tool)) == [.axe, .cvs])
    for tool in Catalog.toolRules {
      #expect(tool.rules.count > 20, "\(tool.tool)")
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

  @Test("What no check covers is nobody's", arguments: ["", "page-has-heading-one", "3", "-1", "99999999999999999999"])
  func unknown(rule: String) {
    for tool in ToolFinding.Tool.allCases { #expect(Catalog.toolRule(rule, of: tool) == nil) }
  }
}
