import Arguments
import AuditModel
import AuditStore
import Terminal

/// What a measured value says beside the outcome that was given with it.
enum ValueAdvice {
  /// What the note of a pass begins with that is kept against its value.
  static let overriding = "override:"

  static func isOverride(_ note: String?) -> Bool { note?.lowercased().hasPrefix(overriding) ?? false }

  /// Refuses a pass whose value misses what the check wants; with a reason it is kept, and the reason goes into the note.
  static func refuse(
    _ result: inout NewResult, _ value: MeasuredValue, _ measurement: Measurement, _ component: Component,
    _ reason: String?
  ) throws {
    guard measurement.judge(value, on: component) == .fail else { return }
    guard let reason, !reason.isEmpty else {
      let faults = measurement.faults(of: value, on: component).joined(separator: "; ")
      throw Problem.usage(
        "value.contradicts",
        "the value \(value.text) is no pass of \(result.check): wanted is \(measurement.wording(on: component))"
          + (faults.isEmpty ? "" : "; \(faults)"),
        hints: [
          "Log fail with this value; or keep the pass with --override REASON, or a note that begins with "
            + "\"\(overriding)\": it counts as a fail whose value contradicts it."
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
        "the value \(value.text) says nothing against what is wanted, \(wanted). \(reason) It is recorded as given")
    }
    let judged = judgement.outcome
    if let judged, judged != result.outcome, result.outcome == .pass || result.outcome == .fail {
      remarks.append(
        "the value \(value.text) would be a \(judged.rawValue) (wanted: \(wanted)); "
          + (faults.isEmpty ? "" : "\(faults); ") + "you said \(result.outcome.rawValue), and that is recorded")
    } else if !faults.isEmpty {
      remarks.append(faults)
    }
    if let list = measurement.list(of: value), measurement.parts?.fit == .haptics {
      remarks += HapticFit.remarks(on: list, component)
    }
    if let (planned, style) = component.promise(for: result.check),
      let plan = try? MeasuredValue.parse(planned, of: measurement), !measurement.areSame(plan, value)
    {
      let within = judged == .pass ? "; it is within what the check wants, \(wanted)" : ""
      let by = style.map { " by the style \($0)" } ?? ""
      remarks.append("planned is \(planned)\(by), found is \(value.text)\(within)")
    }
    return remarks
  }
}
