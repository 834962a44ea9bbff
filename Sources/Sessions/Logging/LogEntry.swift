package import Audit
import Base
package import CommandLine
package import Store

/// What every result of one command shares: tester, device, time, audit.
package struct LogDefaults {
  var tester: String
  package var device = ""
  var os = ""
  var build = ""
  package var audit = ""
  package var condition = Condition.standard
  /// Whether a flag says it, and not the configuration or an audit.
  fileprivate var isConditionNamed = false
  /// The conditions of the audit; empty without one.
  var auditConditions: [Condition] = []
  var time: Int64?
  /// What conditions can be made of.
  let settings = SettingWords()
  /// Where no audit is named, those that a result may count for; nil if one is named, or none by an empty name.
  package private(set) var openAudits: OpenAudits?
  /// Whether the line, the tester, or the row says which build was tested; an audit that a result counts for does not ask.
  private(set) var isBuildSaid = false
  /// Whether nothing names a build, an empty one included: then that of the audit is meant.
  private var isBuildOpen = false
  private var auditOfRow: AuditRound?
  private let listed = ListedChecks()

  /// Reads flags and configuration; an audit supplies its build, and its condition if it has only one. The default
  /// build is the tracker's current one.
  ///
  /// - Parameters:
  ///   - isAssigned: without a named audit, the only open one that assigns components to the tester is meant.
  ///   - chosen: the build, where one was chosen from several.
  package static func read(
    _ context: Context, _ reader: Reader, tester: String, isAssigned: Bool = false, build chosen: String? = nil
  ) throws -> LogDefaults {
    var defaults = LogDefaults(tester: tester)
    let seenOn = try SeenOn(context)
    defaults.device = try checked(seenOn.device, of: "device")
    defaults.os = try checked(seenOn.os, of: "os")
    // An empty build means that it is not known.
    let said = context.arguments.string(.build) ?? chosen
    let build = try said ?? reader.setting("build")
    defaults.build = try checked(build ?? "", of: "build")
    (defaults.isBuildSaid, defaults.isBuildOpen) = (said != nil, build == nil)
    let condition = try context.condition()
    if let condition {
      try defaults.settings.refuseUnknown(condition, reader, isConfigured: !context.arguments.has(.condition))
      defaults.condition = condition
      defaults.isConditionNamed = context.arguments.has(.condition)
    }
    if let time = try context.time(.at)?.timestamp.milliseconds {
      if let words = ahead(time, reader) {
        throw Problem.usage("time.future", words, hints: ["Correct --at, or the clock of this machine."])
      }
      defaults.time = time
    }
    let named = try auditName(context, reader, tester: tester, isAssigned: isAssigned)
    if named == nil { defaults.openAudits = try OpenAudits(reader) }
    let name = try checked(named ?? "", of: "audit")
    guard !name.isEmpty else {
      if defaults.isBuildOpen { defaults.build = try reader.staleRule().build }
      return defaults
    }
    let audit = try open(name, reader)
    defaults.audit = audit.name
    if defaults.build.isEmpty { defaults.build = audit.build }
    if defaults.build.isEmpty, defaults.isBuildOpen { defaults.build = try reader.staleRule().build }
    if condition == nil, audit.conditions.count == 1 { defaults.condition = audit.conditions[0] }
    defaults.auditConditions = audit.conditions
    return defaults
  }

  /// Why a time cannot be that of a test: by this machine's clock, it is still to come. All that is logged later would
  /// count as seen after it.
  static func ahead(_ time: Int64, _ reader: Reader) -> String? {
    guard HybridTime(milliseconds: time).isAhead(of: reader.now) else { return nil }
    let clock = { (time: Int64) in Timestamp(milliseconds: time).localMinute(offset: reader.localOffset(time)) }
    return "the time of the test is in the future: \(clock(time)), and it is \(clock(reader.now)) now"
  }

  /// The audit that a line or the configuration names, or that assigns components to the tester.
  static func auditName(
    _ context: Context, _ reader: Reader, tester: String, isAssigned: Bool
  ) throws -> String? {
    if let named = try context.arguments.string(.audit) ?? reader.setting("audit") { return named }
    guard isAssigned else { return nil }
    let assigning = try reader.followedAudits().filter {
      $0.closed == nil && !$0.components(assignedTo: tester).isEmpty
    }
    return assigning.count == 1 ? assigning[0].name : nil
  }

  /// The open audit of a name or unique prefix.
  package static func open(_ name: String, _ reader: Reader) throws -> AuditRound {
    let audit = try AuditName.find(name, reader)
    try AuditName.refuseClosed(audit)
    return audit
  }

  private static func checked(_ text: String, of what: String) throws(Problem) -> String {
    try Problem.named { () throws(NameProblem) in try Names.checkLine(text, of: what) }
    return text
  }

  /// The audit that a result of an item counts for, and the build that was tested; empty for none.
  ///
  /// - Parameter isAsked: whether it was asked before which build is tested.
  /// - Throws: `BuildsDiffer` where that audit is for another build than the one that would be logged, and the tester
  ///   does not say which was tested.
  func count(for place: ScopeCell, isAsked: Bool = false) throws -> (audit: String, build: String) {
    guard let round = try auditOfRow ?? (audit.isEmpty ? openAudits?.only(for: place) : nil) else {
      return (audit, build)
    }
    guard !isBuildSaid, !round.build.isEmpty, round.build != build else { return (round.name, build) }
    guard build.isEmpty else {
      if isAsked { return (round.name, build) }
      throw BuildsDiffer(named: [BuildsDiffer.named(round), (isBuildOpen ? "current" : "configuration", build)])
    }
    return (round.name, isBuildOpen ? round.build : "")
  }

  /// Takes what a row names.
  mutating func take(build: String) { (self.build, isBuildSaid) = (build, true) }
  mutating func take(audit round: AuditRound) { (audit, auditOfRow) = (round.name, round) }

  /// A remark if a result counts for no audit although several ask for it, or not for the audit it names.
  func remark(on place: ScopeCell, _ reader: Reader) throws -> String? {
    if !audit.isEmpty {
      guard let round = try reader.audit(audit) else { return nil }
      let names = try reader.names
      let isComponent =
        round.components.isEmpty || round.components.contains { names.matches(Glob($0), place.component) }
      let isCheck = try round.checklists.isEmpty || listed.checks(on: round.checklists, reader).contains(place.check)
      if isComponent, isCheck, try round.isOfApp || reader.applies(place) || reader.countsAnyKind { return nil }
      return "outside the scope of audit \(audit): the result is kept but does not count for it"
    }
    let asking = try openAudits?.asking(for: place) ?? []
    guard asking.count > 1 else { return nil }
    return "the result counts for no audit, but is in scope of \(asking.joined(separator: ", ")); pass --audit "
      + "\(ShellWord.quoted(asking[0])), or run \"a11y config audit \(ShellWord.quoted(asking[0]))\" to log for it by "
      + "default"
  }

  /// A remark on a condition that is not in the audit.
  func remark(on condition: Condition) -> String? {
    guard !auditConditions.isEmpty, !auditConditions.contains(condition) else { return nil }
    let asked = auditConditions.map(\.shown).joined(separator: "; ")
    return "audit \(audit) has other conditions (\(asked)); a result under \(condition.shown) does not count for it"
  }
}

