import Audit
import Base
import CommandLine
import Exchange
import Sessions
import Store

/// `a11y follow`: whose decisions count on this machine.
enum FollowCommand {
  static let spec = CommandSpec(
    "follow", group: .move, "choose whose decisions count on this machine",
    positionals: [PositionalSpec("NAME", arity: .many, "machine ID, signer, or tester; '*' for everyone")],
    flags: [
      FlagSpec(
        .once, value: "ID", repeatable: true, "accept one change or result, or count a session or those of a plan"),
      FlagSpec(.none, value: "NAME", repeatable: true, "no longer follow this machine or signer"), .dryRun,
      FlagSpec(switch: .all, "list each machine, where they are many"),
    ],
    run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let (names, once, none) = (arguments.positionals, arguments.list(.once), arguments.list(.none))
    guard !(names + once + none).isEmpty else { return try list(context) }
    let tracker = try context.openTracker(.write)
    let holders = keyHolders(tracker, context)
    let (followed, ended, found) = try tracker.read { reader in
      let machines = try reader.machines()
      return (
        try names.map { try named($0, machines, reader, holders) },
        try none.map { try find($0, machines, reader, isFollowed: true) },
        try ProposalFinder(reader).find(once)
      )
    }
    for note in followed.compactMap(\.note) { context.remark(note) }
    let change = try context.change(tracker) { writer in
      let before = try writer.look { try DecisiveFigures($0, context) }
      try writer.follow(followed.map(\.one))
      try writer.unfollow(ended)
      try found.decide(.follow, writer)
      return FiguresChange(from: before, to: try writer.look { try DecisiveFigures($0, context) })
    }
    try say(context, followed.map(\.one), ended, found, change)
    return .done
  }

  private static func say(
    _ context: Context, _ followed: [Followed], _ ended: [Followed], _ found: FoundProposals, _ change: FiguresChange
  ) throws {
    let isDryRun = context.arguments.has(.dryRun)
    if try context.printed(
      "a11y.follow/1",
      [
        "dry_run": isDryRun, "followed": followed.map(json), "ended": ended.map(json),
        "applied": found.ids, "effect": ProposalWords.json(change),
      ])
    {
      return
    }
    func names(_ all: [Followed]) -> String { all.map(name).joined(separator: ", ") }
    if !followed.isEmpty {
      try context.say("\(isDryRun ? "Would follow" : "Following") \(names(followed)).")
    }
    if !ended.isEmpty {
      try context.say("\(isDryRun ? "Would no longer follow" : "No longer following") \(names(ended)).")
    }
    if found.changes > 0 {
      try context.print("\(isDryRun ? "Would apply" : "Applied") \(counted(found.changes, "change")).")
    }
    if found.resultCount > 0 {
      try context.print("\(isDryRun ? "Would accept" : "Accepted") \(counted(found.resultCount, "result")).")
    }
    if found.voidCount > 0 {
      try context.print(
        "\(isDryRun ? "Would void" : "Voided") \(counted(found.voidCount, "session with a child", "sessions with children"))."
      )
    }
    if found.sessionCount > 0 {
      try context.print(
        "\(isDryRun ? "Would count" : "Counted") \(counted(found.sessionCount, "session with a child", "sessions with children"))."
      )
      if (followed + ended).isEmpty && found.changes + found.resultCount == 0 { return }
    }
    for line in ProposalWords.effects(of: change) { try context.say("  \(line)") }
  }

  private static func list(_ context: Context) throws -> ExitCode {
    let (followed, machines, waiting) = try context.openTracker(.read).read { reader in
      (try reader.followed(), try reader.machines(), try reader.proposals())
    }
    let counts = Dictionary(waiting.map { (ExactText($0.replica), 1) }, uniquingKeysWith: +)
    func waits(_ machine: Machine) -> Int { counts[ExactText(machine.replica)] ?? 0 }
    let strangers = machines.filter { !$0.isFollowed && $0.results + waits($0) > 0 }
    if try context.printed(
      "a11y.following/1",
      [
        "followed": followed.map(json),
        "others": JSONText.objects(strangers) {
          ["replica": $0.replica, "tester": $0.tester, "results": $0.results, "waiting": waits($0)]
        },
      ])
    {
      return .done
    }
    if followed.isEmpty {
      try context.print("This machine follows no other machine: only what is decided on it counts.")
    }
    let known = Dictionary(firstOf: machines.map { (ExactText($0.replica), $0) })
    let following = followed.map { one in
      let machine = one.kind == .machine ? known[ExactText(one.name)] : nil
      return "Following \(machine.map(ProposalWords.name) ?? name(one))."
    }
    let others = strangers.map { machine in
      let count = waits(machine)
      let changes = count > 0 ? ", \(counted(count, "change waits", "changes wait"))" : ""
      let results = counted(machine.results, "result counts", "results count")
      return "Not followed: \(ProposalWords.name(machine)): \(results)\(changes)."
    }
    let most = context.arguments.has(.all) ? nil : ProposalWords.mostAuthors
    let lines =
      firstLines(following, most) { "And \(counted($0)) more followed: a11y follow --all" }
      + firstLines(others, most) { "And \(counted($0)) more not followed: a11y follow --all" }
    for line in lines { try context.say(line) }
    return .done
  }

