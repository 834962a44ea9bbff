package import Measuring

extension Calculations {
  /// The gaps between two to eight frames, pair by pair, and the 24 pt circles of those that are small.
  package static func gap(_ frames: [String]) throws(MeasureError) -> CalcReport {
    guard (2...8).contains(frames.count) else {
      throw MeasureError(
        .wrongShape, "A gap needs 2 to 8 frames, not \(frames.count).",
        hint: "Write each as x,y,width,height, like 16,100,44,44.")
    }
    var targets: [Frame] = []
    for text in frames { targets.append(try Frame.parse(text)) }
    var report = CalcReport(frames.count == 2 ? "Gap between two targets" : "Gaps between \(frames.count) targets")
    for first in targets.indices {
      for second in targets.indices where second > first {
        let name = frames.count == 2 ? "" : "\(first + 1) and \(second + 1): "
        add(TargetGap(targets[first], targets[second]), name: name, to: &report)
      }
    }
    report.verdicts += circleVerdicts(targets)
    report.notes = [
      "A gap is 0 if targets touch and negative if they overlap.",
      "E-03: 8 pt is the threshold, 12 and 24 pt are HIG advice, and the 24 pt circle applies only to targets below "
        + "24x24.",
      "E-02: no level of WCAG requires a distance of 24 between targets that are large enough.",
    ]
    return report
  }

  private static func add(_ gap: TargetGap, name: String, to report: inout CalcReport) {
    report.figures += [
      CalcReport.Figure(name + "horizontal gap", shownGap(gap.horizontal), unit: "pt"),
      CalcReport.Figure(name + "vertical gap", shownGap(gap.vertical), unit: "pt"),
      CalcReport.Figure(name + "edge gap", shownGap(gap.edge), unit: "pt"),
    ]
    let note = gap.overlaps ? "The targets overlap." : gap.touches ? "The targets touch." : nil
    report.verdicts += [
      CalcReport.Verdict(
        name + "child-touch-guide, Manual Testing: neighbors keep apart", threshold: "at least 8 pt",
        outcome: .init(gap.isAtLeast(SpacingRule.adjacent)), note: note, check: "spacing.adjacent-8pt",
        value: MeasuredValue(text: "\(gap.edge) pt", unit: "pt", numbers: [gap.edge])),
      CalcReport.Verdict(
        name + "Apple HIG, clear space around controls with a bezel (advice)", threshold: "about 12 pt",
        outcome: .init(gap.isAtLeast(SpacingRule.besideBezel)), check: "spacing.comfortable-12pt", isRequired: false,
        value: MeasuredValue(text: "\(gap.edge) pt", unit: "pt", numbers: [gap.edge])),
      CalcReport.Verdict(
        name + "Apple HIG, clear space around bare controls (advice)", threshold: "about 24 pt",
        outcome: .init(gap.isAtLeast(SpacingRule.besideBare)), check: "spacing.comfortable-12pt", isRequired: false,
        value: MeasuredValue(text: "\(gap.edge) pt", unit: "pt", numbers: [gap.edge])),
    ]
  }

  private static func circleVerdicts(_ targets: [Frame]) -> [CalcReport.Verdict] {
    SpacingCircle.findings(targets).enumerated().map { place, finding in
      let note =
        switch finding {
        case .largeEnough: "The target is at least 24x24 pt; no circle is needed."
        case .clear: "The target is below 24x24 pt; its circle is clear."
        case .meets(let others):
          "The circle overlaps target \(others.map { String($0 + 1) }.joined(separator: ", ")) or its circle."
        }
      return CalcReport.Verdict(
        "WCAG 2.2 SC 2.5.8 Target Size (Minimum), level AA, size or spacing exception, target \(place + 1)",
        threshold: "24x24 pt, or a clear circle of 24 pt", outcome: .init(finding.passes), note: note,
        check: TargetTier.floor.check)
    }
  }
}
