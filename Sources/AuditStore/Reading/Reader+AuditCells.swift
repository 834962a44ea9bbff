package import AuditModel
import SQLite

/// The cells of an audit as its own results give them.
package struct AuditCells {
  /// Ordered by component, check and condition.
  package var rows: [Cell]
  /// Cells that carry the audit's name and are outside its scope; they are among the rows only where that was asked.
  package var outside: Int

  package init(rows: [Cell], outside: Int) {
    self.rows = rows
    self.outside = outside
  }
}

/// The fold of each cell over the results of one audit.
struct AuditFolds {
  /// Cells of its scope, and others that carry its name.
  private(set) var inside: [(cell: Int64, fold: CellFold)] = []
  private(set) var others: [(cell: Int64, fold: CellFold)] = []
  /// The history of the findings by these results; empty where not requested.
  private(set) var lives: [Int64: FindingLife] = [:]

  /// The cells of its scope that have no result of it.
  private(set) var untested: Set<ScopeCell>

  init(_ reader: Reader, _ audit: AuditRound, _ findings: FindingChoice?) throws {
    let scope = Set(try reader.scope(of: audit))
    untested = scope
    let term = try reader.term(audit.name) ?? -1
    let (observations, moment) = (Observations(reader), reader.past?.moment ?? .max)
    let late = try LateEntries(audit, reader)
    for cell in try reader.cells(ofAudit: term) {
      guard let place = try reader.place(ofCell: cell) else { continue }
      let fold = try observations.fold(cell: cell, audit: term, without: late, until: moment)
      // Nothing is left of a cell whose results were all retracted.
      guard fold.state != nil, fold.shown != nil else { continue }
      if scope.contains(place) {
        inside.append((cell, fold))
        untested.remove(place)
      } else {
        others.append((cell, fold))
      }
      guard let findings else { continue }
      let life = try observations.life(cell: cell, audit: term, without: late, until: moment)
      if life.isFinding, findings == .all || life.isOpen { lives[cell] = life }
    }
  }
}

extension Reader {
  /// The cells of an audit that a query asks for, as the results which carry the audit's name alone give them.
  ///
  /// Only cells of the audit's scope: what is counted in its summary is what is listed.
  /// - Parameters:
  ///   - includingUntested: also the cells of the scope that have no result of this audit.
  ///   - includingOutside: also the cells outside the scope that have one.
  package func cells(
    of audit: AuditRound, _ filter: Filter, findings: FindingChoice? = nil, includingUntested: Bool = false,
    includingOutside: Bool = false
  ) throws -> AuditCells {
    let table = try cellTable(filter, of: audit, findings: findings, includingOutside: includingOutside)
    var found = AuditCells(rows: try table.rows(), outside: table.outside)
    if includingUntested, findings == nil {
      found.rows += try table.untestedCells().map(row(untested:))
      RowOrder.sort(&found.rows)
    }
    return found
  }

  /// The same, of which rows are made one by one where they are shown.
  package func cellTable(
    _ filter: Filter, of audit: AuditRound, findings: FindingChoice? = nil, includingOutside: Bool = false
  ) throws -> CellTable {
    try CellTable(self, filter, of: audit, findings: findings, includingOutside: includingOutside)
  }

  func row(untested cell: ScopeCell) throws -> Cell {
    Cell(untested: cell, category: try registry.check(cell.check)?.check.category ?? "")
  }
}
