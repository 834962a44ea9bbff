import Audit

@testable import Store

extension Reader {
  /// Every finding of a choice, made at once.
  func findings(_ filter: Filter = Filter(), _ choice: FindingChoice = .open) throws -> [Finding] {
    let (table, source) = (try findingTable(filter, choice), try findingSource())
    return try table.entries.indices.map { try source.finding(at: $0, in: table) }
  }
}
