package import AuditModel

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

  /// The failing cells by severity, worst first.
  var severities: [(word: String, count: Int)] {
    [("critical", critical), ("serious", serious), ("moderate", moderate), ("minor", minor)]
  }

  var jsonMembers: [(String, JSONText)] {
    [
      ("pass", .int(pass)), ("fail", .int(fail)), ("na", .int(na)), ("cant_tell", .int(cantTell)),
      ("untested", .int(untested)),
    ]
  }

  /// The rates with their counts: compliance, coverage, and the range of the compliance once all is evaluated.
  ///
  /// A rate with a zero denominator is null.
  var rateMembers: [(String, JSONText)] {
    [
      (
        "compliance",
        .object([("pass", .int(pass)), ("judged", .int(judged)), ("ratio", .ratio(pass, judged))])
      ),
      (
        "coverage",
        .object([
          ("answered", .int(answered)), ("in_scope", .int(inScope)), ("judged", .int(judged)),
          ("applicable", .int(applicable)), ("ratio", .ratio(judged, applicable)),
        ])
      ),
      ("range", .object([("worst", .ratio(pass, applicable)), ("best", .ratio(passAtBest, applicable))])),
    ]
  }

  var severityMembers: [(String, JSONText)] { severities.map { ($0.word, .int($0.count)) } }

  /// `310 PASS, 42 FAIL, 60 N/A, 8 CAN'T TELL, 140 UNTESTED`.
  var statesPhrase: String { states.map { "\($0.count) \($0.word)" }.joined(separator: ", ") }

  /// The worst severity among the failing cells; `no severity` if none has one, `none` where none fails.
  var worstWord: String {
    severities.first { $0.count > 0 }?.word ?? (fail > 0 ? "no severity" : "none")
  }

  /// `2 critical, 31 serious, 1 without severity`; `none` where none fails.
  var severitiesPhrase: String {
    let unrated = fail - severities.reduce(0) { $0 + $1.count }
    let words = (severities + [("without severity", unrated)]).filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }
    return words.isEmpty ? "none" : words.joined(separator: ", ")
  }

  /// `54: 3 critical, 20 serious; 1 more waived`: what `a11y list findings` lists, in its two parts.
  ///
  /// - Parameter waived: those that a waiver covers, beside these.
  func findingsPhrase(waived: Int) -> String {
    let open = fail > 0 ? "\(fail): \(severitiesPhrase)" : "none"
    return waived > 0 ? "\(open); \(waived) more waived" : open
  }

  /// The range of the compliance once everything is evaluated; nil if nothing is left to evaluate.
  func rangePhrase(_ spelled: (Percent) -> String) -> String? {
    let open = untested + cantTell
    guard open > 0 else { return nil }
    let cause = counted(open, "item is", "items are")
    return "\(spelled(worstCase)) to \(spelled(bestCase)) once \(cause) evaluated"
  }

  /// `3 of 4 evaluated items pass; 4 of 9 applicable items evaluated (44%): 3 PASS, 1 FAIL, 5 UNTESTED`.
  var phrase: String {
    let listed = states.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
    return "\(pass) of \(judged) evaluated items pass; "
      + "\(judged) of \(applicable) applicable items evaluated (\(coverage.text))"
      + (listed.isEmpty ? "" : ": \(listed)")
  }
}