  private static func name(_ one: Followed) -> String { one.kind == .everyone ? "everyone" : one.name }

  private static func json(_ one: Followed) -> JSONText {
    .object(["kind": one.kind.rawValue, "name": one.name])
  }

  // MARK: Names

  /// The names of the people with a key here; none where the file of keys cannot be used, as others say.
  private static func keyHolders(_ tracker: Tracker, _ context: Context) -> [String] {
    (try? SigningSetup(context, tracker).trust().signers?.names.values.sorted()) ?? []
  }

  /// Whom a person means, with a word where the ID of a machine is also the name of a tester on another one.
  private static func named(
    _ typed: String, _ machines: [Machine], _ reader: Reader, _ holders: [String]
  ) throws -> (one: Followed, note: String?) {
    let found = try find(typed, machines, reader)
    // Others may call themselves as a person who signs.
    let look = NameLook(typed)
    if found.kind == .machine, !found.name.hasSameBytes(as: typed),
      let person = holders.first(where: { NameLook($0) == look })
    {
      throw Problem(
        .badInput, code: "follow.not-signed",
        "\(MessageText.quoted(typed)) is a person with a key, and machine \(found.name) under this name is not signed by "
          + person,
        hints: [
          "Import a bundle that \(person) signed first, or run \"a11y follow \(ShellWord.quoted(found.name))\" to follow the "
            + "machine all the same."
        ])
    }
    let others = try found == Followed(.machine, typed) ? reader.machines(usedBy: typed).map(\.replica) : []
    let other = others.first { !$0.hasSameBytes(as: typed) }
    let note = other.map {
      "a11y: note: \(typed) is the ID of a machine; to follow the tester of this name, pass \($0)"
    }
    return (found, note.map { MessageText.escaped($0) })
  }

  /// - Parameter isFollowed: whether it is someone who is followed now.
  private static func find(
    _ typed: String, _ machines: [Machine], _ reader: Reader, isFollowed: Bool = false
  ) throws -> Followed {
    if typed == "*" { return Followed(.everyone) }
    let known = try reader.followed()
    // Only whom this machine trusts has the name of a signer; any machine may have it as its ID.
    if try reader.signerNames().contains(typed) || isFollowed && known.contains(Followed(.signer, typed)) {
      return Followed(.signer, typed)
    }
    // What this machine made under an earlier ID, and had to get back from others, is followed as another machine is.
    if try machines.contains(where: { $0.replica.hasSameBytes(as: typed) })
      || reader.machinesOfSessions().contains(where: { $0.hasSameBytes(as: typed) })
      || reader.formerNames().contains(where: { $0.hasSameBytes(as: typed) })
      || isFollowed && known.contains(Followed(.machine, typed))
    {
      return Followed(.machine, typed)
    }
    let found = machines.filter {
      $0.tester.hasSameBytes(as: typed) && (!isFollowed || known.contains(Followed(.machine, $0.replica)))
    }
    guard let machine = found.first else {
      let names = try namesToPass(machines, reader)
      throw Problem(
        .notFound, code: "follow.unknown", "unknown machine, signer, or tester \(MessageText.quoted(typed))",
        hints: [
          names.isEmpty
            ? "Run \"a11y sync DIR\" or \"a11y import FILE\" first: no entries of other machines are here yet."
            : "Pass one of these machines: \(firstNamed(names, 10))."
        ])
    }
    // A name that a second machine uses too, or one that looks like it, does not tell which of them is meant. This
    // machine is one of them.
    let using = isFollowed ? found.map { ($0.replica, [typed]) } : try reader.machines(usedBy: typed, withOwn: true)
    guard using.count < 2 else {
      let names = using.map { replica, names in
        "\(MessageText.escaped(names.joined(separator: ", "))) (\(replica.isEmpty ? "this machine" : replica))"
      }
      throw Problem(
        .badInput, code: "follow.ambiguous",
        "\(using.count) machines use the name \(MessageText.quoted(typed)) or one that looks like it: "
          + firstNamed(names, 10), hints: ["Pass the ID of the machine."])
    }
    return Followed(.machine, machine.replica)
  }

