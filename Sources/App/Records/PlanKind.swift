import Audit
import Base
import Children
import CommandLine
import Reports
import Sessions
import Store

extension RecordKind {
  static let plan = RecordKind(
    TapPlan.recordKind,
    fields: [
      .component("component to tap", required: true),
      .flag(new: FlagSpec.size.required(), edit: .size),
      RecordField(
        FlagSpec(.gap, value: "POINTS", "gap to the nearest neighbor in points"),
        .text { text throws(Problem) in
          text.isEmpty ? .null : .integer(Int64(try tenths(text, .gap, in: TapPlan.gaps)))
        }),
      RecordField(
        FlagSpec(.target, value: "PERCENT", "target success rate, 50 to 99 percent (default: 90)"), .text(percent)),
      .count(
        .children, in: TapPlan.childCounts,
        "number of children (default: as many as the target requires, at least 8)"),
      .count(.taps, in: TapPlan.tapCounts, "scored taps per child (default: 10)"),
      .count(
        .looks, in: TapPlan.lookCounts,
        "number of analyses, including the final one (default: 1)"),
      RecordField(
        FlagSpec(.script, value: "VERSION", "version of the task script, e.g. 1.2"),
        .text { text throws(Problem) in
          if TapForm.isScript(text) { return .string(text) }
          throw .usage(
            "flag.value", "invalid value \(MessageText.quoted(text)) for --script; expected a version such as 1.2")
        }),
      RecordField(.build, .line("build")),
      .count(.practice, in: 0...20, "practice taps before the scored taps (default: 2)"),
      RecordField(
        FlagSpec(
          .parts, value: "NAMES", repeatable: true, "parts of the component to tap in turn (comma-separated)"),
        .list { parts throws(Problem) in
          for part in parts where !TapForm.isPart(part) {
            throw .usage(
              "flag.value",
              "invalid value \(MessageText.quoted(part)) for --parts; expected up to 24 lowercase letters, "
                + "digits, and hyphens")
          }
          return FieldRules.list(parts)
        }),
      RecordField(TapFlags.input, .line("input")), .flag(edit: .reopen("reopen the plan")),
    ],
    new: Words(
      summary: "add a first-tap test plan", usage: ["KEY --component COMPONENT --size WxH [FLAGS]"],
      words: [PositionalSpec("KEY", "plan key, e.g. close-44")]),
    edit: Words(summary: "edit a first-tap test plan"),
    facts: [.items { record, show, reader in try facts(record.key, show, reader) }],
    RecordRules(
      complete: complete,
      added: { _, fields, change in
        warn(fields, change.register)
        try warnOfProfile(fields, change.register)
        try warnOfScope(change.register)
      }))

  // MARK: What decides

  /// The fields that cannot change after the first session.
  private static let settled = ["component", "width", "height", "gap", "target", "taps", "looks", "input", "build"]
  private static let planned = ["target", "taps", "children"]

  @Sendable private static func complete(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    if let text = change.arguments.string(.size) {
      let (width, height) = try size(text)
      (fields["width"], fields["height"]) = (.integer(Int64(width)), .integer(Int64(height)))
    }
    guard let record = change.record else {
      try requireNoSessions(of: change.arguments.positional(0) ?? "", change.reader)
      return completeNew(&fields, change)
    }
    if change.edits(.reopen) { fields["closed"] = .null }
    if planned.contains(where: { fields[$0] != nil }) {
      var whole = record.fields
      for field in planned { if let value = fields[field] { whole[field] = value } }
      warn(whole, change.register)
    }
    if fields["component"] != nil { try warnOfProfile(fields, change.register) }
    var changed = settled.filter { field in fields[field].map { $0 != record.fields[field] ?? .null } ?? false }
    let plan = try change.reader.plan(record.key)
    let more = (fields["children"]?.integerValue).map { Int(clamping: $0) - (plan?.children ?? 0) } ?? 0
    if more < 0 { changed.append("children") }
    // A session that was voided can come back.
    guard !changed.isEmpty || more > 0,
      let first = try change.reader.sessionRecords(plan: record.key, all: true).first(where: \.isKept)
    else { return }
    if changed.isEmpty {
      guard let plan else { return }
      return change.register.remark(words(raised: fields, try change.reader.begun(plan, at: first.time)))
    }
    throw Problem(
      .decision, code: "plan.begun",
      "cannot change \(changed.joined(separator: ", ")) of plan \(MessageText.quoted(record.key)): it has sessions"
        + (changed.contains("children") ? ", and children can then only become more" : ""),
      hints: [
        "Run \"a11y new plan KEY --component COMPONENT --size WxH\" for another size, target, or number. Results of "
          + "different plans are never combined."
      ])
  }

