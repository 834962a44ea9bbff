package import Audit
package import Base
package import Store

/// Checks as members of JSON, and in words.
package enum CheckWords {
  /// `11 checks fewer`; nil where a checklist has as many as before.
  package static func difference(_ more: Int) -> String? {
    more == 0 ? nil : "\(counted(abs(more), "check")) \(more < 0 ? "fewer" : "more")"
  }

  /// A check in the format of the catalog files, as a template for custom checks.
  static func document(_ check: Check) -> JSONText {
    guard case .object(let members) = check.fact else { return .null }
    // The origin is not part of a file; its reader knows it.
    return .object(members.members.filter { $0.key != "origin" }.map { ($0.key, FieldValue.json($0.value)) })
  }

  static func members(_ link: CriterionLink) -> JSONMembers {
    [
      "criterion": link.criterion, "relation": link.relation.rawValue,
      "level": Catalog.criterion(link.criterion)?.level?.rawValue,
    ]
  }

  /// `{"type":"number","unit":"pt","comparison":">=","threshold":[44],"wording":"at least 44 pt"}`.
  static func json(_ measurement: Measurement) -> JSONText {
    .object([
      "type": measurement.type, "unit": measurement.valueUnit, "comparison": measurement.comparison.rawValue,
      "threshold": JSONText.array(measurement.threshold.map { RowForm.number($0) }), "wording": measurement.wording(),
      "note": measurement.note, "formula": measurement.formula, "parts": measurement.parts.map { json($0) },
      "inputs": measurement.inputs,
    ])
  }

  /// What to do, for a page: each step on a line of its own, under the number that the catalog gives it.
  ///
  /// - Parameter text: the text of a step.
  static func steps(_ how: String, _ text: (String) -> HTMLText) -> HTMLText {
    let lines = lines(how)
    guard lines.count > 1 else { return text(how) }
    let items: HTMLText = lines.map { "<li>\(text($0))</li>" }.joined()
    return "<ul class=\"steps\" role=\"list\">\(items)</ul>"
  }

  /// What to do, with a line for each of several steps.
  static func lines(_ how: String) -> [String] {
    let steps = TicketDraft.steps(how)
    return steps.count > 1 ? steps.enumerated().map { "\($0.offset + 1). \($0.element)" } : [how]
  }

  private static func json(_ rule: PartRule) -> JSONText {
    .object(["of": rule.noun, "members": rule.members, "wording": rule.wording, "example": rule.example])
  }
}

extension Check {
  var criteria: [String] { wcag.filter { $0.relation == .tests }.map(\.criterion) }
}

extension Criterion {
  /// `A`, `AA`, `AAA`, or `obsolete`.
  var levelWord: String { level?.rawValue ?? "obsolete" }
}

/// Criteria and source conflicts in words and members.
package enum CriterionWords {
  /// Name, level, and mapping to other standards.
  static func phrases(_ criterion: Criterion) -> [String] {
    [criterion.name, level(criterion), european(criterion), "Section 508: \(Catalog.federalWords(of: criterion))"]
  }

  static func level(_ criterion: Criterion) -> String {
    if let level = criterion.level { return "level \(level.rawValue)" }
    let former = criterion.formerLevel.map { ", formerly level \($0.rawValue)" } ?? ""
    return "obsolete since WCAG \(criterion.removedIn ?? "2.2")\(former)"
  }

  static func european(_ criterion: Criterion) -> String {
    let row = criterion.european
    let clause = row.clause.map { "clause \($0)" } ?? "no clause"
    let status =
      switch row.status {
      case .applies: "applies"
      case .void: "void for software"
      case .notRequired: "not required"
      case .tooNew: "newer than the standard"
      case .legacy: "kept although removed from WCAG"
      }
    return "\(row.version): \(clause), \(status)"
  }

  /// `applies`, `exempt` or `outside`.
  static func federal(_ criterion: Criterion) -> String { criterion.federalDuty.rawValue }

  /// Its test results; empty without a tracker.
  static func standing(_ standing: CriterionRollUp?) -> [PageItem] {
    guard let standing else { return [] }
    let cells = ([StandardsWords.phrase(standing.cells)] + StandardsWords.remarks(standing.cells))
    return [
      .fact("Status", OutcomeWords.word(standing.state.rawValue)), .fact("So far", standing.progress ?? ""),
      .fact("Items", standing.testing.isEmpty ? "" : cells.joined(separator: "; ")),
      .fact("Related items", standing.related.isEmpty ? "" : StandardsWords.phrase(standing.relatedCells)),
      .text(StandardsRollUp.noClaim),
    ]
  }

  package static func members(_ criterion: Criterion) -> JSONMembers {
    [
      "name": criterion.name, "level": criterion.level?.rawValue, "en_clause": criterion.european.clause,
      "en_status": criterion.european.status.rawValue, "en_version": criterion.european.version,
      "section508": federal(criterion),
    ]
  }

  package static func members(_ conflict: SourceConflict) -> JSONMembers {
    [
      "id": conflict.id, "title": conflict.title, "place": conflict.place, "sources_say": conflict.sourcesSay,
      "fact": conflict.fact, "evidence": conflict.evidence, "reading": conflict.reading, "checks": conflict.checks,
    ]
  }
}

