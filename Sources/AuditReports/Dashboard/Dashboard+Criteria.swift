import AuditModel

extension Dashboard {
  /// The criteria by principle, with text in every field.
  var criteria: HTMLText {
    guard let standards = report.standards else { return "" }
    let levels: HTMLText = standards.byLevel.map { level, tally -> HTMLText in
      let total = counted(tally.total, "criterion", "criteria")
      return "<li><strong>Level \(level.rawValue)</strong>: \(total), \(StandardsWords.phrase(tally))</li>\n"
    }.joined()
    let tables: HTMLText = standards.byPrinciple.map { principle, _ in
      table(principle, report.criteria.filter { $0.criterion.principle == principle })
    }.joined()
    return """
      <ul class="plain card">
      \(levels)<li>\(StandardsWords.houseRules(standards))</li>
      <li>\(StandardsRollUp.noClaim)</li>
      </ul>
      \(tables)
      """
  }

  private func table(_ principle: String, _ criteria: [CriterionRollUp]) -> HTMLText {
    let rows: HTMLText = criteria.map(row).joined()
    let table: HTMLText = """
      <table>
      <caption>\(principle)</caption>
      <thead><tr><th scope="col">Criterion</th><th scope="col">Level</th><th scope="col">Status</th>\
      <th scope="col">Items</th><th scope="col">EN 301 549</th><th scope="col">Section 508</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>

      """
    return Self.window("Criteria: \(principle)", table)
  }

  private func row(_ one: CriterionRollUp) -> HTMLText {
    let state = one.state.rawValue
    let cells: HTMLText = one.testing.isEmpty ? "no check covers it" : "\(StandardsWords.phrase(one.cells))"
    return """
      <tr><th scope="row">\(one.criterion.id) \(one.criterion.name)</th><td>\(one.level)</td>\
      <td><span class="state \(state)">\(OutcomeWords.word(state))</span></td><td>\(cells)</td>\
      <td>\(one.european)</td><td>\(one.federal)</td></tr>

      """
  }
}
