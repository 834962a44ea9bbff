import AuditModel

/// The words of a calculation that every form of it shares.
///
/// What is not required (advice, the tiers of another profile) is `met` or `not met`: only a required rule says
/// PASS or FAIL, so that advice does not read as a finding.
extension CalcReport.Verdict {
  /// PASS, FAIL, met, not met, or not evaluated.
  var word: String {
    switch (outcome, isRequired) {
    case (.pass, true): OutcomeWords.word("pass")
    case (.fail, true): OutcomeWords.word("fail")
    case (.pass, false): "met"
    case (.fail, false): "not met"
    case (.notJudged, _): "not evaluated"
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
