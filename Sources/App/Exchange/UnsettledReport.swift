import Audit
import Base
package import CommandLine
import Reports
import Store

/// Writes the open conflicts: numbered, with both sides of each and the command that resolves it.
package struct UnsettledReport {
  private let unsettled: Unsettled
  private let machines: MachineWords
  private let clock: LocalClock
  private let isPlain: Bool

  private static let commandMargin = "     "

  /// Prints the open conflicts.
  package static func write(_ unsettled: Unsettled, _ context: Context) throws {
    let format = try context.format()
    let machines = MachineWords(own: unsettled.replica)
    let report = UnsettledReport(
      unsettled: unsettled, machines: machines, clock: context.world.clock, isPlain: format == .plain)
    guard format != .json else {
      return try context.print(report.document(generated: context.world.now()))
    }
    guard !unsettled.isEmpty else { return try context.print("No conflicts.") }
    // A command stays on one line, so that it can be copied.
    let width = context.arguments.has(.width) || context.world.isTerminal(.output) ? try context.style().width : nil
    for line in report.lines() {
      guard let width, format != .plain, !line.hasPrefix(commandMargin) else {
        try context.say(line)
        continue
      }
      let margin = String(line.prefix { $0 == " " })
      let words = MessageText.escaped(String(line.dropFirst(margin.count)))
      for part in wrap(words, width: width, margin: margin, indent: "   ", breakWords: false) {
        try context.print(part)
      }
    }
  }

  // MARK: Sentences

  private func lines() -> [String] {
    let disputed = unsettled.disputes.count { $0.cell.isDisputed }
    let phrase = Disagreement.phrase(unsettled.fields.count, disputed, of: unsettled.disputes.count)
    var lines = ["\(counted(unsettled.count, "conflict")): \(phrase)."]
    var number = 0
    for field in unsettled.fields {
      number += 1
      lines.append("\(number). \(field.record): conflicting values for \(field.name).")
      if let joined = field.joined { lines.append("   In force until one is chosen, all of them: \(joined).") }
      for index in field.choices.indices {
        lines += side("\(index + 1) is \(words(field, index))", field.command(index))
      }
    }
    for dispute in unsettled.disputes {
      number += 1
      lines.append("\(number). \(dispute.place): \(dispute.cell.disagreement ?? "disputed") result.")
      for (index, result) in dispute.sides.enumerated() {
        lines += side(
          "\(index + 1) is \(words(result, index == 0 ? dispute.cell : nil))",
          dispute.command(result, naming: unsettled.condition(of: dispute)))
      }
    }
    return lines
  }

  /// One line per side in plain form, else the command on a line below.
  private func side(_ words: String, _ command: String) -> [String] {
    isPlain ? ["\(words). To accept: \(command)"] : ["   \(words).", Self.commandMargin + command]
  }

  /// `qa-1, shown now: t1 on this machine, 2026-03-01T10:00:00Z`
  private func words(_ field: Unsettled.Field, _ index: Int) -> String {
    let choice = field.choices[index]
    return MessageText.shortened(choice.words, limit: 120)
      + (index == 0 && field.joined == nil ? ", shown now: " : ": ")
      + Self.givers(choice, machines, clock)
  }

  /// Everyone who gave a value, and when.
  static func givers(_ choice: FieldChoice, _ machines: MachineWords, _ clock: LocalClock) -> String {
    let said = choice.sides.map { side in
      (side.by.isEmpty ? "" : side.by + " ") + machines.place(side.replica) + ", " + clock.moment(side.time)
    }
    return said.joined(separator: "; ")
  }

  /// `FAIL, serious, shown now: t2 on machine 4k2m9x7c1p0q, build 3.2, 2026-03-01T10:00:00Z: "too small"`
  ///
  /// - Parameter current: the cell, of the result by which it counts.
  private func words(_ result: Cell, _ current: Cell?) -> String {
    var words = OutcomeWords.word(result.outcome?.rawValue ?? "")
    if let severity = result.severity { words += ", \(severity.word)" }
    if let current { words += current.isHidden ? ", counts in the release check" : ", shown now" }
    words += ": \(TesterWords.name(result)) \(machines.place(MachineWords.replica(ofResult: result.id)))"
    if !result.build.isEmpty { words += ", build \(result.build)" }
    if let value = result.value { words += ", \(value.text)" }
    words += ", \(clock.moment(result.time))"
    if let note = result.note, !note.isEmpty { words += ": \(MessageText.quoted(note, limit: 200))" }
    return words
  }

  // MARK: JSON

  private func document(generated: Int64) -> JSONText {
    .object([
      "schema": "a11y.resolve/1", "generated": Timestamp(milliseconds: generated).iso8601,
      "rows": unsettled.fields.map(row) + unsettled.disputes.map(row),
    ])
  }

  private func row(_ field: Unsettled.Field) -> JSONText {
    let sides = field.choices.enumerated().map { index, choice -> JSONText in
      .object([
        "number": index + 1, "value": FieldValue.json(choice.value), "words": choice.words, "shown": index == 0,
        "given": JSONText.objects(choice.sides) { side in
          [
            "by": side.by.filled,
            "at": Timestamp(milliseconds: side.time).iso8601, "replica": side.replica,
          ]
        }, "command": field.command(index),
      ])
    }
    return .object([
      "conflict": "field", "record": field.conflict.kind, "key": field.conflict.key, "check": JSONText.null,
      "condition": JSONText.null, "field": FieldValue.name(field.conflict.field), "sides": sides,
    ])
  }

  private func row(_ dispute: Unsettled.Dispute) -> JSONText {
    let sides = dispute.sides.enumerated().map { index, result -> JSONText in
      .object([
        "number": index + 1, "outcome": result.outcome?.rawValue, "severity": result.severity.map { Int($0.rawValue) },
        "shown": index == 0 && !dispute.cell.isHidden, "tester": result.tester,
        "at": Timestamp(milliseconds: result.time).iso8601, "build": result.build, "note": result.note,
        "replica": MachineWords.replica(ofResult: result.id), "id": result.id,
        "command": dispute.command(result, naming: unsettled.condition(of: dispute)),
      ])
    }
    return .object([
      "conflict": "dispute", "record": "cell", "key": dispute.cell.component, "check": dispute.cell.check,
      "condition": dispute.cell.condition, "field": JSONText.null, "sides": sides,
    ])
  }
}
