import AuditFigures
import AuditModel

extension HTMLReport {
  /// The criteria in four groups; only those that fail are unfolded.
  var criteria: Part {
    guard let standards = report.standards else { return Part("criteria", "Criteria", "", "") }
    let all = report.criteria
    let failing = all.filter { $0.state == .fail }
    let untested = all.filter { [.untested, .cantTell].contains($0.state) }
    let passing = all.filter { [.pass, .na].contains($0.state) }
    let others = all.filter { $0.state == .notEvaluated }
    let parts = [
      group("FAIL", failing, "At least one item fails.", isOpen: true),
      group(
        "UNTESTED", untested,
        "Not every check was answered for every component in use, or the result is CAN'T TELL. Nothing failed so far."),
      group("NOT EVALUATED", others, "No check covers it, so there is no evidence for or against it."),
      group(
        "PASS", passing,
        "Every check that applies to a component in use was answered by a person and passes, or none applies."),
    ]
    return Part(
      "criteria", "Criteria", "WCAG 2.2 criteria",
      """
      <p class="lead">\(counted(all.count, "criterion", "criteria")). \(StandardsRollUp.noClaim)</p>
      \(parts.joined())<p class="s sub">\(StandardsWords.houseRules(standards))</p>

      """)
  }

  private func group(
    _ word: HTMLText, _ criteria: [CriterionRollUp], _ meaning: HTMLText, isOpen: Bool = false
  ) -> HTMLText {
    guard !criteria.isEmpty else {
      return "<div class=\"card none\"><h3>\(word): 0</h3><p class=\"s\">\(meaning)</p></div>\n"
    }
    let levels: [String] = ["A", "AA", "AAA"].compactMap { level in
      let count = criteria.count { $0.level == level }
      return count > 0 ? "\(count) of level \(level)" : nil
    }
    let hasItems = criteria.contains { !$0.testing.isEmpty }
    let content = hasItems ? table(criteria) : list(criteria)
    return """
      <details class="card"\(isOpen ? " open" : "")><summary><h3>\(word): \(criteria.count)</h3> \
      <span class="s">\(levels.joined(separator: ", "))</span></summary><p class="s">\(meaning)</p>
      \(content)</details>

      """
  }

  private func list(_ criteria: [CriterionRollUp]) -> HTMLText {
    let rows: HTMLText = criteria.map { one in
      "<li id=\"\(Self.anchor(criterion: one.criterion.id))\">\(one.criterion.id) \(one.criterion.name) (\(one.level))</li>\n"
    }.joined()
    return "<ul class=\"cols\">\n\(rows)</ul>\n"
  }

  private func table(_ criteria: [CriterionRollUp]) -> HTMLText {
    let rows: HTMLText = criteria.map { one in
      let evidence: HTMLText = findings.groups.filter { one.testing.contains($0.check) }.map { group in
        "<a href=\"#c-\(PageAnchor.escaped(group.check))\">\(group.findings.count) in \(group.check)</a>"
      }.joined(separator: ", ")
      return """
        <tr><th scope="row" id="\(Self.anchor(criterion: one.criterion.id))">\(one.criterion.id) \(one.criterion.name)</th>\
        <td data-l="Level">\(one.level)</td><td data-l="EN 301 549">\(one.european)</td>\
        <td data-l="Section 508">\(one.federal)</td><td data-l="Items">\(StandardsWords.phrase(one.cells))\(one.progress.map { ". So far: \($0)" } ?? "")</td>\
        <td data-l="Evidence">\(evidence.text.isEmpty ? "none" : evidence)</td></tr>

        """
    }.joined()
    return """
      <table class="crit"><thead><tr><th scope="col">Criterion</th><th scope="col">Level</th><th scope="col">EN 301 549</th>\
      <th scope="col">Section 508</th><th scope="col">Items</th><th scope="col">Evidence</th></tr></thead><tbody>
      \(rows)</tbody></table>

      """
  }

  /// The method and its limits.
  var method: Part {
    let decision =
      "The decision is the result of the release rules above, as a11y gate gives it: HOLD if one fails, SHIP if all "
      + "pass, and NO DECISION if there is too little to decide by."
    let all = report.notices + [decision] + report.limits
    let items: HTMLText = all.map { "<li>\(HTMLText.people($0))</li>\n" }.joined()
    return Part("method", "Method", "Method and limits", "<ul class=\"meth\">\n\(items)</ul>\n")
  }
}
