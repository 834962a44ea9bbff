import AuditModel

extension GateReport {
  /// The gate as JUnit XML, which build servers read: one test case for each rule.
  ///
  /// A rule that fails is a failure, one without data an error: not looked at is not the same as failing, and neither is
  /// a pass. Characters that XML 1.0 does not allow are written visibly (`\u{1b}`), as `HTMLText` does.
  package var junit: String {
    let rulings = gate.rulings
    let errors = rulings.count { $0.verdict == .noData }
    let tally: HTMLText = "tests=\"\(rulings.count)\" failures=\"\(failed.count)\" errors=\"\(errors)\" skipped=\"0\""
    let name = "a11y gate" + (audit.map { " of \($0)" } ?? "")
    var xml: HTMLText = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="a11y gate" \(tally) time="0">
        <testsuite name="\(name)" \(tally) time="0" timestamp="\(asOf)">
          <properties>

      """
    for (name, value) in properties {
      xml += "      <property name=\"\(name)\" value=\"\(value)\"/>\n"
    }
    xml += "    </properties>\n"
    for ruling in rulings { xml += testCase(ruling) }
    // Nothing in scope and no rule that says so: the file must not read as a success.
    xml += "    <system-out>\(scopeSentence)\n\(lastLine)</system-out>\n  </testsuite>\n</testsuites>\n"
    return xml.text
  }

  private var properties: [(String, String)] {
    let given: [(String, String?)] = [
      ("verdict", gate.verdict.rawValue), ("audit", audit), ("query", filter), ("baseline", baseline?.name),
      ("report-only", isReportOnly ? "yes" : nil),
    ]
    return given.compactMap { name, value in value.map { (name, $0) } }
  }

  private func testCase(_ ruling: GateRuling) -> HTMLText {
    let head: HTMLText = "    <testcase classname=\"a11y.gate\" name=\"\(ruling.rule.rawValue)\" time=\"0\""
    guard ruling.verdict != .pass else { return head + "/>\n" }
    let element: HTMLText = ruling.verdict == .fail ? "failure" : "error"
    let type = ruling.verdict == .noData ? "no-data" : ruling.against.map(\.reason.rawValue).joined(separator: " ")
    let message = "\(found(ruling)); wanted: \(wanted(ruling))"
    var lines = reasons(ruling)
    for (reason, cells) in ruling.against where ruling.verdict == .fail {
      lines += cells.map { place in
        let cell = gate.cells[place]
        let name = [gate.names.component(cell), gate.names.check(cell), gate.names.condition(cell)].filter {
          !$0.isEmpty
        }.joined(separator: " ")
        let outcome = OutcomeWords.word(cell.outcome?.rawValue ?? "untested")
        let text = detail(cell).note
        let note = text.isEmpty ? "" : ". Note: \(text)"
        return ([outcome, name] + words(cell, reason)).joined(separator: ", ") + note
      }
    }
    let text = lines.joined(separator: "\n")
    return head + ">\n      <\(element) message=\"\(message)\" type=\"\(type)\">\(text)</\(element)>\n    </testcase>\n"
  }
}
