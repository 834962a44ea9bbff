import Arguments
import AuditModel
import AuditRecords
import AuditReports
import AuditSessions
import AuditStore
import CanonicalJSON
import FirstTap
import Terminal

extension RecordKind {
  static var plan: RecordKind {
    RecordKind(
      TapPlan.recordKind,
      fields: [
        .component("the component that is to be tapped", required: true),
        .flag(new: FlagSpec.size.required(), edit: .size),
        RecordField(
          FlagSpec(.gap, value: "POINTS", "the gap to the nearest neighbour in points"),
          .text { text throws(Problem) in
            text.isEmpty ? .null : .integer(Int64(try tenths(text, .gap, in: TapPlan.gaps)))
          }),
        RecordField(
          FlagSpec(.target, value: "PERCENT", "the rate to reach, from 50 to 99 (otherwise 90)"), .text(percent)),
        .count(
          .children, in: TapPlan.childCounts,
          "children who are to take part (otherwise as many as the target takes, and 8 at least)"),
        .count(.taps, in: TapPlan.tapCounts, "scored taps of each child (otherwise 10)"),
        .count(
          .looks, in: TapPlan.lookCounts,
          "how often the numbers are looked at, the last time included (otherwise 1)"),
        RecordField(
          FlagSpec(.script, value: "VERSION", "the version of the task script, e.g. 1.2"),
          .text { text throws(Problem) in
            if TapForm.isScript(text) { return .string(text) }
            throw .usage("flag.value", "--script takes a version such as 1.2, not \(MessageText.quoted(text))")
          }),
        RecordField(.build, .line("build")),
        .count(.practice, in: 0...20, "practice taps before the scored ones (otherwise 2)"),
        RecordField(
          FlagSpec(
            .parts, value: "NAMES", repeatable: true, "parts of the component that are asked for in turn"),
          .list { parts throws(Problem) in
            for part in parts where !TapForm.isPart(part) {
              throw .usage(
                "flag.value", "\(MessageText.quoted(part)) is no part: small letters, digits and hyphens, at most 24")
            }
            return FieldRules.list(parts)
          }),
        RecordField(TapFlags.input, .line("input")), .flag(edit: .reopen("the test goes on")),
      ],
      new: Words(
        summary: "what a test with children is to show: a component, its size, a target",
        usage: ["KEY --component COMPONENT --size WxH [FLAGS]"],
        examples: [
          .init(
            "a11y new plan close-44 --component sign-in/close-button --size 44x44 --gap 8 --target 90 --children 12 --taps 10",
            "twelve children, ten taps each")
        ],
        details: [
          "A target is 50 to 99 percent. What is planned is written down first: how many children with how many taps, and "
            + "how often the numbers may be looked at before all have taken part. a11y tap plan says how many it takes.",
          "--build is the build of the app that is tested: another build is another plan, and a point of its own in the run "
            + "chart of a11y tap report.",
        ],
        words: [PositionalSpec("KEY", "its key, e.g. close-44")]),
      edit: Words(
        summary: "a plan of a test with children, as long as no child has taken part",
        examples: [.init("a11y edit plan close-44 --children 12", "more children than was planned")],
        details: [
          "Component, size, gap, target, input and build stay as they are once a session was held: another size is another plan. "
            + "a11y tap close ends a plan."
        ]),
      facts: [.items { record, show, reader in try facts(record.key, show, reader) }],
      RecordRules(
        complete: complete,
        added: { _, fields, change in
          warn(fields, change.register)
          try warnOfProfile(fields, change.register)
        }))
  }

  // MARK: What decides

  /// What a session depends on: another one is another plan.
  private static let settled = ["component", "width", "height", "gap", "target", "input", "build"]
  private static let planned = ["target", "taps", "children"]

  @Sendable private static func complete(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    if let text = change.arguments.string(.size) {
      let (width, height) = try size(text)
      (fields["width"], fields["height"]) = (.integer(Int64(width)), .integer(Int64(height)))
    }
    guard let record = change.record else { return completeNew(&fields, change) }
    if change.edits(.reopen) { fields["closed"] = .null }
    if planned.contains(where: { fields[$0] != nil }) {
      var whole = record.fields
      for field in planned { if let value = fields[field] { whole[field] = value } }
      warn(whole, change.register)
    }
    if fields["component"] != nil { try warnOfProfile(fields, change.register) }
    let changed = settled.filter { field in fields[field].map { $0 != record.fields[field] ?? .null } ?? false }
    guard !changed.isEmpty, try !change.reader.sessionRecords(plan: record.key).isEmpty else { return }
    throw Problem(
      .decision, code: "plan.begun",
      "children took part in \(MessageText.quoted(record.key)), so its \(changed.joined(separator: ", ")) "
        + "\(changed.count == 1 ? "stays" : "stay") as \(changed.count == 1 ? "it is" : "they are")",
      hints: ["Another size or target is another plan: a11y new plan. Results of two sizes are never put together."])
  }

