/// What changed between two moments.
package struct Changes: Equatable, Sendable {
  package private(set) var before: [ChangeMeasure: Int] = [:]
  package private(set) var after: [ChangeMeasure: Int] = [:]
  /// The cells that count differently in some measure.
  package var cells: [CellChange] = []

  /// What cells that nobody has tested add, by reason.
  private var untested: [ChangeClass: Int] = [:]

  package init() {}

  /// Counts a cell, and keeps it where it changed.
  package mutating func add(_ cell: CellChange) {
    for measure in ChangeMeasure.allCases {
      if cell.before.counts(in: measure) { before[measure, default: 0] += 1 }
      if cell.after.counts(in: measure) { after[measure, default: 0] += 1 }
    }
    if ChangeMeasure.allCases.contains(where: { cell.difference(in: $0) != 0 }) { cells.append(cell) }
  }

  /// Counts cells of a component that nobody has tested. They are counted where they come or go with it, and not kept.
  package mutating func addUntested(_ count: Int, wasThere: Bool, isThere: Bool, isOfNewComponent: Bool) {
    if wasThere { before[.untested, default: 0] += count }
    if isThere { after[.untested, default: 0] += count }
    guard wasThere != isThere else { return }
    let reason: ChangeClass = wasThere ? .componentRetired : isOfNewComponent ? .componentAdded : .componentRestored
    untested[reason, default: 0] += isThere ? count : -count
  }

  /// The cells of one reason and what they add to each measure.
  package struct Part: Equatable, Sendable {
    package var reason: ChangeClass
    package var difference: [ChangeMeasure: Int]
    package var cells: [CellChange]
  }

  /// The parts that the difference is made of, in the order of `ChangeClass`; none that adds nothing.
  package var parts: [Part] {
    ChangeClass.allCases.compactMap { reason in
      var part = Part(reason: reason, difference: [:], cells: [])
      for cell in cells {
        let measures = ChangeMeasure.allCases.filter { cell.reason(for: $0) == reason }
        for measure in measures { part.difference[measure, default: 0] += cell.difference(in: measure) }
        if !measures.isEmpty { part.cells.append(cell) }
      }
      if let count = untested[reason] { part.difference[.untested, default: 0] += count }
      return part.cells.isEmpty && part.difference.isEmpty ? nil : part
    }
  }
}
