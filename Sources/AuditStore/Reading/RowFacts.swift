import AuditModel

/// What a query may ask of a cell or a result beyond its names.
struct RowFacts {
  /// Nil: untested.
  var outcome: Outcome?
  var severity: Severity?
  var isUsualSeverity = false
  /// It is a finding, open or not.
  var isFinding = false
  var isDisputed = false
  var isContradicted = false
  var isOverruled = false
  var isBetterByRetest = false
  var isWaived = false
  var stale: StaleMarks = []
  /// When it was observed, and when what it shows began; ms UTC.
  var time: Int64 = 0
  var since: Int64 = 0

  /// Takes over what stands in `cell.marks`.
  mutating func take(marks: Int64) {
    isDisputed = marks & Codes.disputed != 0
    isContradicted = marks & Codes.contradicted != 0
    isOverruled = marks & Codes.overruled != 0
    isBetterByRetest = marks & Codes.retest != 0
  }
}

extension Cell {
  var facts: RowFacts {
    RowFacts(
      outcome: outcome, severity: severity, isUsualSeverity: isUsualSeverity, isFinding: life != nil,
      isDisputed: isDisputed, isContradicted: isContradicted, isOverruled: isOverruled,
      isBetterByRetest: isBetterByRetest, isWaived: waiver != nil, stale: StaleMarks(stale), time: time, since: since)
  }
}
