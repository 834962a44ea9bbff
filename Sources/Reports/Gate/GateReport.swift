package import Audit
import Base
package import Store

/// The result of a release check, rule by rule: all content of `a11y gate`, decided before it is drawn.
///
/// Names, notes and titles may be foreign; the renderers escape them.
package struct GateReport: Sendable {
  package struct Baseline: Sendable {
    /// As requested: an audit, a date, a file.
    package var name: String
    /// By the results of the audit alone.
    package var isAudit: Bool
    /// The number of cells in scope with a result at the baseline: those are compared.
    package var known: Int
    /// The number of other cells with a result at the baseline, outside the scope.
    package var elsewhere: Int
    /// The number of cells in scope that only people who are not followed had answered: they are not compared.
    package var byOthers = 0
  }

  /// The details of a cell that is listed.
  package struct Detail: Sendable {
    package var note = ""
    package var waiver: Waiver?
    package var expired: Waiver?
    /// The names of the files of its evidence.
    package var evidence: [String] = []
    /// Of the finding; empty for none.
    package var owner = ""
  }

  /// Where the rules come from.
  package enum PolicySource: String, Sendable {
    case typed, audit, tracker
    /// The rules that are proposed where the team has set none: they decide nothing.
    case standard
  }

  package var gate: Gate
  package var policy = ReleasePolicy()
  package var policySource = PolicySource.typed
  /// By `GateCell.row`; for cells with details.
  package var details: [Int32: Detail] = [:]
  package var limits: GateLimits
  package var baseline: Baseline?
  package var audit: String?
  package var filter: String?
  /// The time of the figures, ISO 8601 in UTC.
  package let asOf: String
  /// The same for people, in their own time; nil where that is UTC.
  package var localAsOf: String?
  package let components: Int
  /// The number of components in use, in scope or not.
  package var componentsInUse = 0
  /// The number of cells logged for the audit outside its scope.
  package var outside = 0
  package var byOthers = TestedByOthers()
  /// Results with a future timestamp.
  package let ahead: AheadOfClock
  /// Remarks about cells that the rules do not cover, and about what is waiting: no reason to fail.
  package var remarks: [Notice] = []
  /// The checks that the output files name, by ID.
  package var checks: [String: Check] = [:]
  /// The titles of components and checks for a report that is read aloud, by ID.
  package var titles: [String: String] = [:]
  /// What is wrong where a check fails, by its ID.
  package var failures: [String: String] = [:]
  /// The first names of components that were renamed: IDs of findings are made of them.
  package var firstNames: [ExactText: String] = [:]
  /// Where findings are shown to developers, by component.
  package var places: [String: SourceLocation] = [:]
  /// The days of results that are too old, by their time in ms UTC, where the tester is.
  package var days: [Int64: String] = [:]
  /// The exit code does not depend on the verdict.
  package var isReportOnly = false
  /// The number of cells listed per rule in text output; nil for all. JSON has all.
  package var limit: Int? = GateReport.usualLimit
  /// Of this program.
  package var version = ""

  package static let usualLimit = 10

  /// The findings that keep the release, the most urgent first.
  package let blockers: [ReleaseBlocker]

  package init(
    gate: Gate, limits: GateLimits, baseline: Baseline? = nil, audit: String? = nil, filter: String? = nil,
    now: Int64
  ) {
    self.gate = gate
    blockers = gate.blockers
    (self.limits, self.baseline, self.audit, self.filter) = (limits, baseline, audit, filter)
    asOf = Timestamp(milliseconds: now).iso8601Second
    var hasCells = [Bool](repeating: false, count: gate.names.components.count)
    for cell in gate.cells { hasCells[Int(cell.component)] = true }
    components = hasCells.count { $0 }
    ahead = AheadOfClock(gate.cells.lazy.compactMap(\.time), now: now)
  }

  /// The cells with details, in the order of the gate: those that waivers cover or
  /// covered, and for output files those that fail or break a rule.
  package func placesToDetail(forMachines: Bool) -> [Int] {
    let cells = gate.cells
    var named = Set(cells.indices.filter { cells[$0].isCovered || cells[$0].hasExpired })
    named.formUnion(blockers.map(\.place))
    if forMachines {
      named.formUnion(cells.indices.filter { cells[$0].outcome == .fail })
      for ruling in failed { named.formUnion(ruling.against.flatMap(\.cells)) }
    }
    return named.sorted().filter { cells[$0].outcome != nil }
  }

  /// The blockers that count as they were, since only people who are not followed made them better: no figure has them so.
  var keptBlockers: [ReleaseBlocker] { blockers.filter { gate.cells[$0.place].isHeld } }

  /// The blockers by their items.
  package var blockingPlaces: Set<ScopeCell> { Set(blockers.map(place)) }

  func place(_ blocker: ReleaseBlocker) -> ScopeCell { place(gate.cells[blocker.place]) }

  func place(_ cell: GateCell) -> ScopeCell {
    ScopeCell(
      component: gate.names.component(cell), check: gate.names.check(cell), condition: gate.names.condition(cell))
  }

  /// The ID of what blocks; nil of an item that does not fail.
  func findingID(_ blocker: ReleaseBlocker) -> String? {
    guard gate.cells[blocker.place].outcome == .fail else { return nil }
    var place = place(blocker)
    place.component = firstNames[ExactText(place.component)] ?? place.component
    return TicketMark.id(of: place)
  }

  /// Whether its items are by the results of everyone, as figures are: nothing that people say who are not followed is
  /// kept apart.
  var isOfEveryone: Bool { byOthers.cells == 0 && !gate.cells.contains { $0.isHeld || $0.isOfOthers } }

  package var failed: [GateRuling] { gate.rulings.filter { $0.verdict == .fail } }

  /// Whether the team has set no rule: then nothing is decided, and the rules are a proposal.
  package var isProposal: Bool { policySource == .standard }

  /// A team without a policy has no verdict, however good or bad its figures are.
  package var decision: ReleaseDecision { isProposal ? .undecided : outcome }

  /// The result of the rules, set by the team or proposed.
  package var outcome: ReleaseDecision {
    if gate.verdict == .fail { return .hold }
    return gate.verdict == .noData || !policy.unread.isEmpty ? .undecided : .ship
  }

  /// Of the rules for programs: rules that are only proposed have neither passed nor failed.
  var verdict: GateVerdict { isProposal ? .noData : gate.verdict }

  /// `Release check: HOLD, 3 blockers (2 of 4 rules fail)`: always the last line.
  package var lastLine: String {
    let blocking = isProposal || blockers.isEmpty ? "" : ", " + counted(blockers.count, "blocker")
    return "Release check: \(decision.word)\(blocking) (\(rulePhrase))\(part)"
  }

  /// `2 of 4 rules fail`.
  var rulePhrase: String {
    if isProposal { return "no policy" }
    let total = gate.rulings.count + policy.unread.count
    guard total > 0 else { return "no rules" }
    switch decision {
    case .ship: return total == 1 ? "1 of 1 rule passes" : "\(counted(total, of: total)) rules pass"
    case .hold:
      return "\(counted(failed.count)) of \(counted(total, "rule")) \(failed.count == 1 ? "fails" : "fail")"
    case .undecided:
      let missing = gate.rulings.count { $0.verdict == .noData } + policy.unread.count
      return "\(counted(missing)) of \(counted(total, "rule")) \(missing == 1 ? "has" : "have") no data"
    }
  }

  /// The scope of the verdict, if it is not every component in use.
  private var part: String {
    guard components < componentsInUse, gate.counts.inScope > 0 else { return "" }
    let checks = counted(Set(gate.cells.lazy.map(\.check)).count, "check")
    return ", for \(checks) of \(counted(components)) of \(counted(componentsInUse, "component"))"
  }

  package var scopeSentence: String {
    let counts = gate.counts
    guard counts.inScope > 0 else { return "Nothing is in scope." }
    let states = counts.states.map { ($0.count, $0.word) } + [(gate.cells.count(where: \.isWaived), "waived")]
    let scope = "\(counted(components, "component")), \(counted(counts.inScope, "item")) in scope"
    let none = counts.answered == 0 ? " None have been tested." : ""
    let others =
      outside > 0
      ? " \(counted(outside, "more item")) logged for this audit \(outside == 1 ? "is" : "are") out of scope."
      : ""
    return "\(scope): \(counted(states)).\(none)\(others)"
  }

  /// The number of compared cells, and how the others count.
  package var baselineSentence: String {
    guard let baseline else { return "" }
    let (scope, name) = (gate.counts.inScope, baseline.name)
    let source = baseline.isAudit ? "audit \(name) (by its own results)" : name
    let rest = scope - baseline.known
    var sentences = ["Baseline: \(source). \(counted(baseline.known)) of \(counted(scope, "item")) had a result then."]
    if rest > 0, baseline.known > 0 {
      sentences.append(
        "\(counted(rest, "other item counts", "other items count")) as regressed only after an earlier pass.")
    }
    if baseline.byOthers > 0 {
      sentences.append(
        "\(counted(baseline.byOthers, "item was", "items were")) tested then only by people who are not followed here.")
    }
    if baseline.elsewhere > 0 {
      sentences.append(
        "\(counted(baseline.elsewhere, "item")) of the baseline \(baseline.elsewhere == 1 ? "is" : "are") "
          + "out of scope and not compared.")
    }
    return sentences.joined(separator: " ")
  }

  package static let reportOnlySentence = "Report only: the exit code is 0 regardless of the verdict."

  func detail(_ cell: GateCell) -> Detail { details[cell.row] ?? Detail() }
}

