package import AuditFigures

/// What the rules of a release come to, without its items: there may be a thousand trackers side by side.
package struct ReleaseVerdict: Sendable {
  package let decision: ReleaseDecision
  /// By the policy; where there is none, by the proposed rules.
  let blockers: Int
  let policy: String
  let source: GateReport.PolicySource
  /// `HOLD: 3 blockers (2 of 4 rules fail).`
  package let sentence: String
  /// What the proposed rules would come to; nil where a policy decides.
  let proposal: String?
  private let proposed: JSONText

  package init(_ gate: GateReport) {
    decision = gate.decision
    blockers = gate.blockers.count
    policy = gate.policy.text
    source = gate.policySource
    sentence = gate.decisionSentence
    proposal = gate.proposal
    proposed = gate.proposedJSON
  }

  /// Of a policy that cannot be applied here: its baseline is missing, for example.
  package init(unread policy: String, _ source: GateReport.PolicySource, because reason: String) {
    decision = .undecided
    blockers = 0
    (self.policy, self.source, proposal, proposed) = (policy, source, nil, .null)
    sentence = "\(decision.word): the policy cannot be applied, \(reason)."
  }

  /// The blockers by a policy; nil without one, where nothing blocks.
  var blocking: Int? { proposal == nil ? blockers : nil }

  var jsonMembers: [(String, JSONText)] {
    [
      ("policy", .string(policy)), ("policy_source", .string(source.rawValue)), ("blockers", .int(blockers)),
      ("proposed", proposed),
    ]
  }

  var json: JSONText {
    .object([("word", .string(decision.rawValue)), ("sentence", .string(sentence))] + jsonMembers)
  }
}
