/// A member of `XCUIAccessibilityAuditType`, with what it finds and the checks it speaks to.
package struct AuditTypeEntry: Equatable, Sendable {
  /// The member's name, e.g. `hitRegion`.
  package var name: String
  /// Its bit in the option set; nil for `all`.
  package var bit: Int?
  /// Lowest system version by platform, `iOS` standing for iPadOS too; a platform that is not named lacks the audit.
  package var since: [String: String]
  /// Further systems that have it.
  package var alsoOn: [String]
  /// The name under which Accessibility Inspector lists it, where it does.
  package var inspectorName: String?
  package var detects: String
  /// `V` verified or `K` known from experience.
  package var evidence: String
  /// Texts seen in printed findings.
  package var messages: [String]
  /// The check that records the run; nil for `all`.
  package var run: String?
  /// The checks on which a finding opens or confirms a fail. The audit alone never passes any of them.
  package var finds: [String]

  package init(
    name: String, bit: Int?, since: [String: String], alsoOn: [String], inspectorName: String?, detects: String,
    evidence: String, messages: [String], run: String?, finds: [String]
  ) {
    self.name = name
    self.bit = bit
    self.since = since
    self.alsoOn = alsoOn
    self.inspectorName = inspectorName
    self.detects = detects
    self.evidence = evidence
    self.messages = messages
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
  /// What people call it.
  package var name: String
  package var rules: [Rule]

  package init(tool: ToolFinding.Tool, name: String, rules: [Rule]) {
    self.tool = tool
    self.name = name
    self.rules = rules
  }
}

/// A step of automated testing that a source document asks for, under its real name.
package struct AuditStep: Equatable, Sendable {
  package var source: SourcePlace
  package var step: String
  package var realName: String
  /// The member of the audit type behind it; nil where it is no audit.
  package var audit: String?
  package var checks: [String]

  package init(source: SourcePlace, step: String, realName: String, audit: String?, checks: [String]) {
    self.source = source
    self.step = step
    self.realName = realName
    self.audit = audit
    self.checks = checks
  }
}