/// What the rules of a release come to, without its items: there may be a thousand trackers side by side.
package struct ReleaseVerdict: Sendable {
  package let decision: ReleaseDecision
  /// By the policy; where there is none, by the proposed rules.
  let blockers: Int
  /// Where they are.
  let blockingPlaces: Set<ScopeCell>
  let policy: String
  let source: GateReport.PolicySource
  /// `HOLD: 3 blockers (2 of 4 rules fail).`
  package let sentence: String
  /// `3 findings block the release: 2 critical, 1 regressed.`
  let reason: String
  /// What the proposed rules would come to; nil where a policy decides.
  let proposal: String?
  let byOthers: TestedByOthers
  private let proposed: JSONText

  package init(_ gate: GateReport) {
    decision = gate.decision
    blockingPlaces = gate.blockingPlaces
    blockers = gate.blockers.count
    policy = gate.policy.text
    source = gate.policySource
    sentence = gate.decisionSentence
    reason = gate.reason
    proposal = gate.proposal
    proposed = gate.proposedJSON
    byOthers = gate.byOthers
  }

  /// Of a policy that cannot be applied here: its baseline is missing, for example.
  package init(unread policy: String, _ source: GateReport.PolicySource, because reason: String) {
    decision = .undecided
    (blockers, blockingPlaces) = (0, [])
    byOthers = TestedByOthers()
    (self.policy, self.source, proposal, proposed) = (policy, source, nil, .null)
    sentence = "\(decision.word): the policy cannot be applied, \(reason)."
    self.reason = "The policy cannot be applied: \(reason)."
  }

  /// The blockers by a policy; nil without one, where nothing blocks.
  var blocking: Int? { proposal == nil ? blockers : nil }

  var jsonMembers: JSONMembers {
    ["policy": policy, "policy_source": source.rawValue, "blockers": blockers, "proposed": proposed]
  }

  var json: JSONText { .object(["word": decision.rawValue, "sentence": sentence] + jsonMembers) }
}

