import Audit
import Base
package import Children
package import CommandLine
package import Store

/// Builds a session from flags or a line of a file. Every value is from a closed list or has a narrow format, so that
/// no name, date of birth, or exact age can be stored.
package struct TapDraft {
  /// The names of the values, as in the header of a file.
  package enum Field: String, CaseIterable {
    case participant, age, moderator, consent, guardian, assent, full, device, ppi, os, orientation, hold, seat
    case scale, assistive, input, seed, week
  }

  let plan: TapPlan
  let world: World
  /// The place of a value: `--age-band`, `line 3: age`.
  let place: (Field) -> String
  let kind: ExitCode
  let value: (Field) -> String?

  package init(
    plan: TapPlan, world: World, place: @escaping (Field) -> String, kind: ExitCode,
    value: @escaping (Field) -> String?
  ) {
    (self.plan, self.world, self.place, self.kind, self.value) = (plan, world, place, kind, value)
  }

  package func session(codes taken: Set<String>) throws(Problem) -> TapSession {
    try requireAll()
    let consent = TapSession.Consent(
      reference: try form(.consent, "a code such as c-17", TapForm.isConsent), guardian: try flag(.guardian),
      assent: try flag(.assent), full: try flag(.full))
    guard consent.allowsScoring else {
      let left = WordList.and(unconfirmed(guardian: consent.guardian, assent: consent.assent).map(place))
      throw Problem(
        .decision, code: Self.withoutConsent, "\(left): scoring requires the guardian's consent and the child's assent",
        hints: [
          isOfFile
            ? "Write yes there once both were given, or leave the line out."
            : "Pass --guardian and --assent once both were given. A child may stop at any time."
        ])
    }
    let now = world.now()
    let day = (now + Int64(world.localOffset(now)) * 1_000) / 86_400_000
    let seed = world.random(7).reduce(Int64(0)) { $0 << 8 | Int64($1) } & 9_007_199_254_740_991
    return TapSession(
      plan: plan.key, participant: try participant(taken), age: try word(.age, needed: true) ?? .six,
      week: try given(.week) == nil
        ? ISOWeek(dayNumber: Int(clamping: day)).text : form(.week, "a week such as 2026-W47", TapForm.isWeek),
      device: try form(.device, "the manufacturer's model name, e.g. iPad mini 6", DeviceModel.isModel),
      pointsPerInch: try density(), os: try number(.os, 1...999) ?? 0, orientation: try word(.orientation),
      hold: try word(.hold), seating: try word(.seat),
      textScale: try number(.scale, 10...1_000) ?? 100, assistive: try assistive(),
      input: try word(.input) ?? plan.input,
      seed: try number(.seed, 0...9_007_199_254_740_991).map { Int64($0) } ?? seed,
      moderator: try form(.moderator, "a code such as m1, not a name", TapForm.isModerator), consent: consent)
  }

  /// The code of the problem of a session without consent or assent: in a file it is one of its line.
  package static let withoutConsent = "consent.missing"

  private var isOfFile: Bool { kind == .badInput }

  private func unconfirmed(guardian: Bool, assent: Bool) -> [Field] {
    (guardian ? [] : [.guardian]) + (assent ? [] : [.assent])
  }

  /// Names all that is missing at once, where it is more than one: to be asked one by one takes as many tries.
  private func requireAll() throws(Problem) {
    let missing = [Field.consent, .age, .moderator, .device].filter { given($0) == nil }
    guard let first = missing.first else { return }
    let all = missing + unconfirmed(guardian: given(.guardian) == "yes", assent: given(.assent) == "yes")
    guard all.count > 1 else { return }
    throw Problem(
      kind, code: "session.incomplete",
      isOfFile
        ? "\(place(first)): missing, as are \(WordList.and(all.dropFirst().map(\.rawValue)))"
        : "\(WordList.and(all.map(place))) are missing",
      hints: isOfFile ? [] : ["Run \"a11y tap run --help\" for what each of them takes."])
  }

  private func participant(_ taken: Set<String>) throws(Problem) -> String {
    guard let text = given(.participant) else {
      var code = ParticipantCode(random: world.random).text
      for _ in 0..<100 where taken.contains(code) { code = ParticipantCode(random: world.random).text }
      return code
    }
    guard let code = ParticipantCode(text) else {
      throw refusal(.participant, text, "a participant code of 6 characters, drawn by a11y")
    }
    return code.text
  }

  private func given(_ field: Field) -> String? { value(field).flatMap { $0.isEmpty ? nil : $0 } }

  private func form(_ field: Field, _ wanted: String, _ fits: (String) -> Bool) throws(Problem) -> String {
    guard let text = given(field) else {
      throw Problem(kind, code: "session.incomplete", "\(place(field)) is missing; expected \(wanted)")
    }
    guard fits(text) else { throw refusal(field, text, wanted) }
    return text
  }

  private func word<Word: RawRepresentable<String> & CaseIterable>(
    _ field: Field, needed: Bool = false
  ) throws(Problem) -> Word? {
    let wanted = WordList.or(Word.allCases.map(\.rawValue))
    guard let text = given(field) else {
      guard needed else { return nil }
      throw Problem(kind, code: "session.incomplete", "\(place(field)) is missing; expected \(wanted)")
    }
    guard let word = Word(rawValue: text) else { throw refusal(field, text, wanted) }
    return word
  }

  private func number(_ field: Field, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = given(field) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw refusal(field, text, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Hundredths of a point per inch.
  private func density() throws(Problem) -> Int? {
    guard let text = given(.ppi) else { return nil }
    guard let density = PercentValue.decimal(text[...]), density >= 40, density <= 2_000 else {
      throw refusal(.ppi, text, "points per inch from 40 to 2000, or no value if unknown")
    }
    return Int((density * 100).rounded())
  }

  private func flag(_ field: Field) throws(Problem) -> Bool {
    switch given(field) {
    case nil, "no": return false
    case "yes": return true
    case let text?: throw refusal(field, text, "yes or no")
    }
  }

  private func assistive() throws(Problem) -> [AssistiveTechnology] {
    var found: [AssistiveTechnology] = []
    for text in (given(.assistive) ?? "").utf8.split(whereSeparator: { $0 == 0x2C || $0 == 0x20 || $0 == 0x3B }) {
      guard let word = AssistiveTechnology(rawValue: String(decoding: text, as: UTF8.self)) else {
        throw refusal(
          .assistive, String(decoding: text, as: UTF8.self),
          WordList.or(AssistiveTechnology.allCases.map(\.rawValue)))
      }
      if !found.contains(word) { found.append(word) }
    }
    return found
  }

  private func refusal(_ field: Field, _ text: String, _ wanted: String) -> Problem {
    var hint = field == .age ? ["Use an age band: an exact age or date of birth is never stored."] : []
    if field == .age, WrittenTime(text) ?? WrittenTime("\(text) 2026") != nil {
      hint.append("Write 6 to 8 if a spreadsheet made a date of 6-8.")
    }
    let (name, value) = (place(field), MessageText.quoted(text))
    return Problem(
      kind, code: "session.\(field.rawValue)",
      name.hasPrefix("-")
        ? "invalid value \(value) for \(name); expected \(wanted)"
        : "\(name): invalid value \(value); expected \(wanted)",
      hints: hint)
  }
}

extension TapSession {
  /// A remark where the child was in another age band before: one of the two is a slip, or the child grew older.
  package func ageRemark(after earlier: [TapSession]) -> String? {
    guard let last = earlier.last(where: { $0.participant == participant }), last.age != age else { return nil }
    return "participant \(participant) was in age band \(last.age.rawValue) before, and is in \(age.rawValue) now; run "
      + "\"a11y undo\" if that is a slip"
  }
}

/// Finds plans, and erases raw contacts when they are due.
package enum TapPlans {
  /// Erases raw contacts that are no longer needed, after a question where one can be asked. Commands of first-tap tests
  /// call it, and so does backup, which copies them. `doctor` changes nothing and reports them.
  ///
  /// Commands that import what others wrote do not call it: nothing that others write destroys. Those that log results
  /// do not, because of its cost.
  package static func sweep(_ tracker: Tracker, _ context: Context) throws {
    // Read first: without old contacts nothing may be written.
    let due = try tracker.read { try $0.oldContacts() }.filter(\.isDue)
    guard !due.isEmpty else { return }
    let reasons = due.map { plan in
      "\(counted(plan.count, "contact record")) of plan \(plan.plan), which \(closer(plan)) at least "
        + "\(Writer.contactDays) days ago"
    }
    if Prompt.isPossible(context) {
      let question = "Erase \(reasons.joined(separator: "; "))?"
      guard try Prompt.confirm(context, question: question, action: "erase the contact records") else { return }
    }
    guard try tracker.write({ try $0.eraseOldContacts(by: context.tester() ?? "") }) != nil else { return }
    for reason in reasons { context.remark("Erased \(reason).") }
  }

  private static func closer(_ plan: OldContacts) -> String {
    plan.closedBy.isEmpty ? "was closed on this machine" : "\(plan.closedBy) closed on this machine"
  }

  package static func open(_ typed: String, _ reader: Reader) throws -> TapPlan {
    let plan = try find(typed, reader)
    guard plan.closed == nil else {
      throw Problem(
        .decision, code: "plan.closed", "plan \(MessageText.quoted(plan.key)) is closed",
        hints: ["Run \"a11y edit plan \(ShellWord.quoted(plan.key)) --reopen\" to reopen it."])
    }
    return plan
  }

  /// The command that makes the checks of first-tap tests apply to a component.
  package static func profileCommand(_ component: String) -> String {
    "a11y edit component \(ShellWord.quoted(component)) --profile child"
  }

  /// The plan of a name, open or closed.
  package static func find(_ typed: String, _ reader: Reader) throws -> TapPlan {
    let key = try NameFinder.record(TapPlan.recordKind, typed, reader)
    try NameFinder.refuseDeleted(TapPlan.recordKind, key, reader)
    guard let plan = try reader.plan(key) else {
      throw Problem(
        .badInput, code: "plan.invalid", "plan \(MessageText.quoted(key)) lacks required fields",
        hints: ["Run \"a11y edit plan \(ShellWord.quoted(key)) --component COMPONENT --size WxH --target 90\"."])
    }
    return plan
  }
}

/// What the plan of the tracker does not ask for of the results of first-tap tests, so that they would not count.
package struct OutsidePlan {
  package typealias Item = (check: String, condition: String)

  private let plan: TrackerPlan
  /// Nil where every check is asked for.
  private let checks: Set<String>?
  private let conditions: Set<String>?

  /// Nil where the plan asks for everything.
  package init?(_ reader: Reader) throws {
    plan = try reader.plan()
    checks = plan.checklists.isEmpty ? nil : Set(try reader.checklistChecks(plan.checklists))
    conditions = plan.conditions.map { Set($0.map(\.text)) }
    if checks == nil, conditions == nil { return nil }
  }

  package func holds(_ item: Item) -> Bool { !asks(check: item.check) || !asks(condition: item.condition) }

  private func asks(check: String) -> Bool { checks?.contains(check) ?? true }
  private func asks(condition: String) -> Bool { conditions?.contains(condition) ?? true }

  /// The command after which the tracker's plan asks for some items too.
  package func command(for items: [Item]) -> String {
    var flags: [String] = []
    if items.contains(where: { !asks(check: $0.check) }) {
      flags.append("--checklists " + Self.list(plan.checklists + ["child-testing"]))
    }
    var missing: [String] = []
    for item in items where !asks(condition: item.condition) && !missing.contains(item.condition) {
      missing.append(item.condition)
    }
    if !missing.isEmpty {
      let known = (plan.conditions ?? []).map { $0.tokens.joined(separator: "+") } + missing
      flags.append("--conditions " + Self.list(known.map { $0.isEmpty ? "default" : $0 }))
    }
    return "a11y edit tracker " + flags.joined(separator: " ")
  }

  private static func list(_ names: [String]) -> String { names.map(ShellWord.quoted).joined(separator: ",") }
}

/// Parses a rate: `90`, `90%`, `92.5`, or, below 1, the fraction `0.9`.
package enum PercentValue {
  static let standardTarget = 0.9

  /// The target (default: 0.9).
  package static func target(_ arguments: ParsedArguments) throws(Problem) -> Double {
    try arguments.string(.target).map { text throws(Problem) in try target(text) } ?? standardTarget
  }

  /// A target rate, as a fraction of 1.
  package static func target(_ text: String) throws(Problem) -> Double {
    let rate = rate(text)
    if let rate, rate >= 0.5, rate <= 0.99 { return rate }
    throw .usage(
      "flag.value", "invalid value \(MessageText.quoted(text)) for --target; expected 50 to 99 percent",
      hints: rate.map { $0 > 0.99 } == true ? ["Use at most 99 percent: no sample can prove 100 percent."] : [])
  }

  /// An expected rate of the children: above the target, up to 100 percent.
  package static func rate(_ arguments: ParsedArguments, above target: Double) throws(Problem) -> Double? {
    guard let text = arguments.string(.rate) else { return nil }
    if let rate = rate(text), rate > target, rate <= 1 { return rate }
    throw .usage(
      "flag.value",
      "invalid value \(MessageText.quoted(text)) for --rate; expected a rate above the target, up to 100 percent",
      hints: ["Use a higher rate: a rate at or below the target never meets it, with any number of children."])
  }

  /// - Returns: a fraction of 1; nil unless the text is digits with at most one decimal point.
  static func rate(_ text: String) -> Double? {
    var digits = text[...]
    let hasSign = digits.utf8.last == UInt8(ascii: "%")
    if hasSign { digits = digits.dropLast() }
    return decimal(digits).map { $0 < 1 && !hasSign ? $0 : $0 / 100 }
  }

  /// Digits with at most one decimal point.
  static func decimal(_ text: Substring) -> Double? {
    let isPlain = text.utf8.count <= 8 && text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0.isDigit }
    return isPlain ? Double(text) : nil
  }
}
