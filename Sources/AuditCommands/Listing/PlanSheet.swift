import AuditModel
import AuditReports
import AuditStore

/// Plans of tests with children as rows.
enum PlanSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("key", "Plan", .identifier), SheetColumn("component", "Component", .identifier),
    SheetColumn("size", "Size, pt"), SheetColumn("gap", "Gap, pt", isDefault: false),
    SheetColumn("target", "Target, %", .number), SheetColumn("children", "Children", .number),
    SheetColumn("taps", "Taps each", .number), SheetColumn("looks", "Looks", .number, isDefault: false),
    SheetColumn("script", "Script", isDefault: false), SheetColumn("input", "Input", isDefault: false),
    SheetColumn("parts", "Parts", isDefault: false), SheetColumn("practice", "Practice", .number, isDefault: false),
    SheetColumn("sessions", "Sessions", .number), SheetColumn("state", "State"),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader)
    let sessionRecords = try reader.sessionRecords()
    let plans = try reader.plans().filter {
      try filter.accepts(component: $0.component, check: "") && filter.accepts(texts: [$0.key])
    }
    let rows = plans.map { plan -> [SheetValue] in
      [
        .text(plan.key), .text(plan.component), .text(plan.sizeText), .text(orNull: plan.gap.map(TapPlan.points)),
        .integer(plan.target), .integer(plan.children), .integer(plan.taps), .integer(plan.looks), .text(plan.script),
        .text(plan.input.rawValue), .list(plan.parts), .integer(plan.practice),
        .integer(sessionRecords.count { $0.session.plan.utf8.elementsEqual(plan.key.utf8) }),
        .text(plan.closed == nil ? "open" : "closed"),
      ]
    }
    let sheet = Sheet(
      schema: "plans", title: "Plans", columns: columns,
      emptyMessage: "No plan matches. a11y new plan KEY --component COMPONENT --size WxH makes one.")
    return ListRun.Rows(sheet: sheet, values: rows, summary: [counted(rows.count, "plan") + "."])
  }
}

/// Sessions of tests with children as rows: who is a code, when is a week.
enum SessionSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("plan", "Plan", .identifier), SheetColumn("participant", "Child", .identifier),
    SheetColumn("age", "Age"), SheetColumn("week", "Week"), SheetColumn("device", "Device"),
    SheetColumn("points_per_inch", "Points per inch", .number, isDefault: false),
    SheetColumn("os", "System", .number, isDefault: false),
    SheetColumn("orientation", "Orientation", isDefault: false), SheetColumn("hold", "Held", isDefault: false),
    SheetColumn("seat", "Seat", isDefault: false), SheetColumn("text_scale", "Text, %", .number, isDefault: false),
    SheetColumn("assistive", "Assistive technology", isDefault: false), SheetColumn("input", "Input", isDefault: false),
    SheetColumn("recorder", "Taken down by", isDefault: false), SheetColumn("moderator", "Moderator", isDefault: false),
    SheetColumn("full_consent", "May be handed on", isDefault: false),
    SheetColumn("practice", "Practice", .number, isDefault: false), SheetColumn("scored", "Scored", .number),
    SheetColumn("ended", "Ended"), SheetColumn("id", "Id", .identifier, isDefault: false),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader)
    let plans = Dictionary(try reader.plans().map { ($0.key, $0.component) }, uniquingKeysWith: { first, _ in first })
    let sessionRecords = try reader.sessionRecords().filter { sessionRecord in
      try filter.accepts(component: plans[sessionRecord.session.plan] ?? "", check: "")
        && filter.accepts(texts: [sessionRecord.session.plan, sessionRecord.session.participant])
    }
    let sheet = Sheet(
      schema: "sessions", title: "Sessions with children", columns: columns,
      emptyMessage: "No session matches. a11y tap run PLAN --help shows how one is held.")
    return ListRun.Rows(
      sheet: sheet, values: sessionRecords.map(row),
      summary: ["\(counted(sessionRecords.count, "session")). What they come to: a11y tap report"])
  }

  private static func row(_ sessionRecord: SessionRecord) -> [SheetValue] {
    let session = sessionRecord.session
    return [
      .text(session.plan), .text(session.participant), .text(session.age.rawValue), .text(session.week),
      .text(session.device), session.pointsPerInch.map { .decimal(Double($0) / 100) } ?? .null,
      session.os > 0 ? .integer(session.os) : .null, .text(orNull: session.orientation?.rawValue),
      .text(orNull: session.hold?.rawValue), .text(orNull: session.seating?.rawValue), .integer(session.textScale),
      .list(session.assistive.map(\.rawValue)),
      .text(session.input.rawValue), .text(session.recorder.rawValue), .text(session.moderator),
      .flag(session.consent.full), .integer(sessionRecord.trials.count { $0.trial.kind == .practice }),
      .integer(sessionRecord.scored.count { $0.trial.outcome.isHit != nil }),
      .text(orNull: sessionRecord.end?.rawValue),
      .text(sessionRecord.id),
    ]
  }
}
