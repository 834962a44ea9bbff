import AuditModel

extension TrackerPlan {
  /// `the plan: critical-rules, review; default, dark`, `all applicable checks, no plan set`.
  package var words: String {
    guard isChosen else { return "all applicable checks, no plan set" }
    let checks = names.isEmpty ? "all applicable checks" : names.joined(separator: ", ")
    guard let conditions else { return "the plan: \(checks)" }
    return "the plan: \(checks); \(conditions.map(\.shown).joined(separator: ", "))"
  }

  private var names: [String] { asksForAll ? [Checklist.everything.id] : checklists }

  /// Null without a choice.
  var json: JSONText {
    guard isChosen else { return .null }
    return .object([
      ("checklists", .strings(names)), ("conditions", conditions.map { .strings($0.map(\.shown)) } ?? .null),
    ])
  }
}
