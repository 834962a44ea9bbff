import AuditStore
import Terminal

/// Finds changes that wait by what a person types for them.
struct ProposalFinder {
  private let all: [Proposal]

  init(_ reader: Reader) throws { all = try reader.proposals() }

  /// Those with some IDs.
  func find(_ ids: [String]) throws -> [Proposal] {
    try ids.map { id in
      guard let found = one(id) else { throw unknown(id) }
      return found
    }
  }

  /// Those with an ID, or all of a machine or a tester; none where it is nothing of it.
  func matching(_ typed: String) -> [Proposal] {
    one(typed).map { [$0] }
      ?? all.filter { $0.replica.utf8.elementsEqual(typed.utf8) || $0.tester.utf8.elementsEqual(typed.utf8) }
  }

  private func one(_ id: String) -> Proposal? {
    all.first { $0.id.utf8.elementsEqual(id.utf8) || $0.identity.utf8.elementsEqual(id.utf8) }
  }

  private func unknown(_ id: String) -> Problem {
    Problem(
      .notFound, code: "proposal.unknown", "no change with the ID \(MessageText.quoted(id)) waits",
      hints: ["Run \"a11y waiting\" for valid IDs."])
  }
}
