package import Audit
import Base
import Children
package import Store

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
          sessions.count { $0.session.plan.hasSameBytes(as: plan.key) }
        }, Column("state", "Status") { $0.closed == nil ? "open" : "closed" },
      ], rows: TableRows(plans),
      empty: "No matching plans. Run \"a11y new plan KEY --component COMPONENT --size WxH\" to create one.",
      summary: [counted(plans.count, "plan") + "."]
    ).inLine("key", "state", "sessions", "children", "component", "target", "taps", "size")
  }
}

extension Table<SessionRecord> {
  /// Sessions of first-tap tests: participants are codes, times are weeks.
  package static func sessions(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let plans = Dictionary(firstOf: try reader.plans().map { ($0.key, $0.component) })
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
        + (voided > 0 ? ["\(voided) of them: voided, and in no figure."] : [])
    ).inLine("plan", "participant", "week", "scored", "ended", "voided", "age", "device")
  }
}

extension Table<PlannedLine> {
  /// Measured values that differ from the specified values.
  ///
  /// - Parameter isWhole: also values that match.
  package static func planned(_ query: Filter, _ reader: Reader, isWhole: Bool) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let comparison = PlannedComparison(reader)
    var lines: [PlannedLine] = []
    for component in try reader.components() where !component.isRetired {
      guard !component.planned.isEmpty || !component.style.isEmpty else { continue }
      lines += try comparison.lines(of: component, reader.currentCells(ofComponent: component.key)).filter { line in
        try filter.accepts(
          component: line.component, check: line.check, texts: [line.planned, line.found ?? "", line.words])
      }
    }
    let counts = PlannedLine.Standing.allCases.map { standing in
      let count = lines.count { $0.standing == standing }
      return "\(counted(count)) \(standing == .differs && count != 1 ? "differ" : standing.rawValue)"
    }
    return Table(
      "planned", title: "Specified vs. measured",
      columns: [
        Column("component", "Component", .identifier, \.component), Column("check", "Check", .identifier, \.check),
        .told("condition", "Condition") { line, form in
          (form.isForPeople ? line.condition.map { Condition.shown($0) } : line.condition).sheetValue
        }.extra, Column("planned", "Specified", \.planned), Column("by", "By", \.by).extra,
        Column("found", "Value", \.found), Column("says", "Match", .outcome, \.standing.rawValue),
        Column("outcome", "Outcome", .outcome) { $0.outcome }.extra,
        Column("judged_outcome", "By value", .outcome) { $0.judged }.extra,
        Column("words", "Details", \.words.filled),
      ], rows: TableRows(isWhole ? lines : lines.filter { !$0.standing.isSettled }),
      empty: lines.isEmpty
        ? "No specified values. Run \"a11y edit component COMPONENT --planned CHECK=VALUE\" to add one."
        : "No differences: \(counted(lines.count, "specified value matches", "specified values match")). Use --all to list all.",
      summary: lines.isEmpty ? [] : ["\(counted(lines.count, "specified value")): \(counts.joined(separator: ", "))."]
    ).inLine("component", "check", "says", "planned", "found", "words")
  }
}

