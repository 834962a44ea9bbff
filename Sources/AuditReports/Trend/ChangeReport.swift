package import AuditModel

/// What changed between two moments and why: everything that `a11y trend --explain` says, decided before it is drawn.
package struct ChangeReport: Sendable {
  /// One of the two moments.
  package struct Moment: Sendable {
    /// As asked for: a date, an audit, a build.
    package var name: String
    /// ms UTC.
    package var at: Int64
    /// It is now, and so what was seen ahead of the clock counts.
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
  /// How many cells of each part are listed where people read; nil for all. Machines get all.
  package var limit: Int? = ChangeReport.usualLimit

  package static let usualLimit = 5

  package init(changes: Changes, from: Moment, to: Moment, filter: String? = nil, generated: String) {
    self.changes = changes
    self.from = from
    self.to = to
    self.filter = filter
    self.generated = generated
  }

  /// What changed, in a sentence or two, regressions first.
  package var summary: String {
    let parts = changes.parts
    guard !parts.isEmpty else {
      guard from.at == to.at else { return "Nothing changed: every cell counts as it did." }
      return "Both moments are the same, so nothing can have changed. What is not over, such as an open audit or the "
        + "latest build, ends now."
    }
    let words = parts.map { "\($0.cells.count) \($0.reason.words($0.cells.count))" }
    let subject = counted(changes.cells.count, "cell counts", "cells count")
    let twice = parts.map(\.cells.count).reduce(0, +) - changes.cells.count
    let overlap = twice > 0 ? " (\(twice) of them in two ways)" : ""
    return "\(subject) differently\(overlap): \(words.joined(separator: ", "))."
  }

  var title: String { "What changed from \(from.name) to \(to.name)" }

  /// The page for people: the figures, each as a sum that comes out, then the cells of each part.
  package var page: Page {
    let span = "\(Timestamp(milliseconds: from.at).iso8601Second) to \(Timestamp(milliseconds: to.at).iso8601Second)"
    var sections = [PageSection(nil, [.text(summary), .fact("Moments", span)])]
    let parts = changes.parts
    sections.append(
      PageSection("Figures", lines.map { .fact($0.measure.title, $0.sum) }))
    for part in parts {
      let shown = part.cells.prefix(limit ?? part.cells.count)
      var items: [PageItem] = [
        .text("\(counted(part.cells.count, "cell")) \(part.reason.meaning(part.cells.count)).")
      ]
      items += shown.map { cell in
        .row(
          PageRow(
            [cell.component, cell.check, cell.condition],
            words: ["\(cell.before.words) before", "\(cell.after.words) now"]))
      }
      if shown.count < part.cells.count {
        items.append(.text("and \(part.cells.count - shown.count) more: --all, or --format csv"))
      }
      sections.append(PageSection(part.reason.title, items))
    }
    return Page(title: title, sections: sections)
  }

  /// A figure as a sum that comes out.
  struct Line {
    var measure: ChangeMeasure
    var before: Int
    /// What each part adds, where it adds something.
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