  /// A plan has all its figures from the beginning.
  private static func completeNew(_ fields: inout JSONObject, _ change: RecordEdit) {
    var whole = TapPlan(
      key: change.arguments.positional(0) ?? "", component: fields["component"]?.stringValue ?? "",
      width: Int(clamping: fields["width"]?.integerValue ?? 1),
      height: Int(clamping: fields["height"]?.integerValue ?? 1)
    ).fields
    for member in fields.members { whole[member.key] = member.value }
    if fields["children"] == nil, let needed = needed(whole) {
      whole["children"] = .integer(Int64(max(needed, TapPlan.fewChildren)))
    }
    fields = whole
  }

  /// Says so where no check would take the verdict: those for tests with children are of components for them.
  private static func warnOfProfile(_ fields: JSONObject, _ register: Register) throws {
    guard let key = fields["component"]?.stringValue, let component = try register.reader.component(key),
      component.profile != .child
    else { return }
    register.warn(
      "\(key) has the profile \(component.profile.rawValue), so a11y tap close would log nothing: "
        + TapPlans.profileCommand(key))
  }

  /// The fewest children with whom the target can be met, if not one tap misses; nil where there is no such number that a
  /// plan may have.
  private static func needed(_ fields: JSONObject) -> Int? {
    guard let target = fields["target"]?.integerValue, let taps = fields["taps"]?.integerValue else { return nil }
    let needed = NeededChildren.children(target: Double(target) / 100, taps: Int(clamping: taps))
    return needed.flatMap { TapPlan.childCounts.contains($0) ? $0 : nil }
  }

  /// Says so where the plan as it stands cannot come to `met`, whatever the children do.
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
    let takes = needed.map { "it takes \($0) children" } ?? "no plan with so few taps does"
    register.warn(
      "\(plan) can never meet \(target) percent, not even without a miss: \(takes) "
        + "(a11y tap plan --target \(target) --taps \(taps))"
        + (AttainableWords.sentence(fields).map { ". \($0)" } ?? ""))
  }

  // MARK: Showing

  /// What a plan asks for, what it can show, and where it stands.
  private static func facts(_ key: String, _ show: ShowContext, _ reader: Reader) throws -> [PageItem] {
    guard let plan = try reader.plans().first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else { return [] }
    let sessions = try reader.sessionRecords(plan: plan.key)
    let shown = AttainableWords.sentence(target: plan.target, children: plan.children, taps: plan.taps)
    return [
      .fact("State", plan.closed.map { "closed on \(show.day($0))" } ?? "open"), .names("Component", [plan.component]),
      .fact("Size", "\(plan.sizeText) pt"), .fact("Input", plan.input.rawValue), .fact("Target", "\(plan.target)%"),
      .fact(
        "Planned",
        "\(counted(plan.children, "child", "children")), \(counted(plan.taps, "tap")) each, "
          + "\(counted(plan.practice, "practice tap")), \(counted(plan.looks, "look"))"),
      .fact("What it can show", shown ?? "nothing: fewer than 5 children never meet a target"),
      .fact("Parts", plan.parts.joined(separator: ", ")), .fact("Script", plan.script), .fact("Build", plan.build),
      .fact("Sessions", "\(sessions.count)"),
      .names("Logged", try reader.resultsOfPlan(plan.key)),
    ]
  }

  // MARK: Figures

  @Sendable private static func percent(_ text: String) throws(Problem) -> JSONValue {
    let rate = try PercentValue.target(text) * 100
    guard let percent = Int(exactly: rate.rounded()), abs(rate - Double(percent)) < 1e-9 else {
      throw .usage("flag.value", "--target of a plan takes whole percent")
    }
    return .integer(Int64(percent))
  }

  /// `44x44` in tenths of a point.
  private static func size(_ text: String) throws(Problem) -> (Int, Int) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw .usage("size.invalid", "\(MessageText.quoted(text)) is no size: a width and a height such as 44x44")
    }
    return (try tenths(parts[0], .size, in: TapPlan.sizes), try tenths(parts[1], .size, in: TapPlan.sizes))
  }

  private static func tenths(_ text: String, _ flag: FlagName, in range: ClosedRange<Int>) throws(Problem) -> Int {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    if isPlain, text.utf8.count <= 6, (1...2).contains(parts.count), let whole = Int(parts[0]),
      let tenth = parts.count == 2 ? (parts[1].utf8.count == 1 ? Int(parts[1]) : nil) : 0,
      range.contains(whole * 10 + tenth)
    {
      return whole * 10 + tenth
    }
    throw .usage(
      "flag.value",
      "\(flag.long) takes points with one decimal at most, up to \(range.upperBound / 10), "
        + "not \(MessageText.quoted(text))")
  }
}

extension RecordField {
  fileprivate static func count(_ flag: FlagName, in range: ClosedRange<Int>, _ doc: String) -> RecordField {
    RecordField(FlagSpec(flag, value: "NUMBER", doc), .whole(flag, in: range))
  }
}

/// Flags that tests with children share.
enum TapFlags {
  static var redact: FlagSpec { FlagSpec(switch: .redact, "for others: 10 children at least, wider age bands") }
  static var input: FlagSpec {
    FlagSpec(
      .input, value: "WHAT", choices: TapInput.allCases.map(\.rawValue),
      "what is tapped with; a stylus or a switch is counted apart")
  }
}
