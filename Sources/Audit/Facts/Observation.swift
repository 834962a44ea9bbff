/// One result as the fold of its cell sees it. Small integers stand for interned names; 0 is "not given".
package struct Observation: Equatable, Sendable {
  /// The local number of the fact.
  package var id: Int64
  /// Tells results apart that are equally bad, on every machine alike.
  package var reference: FactReference
  package var clock: HybridTime
  /// When it was observed, if the tester gave a time (ms UTC); else the clock decides.
  package var time: Int64?
  /// What the tester said.
  package var said: Outcome
  package var severity: Severity?
  /// Whether a value was measured, and whether it misses what its check asks for.
  package var isMeasured: Bool
  package var missesCheck: Bool
  /// Said to be looked at again, after what it has seen.
  package var isRetest: Bool
  package var tester: Int64
  package var build: ObservedBuild
  /// The number of the circumstances, and the version of the check's text; the fold makes nothing of them.
  package var context: Int64
  package var text: Int64?
  package var isRetracted: Bool
  /// An undo, or an undo of its undo, waits until a fork is settled: it counts as open, and supersedes nothing.
  package var isInDoubt: Bool

  package init(
    id: Int64, reference: FactReference, clock: HybridTime, time: Int64? = nil, said: Outcome,
    severity: Severity? = nil, isMeasured: Bool = false, missesCheck: Bool = false, isRetest: Bool = false,
    tester: Int64 = 0, build: ObservedBuild = ObservedBuild(), context: Int64 = 0, text: Int64? = nil,
    isRetracted: Bool = false, isInDoubt: Bool = false
  ) {
    self.id = id
    self.reference = reference
    self.clock = clock
    self.time = time
    self.said = said
    self.severity = severity
    self.isMeasured = isMeasured
    self.missesCheck = missesCheck
    self.isRetest = isRetest
    self.tester = tester
    self.build = build
    self.context = context
    self.text = text
    self.isRetracted = isRetracted
    self.isInDoubt = isInDoubt
  }

  /// What counts: a failure where the value misses its check, for any logged outcome.
  package var outcome: Outcome { missesCheck ? .fail : said }
  /// Whether the value overrules the logged outcome.
  package var isOverruled: Bool { missesCheck && said != .fail }
  /// Greater is worse.
  package var badness: (Int, Int) { CellFold.badness(outcome, severity) }
  /// The same as one that does not count: who had seen whom through it stays true.
  package var leftOut: Observation {
    var result = self
    (result.isRetracted, result.isInDoubt) = (true, false)
    return result
  }
  /// What a result that was retracted by a fork's branch may still say.
  var counts: Bool { !isRetracted || isInDoubt }
}
