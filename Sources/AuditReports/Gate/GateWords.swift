import AuditModel

/// The sentences about a rule that all forms of the gate share.
extension GateReport {
  /// What was found: `480 of 500 judged cells pass, 96 percent`.
  func found(_ ruling: GateRuling) -> String {
    let (part, whole) = (ruling.figure.part, ruling.figure.whole)
    switch ruling.rule {
    case .minPass: return "\(part) of \(counted(whole, "judged cell")) pass, \(ruling.figure.words)"
    case .minTested: return "\(part) of \(counted(whole, "applicable cell")) judged, \(ruling.figure.words)"
    case .maxCritical: return counted(part, "critical finding") + " open"
    case .maxSerious:
      let worse = limits.maxCritical == nil ? " or critical" : ""
      return counted(part, "serious\(worse) finding") + " open"
    // What was fixed is said against a moment.
    case .noRegressions: return "\(part) regressed" + (limits.hasBaseline ? ", \(ruling.fixed) fixed" : "")
    case .maxAge:
      return ruling.oldestDays.map { "the oldest evidence is \(counted($0, "day")) old" } ?? "no evidence"
    case .criticalRules, .preRelease:
      return "\(part) of \(counted(whole, "cell")) of the list \(part == 1 ? "does" : "do") not pass"
    case .expiredWaivers: return counted(part, "failing cell") + " with a waiver that has expired"
    case .disagreements: return counted(part, "item") + " disputed or contradicted"
    }
  }

  /// What was demanded: `at least 90 percent`.
  func wanted(_ ruling: GateRuling) -> String {
    switch ruling.rule {
    case .minPass: "at least \(limits.minPass?.text ?? "") percent"
    case .minTested: "at least \(limits.minTested?.text ?? "") percent"
    case .maxCritical: "at most \(limits.maxCritical ?? 0)"
    case .maxSerious: "at most \(limits.maxSerious ?? 0)"
    case .maxAge: "at most \(counted(limits.maxAge ?? 0, "day"))"
    case .noRegressions, .criticalRules, .preRelease, .expiredWaivers, .disagreements: "none"
    }
  }

  /// Why, in sentences: what stands against it, and what a pass does not say.
  func reasons(_ ruling: GateRuling) -> [String] {
    let against = ruling.verdict == .fail ? ruling.against.map { Self.sentence($0.reason, $0.cells.count) } : []
    return against + remarks(ruling)
  }

  /// What there is to say beside the cells that stand against it.
  func remarks(_ ruling: GateRuling) -> [String] {
    var reasons: [String] = []
    if ruling.verdict == .noData { reasons.append(withoutData(ruling)) }
    if !ruling.unasked.isEmpty, ruling.figure.whole > 0 {
      let (count, named) = (ruling.unasked.count, ruling.unasked.prefix(3).joined(separator: ", "))
      let rest = count > 3 ? " and \(count - 3) more" : ""
      reasons.append("\(counted(count, "check")) of the list asked of no component in scope: \(named)\(rest)")
    }
    if ruling.waived > 0 {
      let fails = ruling.rule == .minPass
      let words = fails ? "waived, which is no pass" : "waived, and not counted against it"
      reasons.append("\(counted(ruling.waived, "failing cell is", "failing cells are")) \(words)")
    }
    if ruling.usual > 0 {
      reasons.append("\(ruling.usual) of them counted by the severity of the check: no tester gave one")
    }
    if ruling.untested > 0, ruling.verdict == .pass {
      reasons.append("\(counted(ruling.untested, "cell was", "cells were")) not looked at: untested is not clean")
    }
    return reasons
  }

  private func withoutData(_ ruling: GateRuling) -> String {
    if gate.counts.inScope == 0 { return "nothing is in scope" }
    if gate.counts.answered == 0 { return "nothing was looked at" }
    switch ruling.rule {
    case .criticalRules, .preRelease:
      if ruling.figure.whole == 0 { return "no cell in scope is of this list" }
      return ruling.unasked.isEmpty || ruling.rule == .criticalRules
        ? "every cell of the list is not applicable, which shows nothing"
        : "a part of the list was not asked: a11y new audit NAME --checklist pre-release --whole-app asks all of it"
    case .minTested: return "every cell in scope is not applicable"
    case .noRegressions where gate.counts.judged > 0: return "the baseline holds none of these cells"
    default: return "nothing was judged"
    }
  }

  /// `3 cells fail`, `2 cells were not looked at`.
  static func sentence(_ reason: GateReason, _ count: Int) -> String {
    switch reason {
    case .fails: counted(count, "cell fails", "cells fail")
    case .regressed: counted(count, "cell fails that had passed", "cells fail that had passed")
    case .waiverExpired: counted(count, "cell fails whose waiver has expired", "cells fail whose waiver has expired")
    case .disputed: counted(count, "cell is disputed", "cells are disputed")
    case .contradicted: counted(count, "cell is contradicted", "cells are contradicted")
    case .cantTell: counted(count, "cell is CAN'T TELL", "cells are CAN'T TELL")
    case .untested: counted(count, "cell was not looked at", "cells were not looked at") + " (untested)"
    case .tooOld: counted(count, "cell was seen too long ago", "cells were seen too long ago")
    }
  }

  /// What is to be said of a cell that stands against a rule.
  func words(_ cell: GateCell, _ reason: GateReason) -> [String] {
    var words: [String] = []
    if cell.outcome == .fail { words.append(SeverityWords.word(cell.severity, isUsual: cell.isUsualSeverity)) }
    if cell.isDisputed { words.append("disputed") }
    if cell.isContradicted { words.append("contradicted") }
    if let waiver = detail(cell).waiver { words.append("waived until \(waiver.until)") }
    if let expired = detail(cell).expired { words.append("waiver expired on \(expired.until)") }
    if reason == .tooOld, let time = cell.time {
      words.append("seen on \(Timestamp(milliseconds: time).localDate(offset: 0))")
    }
    return words
  }
}
