import Arguments
import AuditModel
import AuditStore
import Measuring
import Terminal

/// Compares a measured value with the outcome that was logged with it.
enum ValueAdvice {
  /// The beginning of the note of a pass that its value contradicts.
  static let overriding = "override:"

  static func isOverride(_ note: String?) -> Bool { note?.lowercased().hasPrefix(overriding) ?? false }

  /// Rejects a pass whose value does not meet the check; with a reason it is kept, and the note begins with the reason.
  static func refuse(
    _ result: inout NewResult, _ value: MeasuredValue, _ measurement: Measurement, _ component: Component,
    _ reason: String?
  ) throws {
    guard measurement.judge(value, on: component) == .fail else { return }
    guard let reason, !reason.isEmpty else {
      let faults = measurement.faults(of: value, on: component).joined(separator: "; ")
      throw Problem.usage(
        "value.contradicts",
        "value \(value.text) does not meet \(result.check) (required: \(measurement.wording(on: component)))"
          + (faults.isEmpty ? "" : "; \(faults)"),
        hints: [
          "Log fail with this value. To keep the pass, pass --override REASON or begin the note with "
            + "\"\(overriding)\"; it then counts as a fail."
        ])
    }
    let note = "\(overriding) \(reason)" + (result.note.map { "\n\($0)" } ?? "")
    try Problem.named { () throws(NameProblem) in try Names.checkNote(note) }
    result.note = note
  }

  static func remarks(_ result: NewResult, _ measurement: Measurement, _ component: Component) -> [String] {
    guard let value = result.value else { return [] }
    let wanted = measurement.wording(on: component)
    let faults = measurement.faults(of: value, on: component).joined(separator: "; ")
    var remarks: [String] = []
    let judgement = measurement.judge(value, on: component)
    if case .notComparable(let reason) = judgement, !measurement.threshold.isEmpty || measurement.parts != nil {
      remarks.append(
        "value \(value.text) cannot be compared with the requirement (\(wanted)). \(reason) It was recorded as entered")
    }
    let judged = judgement.outcome
    if let judged, judged != result.outcome, result.outcome == .pass || result.outcome == .fail {
      remarks.append(
        "value \(value.text) indicates \(judged.rawValue) (required: \(wanted)); "
          + (faults.isEmpty ? "" : "\(faults); ") + "recorded as \(result.outcome.rawValue)")
    } else if !faults.isEmpty {
      remarks.append(faults)
    }
    if let list = measurement.list(of: value), measurement.parts?.fit == .haptics {
      remarks += HapticFit.remarks(on: list, component)
    }
    if let (planned, style) = component.promise(for: result.check),
      let plan = try? MeasuredValue.parse(planned, of: measurement), !measurement.areSame(plan, value)
    {
      let within = judged == .pass ? "; within the check's requirement (\(wanted))" : ""
      let by = style.map { " by style \($0)" } ?? ""
      remarks.append("specified \(planned)\(by), measured \(value.text)\(within)")
    }
    return remarks
  }
}
