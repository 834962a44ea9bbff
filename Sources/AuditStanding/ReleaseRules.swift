package import AuditFigures
package import AuditModel
package import AuditReports
package import AuditStore
import Terminal

/// The rules that a release is checked by, and where they come from.
package struct ReleaseRules {
  package private(set) var policy: ReleasePolicy
  package let source: GateReport.PolicySource
  package let baseline: Baseline?

  /// The rules as typed, else the policy of the audit, else that of the tracker; nil where there is none of them.
  ///
  /// - Parameters:
  ///   - typed: nil where none was.
  ///   - find: finds what the policy compares with, by its name.
  package init?(
    _ typed: ReleasePolicy?, of audit: AuditRound?, _ reader: Reader, baseline find: (String) throws -> Baseline
  ) throws {
    let stored = audit?.policy ?? ""
    if let typed {
      (policy, source) = (typed, .typed)
    } else if !stored.isEmpty {
      (policy, source) = (ReleasePolicy(stored: stored), .audit)
    } else {
      let team = try reader.policy()
      guard !team.isEmpty else { return nil }
      (policy, source) = (ReleasePolicy(stored: team), .tracker)
    }
    baseline = try policy.baseline.map(find)
    try Self.refuse(baseline, of: audit)
  }

  /// The rules that are proposed where the team has set none.
  package init(standardWith baseline: Baseline?, of audit: AuditRound?) throws {
    var policy = ReleasePolicy.standard
    policy.limits.forbidsRegressions = baseline != nil
    (self.policy, source, self.baseline) = (policy, .standard, baseline)
    try Self.refuse(baseline, of: audit)
  }

  /// Has nothing wait, unless the policy says how much may.
  package mutating func beStrict() {
    if policy.limits.maxWaiting == nil { policy.limits.maxWaiting = 0 }
  }

  private static func refuse(_ baseline: Baseline?, of audit: AuditRound?) throws {
    guard let audit, let baseline, baseline.isAudit, baseline.name.utf8.elementsEqual(audit.name.utf8) else { return }
    throw Problem.usage(
      "baseline.itself", "cannot compare the audit \(MessageText.quoted(audit.name)) with itself",
      hints: ["Specify an earlier audit or a date."])
  }
}
