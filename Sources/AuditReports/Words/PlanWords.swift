import AuditModel

extension TrackerPlan {
  /// `the plan: critical-rules, review; default, dark`, `every check that applies, as no plan is set`.
  package var words: String {
    guard isChosen else { return "every check that applies, as no plan is set" }
    let checks = checklists.isEmpty ? "every check that applies" : checklists.joined(separator: ", ")
    guard let conditions else { return "the plan: \(checks)" }
    return "the plan: \(checks); \(conditions.map(\.shown).joined(separator: ", "))"
  }

  /// Null where nobody chose.
  var json: JSONText {
    guard isChosen else { return .null }
    return .object([
      ("checklists", .strings(checklists)), ("conditions", conditions.map { .strings($0.map(\.shown)) } ?? .null),
    ])
  }
}