/// The checks on the checklists of audits that results name: many rows name the same.
final class ListedChecks {
  private var known: [[String]: Set<String>] = [:]
  /// How often checklists were read.
  private(set) var readings = 0

  func checks(on lists: [String], _ reader: Reader) throws -> Set<String> {
    try known.value(lists) {
      readings += 1
      return Set(try reader.checklistChecks(lists))
    }
  }
}

/// One result as typed or read from a line, before it is parsed.
package struct LogEntry {
  package var outcome = ""
  package var check = ""
  package var component = ""
  var condition: String?
  /// Whether that is the condition of an item, and not what someone typed.
  var isConditionOfItem = false
  var value: String?
  /// What a comma in a number of the value means; nil where it was typed, and not read from a table.
  var comma: NumberComma?
  var note: String?
  package var severity: String?
  /// The reason to keep a pass that its value contradicts.
  package var override: String?
  /// Names of the components that make the check of their screen fail; nil where not given.
  package var on: [String]?

  package init() {}

  /// Parses the words; names in full only. Errors are usage errors; `log -` turns them into errors of an input line.
  ///
  /// - Throws: `Refusal` or `Problem` with a message for the user.
  package func result(_ defaults: LogDefaults, _ writer: Writer, _ names: NameBook? = nil) throws -> NewResult {
    guard let outcome = Outcome(rawValue: ASCIIFold.small(outcome)) else { throw Self.unknownOutcome(outcome) }
    let known = try writer.check(check)
    if outcome != .na { try Self.refuseOtherPlatform(known, try writer.component(component)) }
    var result = NewResult(
      component: component, check: check, condition: defaults.condition, outcome: outcome, tester: defaults.tester,
      device: defaults.device, os: defaults.os, build: defaults.build, time: defaults.time)
    if let condition, !condition.isEmpty {
      result.condition = try Problem.named { () throws(NameProblem) in try Condition(parsing: condition) }
      try defaults.settings.refuseUnknown(result.condition, writer.reader)
    } else if isConditionOfItem {
      result.condition = .standard
    }
    if !isConditionOfItem {
      let isNamed = defaults.isConditionNamed || condition?.isEmpty == false
      result.condition = try defaults.settings.item(result.place, isNamed: isNamed, writer.reader)
    }
    try SettingWords.refuse(result.condition, on: result.device)
    if outcome == .pass, let words = Self.smallerText(known.id, known.measurement, result.condition) {
      let hint = "Test it with larger text, for example --condition text-ax3, or log na for the smaller size."
      throw Problem.usage("condition.smaller-text", words, hints: [hint])
    }
    (result.audit, result.build) = try defaults.count(for: result.place)
    if let value, !value.isEmpty { result.value = try measured(value, of: known) }
    // Blanks alone would replace the note of a finding by nothing that is seen.
    if let note, !WalkLine.trimmed(note).isEmpty {
      try Problem.named { () throws(NameProblem) in try Names.checkNote(note) }
      result.note = note
    }
    if let severity, !severity.isEmpty { result.severity = try Self.severity(severity, for: outcome) }
    if let on { result.members.on = try FailingParts.keys(on, of: result, writer, names) }
    if let measurement = known.measurement?.under(result.condition.text), let value = result.value, outcome == .pass,
      !ValueAdvice.isOverride(result.note)
    {
      let component = try writer.component(component)
      try ValueAdvice.refuse(&result, value, measurement, component, override)
    }
    return result
  }

  /// Why a pass under smaller text than a check asks for is rejected: it was not tested at that size. Nil for others.
  static func smallerText(_ check: String, _ measurement: Measurement?, _ condition: Condition) -> String? {
    guard let measurement, let size = measurement.smallerText(of: condition) else { return nil }
    return "\(check) requires \(measurement.wording()); \(size) is smaller text"
  }

  /// Rejects a result of a check that does not apply to the component's platforms, such as Mac keys on a phone.
  private static func refuseOtherPlatform(_ check: LoggedCheck, _ component: Component) throws(Problem) {
    guard !check.platforms.isEmpty, !component.platforms.isEmpty,
      !check.platforms.contains(where: component.platforms.contains)
    else { return }
    let (asked, present) = (check.platforms.map(\.rawValue), component.platforms.map(\.rawValue))
    throw .usage(
      "check.platform",
      "\(check.id) applies to \(asked.joined(separator: " and ")), but \(component.key) is only on "
        + present.joined(separator: " and "),
      hints: [
        "Log na, or run \"a11y edit component \(ShellWord.quoted(component.key)) --platform \(asked[0])\"."
      ])
  }

  private static func unknownOutcome(_ word: String) -> Problem {
    let names = Outcome.allCases.map(\.rawValue)
    return .usage(
      "outcome.unknown",
      "invalid outcome \(MessageText.quoted(word)); expected pass, fail, na, or cant-tell",
      hints: Suggestion.hint(for: word, among: names))
  }

  private func measured(_ text: String, of check: LoggedCheck) throws -> MeasuredValue {
    do throws(MeasureError) {
      return try measured(text, check.measurement)
    } catch {
      // Of several columns with text only the name tells where it is; names of people and conditions say theirs.
      let place = comma == nil ? "" : "value: "
      throw Problem.usage("value.invalid", place + error.problem, hints: error.hint.isEmpty ? [] : [error.hint])
    }
  }

  /// What a value says; in a table a number may have a decimal comma.
  func measured(_ text: String, _ measurement: Measurement?) throws(MeasureError) -> MeasuredValue {
    do throws(MeasureError) {
      return try MeasuredValue.parse(text, of: measurement)
    } catch {
      guard error.reason == .decimalComma, let pointed = comma?.pointed(text) else { throw error }
      return try MeasuredValue.parse(pointed, of: measurement)
    }
  }

  package static func severity(_ text: String, for outcome: Outcome = .fail) throws(Problem) -> Severity {
    guard let severity = Severity(cell: text) else {
      throw .usage(
        "severity.unknown",
        "invalid severity \(MessageText.quoted(text)); expected 1 critical, 2 serious, 3 moderate, or 4 minor")
    }
    guard outcome == .fail else {
      throw Problem.usage("severity.unfit", "severity applies only to a fail, not to \(outcome.rawValue)")
    }
    return severity
  }
}

