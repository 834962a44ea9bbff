package import AuditFigures
import AuditModel

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

    package init(name: String, at: Int64, isNow: Bool = false) {
      self.name = name
      self.at = at
      self.isNow = isNow
    }
  }

  package var changes: Changes
  package var from: Moment
  package var to: Moment
  package var filter: String?
  package var generated: String
  /// The number of cells listed per part in text output; nil for all. JSON has all.
  package var limit: Int? = ChangeReport.usualLimit

  package static let usualLimit = 5

  package init(changes: Changes, from: Moment, to: Moment, filter: String? = nil, generated: String) {
    self.changes = changes
    self.from = from
    self.to = to
    self.filter = filter
    self.generated = generated
  }

  /// The changes, in 1 or 2 sentences, regressions first.
  package var summary: String {
    let parts = changes.parts
    guard !parts.isEmpty else {
      guard from.at == to.at else { return "No changes." }
      return "Both times are the same, so there are no changes. An open audit and the "
        + "latest build end now."
    }
    let words = parts.map { "\($0.cells.count) \($0.reason.words($0.cells.count))" }
    let subject = counted(changes.cells.count, "item counts", "items count")
    let twice = parts.map(\.cells.count).reduce(0, +) - changes.cells.count
    let overlap = twice > 0 ? " (\(twice) of them in 2 ways)" : ""
    return "\(subject) differently\(overlap): \(words.joined(separator: ", "))."
  }

  var title: String { "Changes from \(from.name) to \(to.name)" }

  /// The page: the figures as sums, then the cells of each part.
  package var page: Page {
    let span = "\(Timestamp(milliseconds: from.at).iso8601Second) to \(Timestamp(milliseconds: to.at).iso8601Second)"
    var sections = [PageSection(nil, [.text(summary), .fact("Period", span)])]
    let parts = changes.parts
    sections.append(
      PageSection("Figures", lines.map { .fact($0.measure.title, $0.sum) }))
    for part in parts {
      let shown = part.cells.prefix(limit ?? part.cells.count)
      var items: [PageItem] = [
        .text("\(counted(part.cells.count, "item")) \(part.reason.meaning(part.cells.count)).")
      ]
      items += shown.map { cell in
        .row(
          PageRow(
            [cell.component, cell.check, cell.condition],
            words: ["\(cell.before.words) before", "\(cell.after.words) now"]))
      }
      if shown.count < part.cells.count {
        let more = part.cells.count - shown.count
        items.append(.more(more, "and \(more) more (use --all or --format csv)"))
      }
      sections.append(PageSection(part.reason.title, items))
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
  static func signed(_ difference: Int) -> String { "\(difference > 0 ? "+" : "")\(difference)" }
}

extension ChangeReport.Line {
  /// `60, +12 fixed, -2 regressed: 70`; empty where it is 0 throughout.
  var sum: String {
    if terms.isEmpty { return before == 0 ? "" : "\(before), unchanged" }
    let words = terms.map { "\(ChangeReport.signed($0.difference)) \($0.reason.words($0.difference))" }
    return "\(([String(before)] + words).joined(separator: ", ")): \(after)"
  }
}
