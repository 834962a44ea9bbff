import Arguments
import AuditModel
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// Prints what `a11y log` recorded or would record.
package struct LogReport {
  private let wording: TypedLog.Wording
  private let evidence: TakenFiles
  private let context: Context

  init(_ wording: TypedLog.Wording, _ evidence: TakenFiles, _ context: Context) {
    self.wording = wording
    self.evidence = evidence
    self.context = context
  }

  func print(_ lines: [LoggedLine], isDryRun: Bool) throws {
    if try context.format() == .json {
      try context.print(json(lines, isDryRun: isDryRun).render(indent: 2))
    } else {
      let verb = isDryRun ? wording.conditional : wording.done
      if lines.count > TypedLog.mostUnasked {
        let audits = Self.audits(lines)
        let all = "\(verb)\(audits.all): \(Self.outcomes(lines)) for \(counted(lines.count, "item"))."
        let parts = [all, audits.each, Self.others(lines)]
        try context.print(MessageText.escaped(parts.filter { !$0.isEmpty }.joined(separator: " ") + evidence.sentence))
      } else {
        for line in lines { try context.print(MessageText.escaped(sentence(line, verb))) }
      }
    }
    evidence.remark(context)
    if lines.count > TypedLog.mostUnasked, let words = Self.kept(lines.count { !$0.kept.isEmpty }) {
      context.remark("a11y: note: \(words).")
    }
    var said: Set<String> = []
    for advice in lines.flatMap(\.advice) where said.insert(advice).inserted {
      context.remark("a11y: note: \(advice)")
    }
  }

  private func sentence(_ line: LoggedLine, _ verb: String) -> String {
    let before = line.before.map { StateWords.words($0) } ?? "untested"
    let audit = line.result.audit.isEmpty ? "" : " for audit \(line.result.audit)"
    let kept = line.kept.isEmpty ? "" : " \(line.kept.words.capitalizedFirst)."
    return "\(verb)\(audit): \(line.result.outcome.rawValue) \(line.words). Before: \(before).\(kept)"
      + Self.sentence(ofReadings: line.readings) + evidence.sentence
  }

  /// `does not count: PASS on build 999 is shown`
  static func overtaken(_ shown: Outcome?, _ build: String) -> String {
    "does not count: \(OutcomeWords.word(shown?.rawValue ?? "untested")) on build \(build) is shown"
  }

  /// What to do about a result that would not count.
  static func waysOut(build: String, keepsBoth: Bool) -> [String] {
    ["Pass --build \(ShellWord.quoted(build)) if you tested that build."]
      + (keepsBoth ? ["Pass --disagree to log it anyway: it is kept, and does not count."] : [])
      + ["Run \"a11y undo\" on the machine of its tester if build \(build) is a typo."]
  }

  /// What many results kept of their findings; nil for none.
  package static func kept(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return count == 1
      ? "1 fail keeps the severity or note of its finding"
      : "\(count) fails keep the severities or notes of their findings"
  }

  /// `pass`, or `2 fail and 10 pass` where they differ.
  static func outcomes(_ lines: [LoggedLine]) -> String {
    let groups = Outcome.allCases.map { outcome in (outcome, lines.count { $0.result.outcome == outcome }) }
      .filter { $0.1 > 0 }
    guard groups.count > 1 else { return groups.first?.0.rawValue ?? "" }
    return groups.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: " and ")
  }

  /// The audit that all count for, or how many count for each: `20 count for audit spring.`
  private static func audits(_ lines: [LoggedLine]) -> (all: String, each: String) {
    let counts = Dictionary(lines.map { ($0.result.audit, 1) }, uniquingKeysWith: +).filter { !$0.key.isEmpty }
    if let (name, count) = counts.first, count == lines.count { return (" for audit \(name)", "") }
    let each = counts.sorted { $0.key < $1.key }.map { "\($0.value) count for audit \($0.key)." }
    return ("", each.joined(separator: " "))
  }

  /// `2 had another result: fail touch-target.minimum-44pt home/boost, ...`; empty for none.
  static func others(_ lines: [LoggedLine]) -> String {
    let others = lines.compactMap { line in line.otherBefore.map { "\($0.outcome.rawValue) \(line.words)" } }
    guard !others.isEmpty else { return "" }
    let more = others.count > 5 ? ", and \(others.count - 5) more" : ""
    return "\(others.count) had another result: \(others.prefix(5).joined(separator: ", "))\(more)."
  }

  /// ` See source conflicts E-03 and E-05 (a11y show E-03).`
  private static func sentence(ofReadings ids: [String]) -> String {
    guard let first = ids.first, let last = ids.last else { return "" }
    let names = ids.count == 1 ? " \(first)" : "s \(ids.dropLast().joined(separator: ", ")) and \(last)"
    return " See source conflict\(names) (a11y show \(first))."
  }

  private func json(_ lines: [LoggedLine], isDryRun: Bool) -> JSONText {
    let rows = lines.map { line in
      JSONText.object([
        ("component", .string(line.result.component)), ("check", .string(line.result.check)),
        ("condition", .string(line.result.condition.text)), ("outcome", .string(line.result.outcome.rawValue)),
        ("audit", .string(orNull: line.result.audit.isEmpty ? nil : line.result.audit)),
        ("before", .string(line.before?.outcome.rawValue ?? "untested")), ("remarks", .strings(line.advice)),
        ("readings", .strings(line.readings)), ("evidence", evidence.json),
      ])
    }
    return context.document(wording.schema, ("dry_run", .bool(isDryRun)), ("rows", .array(rows)))
  }
}
