import AuditModel

/// The words of a calculation that every form of it shares.
///
/// What is not asked for (advice, the tiers of another profile) is `reached` or `not reached`: only a rule that is
/// asked for says PASS or FAIL, so that nobody reads advice as a finding.
extension CalcReport.Verdict {
  /// PASS, FAIL, reached, not reached or not judged.
  var word: String {
    switch (outcome, isRequired) {
    case (.pass, true): OutcomeWords.word("pass")
    case (.fail, true): OutcomeWords.word("fail")
    case (.pass, false): "reached"
    case (.fail, false): "not reached"
    case (.notJudged, _): "not judged"
    }
  }

  var role: Theme.Role? {
    switch (outcome, isRequired) {
    case (.pass, true): .pass
    case (.fail, true): .fail
    default: .muted
    }
  }
}

extension CalcReport.Figure {
  /// The value with its unit: `3.44:1`, `165%`, `40x40 pt`.
  func text(_ percent: String) -> String {
    switch unit {
    case "": value
    case "%": value + percent
    case ":1": value + ":1"
    default: value + " " + unit
    }
  }
}

extension String {
  /// With a capital at its beginning, if that is a letter of ASCII.
  package var capitalizedFirst: String {
    guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return self }
    return String(decoding: [first - 32], as: UTF8.self) + dropFirst()
  }
}
