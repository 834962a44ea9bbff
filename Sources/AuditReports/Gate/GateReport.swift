package import AuditModel

/// Whether the gate opens, rule by rule: everything that `a11y gate` says, decided before it is drawn.
///
/// Names, notes and titles may be foreign; the renderers escape them.
package struct GateReport: Sendable {
  /// What the cells are compared with.
  package struct Baseline: Sendable {
    /// As asked for: an audit, a date, a file.
    package var name: String
    /// By the results in an audit's name alone.
    package var isAudit: Bool
    /// How many cells of the scope it saw answered: those are compared.
    package var known: Int
    /// How many others it saw answered, which are not in the scope.
    package var elsewhere: Int

    package init(name: String, isAudit: Bool, known: Int, elsewhere: Int) {
      self.name = name
      self.isAudit = isAudit
      self.known = known
      self.elsewhere = elsewhere
    }
  }

  /// What is said of a cell where it is named.
  package struct Detail: Sendable {
    package var note = ""
    package var waiver: Waiver?
    /// The waiver that covered it and has run out.
    package var expired: Waiver?
    /// The names of the files that show it.
    package var evidence: [String] = []

    package init() {}
  }

  package var gate: Gate
  /// By `GateCell.row`; for cells of which there is something to say.
  package var details: [Int32: Detail] = [:]
  package var limits: GateLimits
  package var baseline: Baseline?
  package var audit: String?
  package var filter: String?
  /// The moment it speaks of, ISO 8601 in UTC.
  package let asOf: String
  package let components: Int
  /// How many components are in use, in scope or not.
  package var componentsInUse = 0
  /// Cells that carry the audit's name and lie outside its scope.
  package var outside = 0
  /// What was seen at a time that is yet to come.
  package let ahead: AheadOfClock
  /// What the rules do not say of the cells in scope, and what waits: no reason to fail.
  package var remarks: [Notice] = []
  /// The checks that a file for machines names, by id.
  package var checks: [String: Check] = [:]
  /// Where findings are shown to developers, by component.
  package var places: [String: SourceLocation] = [:]
  /// The exit code says nothing of the verdict.
  package var isReportOnly = false
  /// How many cells of each rule are listed where people read; nil for all. Machines get all.
  package var limit: Int? = GateReport.usualLimit
  /// Of this program.
  package var version = ""

  package static let usualLimit = 10

  package init(
    gate: Gate, limits: GateLimits, baseline: Baseline? = nil, audit: String? = nil, filter: String? = nil,
    now: Int64
  ) {
    self.gate = gate
    self.limits = limits
    self.baseline = baseline
    self.audit = audit
    self.filter = filter
    asOf = Timestamp(milliseconds: now).iso8601Second
    components = Set(gate.cells.lazy.map(\.component)).count
    ahead = AheadOfClock(gate.cells.lazy.compactMap(\.time), now: now)
  }

  /// The cells of which there is more to say than their state, in the order of the gate: those that waivers cover or
  /// covered, and for machines those that fail or stand against a rule.
  package func placesToDetail(forMachines: Bool) -> [Int] {
    let cells = gate.cells
    var named = Set(cells.indices.filter { cells[$0].isCovered || cells[$0].hasExpired })
    if forMachines {
      named.formUnion(cells.indices.filter { cells[$0].outcome == .fail })
      for ruling in failed { named.formUnion(ruling.against.flatMap(\.cells)) }
    }
    return named.sorted().filter { cells[$0].outcome != nil }
  }

  package var failed: [GateRuling] { gate.rulings.filter { $0.verdict == .fail } }

  /// `gate: fail (2 of 4 rules)`: always the last line.
  package var lastLine: String {
    let rulings = gate.rulings
    let meant = rulings.count { $0.verdict == gate.verdict }
    return "gate: \(gate.verdict.rawValue) (\(meant) of \(counted(rulings.count, "rule")))\(part)"
  }

  /// What the verdict is about, where that is not every component in use.
  private var part: String {
    guard components < componentsInUse, gate.counts.inScope > 0 else { return "" }
    let checks = counted(Set(gate.cells.lazy.map(\.check)).count, "check")
    return ", for \(checks) of \(components) of \(counted(componentsInUse, "component"))"
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
    let others =
      outside > 0
      ? " \(counted(outside, "more cell")) logged in the audit's name \(outside == 1 ? "lies" : "lie") outside its scope."
      : ""
    return "\(scope): \((states + (waived > 0 ? ["\(waived) waived"] : [])).joined(separator: ", ")).\(none)\(others)"
  }

  /// Which cells are compared, and what holds for the others.
  package var baselineSentence: String {
    guard let baseline else { return "" }
    let (scope, name) = (gate.counts.inScope, baseline.name)
    let source = baseline.isAudit ? "the audit \(name), by the results in its name" : name
    let rest = scope - baseline.known
    var sentences = ["Compared with \(source): \(baseline.known) of \(counted(scope, "cell")) had an answer then."]
    if rest > 0, baseline.known > 0 {
      sentences.append(
        "Of the \(counted(rest, "other", "others")) a failure counts as regressed where the cell had ever passed.")
    }
    if baseline.elsewhere > 0 {
      sentences.append(
        "\(counted(baseline.elsewhere, "cell")) of the baseline \(baseline.elsewhere == 1 ? "is" : "are") "
          + "not in scope and not compared.")
    }
    return sentences.joined(separator: " ")
  }

  package static let reportOnlySentence = "Report only: the exit code is 0 whatever the verdict."

  func detail(_ cell: GateCell) -> Detail { details[cell.row] ?? Detail() }
}