  /// The machines that can be followed. The chain of a session with a child is none, and the machine that recorded it may
  /// have no entries of its own here.
  private static func namesToPass(_ machines: [Machine], _ reader: Reader) throws -> [String] {
    let known = try machines.filter { try !reader.isSitting($0.replica) }
    let others = try reader.machinesOfSessions().filter { name in
      !known.contains { $0.replica.hasSameBytes(as: name) }
    }
    return known.map(ProposalWords.name) + others.map(MessageText.escaped)
  }

  // MARK: Joining

  typealias Named = [(one: Followed, note: String?)]

  /// Those that are named when a machine joins; `none` is no other machine.
  static func find(_ names: String, _ tracker: Tracker, _ context: Context) throws -> Named {
    let typed = names.split(separator: ",").map(String.init).filter { $0 != "none" }
    let holders = keyHolders(tracker, context)
    return try tracker.read { reader in
      let machines = try reader.machines()
      return try typed.map { try named($0, machines, reader, holders) }
    }
  }

  /// Why a machine follows none of those that were named, and whether it has joined all the same.
  static func refusal(_ error: any Error, hasJoined: Bool) -> any Error {
    guard let problem = error as? Problem else { return error }
    let words = hasJoined ? "" : "; this machine has not joined, and nothing was changed"
    let hint = "Run \"a11y follow NAME\" for one of them: this machine has joined, and follows no other one yet."
    return Problem(
      problem.exitCode, code: problem.code, problem.message + words, hints: problem.hints + (hasJoined ? [hint] : []))
  }

  /// Follows those that were named when a machine joined.
  static func follow(_ named: Named, _ tracker: Tracker, _ context: Context) throws -> Joined {
    for note in named.compactMap(\.note) { context.remark(note) }
    let followed = named.map(\.one)
    let joined = try tracker.write { writer in try Joined(writer) { try writer.follow(followed) } }
    let words = followed.isEmpty ? "no other machine" : followed.map(name).joined(separator: ", ")
    context.remark(MessageText.escaped("This machine follows \(words). Run \"a11y follow\" to see and change it."))
    try nameDecisions(tracker, context)
    return joined
  }

  /// Names the settings and the deciding records that this machine takes over, and whose they are: before it joined it had
  /// none, so no sentence of the exchange tells a change.
  private static func nameDecisions(_ tracker: Tracker, _ context: Context) throws {
    let settings = try tracker.read { try $0.settingsOfOthers() }
    if !settings.isEmpty {
      let named = settings.lazy.map { setting in
        "\(FieldWords.name(setting.field)) \(FieldWords.words(setting.value, of: setting.field)), by \(setting.by)"
      }
      context.remark(
        MessageText.escaped("Settings of others that count here: \(firstNamed(named, 10, separator: "; "))."))
    }
    let records = try tracker.write { try $0.keepOthers() }
    // Only the first are named, and these take most away.
    let first = ["checklist", "check", "reference", "waiver"]
    let sorted =
      first.flatMap { kind in records.filter { $0.kind == kind } } + records.filter { !first.contains($0.kind) }
    for line in EffectWords.named("Records of others that count here", sorted) {
      context.remark(MessageText.escaped(line))
    }
  }

  /// Follows the machines whose entries came when this one joined, and says so; and tells once of an upgrade.
  ///
  /// - Returns: nil where none joined.
  static func endJoining(_ tracker: Tracker, _ context: Context) throws -> Joined? {
    let (machines, joined, isUpgraded) = try tracker.write { writer in
      guard try writer.reader.isJoining() else { return ([Machine](), Joined?.none, try writer.takeUpgradeNotice()) }
      var machines: [Machine] = []
      let joined = try Joined(writer) { machines = try writer.endJoining() }
      return (machines, joined, try writer.takeUpgradeNotice())
    }
    if isUpgraded {
      context.remark(
        "This tracker follows the machines that it had entries of before the upgrade. What machines that come later "
          + "decide waits. Run \"a11y follow\" to see and change it.")
    }
    guard let joined else { return nil }
    let named = machines.filter { !$0.tester.isEmpty }
    let names = firstNamed((named + machines.filter { $0.tester.isEmpty }).map(ProposalWords.name), 10)
    context.remark(
      MessageText.escaped(
        "This machine follows \(names.isEmpty ? "no other machine yet" : names): what they decided "
          + "counts. Run \"a11y follow\" to see and change it."))
    try nameDecisions(tracker, context)
    let gone = try tracker.read { try $0.failingOutOfUse() }
    guard !gone.isEmpty else { return joined }
    let listed = gone.lazy.map { "\($0.component) (\(counted($0.failing, "failing item")), by \($0.by))" }
    context.remark(
      MessageText.escaped(
        "Not counted, because their components are retired or deleted: \(firstNamed(listed, 10))."))
    return joined
  }
}
