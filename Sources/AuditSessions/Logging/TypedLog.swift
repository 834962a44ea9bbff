package import Arguments
import AuditModel
import AuditReports
package import AuditStore
package import Terminal
import TrackerAccess

/// Typed outcomes of one check on one or more components, recorded in one transaction.
package struct TypedLog {
  /// The words of the report.
  package struct Wording {
    var done: String
    package var conditional: String
    package var schema: String

    static let log = Wording(done: "Logged", conditional: "Would log", schema: "a11y.log/1")
    package static let resolve = Wording(done: "Resolved", conditional: "Would resolve", schema: "a11y.settled/1")
  }

  var outcome: String
  /// Check and components as typed, which may be prefixes.
  var check: String
  var components: [String]
  var wording = Wording.log
  /// Remarks for every result, in addition to those of each.
  var advice: [String] = []
  /// Completes a result before it is recorded, or throws.
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

  /// Records the outcomes, or reports with `--dry-run` what it would record.
  package func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let tester = try context.requiredTester()
    let files = arguments.strings(.evidence)
    // Evidence is stored only after the tracker was opened successfully.
    let tracker = try files.isEmpty ? context.openTrackerToWrite() : context.openTracker(.write)
    var evidence = try TakenFiles(files, context, tracker)
    evidence.describe(try EvidenceIntake.words(arguments))
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
        // The tracker is not locked during a prompt.
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
                "component.twice", "\(entry.component) is listed twice; nothing was recorded",
                hints: ["List it once."])
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

  /// Carries the results of a dry run out of a transaction that is rolled back.
  private struct DryRun: Error {
    var lines: [LoggedLine]
  }

  private struct LoggedLine {
    var result: NewResult
    var before: CellState?
    /// Remarks that do not prevent logging.
    var advice: [String]
    /// Source conflicts whose resolution applies to the value.
    var readings: [String]
  }

  /// The check of a name, looked up in the transaction that writes.
  package static func name(ofCheck typed: String, _ writer: Writer) throws -> String {
    do {
      _ = try writer.check(typed)
      return typed
    } catch Refusal.unknownCheck {
      if try writer.reader.component(typed) != nil {
        throw Problem(
          .notFound, code: "check.unknown", "\(MessageText.quoted(typed)) is a component, not a check",
          hints: ["Put the check before the component."])
      }
      return try NameFinder.check(typed, writer.reader)
    }
  }

  /// The component of a name, looked up in the transaction that writes.
  package static func name(ofComponent typed: String, _ writer: Writer) throws -> String {
    do {
      try writer.component(typed)
      return typed
    } catch Refusal.unknownComponent {
      guard !typed.utf8.contains(UInt8(ascii: "*")) else {
        let query = ShellWord.quoted("component:" + typed)
        throw Problem(
          .notFound, code: "component.unknown",
          "unknown component \(MessageText.quoted(typed)); patterns are not allowed here",
          hints: [
            "Run \"a11y list components \(query)\" for matching components, or "
              + "\"a11y walk --component \(ShellWord.quoted(typed))\" to test them one by one."
          ])
      }
      return try NameFinder.component(typed, writer.reader)
    }
  }

  /// The source conflicts that apply; for a check with a threshold only if a value was measured.
  private func readings(of result: NewResult, _ writer: Writer) throws -> [String] {
    let isMeasured = try result.value != nil || writer.check(result.check).measurement == nil
    return isMeasured ? try writer.reader.readings(of: result.check) : []
  }

  /// Remarks: the value contradicts the outcome, the check does not apply to the component, the condition is
  /// contradictory or does not count, or the earlier severity is lost.
  private static func advice(
    _ result: NewResult, _ defaults: LogDefaults, _ writer: Writer, before: CellState?
  ) throws -> [String] {
    var advice = defaults.remark(on: result.condition).map { [$0] } ?? []
    if result.outcome == .fail, result.severity == nil, let severity = before?.severity {
      advice.append(
        "severity was \(severity.word) and is now the default; log it again with -s \(severity.rawValue) to keep it"
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
        "\(component.key) is retired: the result is kept but does not count; run "
          + "\"a11y edit component \(component.key) --restore\" to restore it")
    }
    if let remark = Self.remark(onDevice: result, check) { advice.append(remark) }
    let answer = check.applies(to: component)
    if case .out(let reason) = answer, result.outcome != .na { advice.append(reason) }
    return advice
  }

  /// A remark if the check does not apply to the device, or if a simulator cannot show the result.
  private static func remark(onDevice result: NewResult, _ check: LoggedCheck) -> String? {
    guard result.outcome != .na else { return nil }
    if result.device.lowercased().contains("simulator"), check.id.hasPrefix("haptics.") {
      return "a simulator has no haptics; test \(check.id) on a device"
    }
    guard let family = DeviceFamily.of(device: result.device, condition: result.condition.text, platforms: []),
      let platform = family.platform, !check.platforms.isEmpty, !check.platforms.contains(platform)
    else { return nil }
    let wanted = check.platforms.map(\.rawValue).joined(separator: " and ")
    return "\(check.id) applies to \(wanted), but was tested on \(family.rawValue); log na for this device"
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

  /// ` See source conflicts E-03 and E-05 (a11y show E-03).`
  private static func sentence(ofReadings ids: [String]) -> String {
    guard let first = ids.first, let last = ids.last else { return "" }
    let names = ids.count == 1 ? " \(first)" : "s \(ids.dropLast().joined(separator: ", ")) and \(last)"
    return " See source conflict\(names) (a11y show \(first))."
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
