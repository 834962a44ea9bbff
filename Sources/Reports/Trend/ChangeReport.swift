package import Audit
package import Base

/// The changes between two times, with reasons: all content of `a11y trend --explain`, decided before it is drawn.
package struct ChangeReport: Sendable {
  /// One of the two times.
  package struct Moment: Sendable {
    /// As requested: a date, an audit, a build.
    package var name: String
    /// ms UTC.
    package var at: Int64
    /// It is now, so results with a future timestamp count.
    package var isNow: Bool
    /// It is the closing of an audit, by whose name it goes.
    package var isAudit: Bool

    package init(name: String, at: Int64, isNow: Bool = false, isAudit: Bool = false) {
      (self.name, self.at, self.isNow, self.isAudit) = (name, at, isNow, isAudit)
    }
  }

  package var changes: Changes
  package var from: Moment
  package var to: Moment
  /// What one audit saw is compared with what the other one did, and not the tracker at two times.
  package var isOfAudits = false
  package var filter: String?
  package var generated: String
  /// Of which the times for people are.
  package var clock = LocalClock.utc
  /// The number of cells listed per part in text output; nil for all. JSON has all.
  package var limit: Int? = ChangeReport.usualLimit

  package static let usualLimit = 5

  package init(changes: Changes, from: Moment, to: Moment, filter: String? = nil, generated: String) {
    (self.changes, self.from, self.to, self.filter, self.generated) = (changes, from, to, filter, generated)
  }

  /// The changes, in 1 or 2 sentences, regressions first.
  package var summary: String {
    let parts = changes.parts
    guard !parts.isEmpty else {
      guard from.at == to.at else { return "No changes." }
      return "Both times are the same, so there are no changes. An open audit and the "
        + "latest build end now."
    }
    let words = parts.map { part in
      // The sum of UNTESTED has those, too, that were tested in between, which are listed.
      let untested = part.untested > 0 ? " (\(counted(part.untested)) never tested)" : ""
      return "\(counted(part.count)) \(part.reason.words(part.count))\(untested)"
    }
    // The figures below count untested items, too.
    let all = changes.cells.count + parts.map(\.untested).reduce(0, +)
    let subject = counted(all, "item counts", "items count")
    let twice = parts.map(\.cells.count).reduce(0, +) - changes.cells.count
    let overlap = twice > 0 ? " (\(counted(twice)) of them in 2 ways)" : ""
    return "\(subject) differently\(overlap): \(words.joined(separator: ", "))."
  }

  var title: String {
    isOfAudits ? "Changes from audit \(from.name) to audit \(to.name)" : "Changes from \(from.name) to \(to.name)"
  }

  /// The page: the figures as sums, then the cells of each part.
  package var page: Page {
    let span = "\(clock.moment(from.at)) to \(clock.moment(to.at))"
    var sections = [PageSection(nil, [.text(summary), .fact("Period", span)])]
    let parts = changes.parts
    sections.append(PageSection("Figures", lines.map { .fact($0.measure.title, $0.sum) }))
    for part in parts {
      let rows = PageItem.rows(part.cells, limit, "use --all or --format csv") { cell in
        PageRow(cell.place.names, words: ["\(cell.before.words) before", "\(cell.after.words) now"])
      }
      let unlisted = part.untested > 0 ? ", \(counted(part.untested)) of them never tested and not listed" : ""
      let meaning = "\(counted(part.count, "item")) \(part.reason.meaning(part.count))\(unlisted)."
      sections.append(PageSection(part.reason.title, [.text(meaning)] + rows))
    }
    return Page(title: title, sections: sections)
  }

  /// A figure as a sum.
  struct Line {
    var measure: ChangeMeasure
    var before: Int
    /// The contribution of each part, without zeros.
    var terms: [(reason: ChangeClass, difference: Int)]
    var after: Int
  }

  /// Every figure, in the order of `ChangeMeasure`.
  var lines: [Line] {
    let parts = changes.parts
    return ChangeMeasure.allCases.map { measure in
      let terms = parts.compactMap { part -> (reason: ChangeClass, difference: Int)? in
        guard let difference = part.difference[measure], difference != 0 else { return nil }
        return (part.reason, difference)
      }
      return Line(
        measure: measure, before: changes.before[measure] ?? 0, terms: terms, after: changes.after[measure] ?? 0)
    }
  }

  /// `+12`, `-2`.
  static func signed(_ difference: Int) -> String { (difference > 0 ? "+" : "") + counted(difference) }
}

extension ChangeReport.Line {
  /// `60, +12 fixed, -2 regressed: 70`; empty where it is 0 throughout.
  var sum: String {
    if terms.isEmpty { return before == 0 ? "" : "\(counted(before)), unchanged" }
    return "\(([counted(before)] + words).joined(separator: ", ")): \(counted(after))"
  }

  /// `+12 fixed`, `-2 regressed`
  var words: [String] {
    terms.map { "\(ChangeReport.signed($0.difference)) \($0.reason.words($0.difference))" }
  }
}