extension Table<SettingHalves> {
  /// The checks that must be tested with a setting off and on.
  ///
  /// - Parameter isWhole: also what passes on both sides.
  package static func matrix(_ query: Filter, _ reader: Reader, isWhole: Bool) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let checks = try SettingHalves.checks(reader)
    var halves: [SettingHalves] = []
    for component in try reader.components() where !component.isRetired {
      let cells = try reader.currentCells(ofComponent: component.key, checks: checks.map(\.id))
      halves += try SettingHalves.all(of: component, checks, cells).filter {
        try filter.accepts(component: $0.component, check: $0.check, texts: [$0.setting])
      }
    }
    return Table(
      "matrix", title: "Setting off/on comparison",
      columns: [
        Column("component", "Component", .identifier, \.component), Column("check", "Check", .identifier, \.check),
        Column("setting", "Setting", \.setting).extra,
        Column("off", "Off", .outcome) { SheetValue.outcome($0.off) }.kept,
        Column("on", "On", .outcome) { SheetValue.outcome($0.on) }.kept,
        Column("missing", "Missing", \.missing),
      ], rows: TableRows(isWhole ? halves : halves.filter { !$0.isSettled }),
      empty: halves.isEmpty
        ? "No applicable check requires tests with a setting off and on."
        : "All items pass with the setting off and on. Use --all to list them.",
      summary: summary(halves)
    ).inLine("component", "check", "off", "on", "missing")
  }

  private static func summary(_ halves: [SettingHalves]) -> [String] {
    guard !halves.isEmpty else { return [] }
    let off = halves.count { $0.missing.contains("off") }
    let on = halves.count { $0.missing.contains("on") }
    var sentences = [
      "\(counted(halves.count, "pair")): \(off) not tested with the setting off, \(on) not tested with the setting on."
    ]
    let settings = SettingHalves.settings.filter { setting in
      halves.contains { $0.setting == setting && !$0.missing.isEmpty }
    }
    for setting in settings {
      sentences.append("To test with \(setting) on, run \"a11y walk --check '\(setting).*' --condition \(setting)\".")
    }
    return sentences
  }
}

package struct ListedAudit {
  let audit: AuditRound
  let record: Reader.Record
  let counts: CellCounts
}

extension Table<ListedAudit> {
  package static func audits(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader, own: [.owner, .tag])
    let records = Dictionary(firstOf: try reader.records("audit").map { ($0.key, $0) })
    let listed = try reader.audits().compactMap { audit -> (audit: AuditRound, record: Reader.Record)? in
      guard let record = records[audit.name],
        try filter.accepts(
          [
            .audit: [audit.name], .build: [audit.build], .condition: audit.conditions.map(\.shown),
            .owner: [record.text("owner")], .tag: record.list("tags"),
          ], texts: [audit.name, audit.title, record.text("note")])
      else { return nil }
      return (audit, record)
    }
    // One after the other: of one audit a reader keeps the records that its closing had seen.
    let found = try listed.map { listed in
      let counts = try reader.closedCounts(of: [listed.audit])[0]
      return ListedAudit(audit: try reader.asClosed(listed.audit), record: listed.record, counts: counts)
    }
    let open = found.count { $0.audit.closed == nil }
    let later = try came(to: found.map(\.audit), reader)
    return Table(
      "audits", title: "Audits", columns: columns, rows: TableRows(found),
      empty: "No matching audits. Run \"a11y new audit KEY --checklist CHECKLIST\" to start one.",
      summary: [counted(found.count, "audit") + ", \(open) open."] + later
    ).inLine("name", "state", "compliance", "coverage", "untested", "title")
  }

  /// How many closed audits have a line for what came since, the latest first.
  private static let mostClosed = 20

  private static func came(to audits: [AuditRound], _ reader: Reader) throws -> [String] {
    let closed = audits.filter { reader.closing(of: $0) != nil }.sorted { ($1.closed ?? 0) < ($0.closed ?? 0) }
    return try closed.prefix(mostClosed).flatMap { audit in
      let (came, erased) = try NoticeWords.came(to: audit, reader)
      return [
        came.map { "After the closing of \(audit.name): \($0). They are in none of its figures." },
        erased.map { "Audit \(audit.name): \($0)" },
      ].compactMap(\.self)
    }
  }

  private static var columns: [Column<Row>] {
    [
      Column("name", "Audit", .identifier, \.audit.name), Column("title", "Title", \.audit.title.filled),
      Column("state", "Status") { $0.audit.closed == nil ? "open" : "closed" },
      .day("closed", "Closed", \.audit.closed).extra, Column("checklists", "Checklists", \.audit.checklists).extra,
      Column("components", "Components", \.audit.components).extra,
      Column("conditions", "Conditions") { $0.audit.conditions.map(\.shown) }.extra,
      Column("build", "Build", \.audit.build.filled).extra,
      Column("standard", "Standard", \.audit.standard.filled).extra,
      Column("owner", "Owner") { $0.record.text("owner").filled }.extra,
      Column("tags", "Tags") { $0.record.list("tags") }.extra,
      Column("cells", "Items", .number, \.counts.inScope).extra,
      Column("pass", "PASS", .number, \.counts.pass).extra, Column("fail", "FAIL", .number, \.counts.fail).extra,
      Column("na", "N/A", .number, \.counts.na).extra,
      Column("cant_tell", "CAN'T TELL", .number, \.counts.cantTell).extra,
      Column("untested", "UNTESTED", .number, \.counts.untested),
      Column("compliance", "Compliance", .number) { SheetValue.ratio($0.counts.pass, of: $0.counts.judged) },
      Column("coverage", "Coverage", .number) { SheetValue.ratio($0.counts.judged, of: $0.counts.applicable) },
    ]
  }
}

