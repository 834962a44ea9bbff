package import AuditModel

/// How many cells are in each state, and the figures that follow from them.
///
/// `judged` = pass + fail; `answered` = all but untested; `applicable` = in scope - na. Sums of counts that are too
/// large for an
/// `Int` are held at its largest value.
package struct StatusCounts: Equatable, Sendable {
  package var pass: Int
  package var fail: Int
  package var na: Int
  package var cantTell: Int
  package var untested: Int

  package init(pass: Int = 0, fail: Int = 0, na: Int = 0, cantTell: Int = 0, untested: Int = 0) {
    self.pass = pass
    self.fail = fail
    self.na = na
    self.cantTell = cantTell
    self.untested = untested
  }

  package var judged: Int { saturatingSum(pass, fail) }
  package var answered: Int { saturatingSum(pass, fail, na, cantTell) }
  package var applicable: Int { saturatingSum(pass, fail, cantTell, untested) }
  package var inScope: Int { saturatingSum(pass, fail, na, cantTell, untested) }
  /// The number of passes if everything that is open passed.
  package var passAtBest: Int { saturatingSum(pass, cantTell, untested) }

  /// Compliance: `pass / judged`.
  package var compliance: Percent { Percent(of: pass, judged) }
  /// Coverage: `judged / applicable`.
  package var coverage: Percent { Percent(of: judged, applicable) }
  /// pass / applicable: the compliance if everything that is open failed.
  package var worstCase: Percent { Percent(of: pass, applicable) }
  /// The compliance if everything that is open passed.
  package var bestCase: Percent { Percent(of: passAtBest, applicable) }

  /// The five states with their words, in the order in which they are always listed.
  var listed: [(word: String, role: Theme.Role?, count: Int)] {
    let counts = [("pass", pass), ("fail", fail), ("na", na), ("cant-tell", cantTell), ("untested", untested)]
    return counts.map { (OutcomeWords.word($0.0), OutcomeWords.role($0.0), $0.1) }
  }

  var jsonMembers: [(String, JSONText)] {
    [
      ("pass", .int(pass)), ("fail", .int(fail)), ("na", .int(na)), ("cant_tell", .int(cantTell)),
      ("untested", .int(untested)),
    ]
  }
}

/// Failing cells by severity.
package struct FailingCounts: Equatable, Sendable {
  package var critical: Int
  package var serious: Int
  package var moderate: Int
  package var minor: Int

  package init(critical: Int = 0, serious: Int = 0, moderate: Int = 0, minor: Int = 0) {
    self.critical = critical
    self.serious = serious
    self.moderate = moderate
    self.minor = minor
  }

  /// The failures among some cells.
  package init(_ counts: CellCounts) {
    self.init(
      critical: counts.critical, serious: counts.serious, moderate: counts.moderate, minor: counts.minor)
  }

  package mutating func add(_ other: FailingCounts) {
    critical += other.critical
    serious += other.serious
    moderate += other.moderate
    minor += other.minor
  }

  package var total: Int { saturatingSum(critical, serious, moderate, minor) }

  /// `54: 3 critical, 20 serious; 1 more waived`: what `a11y list findings` lists, in its two parts.
  func phrase(waived: Int) -> String {
    let words = listed.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
    let open = total > 0 ? "\(total): \(words)" : "none"
    return waived > 0 ? "\(open); \(waived) more waived" : open
  }

  /// The severities with their words, worst first.
  var listed: [(word: String, count: Int)] {
    [("critical", critical), ("serious", serious), ("moderate", moderate), ("minor", minor)]
  }
}
