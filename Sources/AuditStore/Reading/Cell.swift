package import AuditModel
package import Measuring

/// The current state of a cell, or one result: the row of `list cells`, `list findings` and `list results`.
package struct Cell: Sendable {
  package var component: String
  package var check: String
  package var condition: String
  package var category: String
  /// Nil: untested.
  package var outcome: Outcome?
  /// Of a cell that fails: as the tester said, else as its check does.
  package var severity: Severity?
  /// The tester gave no severity.
  package var isUsualSeverity = false
  /// Who set the severity of the finding; nil where it is that of its tester or check.
  @Rare package var triage: TriagedSeverity? = nil
  @Rare package var value: MeasuredValue?
  package var note: String?
  /// The anti-pattern that it was filed as, by its name in the reference; empty for none.
  package var pattern = ""
  package var tester: String
  /// When it was observed, ms UTC.
  package var time: Int64
  package var device: String
  package var os: String
  package var build: String
  package var audit: String
  /// Source digest and check text it was observed against.
  package var source: String
  package var text: UInt32?
  package var isDisputed = false
  /// A tester who had seen a worse result logged a better one on the same build.
  package var isContradicted = false
  /// The value contradicts the outcome.
  package var isOverruled = false
  /// A retest on the same build improved on the result of another tester.
  package var isBetterByRetest = false
  package var isRetracted = false
  /// When the outcome shown began, ms UTC; cells only.
  package var since: Int64 = 0
  package var stale: [StaleReason] = []
  /// What is registered of the component that speaks against it, in half a sentence; nil where nothing does.
  @Rare package var question: String? = nil
  /// The waiver in force for a failing cell.
  @Rare package var waiver: Waiver? = nil
  /// The waiver that covered a failing cell and has run out, where none is in force.
  @Rare package var expired: Waiver? = nil
  /// When it failed and when it did not; only where findings were asked for. `severity` and `since` are then those of
  /// the finding, also where it is fixed.
  @Rare package var life: FindingLife? = nil
  /// What the measured value says against the thresholds of today.
  package var judged: Outcome?
  /// `<replica>-<sequence>`: the result's name everywhere.
  package var id: String
  /// The cell's local number; 0 where it is not tested, and in lists of results.
  var cell: Int64 = 0
  /// The result's local number; 0 where there is no result.
  var number: Int64 = 0

  package var place: ScopeCell { ScopeCell(component: component, check: check, condition: condition) }

  /// Whether results differ that no rule decides between.
  package var isUnsettled: Bool { isDisputed || isContradicted }

  /// Takes over what stands in `cell.marks`.
  mutating func take(marks: Int64) {
    isDisputed = marks & Codes.disputed != 0
    isContradicted = marks & Codes.contradicted != 0
    isOverruled = marks & Codes.overruled != 0
    isBetterByRetest = marks & Codes.retest != 0
  }

  /// The state of a cell with one outcome and the doubts of this row.
  package func state(_ outcome: Outcome) -> CellState {
    CellState(
      outcome: outcome, severity: severity, isDisputed: isDisputed, isContradicted: isContradicted,
      isOverruled: isOverruled)
  }

  /// `disputed`, `contradicted`, `value contradicts`: remarks shown beside the outcome.
  package var doubtWords: [String] {
    (isDisputed ? ["disputed"] : []) + (isContradicted ? ["contradicted"] : [])
      + (isOverruled ? ["value contradicts"] : [])
  }
}

extension Cell {
  /// Of a cell that is not tested.
  init(untested cell: ScopeCell, category: String) {
    self.init(
      component: cell.component, check: cell.check, condition: cell.condition, category: category, outcome: nil,
      severity: nil, value: nil, note: nil, tester: "", time: 0, device: "", os: "", build: "", audit: "", source: "",
      text: nil, id: "")
  }
}
