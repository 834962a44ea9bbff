package import Audit
package import Base
package import Store

/// How outcomes are printed. The word is always shown; color only repeats it.
package enum OutcomeWords {
  static func role(_ decision: ReleaseDecision) -> Theme.Role {
    switch decision {
    case .ship: .pass
    case .hold: .fail
    case .undecided: .warning
    }
  }

  /// The word of an outcome id: PASS, FAIL, N/A, CAN'T TELL or UNTESTED; of a criterion also NOT EVALUATED.
  ///
  /// An id that this version does not know (a newer tracker has it) is returned unchanged and must be escaped.
  package static func word(_ id: String) -> String {
    switch id {
    case "pass": "PASS"
    case "fail": "FAIL"
    case "na": "N/A"
    case "cant-tell": "CAN'T TELL"
    case "untested": "UNTESTED"
    case "not-evaluated": "NOT EVALUATED"
    default: id
    }
  }

  /// The color role of an outcome ID; nil without one.
  package static func role(_ id: String) -> Theme.Role? {
    switch id {
    case "pass": .pass
    case "fail": .fail
    case "cant-tell": .warning
    case "untested", "na", "not-evaluated": .muted
    default: nil
    }
  }
}

extension Cell {
  /// `pass`, or `untested`.
  package var outcomeID: String { outcome?.rawValue ?? "untested" }
  package var outcomeWord: String { OutcomeWords.word(outcomeID) }
  /// Where that is another outcome than the tester's.
  package var judgedWords: String? {
    judged == outcome ? nil : judged.map { "by today's threshold: \(OutcomeWords.word($0.rawValue))" }
  }
  /// `stale (build, age)`
  package var staleWords: String? { StaleWords.phrase(stale) }
}

extension GateCell {
  var outcomeID: String { outcome?.rawValue ?? "untested" }
  var outcomeWord: String { OutcomeWords.word(outcomeID) }
}

extension ScopeCell {
  var names: [String] { [component, check, condition] }
  /// On one line.
  var name: String { names.filter { !$0.isEmpty }.joined(separator: " ") }

  var members: JSONMembers { ["component": component, "check": check, "condition": condition] }
}

extension CellChange {
  var place: ScopeCell { ScopeCell(component: component, check: check, condition: condition) }
}

/// The components that make the check of their screen fail, in words.
package enum OnWords {
  /// More are counted.
  static let most = 12

  /// `on: sign-in/title, sign-in/close`; nil for none.
  package static func phrase(_ keys: [String]?) -> String? {
    keys.flatMap { $0.isEmpty ? nil : "on: " + names($0) }
  }

  package static func names(_ keys: [String]) -> String { firstNamed(keys, most) }
}

/// The figures that follow from counts, and the words for them.
extension CellCounts {
  /// The number of passes if everything that is open passed.
  package var passAtBest: Int { pass + cantTell + untested }

  /// Compliance: `pass / judged`.
  var compliance: Percent { Percent(of: pass, judged) }
  /// Coverage: `judged / applicable`.
  var coverage: Percent { Percent(of: judged, applicable) }
  /// pass / applicable: the compliance if everything that is open failed.
  private var worstCase: Percent { Percent(of: pass, applicable) }
  /// The compliance if everything that is open passed.
  private var bestCase: Percent { Percent(of: passAtBest, applicable) }

  /// The five states with their words, in the order in which they are always listed.
  var states: [(word: String, role: Theme.Role?, count: Int)] {
    let counts = [("pass", pass), ("fail", fail), ("na", na), ("cant-tell", cantTell), ("untested", untested)]
    return counts.map { (OutcomeWords.word($0.0), OutcomeWords.role($0.0), $0.1) }
  }

  /// `3 PASS, 1 FAIL`, without zeros.
  var listed: String { counted(states.map { ($0.count, $0.word) }) }

  /// The failing cells by severity, worst first.
  var severities: [(word: String, count: Int)] {
    [("critical", critical), ("serious", serious), ("moderate", moderate), ("minor", minor)]
  }

  package var jsonMembers: JSONMembers {
    ["pass": pass, "fail": fail, "na": na, "cant_tell": cantTell, "untested": untested]
  }

  /// The rates with their counts: compliance, coverage, and the range of the compliance once all is evaluated.
  ///
  /// A rate with a zero denominator is null.
  var rateMembers: JSONMembers {
    [
      "compliance": JSONText.object(["pass": pass, "judged": judged, "ratio": JSONText.ratio(pass, judged)]),
      "coverage": JSONText.object([
        "answered": answered, "in_scope": inScope, "judged": judged, "applicable": applicable,
        "ratio": JSONText.ratio(judged, applicable),
      ]),
      "range": JSONText.object([
        "worst": JSONText.ratio(pass, applicable), "best": JSONText.ratio(passAtBest, applicable),
      ]),
    ]
  }

  var severityMembers: JSONMembers { JSONMembers(severities.map { ($0.word, .int($0.count)) }) }

  /// `310 PASS, 42 FAIL, 60 N/A, 8 CAN'T TELL, 140 UNTESTED`.
  var statesPhrase: String { states.map { "\(counted($0.count)) \($0.word)" }.joined(separator: ", ") }

  /// The worst severity among the failing cells; `no severity` if none has one, `none` where none fails.
  var worstWord: String {
    severities.first { $0.count > 0 }?.word ?? (fail > 0 ? "no severity" : "none")
  }

  /// `2 critical, 31 serious, 1 without severity`; `none` where none fails.
  var severitiesPhrase: String {
    let unrated = fail - severities.reduce(0) { $0 + $1.count }
    return counted(severities.map { ($0.count, $0.word) } + [(unrated, "without severity")]).filled ?? "none"
  }

