/// A member of `XCUIAccessibilityAuditType`, with what it finds and the checks it covers.
package struct AuditTypeEntry: Equatable, Sendable {
  /// The member's name, e.g. `hitRegion`.
  package var name: String
  /// Its bit in the option set; nil for `all`.
  package var bit: Int?
  /// The check that records the run; nil for `all`.
  package var run: String?
  /// The checks on which a finding opens or confirms a fail. The audit alone never passes any of them.
  package var finds: [String]

  package init(name: String, bit: Int?, run: String?, finds: [String]) {
    self.name = name
    self.bit = bit
    self.run = run
    self.finds = finds
  }
}

/// The rules of a tool for which there are checks.
package struct ToolRules: Equatable, Sendable {
  package struct Rule: Equatable, Sendable {
    package var name: String
    /// The checks on which a finding opens a doubt, the closest first.
    package var finds: [String]
    /// The check that records the run, if there is one.
    package var run: String?

    package init(name: String, finds: [String], run: String? = nil) {
      self.name = name
      self.finds = finds
      self.run = run
    }
  }

  package var tool: ToolFinding.Tool
  package var rules: [Rule]

  package init(tool: ToolFinding.Tool, rules: [Rule]) {
    self.tool = tool
    self.rules = rules
  }
}
