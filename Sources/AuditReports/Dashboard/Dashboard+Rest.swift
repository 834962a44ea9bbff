import AuditModel

extension Dashboard {
  /// The maximum number of rows; above it, passing and not applicable items are only counted, by component.
  static let mostRows = 2_000

  /// The items to retest, in the order of the queue.
  var retest: HTMLText {
    guard !report.retest.isEmpty else { return "" }
    let rows: HTMLText = report.retest.rows.prefix(Report.mostRetests).map { cell -> HTMLText in
      let condition: HTMLText = cell.condition.isEmpty ? "" : " under \(HTMLText.brief(cell.condition))"
      let device: HTMLText = cell.device.isEmpty ? "" : " on \(HTMLText.brief(cell.device))"
      let reasons: HTMLText = cell.reasons.map { HTMLText.brief($0.words) }.joined(separator: "; ")
      return """
        <li>\(Self.name(cell.component)) \(HTMLText.brief(report.title(of: cell.check)))\(condition)\(device); \(reasons)</li>

        """
    }.joined()
    let more = report.retest.count - Report.mostRetests
    let rest: HTMLText = more > 0 ? "<p>and \(more) more. To list all, run <code>a11y list retest</code>.</p>\n" : ""
    return """
      <details class="card"><summary>\(counted(report.retest.count, "item")), \
      ordered for the fewest changes of device and settings</summary>
      <ol class="rows">
      \(rows)</ol>
      \(rest)</details>

      """
  }

  /// Results of two testers that differ, both sides.
  var disputes: HTMLText {
    guard !report.disputes.isEmpty else { return "" }
    let rows: HTMLText = report.disputes.map { dispute -> HTMLText in
      let condition: HTMLText = dispute.condition.isEmpty ? "" : " under \(HTMLText.people(dispute.condition))"
      let sides: HTMLText = dispute.sides.map { side -> HTMLText in
        let note: HTMLText = side.note.isEmpty ? "" : " <q class=\"pre\">\(HTMLText.people(side.note))</q>"
        let tester: HTMLText = side.tester.isEmpty ? "" : " by \(HTMLText.people(side.tester))"
        return
          "<li><strong>\(OutcomeWords.word(side.outcome))</strong>\(tester) on \(Report.day(side.seen)).\(note)</li>\n"
      }.joined()
      return """
        <li>\(Self.name(dispute.component)) \(HTMLText.people(report.title(of: dispute.check)))\(condition)
        <ul>
        \(sides)</ul></li>

        """
    }.joined()
    return "<ul class=\"card rows\">\n\(rows)</ul>\n"
  }

  // MARK: Other results

  /// Everything that does not fail; above `mostRows`, what passes or does not apply is only counted.
  var answers: HTMLText {
    let total = report.answers.count
    guard total > 0 else { return "" }
    let isLong = total + report.findings.count > Self.mostRows
    let named = isLong ? report.answers.filter { $0.outcome != "pass" && $0.outcome != "na" } : report.answers
    let states = ["cant-tell", "untested", "pass", "na"].filter { state in named.contains { $0.outcome == state } }
    let tools = Tools(
      list: "answers", noun: "results", total: named.count,
      boxes: ("Status", states.map { ($0, OutcomeWords.word($0)) }), orders: [])
    let rows: HTMLText = named.map(row).joined()
    let table: HTMLText = """
      <table id="answers-rows">
      <caption>Items that do not fail</caption>
      <thead><tr><th scope="col">Status</th><th scope="col">Component</th><th scope="col">Check</th>\
      <th scope="col">Condition</th><th scope="col">Tested</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>

      """
    let list: HTMLText =
      named.isEmpty
      ? ""
      : """
      <details class="card"><summary>\(counted(named.count, "result"))</summary>
      \(tools.html)\(Self.window("Other results", table))</details>

      """
    return (isLong ? sums : "") + list
  }

  private func row(_ answer: ReportAnswer) -> HTMLText {
    let seen: HTMLText = answer.seen.map { "\(Report.day($0))" } ?? "never"
    let stale: HTMLText = answer.stale.isEmpty ? "" : ", stale"
    return """
      <tr data-s="\(answer.outcome)"><td>\(OutcomeWords.word(answer.outcome))<td>\(HTMLText.brief(answer.component))\
      <td>\(HTMLText.brief(answer.check))<td>\(answer.condition)<td>\(seen)\(stale)

      """
  }

  /// The counts of passing and not applicable items, one row per component.
  private var sums: HTMLText {
    let ordered = report.components.map(\.standing).sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let rows: HTMLText = ordered.filter { $0.counts.pass + $0.counts.na > 0 }.map { standing -> HTMLText in
      "<tr><th scope=\"row\">\(Self.name(standing.key))</th><td class=\"n\">\(standing.counts.pass)</td>"
        + "<td class=\"n\">\(standing.counts.na)</td></tr>\n"
    }.joined()
    let table: HTMLText = """
      <table>
      <caption>Passing and not applicable items by component</caption>
      <thead><tr><th scope="col">Component</th><th scope="col" class="n">PASS</th><th scope="col" class="n">N/A</th>\
      </tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>

      """
    let (pass, na) = (report.figures.counts.pass, report.figures.counts.na)
    return """
      <details class="card"><summary>\(pass) PASS and \(na) N/A, by component</summary>
      <p>Too many to list here. To list all, run <code>a11y list cells</code>.</p>
      \(Self.window("Passing and not applicable items", table))</details>

      """
  }
}
