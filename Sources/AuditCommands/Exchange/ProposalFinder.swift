import AuditStore
import Terminal

/// Finds changes that wait by what a person types for them.
struct ProposalFinder {
  private let all: [Proposal]
  private let sessions: [WaitingSession]

  init(_ reader: Reader) throws { (all, sessions) = (try reader.proposals(), try reader.waitingSessions()) }

  /// Those with some IDs.
  func find(_ ids: [String]) throws -> (proposals: [Proposal], sessions: [WaitingSession]) {
    var found: (proposals: [Proposal], sessions: [WaitingSession]) = ([], [])
    for id in ids {
      let sessions = matchingSessions(id)
      if let proposal = one(id) { found.proposals.append(proposal) } else { found.sessions += sessions }
      guard one(id) != nil || !sessions.isEmpty else { throw unknown(id) }
    }
    return found
  }

  /// Sessions with an ID, or all of a plan or a machine.
  func matchingSessions(_ typed: String) -> [WaitingSession] {
    sessions.filter { session in
      [session.id, session.replica, session.plan, session.machine].contains { $0.utf8.elementsEqual(typed.utf8) }
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
      .notFound, code: "proposal.unknown", "no change or session with the ID \(MessageText.quoted(id)) waits",
      hints: ["Run \"a11y waiting\" for valid IDs."])
  }
}
