package import AuditModel
package import AuditStore
import Tapping

extension Table<TapPlan> {
  /// Plans of first-tap tests.
  package static func plans(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let sessions = try reader.sessionRecords()
    let plans = try reader.plans().filter { try filter.accepts(component: $0.component, texts: [$0.key]) }
    return Table(
      "plans", title: "Plans",
      columns: [
        Column("key", "Plan", .identifier, \.key), Column("component", "Component", .identifier, \.component),
        Column("size", "Size (pt)", \.sizeText), Column("gap", "Gap (pt)") { $0.gap.map(TapPlan.points) }.extra,
        Column("target", "Target (%)", .number, \.target), Column("children", "Children", .number, \.children),
        Column("taps", "Taps each", .number, \.taps), Column("looks", "Looks", .number, \.looks).extra,
        Column("script", "Script", \.script).extra, Column("input", "Input", \.input.rawValue).extra,
        Column("parts", "Parts", \.parts).extra, Column("practice", "Practice", .number, \.practice).extra,
        Column("sessions", "Sessions", .number) { plan in
          sessions.count { $0.session.plan.utf8.elementsEqual(plan.key.utf8) }
        }, Column("state", "Status") { $0.closed == nil ? "open" : "closed" },
      ], rows: TableRows(plans),
      empty: "No matching plans. Run \"a11y new plan KEY --component COMPONENT --size WxH\" to create one.",
      summary: [counted(plans.count, "plan") + "."])
  }
}

extension Table<SessionRecord> {
  /// Sessions of first-tap tests: participants are codes, times are weeks.
  package static func sessions(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let plans = Dictionary(try reader.plans().map { ($0.key, $0.component) }, uniquingKeysWith: { first, _ in first })
    let found = try reader.sessionRecords(all: true).filter {
      try filter.accepts(
        component: plans[$0.session.plan] ?? "", texts: [$0.session.plan, $0.session.participant])
    }
    let voided = found.count { $0.voided != nil }
    let strange = found.count { !$0.counts } - voided
    let reason = Column<SessionRecord>("voided", "Voided", \.voided?.rawValue)
    return Table(
      "sessions", title: "First-tap sessions",
      columns: [
        Column("plan", "Plan", .identifier, \.session.plan),
        Column("participant", "Code", .identifier, \.session.participant),
        Column("age", "Age", \.session.age.rawValue), Column("week", "Week", \.session.week),
        Column("device", "Device", \.session.device),
        Column("points_per_inch", "Points per inch", .number) {
          $0.session.pointsPerInch.map { Double($0) / 100 }
        }.extra, Column("os", "System", .number) { $0.session.os > 0 ? $0.session.os : nil }.extra,
        Column("orientation", "Orientation", \.session.orientation?.rawValue).extra,
        Column("hold", "Grip", \.session.hold?.rawValue).extra,
        Column("seat", "Seating", \.session.seating?.rawValue).extra,
        Column("text_scale", "Text size (%)", .number, \.session.textScale).extra,
        Column("assistive", "Assistive technology") { $0.session.assistive.map(\.rawValue) }.extra,
        Column("input", "Input", \.session.input.rawValue).extra,
        Column("recorder", "Recorded by", \.session.recorder.rawValue).extra,
        Column("moderator", "Moderator", \.session.moderator).extra,
        Column("full_consent", "Sharing consent", \.session.consent.full).extra,
        Column("practice", "Practice", .number) { $0.trials.count { $0.trial.kind == .practice } }.extra,
        Column("scored", "Scored", .number) { $0.scored.count { $0.trial.outcome.isHit != nil } },
        Column("ended", "Ended", \.end?.rawValue), Column("id", "ID", .identifier, \.id).extra,
        Column("counts", "In the figures", \.counts).extra, voided > 0 ? reason : reason.extra,
      ], rows: TableRows(found),
      empty: "No matching sessions. Run \"a11y tap run PLAN --help\" for how to record one.",
      summary: ["\(counted(found.count, "session")). For their results, run \"a11y tap report\"."]
        + (strange > 0
          ? ["\(strange) of them: made on machines that are not followed here, and in no figure (a11y waiting)."] : [])
        + (voided > 0 ? ["\(voided) of them: voided, and in no figure."] : []))
  }
}
