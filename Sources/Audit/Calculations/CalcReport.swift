/// The answer to one calculation: figures, a verdict against each rule, and notes.
///
/// Everything is text that a renderer prints unchanged, so that terminal, plain and JSON say the same.
package struct CalcReport: Equatable, Sendable {
  package struct Figure: Equatable, Sendable {
    package var name: String
    /// A number such as `3.44`, or words.
    package var value: String
    /// `pt`, `mm`, `:1`, `%` ... or empty.
    package var unit: String
    /// Whether the name is one to type, and is kept as it is: `xSmall`.
    package var isIdentifier: Bool

    package init(_ name: String, _ value: String, unit: String = "", isIdentifier: Bool = false) {
      (self.name, self.value, self.unit, self.isIdentifier) = (name, value, unit, isIdentifier)
    }
  }

  package enum CalcOutcome: String, CaseIterable, Sendable {
    case pass
    case fail
    case notJudged = "not evaluated"

    package init(_ passes: Bool) { self = passes ? .pass : .fail }

    init(_ judgement: Judgement) {
      switch judgement {
      case .pass: self = .pass
      case .fail: self = .fail
      case .notComparable: self = .notJudged
      }
    }
  }

  package struct Verdict: Equatable, Sendable {
    /// What to type for the limit, in a list of them; nil for a verdict.
    package var name: String?
    /// The rule and where it comes from, with its tier or level.
    package var rule: String
    /// `at least 4.5:1`.
    package var threshold: String
    package var outcome: CalcOutcome
    package var note: String?
    /// The check of the built-in catalog that carries the rule.
    package var check: String?
    /// False for advice and for tiers that are not asked of this profile: such a fail is no finding.
    package var isRequired: Bool
    /// The value, where the check may be evaluated by it again; nil where nothing was given.
    package var value: MeasuredValue?

    package init(
      _ rule: String, threshold: String, outcome: CalcOutcome, note: String? = nil, check: String? = nil,
      isRequired: Bool = true, value: MeasuredValue? = nil
    ) {
      (self.rule, self.threshold, self.outcome, self.note) = (rule, threshold, outcome, note)
      (self.check, self.isRequired, self.value) = (check, isRequired, value)
    }
  }

  package var title: String
  package var figures: [Figure]
  package var verdicts: [Verdict]
  /// Sentences; where sources differ they name the entry of the conflict register whose reading is used.
  package var notes: [String]

  package init(_ title: String, figures: [Figure] = [], verdicts: [Verdict] = [], notes: [String] = []) {
    (self.title, self.figures, self.verdicts, self.notes) = (title, figures, verdicts, notes)
  }

  /// With a verdict by a team's own figures after the first one about each check that the team changed.
  /// - Parameter measurements: of the changed checks, by their ids.
  package func judged(by measurements: [String: Measurement]) -> CalcReport {
    var report = self
    var seen: Set<String> = []
    report.verdicts = verdicts.flatMap { verdict -> [Verdict] in
      guard let check = verdict.check, let measurement = measurements[check], seen.insert(check).inserted else {
        return [verdict]
      }
      let judgement = verdict.value.map { measurement.judge($0) }
      var own = Verdict(
        "Custom threshold for \(check)", threshold: measurement.wording(),
        outcome: judgement.map(CalcOutcome.init) ?? .notJudged, check: check, isRequired: verdict.isRequired,
        value: verdict.value)
      if case .notComparable(let reason) = judgement { own.note = reason }
      return [verdict, own]
    }
    return report
  }
}

/// The calculations of the shell: text in, a report out. Wrong text is a ``MeasureError`` with a sentence and a hint.
package enum Calculations {}