/// A file in words. Not escaped; the output escapes it.
package enum EvidenceWords {
  /// `shot.png (48 kB)`
  package static func words(_ evidence: NewEvidence) -> String { "\(evidence.name) (\(size(evidence.bytes)))" }

  /// `812 bytes`, `48 kB`, `3.4 MB`
  package static func size(_ bytes: Int64) -> String {
    switch bytes {
    case ..<1000: bytes == 1 ? "1 byte" : "\(bytes) bytes"
    case ..<1_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
  }

  package static func json(_ evidence: NewEvidence) -> JSONMembers {
    [
      "name": evidence.name, "type": evidence.type, "size": Int(clamping: evidence.bytes),
      "sha256": evidence.digestText,
    ]
  }
}

extension TrackerPlan {
  /// `the plan: critical-rules, review; default, dark`, `all applicable checks, no plan set`.
  package var words: String {
    guard isChosen else { return "all applicable checks, no plan set" }
    let checks = names.isEmpty ? "all applicable checks" : names.joined(separator: ", ")
    guard let conditions else { return "the plan: \(checks)" }
    return "the plan: \(checks); \(conditions.map(\.shown).joined(separator: ", "))"
  }

  private var names: [String] { asksForAll ? [Checklist.everything.id] : checklists }

  /// Null without a choice.
  var json: JSONText {
    guard isChosen else { return .null }
    return .object(["checklists": names, "conditions": conditions.map { JSONText.strings($0.map(\.shown)) }])
  }
}

/// The progress of testers in words.
enum AssignedWords {
  static let title = "Assigned items"

  /// `t1`, or the name of the items without a tester.
  static func name(_ items: AssignedItems) -> String { items.tester.isEmpty ? "Not assigned" : items.tester }

  /// `24 of 60 items tested, 3 fail`
  static func progress(_ items: AssignedItems) -> String {
    let counts = items.counts
    let fails = counts.fail > 0 ? ", \(counted(counts.fail)) fail" : ""
    return "\(counted(counts.answered)) of \(counted(counts.inScope, "item")) tested\(fails)"
  }

  static func json(_ items: AssignedItems) -> JSONText {
    .object([
      "tester": items.tester.filled, "items": items.counts.inScope,
      "tested": items.counts.answered, "fail": items.counts.fail,
    ])
  }

  static func markdown(_ all: [AssignedItems]) -> String {
    MarkdownText.table(["Tester", "Progress"], all.map { ["\(name($0))", "\(progress($0))"] })
  }
}

/// Results with a future timestamp, by this machine's clock: another clock was ahead, or a date was mistyped.
///
/// One rule applies: such a result is kept and counts in every current figure. A requested time
/// (`--as-of`, a date to compare with) includes it only after that time.
package struct AheadOfClock: Equatable, Sendable {
  /// Cells whose latest result is ahead by more than the tolerance.
  package var count = 0
  /// The latest of these times, ms UTC.
  package var latest: Int64?

  package init() {}

  package init(count: Int, latest: Int64?) { (self.count, self.latest) = (count, latest) }

  /// - Parameter times: when cells were last tested, ms UTC.
  package init(_ times: some Sequence<Int64>, now: Int64) {
    for time in times where HybridTime(milliseconds: time).isAhead(of: now) {
      count += 1
      latest = max(latest ?? time, time)
    }
  }

  /// Instead of an age, for the newest result: `dated 2027-01-01 (in the future)`; nil if it has an age.
  func phrase(newest: Int64) -> String? {
    guard count > 0, let latest, newest >= latest else { return nil }
    return "dated \(Timestamp(milliseconds: latest).localDate(offset: 0)) (in the future)"
  }

  /// The age of the results: `newest today, oldest 41 days old`.
  ///
  /// - Parameters:
  ///   - newest: in whole days; it is 0 or less of a clock that is ahead by less than the tolerance.
  ///   - time: of the newest result, ms UTC.
  func ages(newest: Int?, at time: Int64?, oldest: Int?) -> String {
    func age(_ days: Int) -> String { days <= 0 ? "today" : counted(days, "day") + " old" }
    let words = [
      newest.map { time.flatMap(phrase) ?? age($0) }.map { "newest \($0)" }, oldest.map { "oldest \(age($0))" },
    ]
    return words.compactMap { $0 }.joined(separator: ", ").filled ?? "no results yet"
  }

  /// Nil without any.
  package var sentence: String? {
    guard count > 0, let latest else { return nil }
    let items = counted(count, "item has", "items have")
    let until = count == 1 ? "on" : "up to"
    return
      "\(items) a result with a future timestamp (\(until) \(Timestamp(milliseconds: latest).iso8601Second)). "
      + "\(count == 1 ? "It counts" : "They count") in current figures; --as-of leaves \(count == 1 ? "it" : "them") "
      + "out until then."
  }
}

/// The status of criteria, in sentences.
package enum StandardsWords {
  /// `3 fail, 1 can't tell, 40 untested, 2 pass, 41 not evaluated`; states without a criterion are left out.
  package static func phrase(_ tally: CriteriaTally) -> String {
    counted(CriterionState.allCases.map { (tally[$0], words($0, tally[$0])) }).filled ?? "none"
  }

  private static func words(_ state: CriterionState, _ count: Int) -> String {
    switch state {
    case .fail: count == 1 ? "fails" : "fail"
    case .cantTell: "can't tell"
    case .untested: "untested"
    case .pass: count == 1 ? "passes" : "pass"
    case .na: "not applicable"
    case .notEvaluated: "not evaluated"
    }
  }

  /// The cells of a criterion: `12 items of 4 components: 2 fail, 3 untested, 7 pass`.
  package static func phrase(_ cells: CellGroup) -> String {
    let counts = cells.counts
    guard counts.inScope > 0 else { return "no items" }
    let figures = counted([
      (counts.fail, "fail"), (counts.cantTell, "can't tell"), (counts.untested, "untested"), (counts.pass, "pass"),
      (counts.na, "not applicable"),
    ])
    return "\(counted(counts.inScope, "item")) of \(counted(cells.components, "component")): \(figures)"
  }

  /// Notes besides the outcomes of the cells.
  package static func remarks(_ cells: CellGroup) -> [String] {
    let figures: [(Int, String)] = [
      (cells.counts.disputed, "disputed"), (cells.stale, "stale"), (cells.waived, "waived"),
      (cells.automaticPasses, "passed by a tool only (not counted as evidence)"),
    ]
    return figures.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }

  /// Sentences about some criteria: the number per state, and notes.
  package static func summary(_ rollUp: StandardsRollUp, _ criteria: [String]) -> [String] {
    let tally = CriteriaTally(rollUp.criteria(criteria))
    return [
      "\(counted(tally.total, "criterion", "criteria")): \(phrase(tally)).", houseRules(rollUp),
    ] + leftOut(rollUp) + [StandardsRollUp.noClaim]
  }

  /// What figures have and no criterion: its status goes by people who are followed.
  package static func leftOut(_ rollUp: StandardsRollUp) -> [String] {
    var others = TestedByOthers()
    others.cells = rollUp.byOthers
    return [
      HeldWords.kept(rollUp.held, in: "the status of criteria"), others.draftSentence(in: "the status of criteria"),
    ]
    .compactMap { $0 }
  }

  /// The best practices, which are counted separately.
  package static func houseRules(_ rollUp: StandardsRollUp) -> String {
    "Best practices (not mapped to WCAG): \(counted(rollUp.houseRules, "check")), "
      + "\(phrase(rollUp.houseCells))."
  }
}

/// The status of criteria, as members of JSON objects. Keys are a contract and only ever added to.
package enum StandardsJSON {
  /// `state`, the `cells` of the covering checks, and separately the `related_cells`; null without a tracker.
  package static func members(_ standing: CriterionRollUp?) -> JSONMembers {
    [
      "state": standing?.state.rawValue, "cells": standing.map { cells($0.cells) }, "progress": standing?.progress,
      "related_cells": standing.map { cells($0.relatedCells) },
    ]
  }

  package static func cells(_ group: CellGroup) -> JSONText {
    .object(
      group.counts.jsonMembers + [
        "automatic_passes": group.automaticPasses, "components": group.components,
        "failing_components": group.failingComponents, "disputed": group.counts.disputed, "stale": group.stale,
        "waived": group.waived,
      ])
  }
}

/// Testers, with a word where they did not sign what stands under their name.
package enum TesterWords {
  /// `cleo`, `cleo (signed by mal, not by cleo)`
  package static func name(_ row: Cell) -> String { row.claim?.marked(row.tester) ?? row.tester }

  /// `signed by mal, not by cleo`, `not signed by cleo`
  package static func proof(of signer: String?, for name: String) -> String {
    NameClaim(name: name, signer: signer).words
  }
}

/// The names of machines in sentences.
package struct MachineWords {
  let own: String

  /// - Parameter own: of this machine; empty for words that are the same on each machine.
  package init(own: String) { self.own = own }

  /// `on this machine`, `on machine 4k2m9x7c1p0q`
  package func place(_ replica: String) -> String {
    replica.hasSameBytes(as: own) ? "on this machine" : "on machine \(replica)"
  }

  /// The machine of a result, by its name `<replica>-<sequence>`.
  package static func replica(ofResult id: String) -> String {
    id.lastIndex(of: "-").map { String(id[..<$0]) } ?? id
  }

  /// Who logged each of some results. One person on several machines is one tester, so what tells the results apart is the
  /// machine: `ana on this machine`.
  package func testers(of results: [Cell]) -> [String] {
    let machines = results.map { Self.replica(ofResult: $0.id) }
    let names = results.map(TesterWords.name)
    var known: [String: Set<String>] = [:]
    for (name, machine) in zip(names, machines) { known[name, default: []].insert(machine) }
    return zip(names, machines).map { name, machine in
      known[name, default: []].count > 1 ? "\(name) \(place(machine))" : name
    }
  }
}
