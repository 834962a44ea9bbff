import AuditModel

extension GateReport {
  /// The findings before the gate as SARIF 2.1.0, which code hosts and editors show beside the source.
  ///
  /// Each failing cell is a result, waived ones suppressed; cells of the critical and pre-release lists that nobody could
  /// judge are results of kind `open` or `review`. A result is told from another by its cell, so it is the same one in
  /// the next run. Where the component has a source file the result is in that file, without a line.
  package var sarif: JSONText {
    let shown = results
    var rules: [String] = []
    var places: [String: Int] = [:]
    for result in shown {
      let check = gate.names.check(result.cell)
      guard places[check] == nil else { continue }
      places[check] = rules.count
      rules.append(check)
    }
    let driver: JSONText = .object([
      ("name", .string("a11y")), ("version", .string(version)), ("rules", .array(rules.map(rule))),
    ])
    let invocation: JSONText = .object([
      ("executionSuccessful", .bool(true)), ("endTimeUtc", .string(asOf)),
      ("properties", .object([("verdict", .string(gate.verdict.rawValue)), ("sentence", .string(lastLine))])),
    ])
    let run: JSONText = .object([
      ("tool", .object([("driver", driver)])),
      ("automationDetails", .object([("id", .string("a11y/gate/" + (audit ?? "")))])),
      ("invocations", .array([invocation])), ("columnKind", .string("unicodeCodePoints")),
      ("results", .array(shown.map { result($0, rule: places[gate.names.check($0.cell)] ?? 0) })),
    ])
    return .object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .string("2.1.0")),
      ("runs", .array([run])),
    ])
  }

  private typealias Shown = (cell: GateCell, kind: String)

  /// Failures, then what the lists of rules want looked at.
  private var results: [Shown] {
    var shown: [Shown] = gate.cells.filter { $0.outcome == .fail }.map { ($0, "fail") }
    var seen: Set<Int> = []
    for ruling in failed where [.criticalRules, .preRelease].contains(ruling.rule) {
      for (reason, places) in ruling.against where reason != .fails {
        for place in places where seen.insert(place).inserted {
          shown.append((gate.cells[place], reason == .untested ? "open" : "review"))
        }
      }
    }
    return shown
  }

  private func rule(_ id: String) -> JSONText {
    let check = checks[id]
    return .object([
      ("id", .string(id)), ("shortDescription", Self.message(check?.title ?? id)),
      ("fullDescription", Self.message(check?.expected ?? id)),
      ("properties", .object([("tags", .strings(["accessibility", check?.category ?? ""].filter { !$0.isEmpty }))])),
    ])
  }

  private func result(_ shown: Shown, rule: Int) -> JSONText {
    let cell = shown.cell
    let (component, check) = (gate.names.component(cell), gate.names.check(cell))
    var members: [(String, JSONText)] = [
      ("ruleId", .string(check)), ("ruleIndex", .int(rule)), ("kind", .string(shown.kind)),
      ("level", .string(shown.kind == "fail" ? Self.level(cell.severity) : "none")),
      ("message", Self.message(sentence(shown))), ("locations", .array([location(cell)])),
      (
        "partialFingerprints",
        .object([("a11yCell/v1", .string("\(component) \(check) \(Self.shown(gate.names.condition(cell)))"))])
      ),
    ]
    if shown.kind == "fail", baseline != nil {
      members.append(("baselineState", .string(cell.before == .seen(.fail) ? "unchanged" : "new")))
    }
    if let waiver = detail(cell).waiver {
      let words = "\(waiver.reason), approved by \(waiver.approver), until \(waiver.until). \(waiver.note)"
      members.append(
        (
          "suppressions",
          .array([
            .object([
              ("kind", .string("external")), ("status", .string("accepted")), ("justification", .string(words)),
            ])
          ])
        ))
    }
    return .object(members)
  }

  /// `sign-in/close: A label says what it is. FAIL, critical. Note: says nothing`
  private func sentence(_ shown: Shown) -> String {
    let cell = shown.cell
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
    let logical: JSONText = .array([
      .object([("fullyQualifiedName", .string(gate.names.component(cell))), ("kind", .string("element"))])
    ])
    guard let source = sources[gate.names.component(cell)], !source.isEmpty else {
      return .object([("logicalLocations", logical)])
    }
    return .object([
      ("physicalLocation", .object([("artifactLocation", .object([("uri", .string(Self.address(source)))]))])),
      ("logicalLocations", logical),
    ])
  }

  private static func message(_ text: String) -> JSONText { .object([("text", .string(text))]) }

  private static func shown(_ condition: String) -> String { condition.isEmpty ? "default" : condition }

  private static func level(_ severity: Severity?) -> String {
    switch severity {
    case .critical, .serious: "error"
    case .moderate, nil: "warning"
    case .minor: "note"
    }
  }

  /// A path as a URI reference: all but unreserved characters and `/` in percent form, an absolute one with its scheme.
  private static func address(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var address = path.utf8.first == UInt8(ascii: "/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        address.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        address += "%"
        address.append(digits[Int(byte >> 4)])
        address.append(digits[Int(byte & 15)])
      }
    }
    return address
  }
}
