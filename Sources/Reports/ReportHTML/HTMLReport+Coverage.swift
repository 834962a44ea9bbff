import Audit
import Base
import Store

extension HTMLReport {
  /// What was tested, how, and how long ago.
  var coverage: Part {
    let counts = report.figures.counts
    guard counts.inScope > 0 || !report.testing.months.isEmpty else { return ("coverage", "Coverage", "", "") }
    let lead: HTMLText =
      "<p class=\"lead\">\(counts.coveragePhrase) (\(counts.coverage.text)).\(methods)</p>\n"
    let first = [categoryTable, groupTable].joined()
    let second = [months, retests, disputes, assigned, audits].joined()
    return (
      "coverage", "Coverage", "Coverage and age: what is not known",
      "\(lead)<div class=\"two\"><div class=\"card\">\(first)</div>\n<div class=\"card\">\(second)</div></div>\n"
    )
  }

  /// By which method, and on which devices.
  private var methods: HTMLText {
    var methods: [Method: Int] = [:]
    for (check, count) in report.testing.checks {
      if let method = report.checks[check]?.method { methods[method, default: 0] += count }
    }
    let words = Method.allCases.compactMap { method in methods[method].map { "\(counted($0)) \(method.words)" } }
    let devices = report.testing.devices.filter { !$0.key.isEmpty }
    let named = devices.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let list = named.prefix(4).map { "\($0.key) (\(counted($0.value, "result")))" }.joined(separator: ", ")
    let more = named.count > 4 ? ", and \(counted(named.count - 4)) more" : ""
    let on: HTMLText = named.isEmpty ? "" : " Devices: \(HTMLText.people(list))\(more)."
    return words.isEmpty ? "" : " By method: \(words.joined(separator: ", ")).\(on)"
  }

  private var categoryTable: HTMLText {
    let map = report.map
    let tested = map.tested
    guard map.asked > 0 else { return "" }
    var rows: HTMLText = (0..<tested).map { place in
      row("\(map.categories[place].title)", map.sums[place].judged, map.sums[place].applicable)
    }.joined()
    let rest = tested..<map.asked
    if !rest.isEmpty {
      let sum = rest.reduce(0) { $0 + map.sums[$1].applicable }
      rows += row(
        "\(counted(rest.count, tested > 0 ? "more category" : "category", tested > 0 ? "more categories" : "categories"))",
        0, sum)
    }
    let names: HTMLText = rest.map { "<li>\(map.categories[$0].title) (\(map.sums[$0].applicable))</li>\n" }.joined()
    let list: HTMLText =
      rest.isEmpty
      ? ""
      : """
      <details><summary><b>\(counted(rest.count, "category", "categories")) without a result</b></summary><ul class="cols" role="list">
      \(names)</ul></details>

      """
    return """
      <table class="cov nums"><caption>Evaluated items by category</caption><thead><tr><th scope="col">Category</th>\
      <th scope="col" class="num">Evaluated</th><th scope="col" class="num">Applicable</th><th scope="col" class="bx">Share</th></tr></thead>
      <tbody>
      \(rows)</tbody></table>
      \(list)
      """
  }

  private func row(_ name: HTMLText, _ tested: Int, _ all: Int) -> HTMLText {
    let width = Self.number(Self.percent(tested, all))
    return """
      <tr><th scope="row">\(name)</th><td class="num" data-l="Evaluated">\(counted(tested)) (\(Percent(of: tested, all).text))</td>\
      <td class="num" data-l="Applicable">\(counted(all))</td><td class="bx"><svg width="100%" height="14" aria-hidden="true"><rect width="100%" \
      height="14" fill="url(#ht)"/><rect class="fp" width="\(width)%" height="14"/><rect class="fr" width="100%" height="14" \
      stroke-width="2"/></svg></td></tr>

      """
  }

