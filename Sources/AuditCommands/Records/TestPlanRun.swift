import AuditModel
import AuditReports
import AuditStore
import CanonicalJSON
import FirstTap

/// What `a11y new plan` and `a11y edit plan` do.
enum TestPlanRun {
  /// What a session depends on: another one is another plan.
  private static let settled = ["component", "width", "height", "gap", "target", "input", "build"]

  static func new(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let key = try FieldRules.key(arguments.positional(0) ?? "", of: "plan")
    return try RegisterRun.run(context) { register in
      let given = try fields(arguments, register.reader)
      var fields = TapPlan(
        key: key, component: given["component"]?.stringValue ?? "",
        width: Int(clamping: given["width"]?.integerValue ?? 1),
        height: Int(clamping: given["height"]?.integerValue ?? 1)
      ).fields
      for member in given.members { fields[member.key] = member.value }
      if !arguments.has(.children), let needed = needed(fields) {
        fields["children"] = .integer(Int64(max(needed, TapPlan.fewChildren)))
      }
      try register.add(TapPlan.recordKind, key, fields)
      warn(fields, register)
      try warnOfProfile(fields, register)
    }
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

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    return try EditRun.run(context, kind: TapPlan.recordKind) { register, record in
      var fields = try fields(arguments, register.reader)
      if arguments.has(.reopen) { fields["closed"] = .null }
      let planned = ["target", "taps", "children"]
      if planned.contains(where: { fields[$0] != nil }) {
        var whole = record.fields
        for field in planned { if let value = fields[field] { whole[field] = value } }
        warn(whole, register)
      }
      if fields["component"] != nil { try warnOfProfile(fields, register) }
      let changed = settled.filter { field in fields[field].map { $0 != record.fields[field] ?? .null } ?? false }
      guard !changed.isEmpty, try !register.reader.sessionRecords(plan: record.key).isEmpty else { return fields }
      throw Problem(
        .decision, code: "plan.begun",
        "children took part in \(MessageText.quoted(record.key)), so its \(changed.joined(separator: ", ")) "
          + "\(changed.count == 1 ? "stays" : "stay") as \(changed.count == 1 ? "it is" : "they are")",
        hints: ["Another size or target is another plan: a11y new plan. Results of two sizes are never put together."])
    }
  }

  private static func fields(_ arguments: ParsedArguments, _ reader: Reader) throws -> JSONObject {
    var fields = JSONObject()
    if let typed = arguments.string(.component) {
      fields["component"] = .string(try NameFinder.component(typed, reader))
    }
    if let text = arguments.string(.size) {
      let (width, height) = try size(text)
      fields["width"] = .integer(Int64(width))
      fields["height"] = .integer(Int64(height))
    }
    if let text = arguments.string(.gap) {
      fields["gap"] = text.isEmpty ? .null : .integer(Int64(try tenths(text, .gap, in: TapPlan.gaps)))
    }
    if arguments.has(.target) {
      let rate = try PercentValue.target(arguments) * 100
      guard let percent = Int(exactly: rate.rounded()), abs(rate - Double(percent)) < 1e-9 else {
        throw Problem.usage("flag.value", "--target of a plan takes whole percent")
      }
      fields["target"] = .integer(Int64(percent))
    }
    let counts: [(FlagName, ClosedRange<Int>)] = [
      (.children, TapPlan.childCounts), (.taps, TapPlan.tapCounts), (.looks, TapPlan.lookCounts), (.practice, 0...20),
    ]
    for (flag, range) in counts {
      if let number = try arguments.int(flag, in: range) { fields[flag.rawValue] = .integer(Int64(number)) }
    }
    if let script = arguments.string(.script) {
      guard TapForm.isScript(script) else {
        throw Problem.usage("flag.value", "--script takes a version such as 1.2, not \(MessageText.quoted(script))")
      }
      fields["script"] = .string(script)
    }
    if let build = arguments.string(.build) {
      try LogDefaults.named { () throws(NameProblem) in try Names.checkLine(build, of: "build") }
      fields["build"] = build.isEmpty ? .null : .string(build)
    }
    if arguments.has(.parts) {
      let parts = arguments.list(.parts)
      for part in parts where !TapForm.isPart(part) {
        throw Problem.usage(
          "flag.value", "\(MessageText.quoted(part)) is no part: small letters, digits and hyphens, at most 24")
      }
      fields["parts"] = FieldRules.list(parts)
    }
    if let input = try arguments.choice(.input, as: TapInput.self) { fields["input"] = .string(input.rawValue) }
    return fields
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
