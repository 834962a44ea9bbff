import AuditModel
import FirstTap
import Tapping

/// First-tap tests in the status: one line per plan.
enum TapStatus {
  private static let most = 5

  /// `close-44: met, 8 children, 80 taps; 96%, could be as low as 91% or as high as 99%; filtered 97%`
  static func lines(_ reports: [TapReport], _ text: RateText) -> [String] {
    let lines = reports.prefix(most).map { report -> String in
      guard let part = report.main else { return "\(report.plan.key): \(report.absence)" }
      let children = counted(part.estimate.children, "child", "children")
      switch part.disclosure {
      case .hidden: return "\(report.plan.key): hidden, too few children"
      case .verdictOnly:
        return "\(report.plan.key): \(part.verdict.rawValue), \(children); rate hidden, results too similar"
      case .shown: break
      }
      let counts = "\(children), \(counted(part.estimate.taps, "tap"))"
      return
        "\(report.plan.key): \(part.verdict.rawValue), \(counts); "
        + "\(TapStratum.rates(part.estimate, part.filtered, text))"
    }
    return lines + (reports.count > most ? ["and \(reports.count - most) more (run a11y tap report)"] : [])
  }

  static func json(_ reports: [TapReport]) -> JSONText { .object(members(reports)) }

  static func members(_ reports: [TapReport]) -> [(String, JSONText)] {
    [
      ("plans", .int(reports.count)),
      (
        "rows",
        .array(
          reports.map { report in
            .object(
              [
                ("plan", .string(report.plan.key)), ("component", .string(report.plan.component)),
                ("size", .string(report.plan.sizeText)), ("target", .number(Double(report.plan.target) / 100)),
                ("result", report.main?.result ?? .null),
              ] + (report.isRedacted ? [("look", .string(orNull: report.look))] : []))
          })
      ),
    ]
  }
}
