import Arguments
import AuditModel
import AuditReports
import AuditStore
import Terminal

/// What `a11y tap run` does: takes one child's session down, or sessions that were taken down on paper.
enum TapSessionRun {
  static func run(_ context: Context) throws -> ExitCode {
    let context = context
    if context.arguments.has(.from) { return try TapFileRun.run(context) }
    let isSingle = try WalkRun.isSingle(context, what: "a session")
    let tracker = try context.openTracker(.write)
    let (plan, taken) = try tracker.read { reader in
      (try TapPlans.open(context.arguments.positional(0) ?? "", reader), Set(try reader.participants()))
    }
    let session = try draft(plan, context).session(codes: taken)
    try TapPlans.sweep(tracker, context)
    let keyboard = context.world.keyboard
    context.progress.mute()
    try keyboard.begin()
    defer { keyboard.end() }
    let loop = try TapLoop(context, tracker, plan, session, isSingle: isSingle)
    if isSingle { keyboard.hand(over: .keys) }
    let code = try loop.run()
    try context.output.flush()
    return code
  }

  private static func draft(_ plan: TapPlan, _ context: Context) -> TapDraft {
    let arguments = context.arguments
    func flag(_ field: TapDraft.Field) -> FlagName {
      switch field {
      case .participant: .participant
      case .age: .ageBand
      case .moderator: .moderator
      case .consent: .consent
      case .guardian: .guardian
      case .assent: .assent
      case .full: .fullConsent
      case .device: .device
      case .ppi: .ppi
      case .os: .os
      case .orientation: .orientation
      case .hold: .hold
      case .seat: .seat
      case .scale: .textScale
      case .assistive: .assistive
      case .input: .input
      case .seed, .week: .help
      }
    }
    func value(_ field: TapDraft.Field) -> String? {
      switch field {
      case .guardian, .assent, .full: arguments.has(flag(field)) ? "yes" : "no"
      case .seed, .week: nil
      // 18.1 is the system's version 18.
      case .os: arguments.string(.os).map { String($0.prefix { $0 != "." }) }
      case .assistive: arguments.list(.assistive).joined(separator: ",")
      default: arguments.string(flag(field))
      }
    }
    return TapDraft(
      plan: plan, world: context.world, place: { flag($0).long }, kind: .usage, value: value)
  }
}

enum TapPlans {
  /// Raw contacts do not stay longer than they are needed. Whoever works with children at this machine sees to it, and
  /// so does whatever copies or moves facts: a backup, a sync, an import. `doctor` changes nothing and says so.
  ///
  /// A command that logs a result does not look: it would pay for it each time.
  static func sweep(_ tracker: Tracker, _ context: Context) throws {
    // Looked for first: beginning a replica's first fact for nothing would be a write.
    guard try tracker.read({ try $0.hasOldContacts() }) else { return }
    let count = try tracker.write { try $0.eraseOldContacts(by: context.tester() ?? "") }
    guard let count else { return }
    context.remark(
      "Destroyed \(counted(count, "record")) of contacts: their plan was closed \(Writer.contactDays) days ago.")
  }

  /// The plan that is meant, as long as it is open.
  static func open(_ typed: String, _ reader: Reader) throws -> TapPlan {
    let plan = try find(typed, reader)
    guard plan.closed == nil else {
      throw Problem(
        .decision, code: "plan.closed", "the plan \(MessageText.quoted(plan.key)) is closed",
        hints: ["a11y edit plan \(ShellWord.quoted(plan.key)) --reopen opens it again."])
    }
    return plan
  }

  /// What makes a component one for children, so that the checks for tests with them apply.
  static func profileCommand(_ component: String) -> String {
    "a11y edit component \(ShellWord.quoted(component)) --profile child"
  }

  static func find(_ typed: String, _ reader: Reader) throws -> TapPlan {
    let key = try NameFinder.record(TapPlan.recordKind, typed, reader)
    try NameFinder.refuseDeleted(TapPlan.recordKind, key, reader)
    guard let plan = try reader.plan(key) else {
      throw Problem(
        .badInput, code: "plan.invalid", "the plan \(MessageText.quoted(key)) lacks what a plan needs",
        hints: ["a11y edit plan \(ShellWord.quoted(key)) --component COMPONENT --size WxH --target 90"])
    }
    return plan
  }
}
