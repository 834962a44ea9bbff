package import AuditReports
package import AuditStore
package import Tapping

/// Reports of first-tap tests in the tracker.
package enum TapReports {
  /// Nil without a plan.
  package static func all(_ reader: Reader, isRedacted: Bool = false) throws -> [TapReport]? {
    let plans = try reader.plans()
    return plans.isEmpty ? nil : try reports(plans, reader, isRedacted: isRedacted)
  }

  package static func reports(
    _ plans: [TapPlan], _ reader: Reader, isRedacted: Bool, isForTeam: Bool = false
  ) throws -> [TapReport] {
    let sessionRecords = try reader.sessionRecords()
    let erased = isRedacted ? try reader.lastRemovalOfChild() : nil
    return plans.map { plan in
      let own = sessionRecords.filter { $0.session.plan.utf8.elementsEqual(plan.key.utf8) }
      return TapReport(
        plan, own.map(TapRecord.init), isRedacted: isRedacted, isForTeam: isForTeam,
        erasedAfter: erased.map { moment in own.count { $0.time <= moment } })
    }
  }

  /// The report of one plan.
  package static func report(_ plan: TapPlan, _ reader: Reader) throws -> TapReport {
    TapReport(plan, try reader.sessionRecords(plan: plan.key).map(TapRecord.init))
  }
}

extension TapRecord {
  package init(_ sessionRecord: SessionRecord) {
    self.init(session: sessionRecord.session, trials: sessionRecord.scored.map(\.trial), remarks: sessionRecord.remarks)
  }
}
