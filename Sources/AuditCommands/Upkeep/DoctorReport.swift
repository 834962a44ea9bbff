import AuditReports
import AuditStore
import Terminal

/// The results of the doctor, in each output format.
struct DoctorReport {
  let path: String
  let findings: [HealthFinding]
  /// Nil without a rebuild.
  let rebuilding: Rebuilding?
  let isDryRun: Bool

  /// No problems; notes do not count.
  var isSound: Bool { wrong == 0 }

  private var wrong: Int { findings.count { $0.grade == .wrong } }

  private var conclusion: String {
    wrong == 0 ? "No problems found." : counted(wrong, "problem found.", "problems found.")
  }

  /// The result of the rebuild.
  private var rebuildSentence: String? {
    guard let rebuilding else { return nil }
    if rebuilding.changed.isEmpty { return "Rebuilt derived data: no changes." }
    let names = rebuilding.changed.joined(separator: ", ")
    return isDryRun
      ? "A rebuild would change: \(names). Nothing was changed."
      : "Rebuilt derived data. Changed: \(names)."
  }

  // MARK: Output formats

  /// One line for each finding, its grade in front, and its advice below.
  func text(width: Int, painter: Styler) -> String {
    let margin = 7
    var lines = wrap(MessageText.escaped(path), width: width, breakWords: false).map { painter.paint($0, .heading) }
    lines.append("")
    if let rebuildSentence { lines += wrap(rebuildSentence, width: width) + [""] }
    for finding in findings {
      let texts = [finding.message] + (finding.advice.map { ["-> " + $0] } ?? [])
      var head =
        painter.paint(finding.grade.word, finding.grade.role)
        + String(repeating: " ", count: margin - finding.grade.word.utf8.count)
      for text in texts {
        for line in wrap(MessageText.escaped(text), width: max(20, width - margin)) {
          lines.append(head + line)
          head = String(repeating: " ", count: margin)
        }
      }
    }
    lines += ["", painter.paint(conclusion, isSound ? .pass : .fail)]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The screen-reader form: the conclusion, then what is not in order, then the rest, one on each line.
  var plain: String {
    var lines = [conclusion, "Tracker: \(MessageText.escaped(path))"]
    if let rebuildSentence { lines.append(rebuildSentence) }
    for finding in findings.filter({ $0.grade != .ok }) + findings.filter({ $0.grade == .ok }) {
      let advice = finding.advice.map { " To do: " + $0 } ?? ""
      lines.append(MessageText.escaped("\(finding.grade.sentenceWord): \(finding.message)\(advice)"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `a11y.doctor/1`.
  func json(generated: String) -> JSONText {
    let rows = findings.map { finding in
      JSONText.object([
        ("area", .string(finding.area.rawValue)), ("grade", .string(finding.grade.rawValue)),
        ("message", .string(finding.message)), ("advice", .string(orNull: finding.advice)),
      ])
    }
    let rebuilt: JSONText =
      rebuilding.map { .object([("changed", .strings($0.changed)), ("dry_run", .bool(isDryRun))]) } ?? .null
    return .object([
      ("schema", .string("a11y.doctor/1")), ("generated", .string(generated)), ("path", .string(path)),
      ("sound", .bool(isSound)), ("rebuild", rebuilt), ("rows", .array(rows)),
    ])
  }
}

extension HealthFinding.Grade {
  /// Capitals only for a problem, so that it is visible without color.
  fileprivate var word: String {
    switch self {
    case .ok: "ok"
    case .note: "note"
    case .wrong: "WRONG"
    }
  }

  fileprivate var sentenceWord: String {
    switch self {
    case .ok: "OK"
    case .note: "Note"
    case .wrong: "Wrong"
    }
  }

  fileprivate var role: Theme.Role? {
    switch self {
    case .ok: .pass
    case .note: .warning
    case .wrong: .fail
    }
  }
}
