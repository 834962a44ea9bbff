import AuditModel
import SQLite

/// The figures that a release is decided by, to be compared before and after a change of others.
package struct DecisiveFigures: Equatable, Sendable {
  package var inScope: Int
  package var waived: Int
  package var stale: Int
  package var policy: String
  /// Failing items that count, by their local numbers, each with its severity.
  var failing: [Int64: UInt8]
}

/// What a change does to them.
package struct FiguresChange: Equatable, Sendable {
  package var before: DecisiveFigures
  package var after: DecisiveFigures

  package init(from before: DecisiveFigures, to after: DecisiveFigures) {
    (self.before, self.after) = (before, after)
  }

  /// Failing items that leave the scope or no longer fail.
  package var gone: Int { before.failing.keys.count { after.failing[$0] == nil } }
  /// Failing items that were not counted before.
  package var new: Int { after.failing.keys.count { before.failing[$0] == nil } }
  /// Failing items whose severity is lower afterwards.
  package var milder: Int { severities.count { $0 < $1 } }
  package var worse: Int { severities.count { $0 > $1 } }

  /// Before and after, of the items that fail all the time; 1 is the most severe.
  private var severities: [(UInt8, UInt8)] {
    before.failing.compactMap { cell, severity in after.failing[cell].map { (severity, $0) } }
  }
}

extension Reader {
  package func decisiveFigures() throws -> DecisiveFigures {
    let standing = try standing()
    let failing = try findingTable().entries.map { ($0.cell, $0.severity) }
    return DecisiveFigures(
      inScope: standing.counts.inScope, waived: standing.waived, stale: standing.stale, policy: try policy(),
      failing: Dictionary(failing) { first, _ in first })
  }
}

extension Tracker {
  /// What it would do to the figures to follow each of some authors; nothing is kept.
  package func rehearse(following authors: [Followed]) throws -> [FiguresChange] {
    try authors.map { author in
      let changes = try rehearse(1) { _, writer in
        let before = try writer.reader.decisiveFigures()
        try writer.follow([author])
        return FiguresChange(from: before, to: try writer.reader.decisiveFigures())
      }
      guard let change = try changes.first?.get() else { throw Refusal.invalid("nothing to rehearse") }
      return change
    }
  }
}