  /// The items by the settings during the test.
  private var groupTable: HTMLText {
    guard let groups = report.groups, !groups.rows.isEmpty else { return "" }
    let rows = groups.rows.map { row -> (name: HTMLText, numbers: [HTMLText]) in
      let counts = row.counts
      return (
        .people(row.name), [counts.fail, counts.pass, counts.cantTell, counts.untested].map { "\(counted($0))" }
      )
    }
    return HTMLText.numbers(
      ["Setting", "FAIL", "PASS", "CAN'T TELL", "UNTESTED"], rows, caption: "Items \(groups.title.lowercased())",
      style: "nums sub")
  }

  private var months: HTMLText {
    let months = report.testing.months
    guard !months.isEmpty else { return "<h3>Age</h3><p>No results yet.</p>\n" }
    let rows: HTMLText = months.prefix(12).map { month, count, oldest in
      let days = report.days(since: oldest)
      let age = days < 1 ? "today" : LongDate.age(days)
      return HTMLText.row("\(LongDate.month(month))", ["\(counted(count))", "\(age)"])
    }.joined()
    let more =
      months.count > 12 ? "<p class=\"s\">and \(counted(months.count - 12, "earlier month"))</p>\n" : "" as HTMLText
    return """
      <h3>Age of the oldest</h3><table>\(HTMLText.heads(["Tested in", "Results:", "Age:"]))<tbody>
      \(rows)</tbody></table>
      \(more)
      """
  }

  /// A list under its heading, folded behind its first rows; empty without any.
  static func list(_ heading: HTMLText, _ rows: [HTMLText]) -> HTMLText {
    guard !rows.isEmpty else { return "" }
    let items = rows.map { "<li>\($0)</li>\n" as HTMLText }
    return
      "<h3 class=\"sub\">\(heading)</h3>\n\(folded(items, first: 10) { "<ul class=\"li\" role=\"list\">\n\($0)</ul>\n" })"
  }

  /// An item in words: its component, its condition, and its check; where it fails, what is wrong.
  private func words(_ place: ScopeCell, _ outcome: Outcome? = nil) -> HTMLText {
    let condition: HTMLText = place.condition.isEmpty ? "" : " (\(HTMLText.brief(place.condition)))"
    let check = outcome == .fail ? report.failure(of: place.check) : report.title(of: place.check)
    return "\(name(place.component))\(condition), \(HTMLText.brief(check))"
  }

  private var retests: HTMLText {
    let (rows, count) = (report.retest.rows, report.retest.count)
    let rest = Self.when(
      count > rows.count,
      "<p>and \(counted(count - rows.count)) more. To list all, run <code>a11y list retest</code>.</p>\n")
    return Self.list(
      "\(counted(count, "item needs a retest", "items need a retest"))",
      rows.map {
        "\(words($0.place, $0.outcome)): \(HTMLText.brief($0.reasons.map { $0.words(LongDate.day) }.joined(separator: ", ")))"
      }) + rest
  }

  private var disputes: HTMLText {
    let rows = report.disputes.map { dispute -> HTMLText in
      let sides: HTMLText = dispute.sides.map { side in
        let note: HTMLText = side.note.map { $0.isEmpty ? "" : ": \(Self.short($0, 200))" } ?? ""
        return "\(side.ratedWord) by \(HTMLText.brief(side.tester)) on \(day(side.time))\(note)"
      }.joined(separator: "; ")
      return "\(words(dispute.place)), \(dispute.word): \(sides)"
    }
    return Self.list("\(report.disputesPhrase)", rows)
  }

  private var assigned: HTMLText {
    Self.list(
      "\(AssignedWords.title)",
      report.assigned.map { "<b>\(HTMLText.people(AssignedWords.name($0)))</b>: \(AssignedWords.progress($0))" })
  }

  private var audits: HTMLText {
    Self.list(
      "Audits",
      report.audits.map { audit in
        let counts = audit.counts
        return """
          <b>\(HTMLText.brief(audit.name))</b>, \(audit.isClosed ? "closed" : "open"): \(counted(counts.untested)) of \
          \(counted(counts.inScope, "item")) untested, \(counts.passPhrase)
          """
      })
  }
}

