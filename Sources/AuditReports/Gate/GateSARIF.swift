import AuditFigures
import AuditModel
import CanonicalJSON

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
    var rules: [String] = []
    var places: [String: Int] = [:]
    for cell in shown {
      let check = gate.names.check(cell)
      guard places[check] == nil else { continue }
      places[check] = rules.count
      rules.append(check)
    }
    let driver: JSONText = .object([
      ("name", .string("a11y")), ("version", .string(version)), ("rules", .array(rules.map(rule))),
    ])
    let figures: [(String, JSONText)] = [
      ("verdict", .string(verdict.rawValue)), ("sentence", .string(lastLine)),
      ("waived", .int(gate.cells.count(where: \.isWaived))), ("notJudged", .int(notJudged)),
      ("leftOut", .int(open.count - shown.count)),
    ]
    let invocation: JSONText = .object([
      ("executionSuccessful", .bool(true)), ("endTimeUtc", .string(asOf)), ("properties", .object(figures)),
    ])
    let run: JSONText = .object([
      ("tool", .object([("driver", driver)])),
      ("automationDetails", .object([("id", .string("a11y/gate/" + (audit ?? "")))])),
      ("invocations", .array([invocation])), ("columnKind", .string("unicodeCodePoints")),
      ("results", .array(shown.map { result($0, rule: places[gate.names.check($0)] ?? 0) })),
    ])
    return .object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .string("2.1.0")),
      ("runs", .array([run])),
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
    let criteria = (check?.wcag ?? []).filter { $0.relation == .tests }.map(\.criterion)
    let steps = check?.how ?? ""
    let expected = check?.expected ?? id
    let wcag = criteria.isEmpty ? "" : "WCAG " + criteria.joined(separator: ", ")
    let paragraphs = [
      ("How to test", steps), ("Expected", expected), ("Affects", check?.affects ?? ""),
      ("Remedy", check?.remedy ?? ""), ("Criteria", wcag),
    ].filter { !$0.1.isEmpty }
    let text = paragraphs.map { "\($0): \($1)" }.joined(separator: "\n")
    let markdown = paragraphs.map { name, words in ("**\(name):** \(words)" as MarkdownText).text }
      .joined(separator: "\n\n")
    let level = Self.level(check?.impact.usualSeverity)
    let tags = ["accessibility", check?.category ?? ""] + criteria.map { "wcag-\($0)" }
    return .object([
      ("id", .string(id)), ("name", .string(id)), ("shortDescription", Self.message(check?.title ?? id)),
      ("fullDescription", Self.message(expected)),
      ("help", .object([("text", .string(text)), ("markdown", .string(markdown))])),
      ("defaultConfiguration", .object([("level", .string(level))])),
      (
        "properties",
        .object([
          ("tags", .strings(tags.filter { !$0.isEmpty })), ("precision", .string("very-high")),
          ("problem.severity", .string(level == "note" ? "recommendation" : level)),
        ])
      ),
    ])
  }

  private func result(_ cell: GateCell, rule: Int) -> JSONText {
    let (component, check) = (gate.names.component(cell), gate.names.check(cell))
    let condition = gate.names.condition(cell)
    let name = "\(component) \(check) \(condition.isEmpty ? "default" : condition)"
    var members: [(String, JSONText)] = [
      ("ruleId", .string(check)), ("ruleIndex", .int(rule)), ("level", .string(Self.level(cell.severity))),
      ("message", Self.message(sentence(cell))), ("locations", .array([location(cell)])),
      (
        "partialFingerprints",
        .object([
          ("a11yCell/v1", .string(name)),
          // Code scanning's own would be that of the line, which several components can share.
          ("primaryLocationLineHash", .string(SHA256.digest(of: Array(name.utf8)).shortHex + ":1")),
        ])
      ),
    ]
    if baseline != nil {
      members.append(("baselineState", .string(cell.before == .seen(.fail) ? "unchanged" : "new")))
    }
    return .object(members)
  }

  /// `sign-in/close: A label says what it is. FAIL, critical. Note: says nothing`
  private func sentence(_ cell: GateCell) -> String {
    let (component, check, condition) = (
      gate.names.component(cell), gate.names.check(cell), gate.names.condition(cell)
    )
    let text = detail(cell).note
    let place = condition.isEmpty ? component : "\(component) (\(condition))"
    let state = [OutcomeWords.word(cell.outcome?.rawValue ?? "untested")] + words(cell, .fails)
    let note = text.isEmpty ? "" : " Note: \(text)"
    return "\(place): \(checks[check]?.title ?? check). \(state.joined(separator: ", ")).\(note)"
  }

  private func location(_ cell: GateCell) -> JSONText {
    let component = gate.names.component(cell)
    let place = (places[component] ?? SourceLocation(file: SourceLocation.componentList, line: 1))
      .narrowed(by: detail(cell).note)
    return .object([
      (
        "physicalLocation",
        .object([
          ("artifactLocation", .object([("uri", .string(place.address))])),
          (
            "region",
            .object([
              ("startLine", .int(place.line)), ("startColumn", .int(1)), ("endLine", .int(place.line)),
              ("endColumn", .int(2)),
            ])
          ),
        ])
      ),
      (
        "logicalLocations",
        .array([.object([("fullyQualifiedName", .string(component)), ("kind", .string("element"))])])
      ),
    ])
  }

  private static func message(_ text: String) -> JSONText { .object([("text", .string(text))]) }

  private static func level(_ severity: Severity?) -> String {
    switch severity {
    case .critical, .serious: "error"
    case .moderate, nil: "warning"
    case .minor: "note"
    }
  }
}