  /// A plan that was undone has left its sessions: another one of this key would judge them by numbers that were chosen
  /// with the results at hand.
  private static func requireNoSessions(of key: String, _ reader: Reader) throws {
    // One that is there, or was deleted, is named as such.
    guard try reader.plan(key) == nil, try reader.record(TapPlan.recordKind, key)?.isDeleted != true,
      try reader.sessionRecords(plan: key, all: true).contains(where: \.isKept)
    else { return }
    throw Problem(
      .decision, code: "plan.begun",
      "a plan \(MessageText.quoted(key)) was undone after its first session, and its sessions are here",
      hints: ["Run \"a11y redo\" to bring the plan back, or use another key."])
  }

  /// What follows from more children in a plan that has sessions.
  private static func words(raised fields: JSONObject, _ begun: TapPlan) -> String {
    let children = Int(clamping: fields["children"]?.integerValue ?? 0)
    let looks = begun.looksAfter.map(String.init).joined(separator: ", ")
    return
      "The plan has sessions: its verdict now requires \(counted(children, "child", "children")). Redacted reports keep "
      + "the looks that were planned at first (after \(looks)), then change after every "
      + "\(DisclosureRule.redacted.fewest) more."
  }

  /// Fills in the default figures of a new plan.
  private static func completeNew(_ fields: inout JSONObject, _ change: RecordEdit) {
    var whole = TapPlan(
      key: change.arguments.positional(0) ?? "", component: fields.text("component"),
      width: Int(clamping: fields["width"]?.integerValue ?? 1),
      height: Int(clamping: fields["height"]?.integerValue ?? 1)
    ).fields
    for member in fields.members { whole[member.key] = member.value }
    if fields["children"] == nil, let needed = needed(whole) {
      whole["children"] = .integer(Int64(max(needed, TapPlan.fewChildren)))
    }
    fields = whole
  }

  /// Warns if no check can receive the verdict: the checks of first-tap tests apply only to components for children.
  private static func warnOfProfile(_ fields: JSONObject, _ register: Register) throws {
    guard let key = fields["component"]?.stringValue, let component = try register.reader.component(key),
      component.profile != .child
    else { return }
    register.warn(
      "\(key) has profile \(component.profile.rawValue), so a11y tap close would log nothing; run "
        + "\"\(TapPlans.profileCommand(key))\"")
  }

  /// Warns if the verdict will count nowhere because the plan of the tracker does not ask for its checks.
  private static func warnOfScope(_ register: Register) throws {
    guard let outside = try OutsidePlan(register.reader) else { return }
    let items = TapJudgement.checks.filter { check in
      (try? register.writer.check(check)).map { CheckUnit(of: $0.appliesTo) != .app } ?? false
    }.map { (check: $0, condition: "") }.filter { outside.holds($0) }
    guard !items.isEmpty else { return }
    register.warn(
      "the tracker's plan does not ask for the checks child-testing.*, so the results of a11y tap close would not "
        + "count; run \"\(outside.command(for: items))\"")
  }

  /// The fewest children with whom the target can be met without a miss; nil beyond the limits of a plan.
  private static func needed(_ fields: JSONObject) -> Int? {
    guard let target = fields["target"]?.integerValue, let taps = fields["taps"]?.integerValue else { return nil }
    let needed = NeededChildren.children(target: Double(target) / 100, taps: Int(clamping: taps))
    return needed.flatMap { TapPlan.childCounts.contains($0) ? $0 : nil }
  }