extension HTMLReport {
  /// The criteria, a group for each state as every other output counts them; only those that fail are unfolded.
  var criteria: Part {
    guard let standards = report.standards else { return ("criteria", "Criteria", "", "") }
    let all = report.criteria
    let parts = CriterionState.allCases.map { state in group(state, all.filter { $0.state == state }) }
    return (
      "criteria", "Criteria", "WCAG 2.2 criteria",
      """
      <p class="lead">\(counted(all.count, "criterion", "criteria")): \(StandardsWords.phrase(CriteriaTally(all))). \((StandardsWords.leftOut(standards) + [StandardsRollUp.noClaim]).joined(separator: " "))</p>
      \(parts.joined())<p class="s sub">\(StandardsWords.houseRules(standards))</p>

      """
    )
  }

  private static func meaning(_ state: CriterionState) -> HTMLText {
    switch state {
    case .fail: "At least one item fails."
    case .cantTell: "Nothing failed so far, and testers could not decide about at least one item, or do not agree."
    case .untested: "Not every check was answered for every component in use. Nothing failed so far."
    case .pass: "Every check that applies to a component in use was answered by a person and passes."
    case .na: "Every check was answered by a person, and none applies."
    case .notEvaluated:
      "No check covers it, so there is no evidence for or against it. Where a reason is known, it is below."
    }
  }

  private func group(_ state: CriterionState, _ criteria: [CriterionRollUp]) -> HTMLText {
    guard !criteria.isEmpty else { return "" }
    let levels: [String] = ["A", "AA", "AAA"].compactMap { level in
      let count = criteria.count { $0.level == level }
      return count > 0 ? "\(counted(count)) of level \(level)" : nil
    }
    let hasItems = criteria.contains { !$0.testing.isEmpty }
    let content = hasItems ? table(criteria) : list(criteria)
    return """
      <details class="card"\(state == .fail ? " open" : "")><summary><h3>\(OutcomeWords.word(state.rawValue)): \
      \(counted(criteria.count))</h3> <span class="s">\(levels.joined(separator: ", "))</span></summary>\
      <p class="s">\(Self.meaning(state))</p>
      \(content)</details>

      """
  }

  private func list(_ criteria: [CriterionRollUp]) -> HTMLText {
    let rows: HTMLText = criteria.map { one in
      let reason: HTMLText = one.criterion.noCheck.map { "<br><span class=\"s\">\($0)</span>" } ?? ""
      return """
        <li id="\(Self.anchor(criterion: one.criterion.id))">\(one.criterion.id) \(one.criterion.name) (\(one.level))\(reason)</li>

        """
    }.joined()
    return "<ul class=\"cols\" role=\"list\">\n\(rows)</ul>\n"
  }

  private func table(_ criteria: [CriterionRollUp]) -> HTMLText {
    let rows: HTMLText = criteria.map { one in
      let evidence: HTMLText = findings.groups.filter { one.testing.contains($0.check) }.map { group in
        "<a href=\"#c-\(PageAnchor.escaped(group.check))\">\(counted(group.findings.count)) in \(group.check)</a>"
      }.joined(separator: ", ")
      return """
        <tr><th scope="row" id="\(Self.anchor(criterion: one.criterion.id))">\(one.criterion.id) \(one.criterion.name)\
        <td>\(one.level)<td>\(one.european)<td>\(one.federal)\
        <td>\(StandardsWords.phrase(one.cells))\(one.progress.map { ". So far: \($0)" } ?? "")\
        <td>\(evidence.text.isEmpty ? "none" : evidence)

        """
    }.joined()
    return """
      <table class="crit">\
      \(HTMLText.heads(["Criterion", "Level", "EN 301 549", "Section 508", "Items", "Evidence"]))<tbody>
      \(rows)</tbody></table>

      """
  }

  var method: Part {
    let decision =
      "The decision is the result of the release rules above, as a11y gate gives it: HOLD if one fails, SHIP if all "
      + "pass, and NO DECISION if there is too little to decide by."
    let all = report.notices + [decision] + report.limits
    let items: HTMLText = all.map { "<li>\(HTMLText.people($0))</li>\n" }.joined()
    return ("method", "Method", "Method and limits", "<ul class=\"meth\">\n\(items)</ul>\n\(decisions)")
  }
}
