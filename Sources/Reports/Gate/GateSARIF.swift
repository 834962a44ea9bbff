import Audit
package import Base
import Store

extension GateReport {
  /// The open findings before the gate as SARIF 2.1.0, which code hosts and editors show next to the source.
  ///
  /// Each failing cell that no waiver covers is a result, worst first, at a file and a line: code scanning refuses a
  /// file with a result that has none, and shows results of every kind, suppressed ones too, as alerts. So what is
  /// waived and undecided is counted in the properties of the invocation. A result is identified by its cell,
  /// so it stays the same in the next run.
  package var sarif: JSONText {
    let open = gate.cells.filter(\.isOpen)
    let shown = open.prefix(Self.mostResults)
    let rules = shown.map { gate.names.check($0) }.unique()
    let places = Dictionary(firstOf: rules.enumerated().map { ($0.element, $0.offset) })
    let driver: JSONText = .object(["name": "a11y", "version": version, "rules": rules.map(rule)])
    let figures: JSONMembers = [
      "verdict": verdict.rawValue, "sentence": lastLine, "waived": gate.cells.count(where: \.isWaived),
      "notJudged": notJudged, "leftOut": open.count - shown.count,
    ]
    let invocation: JSONText = .object(["executionSuccessful": true, "endTimeUtc": asOf, "properties": figures])
    let run: JSONText = .object([
      "tool": JSONText.object([("driver", driver)]),
      "automationDetails": JSONText.object(["id": "a11y/gate/" + (audit ?? "")]),
      "invocations": JSONText.array([invocation]), "columnKind": "unicodeCodePoints",
      "results": JSONText.array(shown.map { result($0, rule: places[gate.names.check($0)] ?? 0) }),
    ])
    return .object([
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": JSONText.array([run]),
    ])
  }

  /// The limit of code scanning per run.
  private static let mostResults = 25_000

  /// Cells of the critical and pre-release checklists that break a rule without failing.
  private var notJudged: Int {
    var cells: Set<Int> = []
    for ruling in failed where [.criticalRules, .preRelease].contains(ruling.rule) {
      for (reason, places) in ruling.against where reason != .fails { cells.formUnion(places) }
    }
    return cells.count
  }

  private func rule(_ id: String) -> JSONText {
    let check = checks[id]
    let criteria = (check?.criteria ?? [])
    let steps = check?.how ?? ""
    let expected = check?.expected ?? id
    let wcag = criteria.isEmpty ? "" : "WCAG " + criteria.joined(separator: ", ")
    let paragraphs = [
      ("How to test", steps), ("Expected", expected), ("Affects", check?.affects ?? ""),
      ("Remedy", check?.remedy ?? ""), ("Criteria", wcag),
    ].filter { !$0.1.isEmpty }
    let text = paragraphs.map { "\($0): \($1)" }.joined(separator: "\n")
    let markdown = paragraphs.map { name, words in
      ("**\(name):** \(MarkdownText(withCode: words))" as MarkdownText).text
    }
    .joined(separator: "\n\n")
    let level = Self.level(check?.impact)
    let tags = ["accessibility", check?.category ?? ""] + criteria.map { "wcag-\($0)" }
    return .object([
      "id": id, "name": id, "shortDescription": Self.message(check?.failure ?? id),
      "fullDescription": Self.message(expected), "help": JSONText.object(["text": text, "markdown": markdown]),
      "defaultConfiguration": JSONText.object(["level": level]),
      "properties": JSONText.object([
        "tags": tags.filter { !$0.isEmpty }, "precision": "very-high",
        "problem.severity": level == "note" ? "recommendation" : level,
      ]),
    ])
  }

  private func result(_ cell: GateCell, rule: Int) -> JSONText {
    let (place, check) = (place(cell), gate.names.check(cell))
    let name = "\(place.component) \(check) \(place.condition.isEmpty ? "default" : place.condition)"
    var members: JSONMembers = [
      "ruleId": check, "ruleIndex": rule, "level": Self.level(cell.severity), "message": Self.message(sentence(cell)),
      "locations": JSONText.array([location(cell)]),
      "partialFingerprints": JSONText.object([
        ("a11yCell/v1", .string(name)),
        // Code scanning's own would be that of the line, which several components can share.
        ("primaryLocationLineHash", .string(SHA256.digest(of: Array(name.utf8)).shortHex + ":1")),
      ]),
    ]
    if baseline != nil {
      members += ["baselineState": cell.before == .seen(.fail) ? "unchanged" : "new"]
    }
    return .object(members)
  }

  /// `sign-in/close: Icon-only control has no label. FAIL, critical. Note: says nothing`
  private func sentence(_ cell: GateCell) -> String {
    let (text, place) = (detail(cell).note, place(cell))
    let name = place.condition.isEmpty ? place.component : "\(place.component) (\(place.condition))"
    let state = [cell.outcomeWord] + words(cell, .fails)
    let note = text.isEmpty ? "" : " Note: \(text)"
    return "\(name): \(checks[place.check]?.failure ?? place.check). \(state.joined(separator: ", ")).\(note)"
  }

  private func location(_ cell: GateCell) -> JSONText {
    let component = gate.names.component(cell)
    let place = (places[component] ?? SourceLocation(file: SourceLocation.componentList, line: 1))
      .narrowed(by: detail(cell).note)
    return .object([
      "physicalLocation": JSONText.object([
        "artifactLocation": JSONText.object(["uri": place.address]),
        "region": JSONText.object(["startLine": place.line, "startColumn": 1, "endLine": place.line, "endColumn": 2]),
      ]), "logicalLocations": JSONText.objects([component]) { ["fullyQualifiedName": $0, "kind": "element"] },
    ])
  }

  private static func message(_ text: String) -> JSONText { .object(["text": text]) }

  private static func level(_ severity: Severity?) -> String {
    (severity ?? .moderate).named("error", "error", "warning", "note")
  }
}

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
        let note = detail(cell).note.filled.map { ". Note: \($0)" } ?? ""
        return ([cell.outcomeWord, self.place(cell).name] + words(cell, reason)).joined(separator: ", ") + note
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
    let word = cell.outcomeWord
    let state = ([word] + words(cell, .fails)).joined(separator: ", ")
    let title = checks[id]?.title ?? id
    switch cell.outcome {
    case .fail where cell.isCovered: (shown.state, shown.message) = (.skipped, state)
    case .fail:
      let failure = checks[id]?.failure ?? id
      (shown.state, shown.type, shown.message) = (.failure, cell.severity?.word ?? "fail", "\(failure): \(state)")
    case _ where cell.isUnsettled:
      (shown.state, shown.type, shown.message) = (.error, "disputed", "\(title): \(state)")
    case .pass: break
    case .na, .cantTell, nil: (shown.state, shown.message) = (.skipped, state)
    }
    let expected = checks[id].map { "Expected: \($0.expected)" } ?? ""
    shown.text = [expected, detail.note.isEmpty ? "" : "Note: \(detail.note)"].filter { !$0.isEmpty }
      .joined(separator: "\n")
    let criteria = (checks[id]?.criteria ?? [])
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
