import Base
package import Store

/// What follows from whom a machine follows that has just joined a team: what it read before counts otherwise from then on,
/// and what is reported of the files is how they stand after that.
package struct Joined: Sendable {
  private let steps: [Int64: CellStep]
  private let requests: [FactRequest]

  /// - Parameter follow: begins to follow, within the transaction of the writer.
  package init(_ writer: Writer, _ follow: () throws -> Void) throws {
    writer.gatherSteps()
    try follow()
    try writer.settle()
    steps = writer.gatheredSteps ?? [:]
    requests = try writer.reader.requests()
  }

  /// Has the reports of all files that were read say what holds now.
  package func look(at reports: inout [ImportReport]) {
    let known = Dictionary(requests.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    for index in reports.indices {
      reports[index].waiting = requests.count { $0.waiting > 0 }
      for place in reports[index].effects.requests.indices {
        guard let now = known[reports[index].effects.requests[place].identity] else { continue }
        reports[index].effects.requests[place].settle(now)
      }
    }
    // Of several files counts what all of them did together.
    guard !steps.isEmpty, let last = reports.indices.last, let before = reports[last].steps else { return }
    let after = before.merging(steps) { $0.then($1) }
    reports[last].steps = after
    reports[last].effects.changes = CellChanges(net: [after])
  }
}

extension FactRequest {
  /// What waited and is in force now.
  fileprivate mutating func settle(_ now: FactRequest) {
    let count = min(max(0, waiting - now.waiting), now.inForce)
    waiting -= count
    inForce += count
    isFollowed = now.isFollowed
    isByFollowed = now.isByFollowed
  }
}