extension Table<Fix> {
  /// Fixes by the blockers they resolve, then by severity, then by the number of findings.
  ///
  /// - Parameter failure: what is wrong where a check fails.
  package static func fixes(_ tally: FixTally, _ failure: @escaping (String) throws -> String) throws -> Table {
    let (fixes, open) = (tally.fixes, tally.open)
    let summary = try Self.summary(fixes, open, failure)
    var table = Table(
      "fixes", title: "Fixes",
      columns: [
        Column("findings", "Findings", .number, \.findings).leading,
        Column("screen_count", "Screens", .number, \.screens.count),
        .told("what", "Fix", .identifier) { fix, form in try .text(form.isForPeople ? fix.words(failure) : fix.words) },
        Column("by", "By", \.group.rawValue),
        Column("criterion_count", "Criteria", .number, \.criteria.count).spare,
        Column("component_count", "Components", .number, \.components.count).spare,
        Column("blockers", "Blockers", .number, \.blockers).decisive,
        Column("critical", "Critical", .number, \.critical).decisive, Column("serious", "Serious", .number, \.serious),
        Column("remedy", "Remedy", \.remedy.filled), Column("open", "Total open", .number) { _ in open }.extra,
        Column("name", "Name", .identifier, \.name).extra, Column("check", "Check", .identifier, \.check).extra,
        Column("components", "Components by name", \.components).extra,
        Column("screens", "Screens by name", \.screens).extra,
        Column("criteria", "Criteria by number", \.criteria).extra,
      ], rows: TableRows(fixes),
      empty: "No matching open findings. Untested items do not count as passed.",
      summary: summary
    ).inLine(
      "what", "findings", "blockers", "critical", "serious", "screen_count", "by", "criterion_count", "component_count",
      "remedy")
    table.rowsForPrograms = TableRows(fixes.forPrograms)
    return table
  }

  private static func summary(
    _ fixes: [Fix], _ open: Int, _ failure: (String) throws -> String
  ) rethrows -> [String] {
    guard let best = fixes.first, best.group != .owner else { return [] }
    let parts = [counted(best.screens.count, "screen"), counted(best.criteria.count, "criterion", "criteria")]
    return [
      "Highest-impact fix: \(try best.words(failure)), "
        + "\(counted(best.findings)) of \(counted(open, "open finding")), \(parts.joined(separator: ", ")).",
      "Fixes overlap: a finding can appear in several rows.",
    ]
  }
}

extension Fix {
  /// As people name it: a check by what is wrong where it fails.
  package func words(_ failure: (String) throws -> String) rethrows -> String {
    guard group == .pattern, let check else { return words }
    let places = counted(components.count, "component of kind \(name)", "components of kind \(name)")
    return "“\(try failure(check))” in \(places)"
  }

  /// The display name of a fix, for programs.
  package var words: String {
    switch group {
    case .component: name
    case .pattern: "\(check ?? "") in every \(name)"
    case .antiPattern: "the pattern \(name)"
    case .source: "the file \(name)"
    case .owner: "findings owned by \(name)"
    }
  }
}

