import AuditModel

/// What changed between two moments.
package struct Changes: Equatable, Sendable {
  package private(set) var before: [ChangeMeasure: Int] = [:]
  package private(set) var after: [ChangeMeasure: Int] = [:]
  /// The cells that count differently in some measure.
  package var cells: [CellChange] = []

  /// What untested cells add, by reason.
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

  /// Counts cells that count alike at both moments.
  package mutating func addUnchanged(_ measures: CellSide.Measures, _ count: Int) {
    for (place, measure) in ChangeMeasure.allCases.enumerated() where measures >> place & 1 == 1 {
      before[measure, default: 0] += count
      after[measure, default: 0] += count
    }
  }

  /// Counts untested cells of a component. They are counted where they come or go together with it, and not kept.
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
    package var difference: [ChangeMeasure: Int] = [:]
    package var cells: [CellChange] = []
  }

  /// The parts that the difference is made of, in the order of `ChangeClass`; none that adds nothing.
  package var parts: [Part] {
    var parts: [ChangeClass: Part] = [:]
    for cell in cells {
      var told: [ChangeClass] = []
      for measure in ChangeMeasure.allCases {
        guard let reason = cell.reason(for: measure) else { continue }
        parts[reason, default: Part(reason: reason)].difference[measure, default: 0] += cell.difference(in: measure)
        guard !told.contains(reason) else { continue }
        told.append(reason)
        parts[reason]?.cells.append(cell)
      }
    }
    for (reason, count) in untested {
      parts[reason, default: Part(reason: reason)].difference[.untested, default: 0] += count
    }
    return ChangeClass.allCases.compactMap { parts[$0] }
  }
}
