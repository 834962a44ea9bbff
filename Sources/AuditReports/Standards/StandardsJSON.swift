package import AuditFigures
import AuditModel

/// The status of criteria, as members of JSON objects. Keys are a contract and only ever added to.
package enum StandardsJSON {
  /// `state`, the `cells` of the covering checks, and separately the `related_cells`; null without a tracker.
  package static func members(_ standing: CriterionRollUp?) -> [(String, JSONText)] {
    [
      ("state", .string(orNull: standing?.state.rawValue)), ("cells", standing.map { cells($0.cells) } ?? .null),
      ("progress", .string(orNull: standing?.progress)),
      ("related_cells", standing.map { cells($0.relatedCells) } ?? .null),
    ]
  }

  package static func cells(_ group: CellGroup) -> JSONText {
    let counts = group.counts
    return .object([
      ("pass", .int(counts.pass)), ("fail", .int(counts.fail)), ("na", .int(counts.na)),
      ("cant_tell", .int(counts.cantTell)), ("untested", .int(counts.untested)),
      ("automatic_passes", .int(group.automaticPasses)), ("components", .int(group.components)),
      ("failing_components", .int(group.failingComponents)), ("disputed", .int(counts.disputed)),
      ("stale", .int(group.stale)), ("waived", .int(group.waived)),
    ])
  }
}