  /// Warns if the plan can never reach the verdict `met`.
  private static func warn(_ fields: JSONObject, _ register: Register) {
    guard let target = fields["target"]?.integerValue, let taps = fields["taps"]?.integerValue,
      let children = fields["children"]?.integerValue
    else { return }
    let needed = needed(fields)
    if let needed, needed <= children {
      if let words = AttainableWords.sentence(fields) { register.remark(words) }
      return
    }
    let plan =
      "\(counted(Int(clamping: children), "child", "children")) with \(counted(Int(clamping: taps), "tap")) each"
    let takes = needed.map { "\($0) children are required" } ?? "more taps are required"
    register.warn(
      "\(plan) can never meet \(target) percent, even without a miss; \(takes) "
        + "(see a11y tap plan --target \(target) --taps \(taps))"
        + (AttainableWords.sentence(fields).map { ". \($0)" } ?? ""))
  }

  // MARK: Showing

  /// The fields of a plan, what it can show, and its status.
  private static func facts(_ key: String, _ show: ShowContext, _ reader: Reader) throws -> [PageItem] {
    guard let plan = try reader.plans().first(where: { $0.key.hasSameBytes(as: key) }) else { return [] }
    let sessions = try reader.sessionRecords(plan: plan.key)
    let isElsewhere = try TapReports.reports([plan], reader, isRedacted: false).contains(where: \.isElsewhere)
    let shown = AttainableWords.sentence(target: plan.target, children: plan.children, taps: plan.taps)
    return [
      .fact("State", plan.closed.map { "closed on \(show.day($0))" } ?? "open"), .names("Component", [plan.component]),
      .fact("Size", "\(plan.sizeText) pt"), .fact("Input", plan.input.rawValue), .fact("Target", "\(plan.target)%"),
      .fact(
        "Planned",
        "\(counted(plan.children, "child", "children")), \(counted(plan.taps, "tap")) each, "
          + "\(counted(plan.practice, "practice tap")), \(counted(plan.looks, "analysis", "analyses"))"),
      .fact("Achievable", shown ?? "none: fewer than 5 children never meet a target"),
      .fact("Parts", plan.parts.joined(separator: ", ")), .fact("Script", plan.script), .fact("Build", plan.build),
      .fact("Sessions", sessions.isEmpty && isElsewhere ? "none that count here" : "\(sessions.count)"),
      .names("Logged", try reader.resultsOfPlan(plan.key)),
    ]
  }

  // MARK: Figures

  @Sendable private static func percent(_ text: String) throws(Problem) -> JSONValue {
    let rate = try PercentValue.target(text) * 100
    guard let percent = Int(exactly: rate.rounded()), abs(rate - Double(percent)) < 1e-9 else {
      throw .usage("flag.value", "invalid value for --target; expected a whole number of percent")
    }
    return .integer(Int64(percent))
  }

  /// `44x44` in tenths of a point.
  private static func size(_ text: String) throws(Problem) -> (Int, Int) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw .usage(
        "size.invalid", "invalid value \(MessageText.quoted(text)) for --size; expected a size such as 44x44")
    }
    return (try tenths(parts[0], .size, in: TapPlan.sizes), try tenths(parts[1], .size, in: TapPlan.sizes))
  }

  private static func tenths(_ text: String, _ flag: FlagName, in range: ClosedRange<Int>) throws(Problem) -> Int {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0.isDigit }
    if isPlain, text.utf8.count <= 6, (1...2).contains(parts.count), let whole = Int(parts[0]),
      let tenth = parts.count == 2 ? (parts[1].utf8.count == 1 ? Int(parts[1]) : nil) : 0,
      range.contains(whole * 10 + tenth)
    {
      return whole * 10 + tenth
    }
    throw .usage(
      "flag.value",
      "invalid value \(MessageText.quoted(text)) for \(flag.long); expected points up to "
        + "\(range.upperBound / 10), with at most one decimal")
  }
}

extension RecordField {
  fileprivate static func count(_ flag: FlagName, in range: ClosedRange<Int>, _ doc: String) -> RecordField {
    RecordField(FlagSpec(flag, value: "NUMBER", doc), .whole(flag, in: range))
  }
}

/// Flags that commands of first-tap tests share.
enum TapFlags {
  static let redact = FlagSpec(switch: .redact, "redact for sharing: at least 10 children, wider age bands")
  static let input = FlagSpec.choice(
    .input, value: "WHAT", of: TapInput.self, "input method; stylus and switch are counted separately")
}
