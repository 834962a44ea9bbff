package import AuditModel

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
    let registry = self.registry
    let end = TrendPeriod(name: "", from: earlier, to: later)
    let request = TrendRequest(periods: [end], filter: filter)
    let reach = isNow ? max(later, try presentMoment()) : later
    func isThere(_ component: TrendComponent, at moment: Int64) -> Bool {
      component.begins <= (moment == later ? reach : moment) && component.changes.isInUse(at: moment)
    }
    let selection = try TrendCells(request, until: reach, TrendGroups(nil, self, registry), self, registry)
    let before = try Self.sides(at(earlier).cells(filter))
    let after = try Self.sides((isNow ? self : at(later)).cells(filter))
    let lives = try FindingLives(self, failingIn: nil, until: reach).lives
    var changes = Changes()
    for cell in selection.cells {
      let component = selection.components[cell.component]
      if cell.id == 0 {
        changes.addUntested(
          cell.count, wasThere: isThere(component, at: earlier), isThere: isThere(component, at: later),
          isOfNewComponent: component.begins > earlier)
        continue
      }
      let place = ScopeCell(
        component: try text(cell.names.component), check: try text(cell.names.check),
        condition: try text(cell.names.condition))
      func side(_ sides: [ScopeCell: CellSide], at moment: Int64) -> CellSide {
        guard isThere(component, at: moment) else { return CellSide(isInScope: false) }
        var untested = CellSide(isInScope: true)
        untested.isAsked = cell.isAsked
        return sides[place] ?? untested
      }
      let change = CellChange(
        component: place.component, check: place.check, condition: place.condition, before: side(before, at: earlier),
        after: side(after, at: later), life: lives[cell.id]?.state,
        coming: component.begins > earlier ? .componentAdded : .componentRestored, going: .componentRetired)
      changes.add(change)
    }
    changes.cells.sort { ($0.component, $0.check, $0.condition) < ($1.component, $1.check, $1.condition) }
    return changes
  }

  /// The cells that count differently among two lists of cells, each with its untested ones: those of an audit, or of one
  /// audit and another. What is in one list alone comes into the scope, or goes out of it.
  ///
  /// - Parameter areOfAudit: `after` is what an audit saw.
  package func changes(from before: [ResultRow], to after: [ResultRow], areOfAudit: Bool) throws -> Changes {
    let (former, present) = (Self.sides(before), Self.sides(after))
    let lives = try lives(of: areOfAudit ? after.map { ($0.outcome, $0.cell, $0.time) } : nil)
    var states: [ScopeCell: FindingLife.State] = [:]
    for row in before + after {
      if let life = lives[row.cell] { states[row.place] = life.state }
    }
    var changes = Changes()
    for place in Set(former.keys).union(present.keys) {
      let nowhere = CellSide(isInScope: false)
      changes.add(
        CellChange(
          component: place.component, check: place.check, condition: place.condition, before: former[place] ?? nowhere,
          after: present[place] ?? nowhere, life: states[place], coming: .intoScope, going: .outOfScope))
    }
    changes.cells.sort { ($0.component, $0.check, $0.condition) < ($1.component, $1.check, $1.condition) }
    return changes
  }

  private static func sides(_ rows: [ResultRow]) -> [ScopeCell: CellSide] {
    var sides: [ScopeCell: CellSide] = [:]
    for row in rows {
      var side = CellSide(isInScope: true)
      side.outcome = row.outcome
      side.severity = row.severity
      side.isDisputed = row.isDisputed
      side.isWaived = row.waiver != nil
      side.isRetested = row.isBetterByRetest
      side.stale = row.stale
      sides[row.place] = side
    }
    return sides
  }
}
