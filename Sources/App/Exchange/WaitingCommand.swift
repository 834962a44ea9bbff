import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y waiting`: what others ask for here: changes of records, and to erase or undo entries.
enum WaitingCommand {
  static let spec = CommandSpec(
    "waiting", group: .move, "list what others decided or request that needs a decision here",
    flags: [
      FlagSpec(
        .refuse, value: "NAME", repeatable: true, "refuse what waits under this ID, or of this machine or tester"),
      .dryRun, FlagSpec(switch: .all, "list each change, result, and request, where they are many"),
      FlagSpec(switch: .exitCode, "exit with code 5 if anything waits"),
    ], run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let refused = context.arguments.list(.refuse)
    guard refused.isEmpty else { return try refuse(refused, context) }
    let tracker = try context.openTracker(.read)
    let (requests, places, proposals, sessions, held) = try tracker.read { reader in
      let requests = try reader.waitingRequests()
      return (
        requests, try requests.map { try RequestWords.places(of: $0, reader) }, try reader.proposals(),
        ProposalWords.groups(of: try reader.waitingSessions() + reader.waitingVoids()),
        try reader.heldFindings().filter(\.waits)
      )
    }
    let authors = ProposalWords.authors(of: proposals)
    let changes = try rehearse(authors, context)
    let isWaiting = !(requests.isEmpty && proposals.isEmpty && sessions.isEmpty && held.isEmpty)
    if try context.format() == .json {
      try context.print(
        context.document(
          "a11y.waiting/1",
          [
            "rows": requests.map(EffectWords.json), "proposals": proposals.map(ProposalWords.json),
            "sessions": sessions.map(ProposalWords.json), "results": held.map(HeldWords.json),
            "authors": JSONText.objects(zip(authors, changes)) { author, change in
              [
                "replica": author.replica, "tester": author.tester, "proposals": author.proposals.count,
                "effect": change.map(ProposalWords.json),
              ]
            },
          ]))
    } else if !isWaiting {
      try context.print("Nothing waits for a decision.")
    } else {
      let areAll = context.arguments.has(.all)
      let parts: [(entries: [[String]], one: String, many: String)] = [
        (
          zip(authors, changes).map { ProposalWords.lines($0, $1, areAll: areAll) }, "author of changes",
          "authors of changes"
        ),
        (HeldWords.entries(held, areAll: areAll), "author of results", "authors of results"),
        (sessions.map { ProposalWords.lines($0) }, "plan with sessions", "plans with sessions"),
        (zip(requests, places).map { RequestWords.lines($0, $1, context.world.clock) }, "request", "requests"),
      ]
      for part in parts {
        let shown = areAll ? part.entries : Array(part.entries.prefix(ProposalWords.mostAuthors))
        for line in shown.joined() { try context.say(line) }
        let rest = part.entries.count - shown.count
        if rest > 0 {
          try context.print("And \(counted(rest)) more \(rest == 1 ? part.one : part.many): a11y waiting --all")
        }
      }
    }
    return context.arguments.has(.exitCode) && isWaiting ? .decision : .done
  }

  /// Of how many authors it is tried where they are many: for each, all that waits is gone through again.
  private static let mostTried = 5

  /// What it would do to follow each author; nil for those beyond the first, and for each where the tracker cannot be
  /// written, since it is tried out in it.
  private static func rehearse(_ authors: [ProposalWords.Author], _ context: Context) throws -> [FiguresChange?] {
    guard !authors.isEmpty else { return [] }
    do {
      let first = authors.prefix(authors.count > ProposalWords.mostAuthors ? mostTried : authors.count)
      let changes = try context.openTracker(.write).rehearse(following: first.map { Followed(.machine, $0.replica) }) {
        try DecisiveFigures($0, context)
      }
      return changes + authors.dropFirst(first.count).map { _ in nil }
    } catch StoreError.readOnly {
      return authors.map { _ in nil }
    }
  }

  private static func refuse(_ names: [String], _ context: Context) throws -> ExitCode {
    let tracker = try context.openTracker(.write)
    let (found, requests) = try tracker.read { reader in
      let finder = try ProposalFinder(reader)
      let waiting = try reader.waitingRequests()
      var (found, requests): (FoundProposals, [FactRequest]) = (FoundProposals(), [])
      for name in names {
        let asked = waiting.filter { $0.id.hasSameBytes(as: name) || $0.identity.hasSameBytes(as: name) }
        let matching = try finder.matching(name)
        guard !matching.isEmpty || !asked.isEmpty else {
          throw Problem(
            .notFound, code: "request.unknown", "nothing waits under \(MessageText.quoted(name))",
            hints: ["Run \"a11y waiting\" for valid IDs."])
        }
        found.add(matching)
        requests += asked
      }
      return (found, requests)
    }
    try context.change(tracker) { writer in
      try writer.decide(.refuse, about: requests.map(\.identity))
      try found.decide(.refuse, writer)
    }
    let verb = context.arguments.has(.dryRun) ? "Would refuse" : "Refused"
    let counts = [
      (found.changes, "change"), (requests.count, "request"), (found.resultCount, "result"),
      (found.sessionCount, "session"), (found.voidCount, "voided session"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    let named =
      counts.count < 2
      ? counts.joined() : counts.dropLast().joined(separator: ", ") + " and " + counts[counts.count - 1]
    try EraseRun.say(context, "\(verb) \(named).", ["ids": found.ids + requests.map(\.id)])
    return .done
  }
}

/// What people name to decide about it: what waits, and what they decided about before.
struct FoundProposals {
  var proposals: [Proposal] = []
  var sessions: [WaitingSession] = []
  var results: [HeldFinding] = []
  var decided: [DecidedEntry] = []

  var isEmpty: Bool { ids.isEmpty }
  var ids: [String] { proposals.map(\.id) + results.map(\.id) + sessions.map(\.id) + decided.map(\.id) }
  var changes: Int { proposals.count + decided.count { $0.kind == .change } }
  var resultCount: Int { results.count + decided.count { $0.kind == .result } }
  var sessionCount: Int { sessions.count { !$0.isVoid } + decided.count { $0.kind == .session } }
  var voidCount: Int { sessions.count(where: \.isVoid) }

  mutating func add(_ other: FoundProposals) {
    proposals += other.proposals
    sessions += other.sessions
    results += other.results
    decided += other.decided
  }

  func decide(_ decision: Decision, _ writer: Writer) throws {
    try writer.decide(decision, about: proposals)
    try writer.decide(decision, about: sessions)
    try writer.decide(decision, about: results)
    try writer.decide(decision, about: decided)
  }
}

/// Finds what waits by what a person types for it.
struct ProposalFinder {
  private let reader: Reader
  private let all: [Proposal]
  private let sessions: [WaitingSession]
  private let results: [HeldFinding]

  init(_ reader: Reader) throws {
    self.reader = reader
    (all, sessions) = (try reader.proposals(), try reader.waitingSessions() + reader.waitingVoids())
    results = try reader.heldFindings().filter(\.waits)
  }

  /// Those with some IDs, to be accepted.
  func find(_ ids: [String]) throws -> FoundProposals {
    var found = FoundProposals()
    for id in ids {
      if let proposal = try one(id) {
        found.proposals.append(proposal)
      } else if let result = results.first(where: { $0.id.hasSameBytes(as: id) }) {
        found.results.append(result)
      } else {
        let (sessions, decided) = (matchingSessions(id), try reader.decided(.refuse, id))
        guard !sessions.isEmpty || !decided.isEmpty else { throw unknown(id) }
        found.sessions += sessions
        found.decided += decided
      }
    }
    return found
  }

  /// Sessions with an ID, or all of a plan or a machine.
  private func matchingSessions(_ typed: String) -> [WaitingSession] {
    sessions.filter { session in
      // Who counts the sessions of a plan takes none of them out.
      let names = session.isVoid ? [session.id] : [session.id, session.replica, session.plan, session.machine]
      return names.contains { $0.hasSameBytes(as: typed) }
    }
  }

  /// What is to be refused: what waits under an ID, or of a machine or a tester, and what was accepted under that ID.
  func matching(_ typed: String) throws -> FoundProposals {
    var found = FoundProposals(sessions: matchingSessions(typed), decided: try reader.decided(.follow, typed))
    found.proposals =
      try one(typed).map { [$0] }
      ?? all.filter { $0.replica.hasSameBytes(as: typed) || $0.tester.hasSameBytes(as: typed) }
    found.results = results.filter { result in
      [result.id, result.replica, result.tester].contains { $0.hasSameBytes(as: typed) }
    }
    return found
  }

  /// By its ID, or by the first digits of its identity.
  private func one(_ id: String) throws -> Proposal? {
    let named = all.filter { $0.id.hasSameBytes(as: id) }
    guard named.count < 2 else {
      // The branches of a fork share the names of their entries.
      let digests = named.map { String($0.identity.prefix(12)) }.joined(separator: ", ")
      throw Problem(
        .badInput, code: "proposal.ambiguous", "\(named.count) changes of a fork have the ID \(MessageText.quoted(id))",
        hints: ["Pass the first digits of one change: \(digests)."])
    }
    if let one = named.first { return one }
    let digits = id.utf8.count < 12 ? [] : all.filter { $0.identity.utf8.starts(with: id.utf8) }
    return digits.count == 1 ? digits[0] : nil
  }

  private func unknown(_ id: String) -> Problem {
    Problem(
      .notFound, code: "proposal.unknown", "no change, result, or session with the ID \(MessageText.quoted(id)) waits",
      hints: ["Run \"a11y waiting\" for valid IDs."])
  }
}
