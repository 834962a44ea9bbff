package import AuditModel

/// Whether the gate opens, rule by rule: everything that `a11y gate` says, decided before it is drawn.
///
/// Names, notes and titles may be foreign; the renderers escape them.
package struct GateReport: Sendable {
  /// What a SARIF reader is told of a check and a component.
  package struct CheckText: Sendable {
    package var title: String
    package var expected: String
    package var category: String

    package init(title: String, expected: String, category: String) {
      self.title = title
      self.expected = expected
      self.category = category
    }
  }

  /// What the cells are compared with.
  package struct Baseline: Sendable {
    /// As asked for: an audit, a date, a file.
    package var name: String
    /// How many cells of the scope it holds.
    package var known: Int

    package init(name: String, known: Int) {
      self.name = name
      self.known = known
    }
  }

  package var gate: Gate
  package var limits: GateLimits
  package var baseline: Baseline?
  package var audit: String?
  package var filter: String?
  /// The moment it speaks of, ISO 8601 in UTC.
  package var asOf: String
  package var components: Int
  package var checks: [String: CheckText] = [:]
  /// Source files by component; those without one are not in it.
  package var sources: [String: String] = [:]
  /// The exit code says nothing of the verdict.
  package var isReportOnly = false
  /// How many cells of each rule are listed where people read; nil for all. Machines get all.
  package var limit: Int? = GateReport.usualLimit
  /// Of this program.
  package var version = ""

  package static let usualLimit = 10

  package init(
    gate: Gate, limits: GateLimits, baseline: Baseline? = nil, audit: String? = nil, filter: String? = nil,
    asOf: String, components: Int
  ) {
    self.gate = gate
    self.limits = limits
    self.baseline = baseline
    self.audit = audit
    self.filter = filter
    self.asOf = asOf
    self.components = components
  }

  package var failed: [GateRuling] { gate.rulings.filter { $0.verdict == .fail } }

  /// `gate: fail (2 of 4 rules)`: always the last line.
  package var lastLine: String {
    let rulings = gate.rulings
    let meant = rulings.count { $0.verdict == gate.verdict }
    return "gate: \(gate.verdict.rawValue) (\(meant) of \(counted(rulings.count, "rule")))"
  }

  /// What it is about, in one sentence with the counts.
  package var scopeSentence: String {
    let counts = gate.counts
    guard counts.inScope > 0 else { return "Nothing is in scope, so there is nothing to judge." }
    let states = [
      (counts.pass, "PASS"), (counts.fail, "FAIL"), (counts.na, "N/A"), (counts.cantTell, "CAN'T TELL"),
      (counts.untested, "UNTESTED"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let waived = gate.cells.count(where: \.isWaived)
    let scope = "\(counted(components, "component")), \(counted(counts.inScope, "cell")) in scope"
    let none = counts.answered == 0 ? " Nobody has looked at any of them." : ""
    return "\(scope): \((states + (waived > 0 ? ["\(waived) waived"] : [])).joined(separator: ", ")).\(none)"
  }

  package var baselineSentence: String {
    guard let baseline else { return "" }
    return "Compared with \(baseline.name), which holds \(baseline.known) of these cells."
  }

  package static let reportOnlySentence = "Report only: the exit code is 0 whatever the verdict."
}
