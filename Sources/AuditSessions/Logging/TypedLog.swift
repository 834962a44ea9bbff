package import Arguments
import AuditModel
import AuditReports
package import AuditStore
package import Terminal
import TrackerAccess

/// Outcomes that were typed: of one check on one component or more, recorded in one transaction.
package struct TypedLog {
  /// How what was done is told.
  package struct Wording {
    var done: String
    package var conditional: String
    package var schema: String

    static let log = Wording(done: "Logged", conditional: "Would log", schema: "a11y.log/1")
    package static let resolve = Wording(done: "Settled", conditional: "Would settle", schema: "a11y.settled/1")
  }

  var outcome: String
  /// Check and components as typed: beginnings will do.
  var check: String
  var components: [String]
  var wording = Wording.log
  /// What is to be said with every result, besides what there is to say of each.
  var advice: [String] = []
  /// Looks at a result before it is recorded: completes it, or throws.
  package var prepare: (inout NewResult, Writer) throws -> Void = { _, _ in }

  package init(
    outcome: String, check: String, components: [String], wording: Wording = .log, advice: [String] = [],
    prepare: @escaping (inout NewResult, Writer) throws -> Void = { _, _ in }
  ) {
    self.outcome = outcome
    self.check = check
    self.components = components
    self.wording = wording
    self.advice = advice
    self.prepare = prepare
  }

  /// Records the outcomes, or says with `--dry-run` what it would record.
  package func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let tester = try context.requiredTester()
    let files = arguments.strings(.evidence)
    // Nothing is put beside a file that may turn out not to be a tracker.
    let tracker = try files.isEmpty ? context.openTrackerToWrite() : context.openTracker(.write)
    let evidence = try TakenFiles(files, context, tracker)
    var entry = LogEntry()
    entry.outcome = outcome
    entry.value = arguments.string(.value)
    entry.note = arguments.string(.message)
    entry.severity = arguments.string(.severity)
    entry.override = arguments.string(.override)
    var contradictions = try Contradictions(context)
    while true {
      do {
        return try attempt(entry, contradictions, evidence, tester, tracker, context)
      } catch let question as Contradictions.Question {
        // A tracker is not locked while a person thinks.
        try contradictions.ask(question, context)
      }
    }
  }

  private func attempt(
    _ typed: LogEntry, _ contradictions: Contradictions, _ evidence: TakenFiles, _ tester: String, _ tracker: Tracker,
    _ context: Context
  ) throws -> ExitCode {
    let isDryRun = context.arguments.has(.dryRun)
    var entry = typed
    do {
      let logged = try evidence.keeping {
        try tracker.write { writer in
          entry.check = try Self.name(ofCheck: check, writer)
          let defaults = try LogDefaults.read(context, writer.reader, tester: tester)
          var results: [LoggedLine] = []
          var contradicted: [ResultRow] = []
          for typed in components {
            entry.component = try Self.name(ofComponent: typed, writer)
            guard !results.contains(where: { $0.result.component == entry.component }) else {
              throw Problem.usage(
                "component.twice", "\(entry.component) is named twice, which would be two results",
                hints: ["Nothing was recorded. Name it once."])
            }
            var result = try entry.result(defaults, writer)
            try prepare(&result, writer)
            if !result.isRetest, let standing = try contradictions.judge(&result, writer) {
              contradicted.append(standing)
              continue
            }
            let remark = try Contradictions.remark(on: result, writer)
            let stored = try writer.log(result)
            if !isDryRun { try evidence.attach(to: stored, by: tester, writer) }
            results.append(
              LoggedLine(
                result: result, before: stored.before,
                advice: try Self.advice(result, defaults, writer, before: stored.before)
                  + [remark].compactMap { $0 } + advice,
                readings: try readings(of: result, writer)))
          }
          if !contradicted.isEmpty { throw Contradictions.Question(results: contradicted) }
          if isDryRun { throw DryRun(lines: results) }
          return results
        }
      }
      try report(logged, evidence, context, isDryRun: false)
    } catch let dryRun as DryRun {
      try report(dryRun.lines, evidence, context, isDryRun: true)
    }
    return .done
  }

  /// Carries what would have been logged out of a transaction that is not to be kept.
  private struct DryRun: Error {
    var lines: [LoggedLine]
  }

  private struct LoggedLine {
    var result: NewResult
    var before: CellState?
    /// Remarks that do not stand in the way.
    var advice: [String]
    /// Entries of the conflict register that decide how the value is read.
    var readings: [String]
  }

  /// The check that is meant, looked up in the transaction that writes.
  package static func name(ofCheck typed: String, _ writer: Writer) throws -> String {
    do {
      _ = try writer.check(typed)
      return typed
    } catch Refusal.unknownCheck {
      if try writer.reader.component(typed) != nil {
        throw Problem(
          .notFound, code: "check.unknown", "there is no check \(MessageText.quoted(typed)): that is a component",
          hints: ["The check comes first, then the component."])
      }
      return try NameFinder.check(typed, writer.reader)
    }
  }

  /// The component that is meant, looked up in the transaction that writes.
  package static func name(ofComponent typed: String, _ writer: Writer) throws -> String {
    do {
      try writer.component(typed)
      return typed
    } catch Refusal.unknownComponent {
      guard !typed.utf8.contains(UInt8(ascii: "*")) else {
        throw Problem(
          .notFound, code: "component.unknown",
          "\(MessageText.quoted(typed)) is a pattern; results are of components by their names",
          hints: [
            "a11y list components \(ShellWord.quoted("component:" + typed)) shows them; "
              + "a11y walk --component \(ShellWord.quoted(typed)) asks for one after the other."
          ])
      }
      return try NameFinder.component(typed, writer.reader)
    }
  }

  /// The entries of the conflict register that decided; of a check with a figure only where one was measured.
  private func readings(of result: NewResult, _ writer: Writer) throws -> [String] {
    let isMeasured = try result.value != nil || writer.check(result.check).measurement == nil
    return isMeasured ? try writer.reader.readings(of: result.check) : []
  }

  /// What a careful colleague would say: the value speaks against the outcome, the check is not for this component, the
  /// condition cannot hold or counts for nothing, or what was known of the failure is said no more.
  private static func advice(
    _ result: NewResult, _ defaults: LogDefaults, _ writer: Writer, before: CellState?
  ) throws -> [String] {
    var advice = defaults.remark(on: result.condition).map { [$0] } ?? []
    if result.outcome == .fail, result.severity == nil, let severity = before?.severity {
      advice.append(
        "it was \(severity.word) before and has the severity of its check now; -s \(severity.rawValue) with the same words says it again"
      )
    }
    let remark = try defaults.remark(
      check: result.check, component: result.component, condition: result.condition, writer.reader)
    if let remark { advice.append(remark) }
    let check = try writer.check(result.check)
    let component = try writer.component(result.component)
    if let measurement = check.measurement?.under(result.condition.text) {
      advice += ValueAdvice.remarks(result, measurement, component)
    }
    if component.isRetired {
      advice.append(
        "\(component.key) is retired: the result is kept, and counts again after "
          + "a11y edit component \(component.key) --restore")
    }
    if let remark = Self.remark(onDevice: result, check) { advice.append(remark) }
    let answer = check.applies(to: component)
    if case .out(let reason) = answer, result.outcome != .na { advice.append(reason) }
    return advice
  }

  /// That it was seen on a device that the check is not for, or on one that has no haptics because it is none.
  private static func remark(onDevice result: NewResult, _ check: LoggedCheck) -> String? {
    guard result.outcome != .na else { return nil }
    if result.device.lowercased().contains("simulator"), check.id.hasPrefix("haptics.") {
      return "a simulator has no haptics: \(check.id) is seen on a device"
    }
    guard let family = DeviceFamily.of(device: result.device, condition: result.condition.text, platforms: []),
      let platform = family.platform, !check.platforms.isEmpty, !check.platforms.contains(platform)
    else { return nil }
    let wanted = check.platforms.map(\.rawValue).joined(separator: " and ")
    return "\(check.id) is for \(wanted), and it was seen on \(family.rawValue); na is the answer there"
  }

  private func report(
    _ lines: [LoggedLine], _ evidence: TakenFiles, _ context: Context, isDryRun: Bool
  ) throws {
    if try context.format() == .json {
      try context.print(json(lines, evidence, context, isDryRun: isDryRun).render(indent: 2))
    } else {
      for line in lines {
        let condition = line.result.condition.text
        let place = "\(line.result.check) \(line.result.component)" + (condition.isEmpty ? "" : " (\(condition))")
        let before = line.before.map { StateWords.words($0) } ?? "untested"
        let readings = Self.sentence(ofReadings: line.readings)
        let verb = isDryRun ? wording.conditional : wording.done
        try context.print(
          MessageText.escaped(
            "\(verb): \(line.result.outcome.rawValue) \(place). Before: \(before).\(readings)\(evidence.sentence)"))
      }
    }
    evidence.remark(context)
    for line in lines {
      for advice in line.advice { context.remark("a11y: note: \(advice)") }
    }
  }

  /// ` Read as E-03 and E-05 say (a11y show E-03).`
  private static func sentence(ofReadings ids: [String]) -> String {
    guard let first = ids.first, let last = ids.last else { return "" }
    let names = ids.count == 1 ? "\(first) says" : "\(ids.dropLast().joined(separator: ", ")) and \(last) say"
    return " Read as \(names) (a11y show \(first))."
  }

  private func json(
    _ lines: [LoggedLine], _ evidence: TakenFiles, _ context: Context, isDryRun: Bool
  ) -> JSONText {
    context.document(
      wording.schema, ("dry_run", .bool(isDryRun)),
      (
        "rows",
        .array(
          lines.map { line in
            .object([
              ("component", .string(line.result.component)), ("check", .string(line.result.check)),
              ("condition", .string(line.result.condition.text)),
              ("outcome", .string(line.result.outcome.rawValue)),
              ("before", .string(line.before?.outcome.rawValue ?? "untested")),
              ("remarks", .strings(line.advice)), ("readings", .strings(line.readings)), ("evidence", evidence.json),
            ])
          })
      ))
  }
}
