import Arguments
import AuditModel
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y fork` does.
enum ForkRun {
  static func list(_ context: Context) throws -> ExitCode {
    let context = context
    let forks = try context.openTracker(.read).read { try $0.forks() }
    if try context.format() == .json {
      try context.print(
        context.document("a11y.forks/1", ("rows", .array(forks.map(json)))))
      return .done
    }
    if forks.isEmpty { try context.print("No forks.") }
    for fork in forks {
      try context.print(
        MessageText.escaped(
          "\(fork.replica) went on in \(fork.branches.count) places at fact \(fork.sequence)"
            + (fork.isSettled ? ", settled." : ".")))
      for branch in fork.branches {
        let head = branch.head.prefix(12)
        let time = Timestamp(milliseconds: branch.time).iso8601
        let state = branch.isKept ? ", kept" : ""
        try context.print("  head \(head): fact \(branch.last), \(time)\(state)")
        if !fork.isSettled { try context.print("    a11y fork settle \(fork.replica) --keep \(head)") }
      }
    }
    return .done
  }

  private static func json(_ fork: Fork) -> JSONText {
    .object([
      ("replica", .string(fork.replica)), ("fact", .int(Int(clamping: fork.sequence))),
      ("settled", .bool(fork.isSettled)),
      (
        "branches",
        .array(
          fork.branches.map {
            .object([
              ("head", .string($0.head)), ("last", .int(Int(clamping: $0.last))),
              ("at", .string(Timestamp(milliseconds: $0.time).iso8601)), ("kept", .bool($0.isKept)),
            ])
          })
      ),
    ])
  }

  static func settle(_ context: Context) throws -> ExitCode {
    let context = context
    let replica = context.arguments.positional(0) ?? ""
    let typed = try context.arguments.required(.keep)
    let tracker = try context.openTracker(.write)
    let forks = try tracker.read { try $0.forks() }.filter { $0.replica.utf8.elementsEqual(replica.utf8) }
    guard !forks.isEmpty else {
      throw Problem(
        .notFound, code: "fork.unknown", "unknown fork \(MessageText.quoted(replica))",
        hints: ["Run a11y fork list to see the forks that are here."])
    }
    let found = forks.flatMap(\.branches).filter { typed.utf8.count >= 6 && $0.head.utf8.starts(with: typed.utf8) }
    guard let branch = found.first, found.allSatisfy({ $0.head == branch.head }) else {
      throw Problem(
        .notFound, code: "fork.head", "unknown head \(MessageText.quoted(typed)) of \(replica)",
        hints: ["Run a11y fork list to see the heads. Pass 6 digits or more."])
    }
    try EraseRun.confirm(
      context,
      "Let the branch that ends with fact \(branch.last) speak for what is older? It may correct and undo that.",
      action: "settle the fork", declined: "the fork stays as it is")
    try EraseRun.change(tracker, context) { try $0.keep(branch) }
    let verb = context.arguments.has(.dryRun) ? "Would settle" : "Settled"
    try context.print(MessageText.escaped("\(verb): the branch with head \(branch.head.prefix(12)) of \(replica)."))
    return .done
  }
}
