import Arguments
import AuditExchange
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y waiting` does: lists what others decided or request, with what it would do, or refuses it.
enum WaitingRun {
  static func run(_ context: Context) throws -> ExitCode {
    let refused = context.arguments.list(.refuse)
    guard refused.isEmpty else { return try refuse(refused, context) }
    let tracker = try context.openTracker(.read)
    let (requests, cells, proposals, sessions) = try tracker.read { reader in
      let requests = try reader.waitingRequests()
      return (
        requests, try requests.map { try reader.cells(of: $0, limit: RequestWords.mostCells) }, try reader.proposals(),
        ProposalWords.groups(of: try reader.waitingSessions())
      )
    }
    let authors = ProposalWords.authors(of: proposals)
    let changes = try rehearse(authors, context)
    if try context.format() == .json {
      try context.print(
        context.document(
          "a11y.waiting/1", ("rows", .array(requests.map(EffectWords.json))),
          ("proposals", .array(proposals.map(ProposalWords.json))),
          ("sessions", .array(sessions.map(ProposalWords.json))),
          (
            "authors",
            .array(
              zip(authors, changes).map { author, change in
                .object([
                  ("replica", .string(author.replica)), ("tester", .string(author.tester)),
                  ("proposals", .int(author.proposals.count)), ("effect", change.map(ProposalWords.json) ?? .null),
                ])
              })
          )))
    } else if requests.isEmpty && proposals.isEmpty && sessions.isEmpty {
      try context.print("Nothing waits for a decision.")
    } else {
      for (author, change) in zip(authors, changes) {
        for line in ProposalWords.lines(author, change) { try context.print(MessageText.escaped(line)) }
      }
      for line in sessions.flatMap({ ProposalWords.lines($0) }) { try context.print(MessageText.escaped(line)) }
      for (request, cells) in zip(requests, cells) {
        for line in RequestWords.lines(request, cells) { try context.print(MessageText.escaped(line)) }
      }
    }
    return context.arguments.has(.exitCode) && !(requests.isEmpty && proposals.isEmpty && sessions.isEmpty)
      ? .decision : .done
  }

  /// What it would do to follow each author; nil for those beyond the first, and for each where the tracker cannot be
  /// written, since it is tried out in it.
  private static func rehearse(_ authors: [ProposalWords.Author], _ context: Context) throws -> [FiguresChange?] {
    guard !authors.isEmpty else { return [] }
    do {
      let first = authors.prefix(ProposalWords.mostAuthors)
      let changes = try context.openTracker(.write).rehearse(following: first.map { Followed(.machine, $0.replica) })
      return changes + authors.dropFirst(first.count).map { _ in nil }
    } catch StoreError.readOnly {
      return authors.map { _ in nil }
    }
  }

  private static func refuse(_ names: [String], _ context: Context) throws -> ExitCode {
    let tracker = try context.openTracker(.write)
    let (proposals, requests, sessions) = try tracker.read { reader in
      let finder = try ProposalFinder(reader)
      let requests = try reader.waitingRequests()
      var found: (proposals: [Proposal], requests: [FactRequest], sessions: [WaitingSession]) = ([], [], [])
      for name in names {
        let proposals = finder.matching(name)
        let asked = requests.filter { $0.id.utf8.elementsEqual(name.utf8) || $0.identity.utf8.elementsEqual(name.utf8) }
        let sessions = finder.matchingSessions(name)
        guard !proposals.isEmpty || !asked.isEmpty || !sessions.isEmpty else {
          throw Problem(
            .notFound, code: "request.unknown", "nothing waits under \(MessageText.quoted(name))",
            hints: ["Run \"a11y waiting\" for valid IDs."])
        }
        found.proposals += proposals
        found.requests += asked
        found.sessions += sessions
      }
      return found
    }
    try EraseRun.change(tracker, context) { writer in
      try writer.decide(.refuse, about: proposals)
      try writer.decide(.refuse, about: requests.map(\.identity))
      try writer.decide(.refuse, about: sessions)
    }
    let verb = context.arguments.has(.dryRun) ? "Would refuse" : "Refused"
    let counts = [
      proposals.isEmpty ? nil : counted(proposals.count, "change"),
      requests.isEmpty ? nil : counted(requests.count, "request"),
      sessions.isEmpty ? nil : counted(sessions.count, "session"),
    ].compactMap { $0 }
    try EraseRun.say(
      context, "\(verb) \(counts.joined(separator: " and ")).",
      [("ids", .strings(proposals.map(\.id) + requests.map(\.id) + sessions.map(\.id)))])
    return .done
  }
}
