package import AuditModel
import SQLite

extension Reader {
  /// The cells that count differently at two moments, in the order of component, check and condition, and what all
  /// cells count at both.
  ///
  /// The cells are those of a trend that ends with the later moment: observed by then, of components that were there.
  /// - Parameters:
  ///   - filter: only words about the identity of cells, `TrendRequest.fields`.
  ///   - isNow: `later` is now, and what was seen ahead of the clock counts.
  package func changes(
    from earlier: Int64, to later: Int64, _ filter: Filter, isNow: Bool = false
  ) throws -> Changes {
    let registry = Registry(self)
    let end = TrendPeriod(name: "", from: earlier, to: later)
    let request = TrendRequest(periods: [end], filter: filter)
    let reach = isNow ? max(later, try presentMoment()) : later
    func isThere(_ component: TrendComponent, at moment: Int64) -> Bool {
      component.begins <= (moment == later ? reach : moment) && component.changes.isInUse(at: moment)
    }
    let selection = try TrendCells(request, until: reach, TrendGroups(nil, self, registry), self, registry)
    let before = try sides(of: at(earlier), filter)
    let after = try sides(of: isNow ? self : at(later), filter)
    let passed = Set(
      try database.all("SELECT DISTINCT cell FROM transition WHERE outcome = 1 AND time <= ?", [.integer(reach)]) {
        $0.int64(0)
      })
    var changes = Changes()
    for cell in selection.cells {
      let component = selection.components[cell.component]
      if cell.id == 0 {
        changes.addUntested(
          cell.count, wasThere: isThere(component, at: earlier), isThere: isThere(component, at: later),
          isOfNewComponent: component.begins > earlier)
        continue
      }
      let place = [try text(cell.names.component), try text(cell.names.check), try text(cell.names.condition)]
      func side(_ sides: [[ExactText]: CellSide], at moment: Int64) -> CellSide {
        guard isThere(component, at: moment) else { return CellSide(isInScope: false) }
        var untested = CellSide(isInScope: true)
        untested.isAsked = cell.isAsked
        return sides[place.map(ExactText.init)] ?? untested
      }
      let change = CellChange(
        component: place[0], check: place[1], condition: place[2], before: side(before, at: earlier),
        after: side(after, at: later), hadPassed: passed.contains(cell.id),
        isOfNewComponent: component.begins > earlier)
      changes.add(change)
    }
    changes.cells.sort { ($0.component, $0.check, $0.condition) < ($1.component, $1.check, $1.condition) }
    return changes
  }

  private func sides(of reader: Reader, _ filter: Filter) throws -> [[ExactText]: CellSide] {
    var sides: [[ExactText]: CellSide] = [:]
    for row in try reader.cells(filter) {
      var side = CellSide(isInScope: true)
      side.outcome = row.outcome
      side.severity = row.severity
      side.isDisputed = row.isDisputed
      side.isWaived = row.waiver != nil
      side.stale = row.stale
      sides[[row.component, row.check, row.condition].map(ExactText.init)] = side
    }
    return sides
  }
}