  /// `54: 3 critical, 20 serious; 1 more waived`: what `a11y list findings` lists, in its two parts.
  ///
  /// - Parameter waived: those that a waiver covers, beside these.
  func findingsPhrase(waived: Int) -> String {
    let open = fail > 0 ? "\(counted(fail)): \(severitiesPhrase)" : "none"
    return waived > 0 ? "\(open); \(counted(waived)) more waived" : open
  }

  /// The range of the compliance once everything is evaluated; nil if nothing is left to evaluate.
  func rangePhrase(_ spelled: (Percent) -> String) -> String? {
    let open = untested + cantTell
    guard open > 0 else { return nil }
    let cause = counted(open, "item is", "items are")
    return "\(spelled(worstCase)) to \(spelled(bestCase)) once \(cause) evaluated"
  }

  /// `3 of 4 evaluated items pass`
  var passPhrase: String { "\(counted(pass, of: judged)) evaluated items pass" }
  /// `4 of 9 applicable items evaluated`
  var coveragePhrase: String { "\(counted(judged, of: applicable)) applicable items evaluated" }

  /// `3 of 4 evaluated items pass; 4 of 9 applicable items evaluated (44%): 3 PASS, 1 FAIL, 5 UNTESTED`.
  var phrase: String {
    "\(passPhrase); \(coveragePhrase) (\(coverage.text))" + (listed.isEmpty ? "" : ": \(listed)")
  }
}

extension ConditionGroups.Row {
  /// As of other items; without a coverage where nothing is asked for: `3 of 4 evaluated items pass: 3 PASS, 1 FAIL`.
  var phrase: String {
    guard !isAsked else { return counts.phrase }
    let words = [counts.judged > 0 || counts.listed.isEmpty ? counts.passPhrase : "", counts.listed]
    return words.filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

/// How severities are printed: 1 critical, 2 serious, 3 moderate, 4 minor.
package enum SeverityWords {
  /// The word of a severity; a number outside 1 to 4 (a newer tracker has it) is `severity 7`.
  package static func word(_ severity: Int) -> String { Severity(rawValue: severity)?.word ?? "severity \(severity)" }

  /// The color role of a severity; nil without one.
  static func role(_ severity: Int) -> Theme.Role? {
    switch severity {
    case 1: .fail
    case 2: .warning
    default: nil
    }
  }

  /// `serious by lead-1, tester: minor`, where it was set for the finding; else the word alone.
  package static func word(of cell: Cell) -> String {
    let word = word(cell.severity)
    return cell.triage.map { "\(word) \($0.words)" } ?? word
  }

  /// `serious`; `serious (default)` if no tester rated it. Every failing cell has one.
  package static func word(_ severity: Severity?, isUsual: Bool = false) -> String {
    let word = severity?.word ?? "no severity"
    return isUsual ? "\(word) (default)" : word
  }
}

extension Severity {
  /// What another program calls it, by its words for critical, serious, moderate, and minor.
  func named(_ words: String...) -> String { words[rawValue - 1] }
}

/// The marks of a line of figures in one row of text, from the lowest to the highest.
enum Sparkline {
  private static let marks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  static let steps = marks.count

  /// - Parameter step: 0 for the lowest mark; what is beyond either end has the mark there.
  static func mark(step: Int) -> String { marks[min(steps - 1, max(0, step))] }
}

/// The value of a record's field, which may be of any shape.
package enum FieldValue {
  /// The name of a field outside the store: deleting and restoring write their own field.
  package static func name(_ field: String) -> String {
    field == FieldConflict.deleted ? "deleted" : field
  }

  /// A value with a form that depends on the field name.
  package static func words(_ value: JSONValue, of field: String) -> String {
    switch value {
    case .bool(let flag) where field == FieldConflict.deleted: flag ? "deleted" : "kept"
    case .integer(let number) where field == "closed" || field == "done_at": Timestamp(milliseconds: number).iso8601
    case .object where field == "severity": Triage(value).map { "\($0.severity.word) by \($0.by)" } ?? words(value)
    default: words(value)
    }
  }

  package static func words(_ value: JSONValue) -> String {
    switch value {
    case .null: "none"
    case .bool(let flag): flag ? "yes" : "no"
    case .integer(let number): String(number)
    case .decimal(let text): text
    case .string(let text): text.isEmpty ? "none" : text
    case .array(let values): values.isEmpty ? "none" : values.map { words($0) }.joined(separator: ", ")
    case .object: json(value).render()
    }
  }

  package static func json(_ value: JSONValue) -> JSONText {
    switch value {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .int(Int(clamping: number))
    case .decimal(let text): Double(text).map { .number($0) } ?? .string(text)
    case .string(let text): .string(text)
    case .array(let values): .array(values.map { json($0) })
    case .object(let object): .object(object.members.map { ($0.key, json($0.value)) })
    }
  }
}

extension ComponentSummary {
  /// The worst severity that is open; `waived` where a waiver covers all that fails.
  var worstWord: String { open.fail == 0 && waived > 0 ? "waived" : open.worstWord }

  /// `4 fails, worst critical`, `4 fails, 1 waived, worst serious`, `1 fail, waived`
  var failsPhrase: String {
    let fails = counted(counts.fail, "fail")
    if waived == 0 { return "\(fails), worst \(worstWord)" }
    if open.fail > 0 { return "\(fails), \(counted(waived)) waived, worst \(worstWord)" }
    return fails + (waived == 1 ? ", waived" : ", all waived")
  }
}