/// The components that make a check of their screen fail, as testers name them.
enum FailingParts {
  /// Names separated by commas, in a table also by semicolons.
  static func names(_ text: String, at signs: String = ",;") -> [String] {
    text.split { signs.contains($0) }.map { WalkLine.trimmed(String($0)) }.filter { !$0.isEmpty }
  }

  /// The keys of the components that a typed result names.
  static func keys(
    _ typed: [String], of result: NewResult, _ writer: Writer, _ names: NameBook?
  ) throws -> [String] {
    guard !typed.isEmpty else { return [] }
    guard result.outcome == .fail else {
      throw Problem.usage(
        "components.unfit", "components apply only to a fail, not to \(result.outcome.rawValue)",
        hints: ["Log the \(result.outcome.rawValue) without them."])
    }
    let screen = try writer.component(result.component)
    guard isAsked(CheckUnit(of: try writer.check(result.check).appliesTo), of: screen) else {
      throw Problem.usage(
        "components.unfit", "components apply only to checks of whole screens, not to \(result.check)",
        hints: [
          "Run \"a11y log fail \(result.check) \(ShellWord.quoted(typed[0]))\" for each component that fails."
        ])
    }
    return try keys(typed, on: screen, names ?? NameBook(writer.reader))
  }

  /// Whether a failure of a check may name components of a screen.
  static func isAsked(_ unit: CheckUnit?, of component: Component?) -> Bool {
    unit == .screen && component.map { CheckUnit.screens.contains($0.kind) } == true
  }

  /// The components of a screen that are in use, for a failure to name; none before the third edition, which asks for them.
  static func offered(on screen: Component, _ reader: Reader) throws -> [Component] {
    try reader.edition < .third ? [] : reader.components().filter { !$0.isRetired && $0.isOn(screen) }
  }

  /// The keys of names, each once: a key, its unique beginning, or what follows the key of the screen.
  static func keys(_ typed: [String], on screen: Component, _ names: NameBook) throws -> [String] {
    let parts = try names.parts(of: screen)
    return try typed.map { name in
      let short = screen.key + "/" + name
      if parts.contains(short) { return short }
      let key = try names.once("part", name) { try names.component($0) }
      guard parts.contains(key) else {
        let (part, place) = (ShellWord.quoted(key), ShellWord.quoted(screen.screens.first ?? screen.key))
        throw Problem.usage(
          "components.elsewhere", "component \(key) is not on \(screen.key)",
          hints: ["Run \"a11y edit component \(part) --add-screen \(place)\" if it is, then log the fail again."])
      }
      return key
    }.unique()
  }
}