extension ChangeReport {
  /// The change as `a11y.explain/1`. Keys are a contract and only ever added to.
  ///
  /// In each measure `before` and the `difference` of the parts add up to `after`.
  package var json: JSONText {
    func figures(_ counts: [ChangeMeasure: Int]) -> JSONText {
      .object(ChangeMeasure.allCases.map { ($0.rawValue, .int(counts[$0] ?? 0)) })
    }
    func moment(_ moment: Moment) -> JSONText {
      .object(["name": moment.name, "at": Timestamp(milliseconds: moment.at).iso8601])
    }
    let difference = Dictionary(
      uniqueKeysWithValues: ChangeMeasure.allCases.map {
        ($0, (changes.after[$0] ?? 0) - (changes.before[$0] ?? 0))
      })
    return .object([
      "schema": "a11y.explain/1", "generated": generated, "filter": filter, "from": moment(from), "to": moment(to),
      "summary": summary, "before": figures(changes.before), "after": figures(changes.after),
      "difference": figures(difference),
      "parts": JSONText.objects(changes.parts) { part in
        [
          "class": part.reason.rawValue, "cells": part.cells.count, "untested": part.untested,
          "difference": figures(part.difference), "rows": JSONText.array(part.cells.map { row($0) }),
        ]
      },
    ])
  }

  private func row(_ cell: CellChange) -> JSONText {
    func side(_ side: CellSide) -> JSONText {
      guard side.isInScope else { return .null }
      return .object([
        "outcome": side.outcome?.rawValue ?? "untested", "severity": side.severity?.rawValue,
        "disputed": side.isDisputed, "waived": side.isWaived, "stale": side.stale.map(\.rawValue),
      ])
    }
    return .object(cell.place.members + ["before": side(cell.before), "after": side(cell.after)])
  }

  /// A cell in one of its parts.
  package struct Row {
    let reason: ChangeClass
    let cell: CellChange
  }

  /// The cells as rows, one per part of a cell; the figures of the rows add up to the difference.
  package var sheet: Table<Row> {
    func outcome(_ side: CellSide) -> SheetValue { side.isInScope ? .outcome(side.outcome) : .null }
    let columns: [Column<Row>] = [
      Column("class", "Reason", \.reason.rawValue), Column("component", "Component", .identifier, \.cell.component),
      Column("check", "Check", .identifier, \.cell.check),
      Column("condition", "Condition", .identifier, \.cell.condition),
      Column("before", "Before", .outcome) { outcome($0.cell.before) },
      Column("after", "After", .outcome) { outcome($0.cell.after) },
      Column("severity", "Severity", .outcome, \.cell.after.severity),
    ]
    let figures = ChangeMeasure.allCases.map { measure in
      Column<Row>("d_" + measure.rawValue, measure.title, .number) { row in
        row.cell.reason(for: measure) == row.reason ? row.cell.difference(in: measure) : 0
      }
    }
    let rows = changes.parts.flatMap { part in part.cells.map { Row(reason: part.reason, cell: $0) } }
    return Table("explain", title: title, columns: columns + figures, rows: TableRows(rows))
  }
}

extension ChangeClass {
  /// As a heading: `Newly failing`.
  var title: String {
    // A removed age limit does not make a result newer.
    if self == .freshAgain { return "No longer stale" }
    return rawValue.split(separator: "-").joined(separator: " ").capitalizedFirst
  }

  /// After a number of cells: `3 regressed`, `2 of new components`, `1 waiver granted`.
  func words(_ count: Int) -> String {
    switch self {
    case .componentAdded: "of new components"
    case .componentRestored: "of restored components"
    case .componentRetired: "of retired components"
    case .checkChanged: "stale because the check changed"
    case .waiverGranted, .waiverEnded:
      count == 1 || count == -1 ? title.lowercased() : "waivers" + title.lowercased().dropFirst(6)
    default: title.lowercased()
    }
  }

  /// The state of its cells, after their number: `3 items now failing (previously passed)`.
  func meaning(_ count: Int) -> String {
    switch self {
    case .regressed: "regressed (passed on an older build)"
    case .newlyFailing: "newly failing (not passed on an older build)"
    case .waiverEnded: "failing after the waiver ended"
    case .becameDisputed: "now disputed"
    case .becameStale: "now stale (older than the limit, or changed source or build)"
    case .checkChanged: "now stale because the text or threshold of the check changed"
    case .fixed: "fixed (\(count == 1 ? "passes" : "pass") on a newer build or with a changed source)"
    case .retested: "no longer failing (\(count == 1 ? "passes" : "pass") in a retest on the same build)"
    case .corrected: "no longer failing (\(count == 1 ? "passes" : "pass") without a known newer build)"
    case .settled: "no longer disputed"
    case .waiverGranted: "failing, now waived"
    case .freshAgain: "no longer stale"
    case .newlyTested: "tested for the first time, without a failure"
    case .notRetested: "not tested again"
    case .answeredOtherwise: "changed (neither a failure nor a fix)"
    case .componentAdded: count == 1 ? "of a new component" : "of new components"
    case .componentRestored:
      count == 1 ? "of a component that is in use again" : "of components that are in use again"
    case .componentRetired:
      count == 1 ? "of a component that has been retired or deleted" : "of components that have been retired or deleted"
    case .intoScope: "now in scope (\(count == 1 ? "was" : "were") not before)"
    case .outOfScope: "no longer in scope"
    }
  }
}

