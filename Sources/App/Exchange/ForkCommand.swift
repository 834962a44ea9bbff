import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y fork`: replicas that were used in two places.
enum ForkCommand {
  static let spec = CommandSpec(
    "fork", group: .move, "list and resolve forks of a tracker",
    subcommands: [list, settle], subcommandName: "WHAT", run: GroupRun.run)

  private static let list = CommandSpec("list", group: .move, "list forks and their heads", run: ForkRun.list)

  private static let settle = CommandSpec(
    "settle", group: .move, "choose the branch that may change older entries",
    positionals: [PositionalSpec("REPLICA", "machine ID from \"a11y fork list\"")],
    flags: [FlagSpec(.keep, value: "HEAD", "first digits of the head (6 or more)"), .dryRun],
    run: ForkRun.settle)
}

/// What `a11y fork` does.
enum ForkRun {
  static func list(_ context: Context) throws -> ExitCode {
    let (forks, gaps) = try context.openTracker(.read).read { (try all($0), try $0.chainGaps()) }
    if try context.printed("a11y.forks/1", ["rows": forks.map(json), "gaps": gaps.map(json)]) { return .done }
    if forks.isEmpty, gaps.isEmpty { try context.print("No forks.") }
    for fork in forks {
      try context.say(
        fork.own != nil
          ? "\(fork.replica) is this machine, and has entries from \(fork.sequence) on that were not made on it."
          : "\(fork.replica) has \(fork.branches.count) branches from entry \(fork.sequence)"
            + (fork.isSettled ? ", resolved." : "."))
      for branch in fork.branches {
        let head = branch.head.prefix(12)
        let time = context.world.clock.moment(branch.time)
        let state =
          branch.isKept
          ? ", chosen" : fork.own.map { $0 == branch ? ", made on this machine" : ", not made on this machine" } ?? ""
        try context.print("  head \(head): entry \(branch.last), \(time)\(state)")
        if !fork.isSettled { try context.print("    a11y fork settle \(fork.replica) --keep \(head)") }
      }
    }
    for line in firstLines(gaps.map(words), mostGaps, { "And \(counted($0, "more gap")); pass --json to list all." }) {
      try context.say(line)
    }
    for replica in gaps.filter({ $0.isFollowed && $0.decides }).grouped(by: { ExactText($0.replica) }).map(\.key.text) {
      try context.say("  To have what it decides wait: a11y follow --none \(replica)")
    }
    return .done
  }

  private static let mostGaps = 40

  /// `ben (4k2m9x7c1p0q): the entry before 50 is missing here. What follows counts and decides; nothing proves who made it.`
  private static func words(_ gap: ChainGap) -> String {
    let name = gap.tester.isEmpty ? gap.replica : "\(gap.tester) (\(gap.replica))"
    let effect = gap.isFollowed && gap.decides ? "counts and decides; nothing proves who made it" : "counts"
    return "\(name): the entry before \(gap.sequence) is missing here. What follows it \(effect). "
      + "Ask for a full bundle of that machine, or sync with it."
  }

  private static func json(_ gap: ChainGap) -> JSONText {
    .object([
      "replica": gap.replica, "tester": gap.tester.filled, "fact": Int(clamping: gap.sequence), "decides": gap.decides,
      "followed": gap.isFollowed,
    ])
  }

  /// Forks, and what has the ID of this machine and is in none.
  private static func all(_ reader: Reader) throws -> [Fork] {
    try reader.forks() + [reader.branchesBesideOwn()].compactMap(\.self)
  }

  private static func json(_ fork: Fork) -> JSONText {
    .object([
      "replica": fork.replica, "fact": Int(clamping: fork.sequence), "settled": fork.isSettled,
      "under_own_id": fork.own != nil,
      "branches": JSONText.objects(fork.branches) {
        [
          "head": $0.head, "last": Int(clamping: $0.last), "at": Timestamp(milliseconds: $0.time).iso8601,
          "kept": $0.isKept,
        ]
      },
    ])
  }

  static func settle(_ context: Context) throws -> ExitCode {
    let replica = context.arguments.positional(0) ?? ""
    let typed = try context.arguments.required(.keep)
    let tracker = try context.openTracker(.write)
    let forks = try tracker.read(all).filter { $0.replica.hasSameBytes(as: replica) }
    guard !forks.isEmpty else {
      throw Problem(
        .notFound, code: "fork.unknown", "unknown fork \(MessageText.quoted(replica))",
        hints: ["Run \"a11y fork list\" for the forks of this tracker."])
    }
    let found = forks.flatMap(\.branches).filter { typed.utf8.count >= 6 && $0.head.utf8.starts(with: typed.utf8) }
    guard let branch = found.first, found.allSatisfy({ $0.head == branch.head }) else {
      throw Problem(
        .notFound, code: "fork.head", "unknown head \(MessageText.quoted(typed)) of \(replica)",
        hints: ["Run \"a11y fork list\" for valid heads. Pass 6 digits or more."])
    }
    let beside = forks.first { $0.own == branch }
    try EraseRun.confirm(
      context,
      beside != nil
        ? "Have the entries that this machine did not make be those of others? Their results stay."
        : "Let the branch that ends with entry \(branch.last) correct and undo older entries?",
      action: "choose the branch", declined: "nothing was changed")
    try context.change(tracker) { writer in
      if let beside { try writer.decide(beside: beside) } else { try writer.keep(branch) }
    }
    if try context.printed(
      "a11y.fork/1", ["dry_run": context.arguments.has(.dryRun), "replica": replica, "kept": branch.head])
    {
      return .done
    }
    let verb = context.arguments.has(.dryRun) ? "Would choose" : "Chose"
    try context.say("\(verb) the branch with head \(branch.head.prefix(12)) of \(replica).")
    return .done
  }
}