extension Table<RetestItem> {
  /// The items to retest, in order.
  ///
  /// - Parameters:
  ///   - query: what the queue was asked for, as it was written.
  ///   - audit: the name of the audit whose results it is of.
  package static func retest(_ queue: RetestQueue, query: String, of audit: String?) -> Table {
    Table(
      "retest", title: "Retest",
      columns: [
        Column("stop", "Stop", .outcome, \.stop), Column("condition", "Condition", .identifier, \.condition),
        Column("component", "Component", .identifier, \.component), Column("check", "Check", .identifier, \.check),
        .told("reasons", "Reason") { item, form in
          form.isForPeople
            ? .text(item.reasons.map(\.words).joined(separator: "; ")) : .list(item.reasons.map(\.code))
        }.decisive,
        Column("outcome", "Outcome", .outcome) { SheetValue.outcome($0.outcome) }.kept,
        Column("severity", "Severity", .outcome) { $0.severity }.kept,
        Column("device", "Device", \.device.filled), Column("detail", "Details") { $0.reasons.map(\.words) }.extra,
        Column("build", "Build", \.build.filled).extra,
        .told("tester", "Tester") { item, form in
          let name = form.isForPeople ? item.claim?.marked(item.tester) ?? item.tester : item.tester
          return name.isEmpty ? .null : .text(name)
        }.extra, .time("at", "Tested", \.time).extra, .mark("disputed", "Disputed", \.isDisputed).extra,
      ], rows: TableRows(count: queue.count, at: queue.item(at:)),
      empty: "Nothing to retest. To test untested items, run \"a11y walk\".",
      summary: summary(queue, RetestQueue.walk(query, of: audit))
    ).inLine("stop", "component", "check", "reasons", "outcome", "severity", "condition", "device")
  }

  /// - Parameter walk: the command that walks through the queue.
  private static func summary(_ queue: RetestQueue, _ walk: String) -> [String] {
    let (named, unnamed) = queue.devices
    // Results without a device do not count as one more device.
    let devices =
      named == 0
      ? "device not recorded"
      : "on \(counted(named, "device"))" + (unnamed > 0 ? ", \(unnamed) on an unspecified device" : "")
    let parts = queue.counts.map { "\(counted($0.count)) \(Self.words(ofReason: $0.code))" }
    return [queue.newerBuilds.sentence].compactMap(\.self) + [
      "\(counted(queue.count, "item")) to retest in \(counted(queue.stops, "stop")), \(devices): "
        + parts.joined(separator: ", ") + ".",
      "To retest in this order, run \"\(walk)\".",
    ]
  }

  /// After a number of items, from the word that scripts know.
  private static func words(ofReason code: String) -> String {
    switch code {
    case "newer-build": "tested on an older build"
    case "newer-source": "tested before the source changed"
    case "check-changed": "tested before the check changed"
    case "waiver-expired": "with an expired waiver"
    default: code.split(separator: "-").joined(separator: " ")
    }
  }
}

extension RetestQueue {
  /// The command that walks through what a query asks for.
  static func walk(_ query: String, of audit: String?) -> String {
    ShellWord.command(
      "a11y walk --only retest", query.isEmpty ? [] : [query],
      flags: audit.map { " --audit \(ShellWord.quoted($0))" } ?? "")
  }
}

extension RetestReason {
  package var words: String { words { $0 } }

  /// - Parameter written: how a day is written, from `2026-03-01`.
  func words(_ written: (String) -> String) -> String {
    switch self {
    case .newerBuild(let seen, let now, nil): "failed in \(seen); current build is \(now)"
    case .newerBuild(let seen, let now, let current?):
      "failed in \(seen); results of \(now) exist, the current build is \(current)"
    case .newerSource: "failed; source changed"
    case .stale(let reasons): "stale: " + reasons.map(\.rawValue).joined(separator: ", ")
    case .checkChanged: "check changed"
    case .waiverExpired(let day): "waiver expired on \(written(day))"
    case .disputed: "disputed"
    case .contradicted: "contradicted"
    case .testedByOthers: "tested only by people who are not followed"
    }
  }
}