extension ChangeMeasure {
  /// As a label: `PASS`, `Open`.
  var title: String {
    switch self {
    case .pass: "PASS"
    case .fail: "FAIL"
    case .na: "N/A"
    case .cantTell: "CAN'T TELL"
    case .untested: "UNTESTED"
    case .open: "Open findings"
    case .waived: "Waived"
    case .disputed: "Disputed"
    case .stale: "Stale"
    }
  }
}

extension CellSide {
  /// The state of the cell, in words: `FAIL, serious, waived`.
  var words: String {
    guard isInScope else { return "not in scope" }
    var words = [OutcomeWords.word(outcome?.rawValue ?? "untested")]
    if outcome == .fail, let severity { words.append(severity.word) }
    if isDisputed { words.append("disputed") }
    if isWaived { words.append("waived") }
    return (words + [StaleWords.phrase(stale)].compactMap(\.self)).joined(separator: ", ")
  }
}

/// What changed on the items that were in scope at both times, without those that were tested at the earlier one alone:
/// a finding that was not looked for again is not fixed.
struct LikeForLike {
  typealias Pair = (before: Int, after: Int)

  let open: Pair
  let openInAll: Pair
  let pass: Pair
  let judged: Pair
  /// The items that were not retested.
  let notRetested: Int
  /// A smaller share of what is in scope at both times is evaluated.
  let isLessEvaluated: Bool
  /// The open findings that are no part of it, by the reason why.
  private let left: [ChangeClass: Int]

  /// Nil where nothing was open or evaluated at either time.
  init?(_ change: ChangeReport) {
    let changes = change.changes
    let parts = changes.parts
    func total(_ measure: ChangeMeasure) -> Pair { (changes.before[measure] ?? 0, changes.after[measure] ?? 0) }
    func inScope(_ measure: ChangeMeasure) -> Pair {
      var pair = total(measure)
      for part in parts {
        guard let difference = part.difference[measure] else { continue }
        switch part.reason {
        case .componentRetired, .outOfScope: pair.before += difference
        case .componentAdded, .componentRestored, .intoScope: pair.after -= difference
        default: break
        }
      }
      return pair
    }
    let dropped = parts.first { $0.reason == .notRetested }
    func alike(_ measure: ChangeMeasure) -> Pair {
      with(inScope(measure)) { $0.before += dropped?.difference[measure] ?? 0 }
    }
    func evaluated(_ side: KeyPath<Pair, Int>) -> (part: Int, whole: Int) {
      let judged = inScope(.pass)[keyPath: side] + inScope(.fail)[keyPath: side]
      return (judged, judged + inScope(.cantTell)[keyPath: side] + inScope(.untested)[keyPath: side])
    }
    open = alike(.open)
    openInAll = total(.open)
    pass = alike(.pass)
    let fail = alike(.fail)
    judged = (pass.before + fail.before, pass.after + fail.after)
    notRetested = dropped?.cells.count ?? 0
    isLessEvaluated = Percent.compare(evaluated(\.before), evaluated(\.after)) < 0
    left = Dictionary(firstOf: parts.map { ($0.reason, abs($0.difference[.open] ?? 0)) })
    guard judged.before > 0 || judged.after > 0 || openInAll.before > 0 else { return nil }
  }

  /// `Better`, as far as the figures support it: none where less is evaluated, or one of both times evaluated none of it.
  var verdict: TrendReport.Verdict {
    guard judged.before > 0, judged.after > 0 else { return .unknown }
    if open.after > open.before { return .worse }
    if isLessEvaluated { return .mixed }
    return open.after < open.before ? .better : .unchanged
  }

  /// What became of the open findings that are no part of it, a sentence for each reason.
  var leftOut: [String] {
    func told(_ reason: ChangeClass, _ words: (Int) -> String) -> String? {
      left[reason].flatMap { $0 > 0 ? words($0) : nil }
    }
    return [
      told(.componentRetired) { "Retired components took \(counted($0)) with them." },
      told(.notRetested) { "\(counted($0, "was", "were")) not retested." },
      told(.outOfScope) { "\(counted($0, "is", "are")) no longer in scope." },
      told(.intoScope) { "\(counted($0, "is", "are")) in scope and \($0 == 1 ? "was" : "were") not before." },
    ].compactMap { $0 }
  }
}