extension SourceLocation {
  /// What `a11y list components --format csv -o components.csv` writes: the list of components, for those without a
  /// source file.
  static let componentList = "components.csv"

  /// The place of each component, by key. One without a source file is in the list of components, on its line.
  package static func places(_ components: [Component]) -> [String: SourceLocation] {
    let used = components.filter { !$0.isRetired }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var places: [String: SourceLocation] = [:]
    for component in components where !component.source.isEmpty {
      places[component.key] = SourceLocation(source: component.source)
    }
    // The first line is the header.
    for (row, component) in used.enumerated() where component.source.isEmpty {
      places[component.key] = SourceLocation(file: componentList, line: row + 2)
    }
    return places
  }

  /// The same file at the line in a note, e.g. `Close.swift:42` or `line 42`; unchanged without one.
  func narrowed(by note: String) -> SourceLocation {
    guard let name = file.split(separator: "/").last, file != Self.componentList else { return self }
    let line = Self.line(after: "\(name):", in: note) ?? Self.line(after: "line ", in: note)
    return SourceLocation(file: file, line: line ?? self.line)
  }

  /// The number after the first place of some words that a number follows.
  private static func line(after words: String, in note: String) -> Int? {
    let wanted = Array(words.utf8)
    var rest = Array(note.utf8)[...]
    while let start = rest.firstIndex(of: wanted[0]) {
      rest = rest[start...]
      let digits = rest.dropFirst(wanted.count).prefix(while: \.isDigit)
      if rest.starts(with: wanted), let line = number(String(decoding: digits, as: UTF8.self)) { return line }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// A note without the line at its end, which is shown with the file: `no label, line 42` is `no label`.
  static func withoutLine(_ note: String) -> String {
    guard let start = note.utf8.lastIndex(of: UInt8(ascii: ",")), note[start...].hasPrefix(", line "),
      number(note[start...].dropFirst(", line ".count)) != nil
    else { return note }
    return String(note[..<start])
  }

  /// The file as a URI reference; an absolute one with its scheme.
  var address: String { (file.utf8.first == UInt8(ascii: "/") ? "file://" : "") + URIText.escaped(file) }
}
