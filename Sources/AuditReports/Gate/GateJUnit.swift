import AuditFigures
import AuditModel

/// A form of JUnit XML: no file is valid by both of the common schemas, and some programs read more.
package enum JUnitForm: String, CaseIterable, Sendable {
  /// The schema of Ant's tasks, and that of Jenkins.
  case ant
  /// The schema of Maven Surefire, and that of Jenkins: one suite, without a host and without output.
  case surefire
  /// As for Ant, with properties in each test case: Xray, TestRail and Allure read them, no schema knows them.
  case properties
}

extension GateReport {
  /// The gate as JUnit XML, which build servers read: one test case for each rule.
  ///
  /// A rule that fails is a failure, one without data an error: untested is not the same as failing, and neither is
  /// a pass. Characters that XML 1.0 does not allow are written visibly (`\u{1b}`), as `HTMLText` does.
  package func junit(_ form: JUnitForm = .ant) -> String {
    // With nothing in scope and no rule about it, the file must not read as a success.
    suite(
      "a11y gate", isProposal ? [withoutPolicy] : gate.rulings.map(testCase), form,
      says: "\(scopeSentence)\n\(lastLine)")
  }

  /// The items before the gate as JUnit XML: one test case each, of the component as its class.
  ///
  /// A failing item is a failure; a disputed item is an error; what is waived, not applicable, not
  /// decided, or not tested is skipped, with a message.
  package func junitItems(_ form: JUnitForm = .properties) -> String {
    suite("a11y items", gate.cells.map(testCase), form, says: scopeSentence)
  }

  // MARK: Cases

  private struct TestCase {
    enum State: String { case passed, failure, error, skipped }

    var className: String
    var name: String
    var state: State
    var type = ""
    var message = ""
    var text = ""
    var properties: [(String, String)] = []

    func xml(_ form: JUnitForm) -> HTMLText {
      let head: HTMLText = "    <testcase classname=\"\(className)\" name=\"\(name)\" time=\"0\""
      var inner: HTMLText = ""
      if form == .properties, !properties.isEmpty {
        inner += "      <properties>\n"
        for (name, value) in properties { inner += "        <property name=\"\(name)\" value=\"\(value)\"/>\n" }
        inner += "      </properties>\n"
      }
      switch state {
      case .passed: break
      case .skipped: inner += "      <skipped message=\"\(message)\"/>\n"
      case .failure: inner += "      <failure message=\"\(message)\" type=\"\(type)\">\(text)</failure>\n"
      case .error: inner += "      <error message=\"\(message)\" type=\"\(type)\">\(text)</error>\n"
      }
      return inner.text.isEmpty ? head + "/>\n" : head + ">\n" + inner + "    </testcase>\n"
    }
  }

  /// Rules that are only proposed are neither failures nor passes.
  private var withoutPolicy: TestCase {
    var shown = TestCase(className: "a11y.gate", name: "policy", state: .error)
    (shown.type, shown.message, shown.text) = ("no-policy", decisionSentence, toShip.joined(separator: "\n"))
    return shown
  }

  private func testCase(_ ruling: GateRuling) -> TestCase {
    var shown = TestCase(className: "a11y.gate", name: ruling.rule.rawValue, state: .passed)
    guard ruling.verdict != .pass else { return shown }
    shown.state = ruling.verdict == .fail ? .failure : .error
    shown.type = ruling.verdict == .noData ? "no-data" : ruling.against.map(\.reason.rawValue).joined(separator: " ")
    shown.message = "\(found(ruling)); required: \(wanted(ruling))"
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
    shown.text = lines.joined(separator: "\n")
    return shown
  }

  private func testCase(_ cell: GateCell) -> TestCase {
    let (id, condition) = (gate.names.check(cell), gate.names.condition(cell))
    let detail = detail(cell)
    var shown = TestCase(
      className: gate.names.component(cell), name: condition.isEmpty ? id : "\(id) [\(condition)]", state: .passed)
    let word = OutcomeWords.word(cell.outcome?.rawValue ?? "untested")
    let state = ([word] + words(cell, .fails)).joined(separator: ", ")
    let title = checks[id]?.title ?? id
    switch cell.outcome {
    case .fail where cell.isCovered: (shown.state, shown.message) = (.skipped, state)
    case .fail:
      (shown.state, shown.type, shown.message) = (.failure, cell.severity?.word ?? "fail", "\(title): \(state)")
    case _ where cell.isUnsettled:
      (shown.state, shown.type, shown.message) = (.error, "disputed", "\(title): \(state)")
    case .pass: break
    case .na, .cantTell, nil: (shown.state, shown.message) = (.skipped, state)
    }
    let expected = checks[id].map { "Expected: \($0.expected)" } ?? ""
    shown.text = [expected, detail.note.isEmpty ? "" : "Note: \(detail.note)"].filter { !$0.isEmpty }
      .joined(separator: "\n")
    let criteria = (checks[id]?.wcag ?? []).filter { $0.relation == .tests }.map(\.criterion)
    let properties = [
      ("check", id), ("condition", condition), ("criterion", criteria.joined(separator: ", ")),
      ("outcome", word), ("severity", shown.state == .failure ? cell.severity?.word ?? "" : ""),
      ("evidence", detail.evidence.joined(separator: ", ")),
    ]
    shown.properties = properties.filter { !$0.1.isEmpty }
    return shown
  }

  // MARK: The suite

  private func suite(_ title: String, _ cases: [TestCase], _ form: JUnitForm, says: String) -> String {
    func count(_ state: TestCase.State) -> Int { cases.count { $0.state == state } }
    let tally: HTMLText = """
      tests="\(cases.count)" failures="\(count(.failure))" errors="\(count(.error))" skipped="\(count(.skipped))" \
      time="0"
      """
    let name = title + (audit.map { " of \($0)" } ?? "")
    // The schemas require a time without a zone; it is UTC.
    let head: HTMLText = "<testsuite name=\"\(name)\" \(tally) timestamp=\"\(String(asOf.dropLast()))\""
    // The second line identifies the file: only such a file is replaced without a prompt.
    var xml: HTMLText = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- JUnit results: \(title) -->\n"
    xml +=
      form == .surefire
      ? head + ">\n" : "<testsuites>\n  " + head + " hostname=\"localhost\" package=\"a11y\" id=\"0\">\n"
    xml += "    <properties>\n"
    for (name, value) in properties { xml += "      <property name=\"\(name)\" value=\"\(value)\"/>\n" }
    if form == .surefire { xml += "      <property name=\"scope\" value=\"\(says)\"/>\n" }
    xml += "    </properties>\n"
    xml +=
      cases.map { $0.xml(form) }.joined()
      + (form == .surefire
        ? "</testsuite>\n"
        : "    <system-out>\(says)</system-out>\n    <system-err/>\n  </testsuite>\n</testsuites>\n")
    return xml.text
  }

  private var properties: [(String, String)] {
    let given: [(String, String?)] = [
      ("verdict", verdict.rawValue), ("audit", audit), ("query", filter), ("baseline", baseline?.name),
      ("report-only", isReportOnly ? "yes" : nil),
    ]
    return given.compactMap { name, value in value.map { (name, $0) } }
  }
}
