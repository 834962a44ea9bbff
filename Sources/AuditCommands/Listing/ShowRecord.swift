import AuditModel
import AuditReports
import AuditStore
import CanonicalJSON

/// `a11y show` of an audit, a waiver, a question, a task, a shortcut, a gesture or a note.
struct ShowRecord {
  private let show: ShowContext
  private let reader: Reader
  private let register: ShowRegister

  init(_ show: ShowContext, _ reader: Reader) {
    self.show = show
    self.reader = reader
    register = ShowRegister(show, reader)
  }

  func show(_ kind: String, _ key: String) throws -> Shown {
    guard let record = try reader.record(kind, key), !record.isDeleted else {
      throw Refusal.unknownRecord(kind: kind, key: key)
    }
    let conflicts = try reader.fieldConflicts(kind: kind, key: key)
    let change = try reader.lastChange(kind: kind, key: key)
    var facts = try facts(kind, record)
    if let change { facts.append(.fact("Last changed", ShowRegister.words(change, show))) }
    var page = Page(title: record.text("title").isEmpty || kind != "audit" ? key : "\(key): \(record.text("title"))")
    page.sections = [
      PageSection(nil, facts), PageSection("Fields with more than one value", register.conflicts(conflicts)),
    ]
    var members: [(String, AuditReports.JSONText)] = [("key", .string(key))]
    members += record.fields.members.filter { !Self.ownMembers.contains($0.key) }.map {
      ($0.key, Self.json($0.key, $0.value))
    }
    members += [
      ("changed", register.json(change)), ("conflicts", .array(conflicts.map { .object(register.json($0)) })),
    ]
    if kind == "audit", let audit = try reader.audit(key) {
      let standing = try reader.standing(of: audit)
      page.sections += [
        PageSection("How it stands", self.standing(standing)),
        PageSection("Worst components", worst(standing)), PageSection("Notes", notes(record)),
      ]
      members += [("standing", CellWords.json(standing.counts)), ("components_in_scope", .int(standing.components))]
    }
    if kind == TapPlan.recordKind, let plan = try reader.plans().first(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
      let report = try TapReports.report(plan, reader)
      // The plan itself stands above.
      page.sections += report.sections(RateText.symbol).dropFirst()
      members.append(("report", report.json))
    }
    if kind == "waiver" {
      let covered = try self.covered(record)
      let words = CellWords(show: show)
      let none = [PageItem.text("No cell with a result.")]
      page.sections.append(
        PageSection("What it covers", covered.isEmpty ? none : covered.map { .row(words.row($0, named: $0.check)) }))
      members.append(("cells", .array(try covered.map { .object(try words.json($0)) })))
    }
    return Shown(schema: kind, page: page, members: members)
  }

  func note(_ id: String) throws -> Shown {
    guard let note = try reader.notes().first(where: { $0.id == id }) else {
      throw Refusal.unknownRecord(kind: "note", key: id)
    }
    let page = Page(
      title: "Note \(id)",
      sections: [
        PageSection(
          nil,
          [
            .names("Component", [note.component]), .names("Check", note.check.map { [$0] } ?? []),
            .fact("Written", show.time(note.time) + (note.tester.isEmpty ? "" : " by \(note.tester)")),
            .fact("Text", note.text),
          ])
      ])
    return Shown(
      schema: "note", page: page,
      members: [
        ("id", .string(id)), ("component", .string(note.component)), ("check", .string(orNull: note.check)),
        ("tester", .string(note.tester)), ("at", show.iso(note.time)), ("text", .string(note.text)),
      ])
  }

  /// Members that are ours; a field of that name in a record of another version would make them double.
  private static let ownMembers = [
    "schema", "generated", "key", "changed", "conflicts", "standing", "components_in_scope", "cells",
  ]

  /// Times are kept as milliseconds; outside they are ISO 8601.
  private static func json(_ field: String, _ value: JSONValue) -> AuditReports.JSONText {
    if ["closed", "done_at"].contains(field), let time = value.integerValue {
      return .string(Timestamp(milliseconds: time).iso8601)
    }
    return FieldValue.json(value)
  }

  /// What a plan asks for, what it can show, and where it stands.
  private func plan(_ key: String) throws -> [PageItem] {
    guard let plan = try reader.plans().first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else { return [] }
    let sessions = try reader.sessionRecords(plan: plan.key)
    let shown = AttainableWords.sentence(target: plan.target, children: plan.children, taps: plan.taps)
    return [
      .fact("State", plan.closed.map { "closed on \(show.day($0))" } ?? "open"), .names("Component", [plan.component]),
      .fact("Size", "\(plan.sizeText) pt"), .fact("Input", plan.input.rawValue), .fact("Target", "\(plan.target)%"),
      .fact(
        "Planned",
        "\(counted(plan.children, "child", "children")), \(counted(plan.taps, "tap")) each, "
          + "\(counted(plan.practice, "practice tap")), \(counted(plan.looks, "look"))"),
      .fact("What it can show", shown ?? "nothing: fewer than 5 children never meet a target"),
      .fact("Parts", plan.parts.joined(separator: ", ")), .fact("Script", plan.script), .fact("Build", plan.build),
      .fact("Sessions", "\(sessions.count)"),
      .names("Logged", try reader.resultsOfPlan(plan.key)),
    ]
  }

  private func facts(_ kind: String, _ record: Reader.Record) throws -> [PageItem] {
    func line(_ label: String, _ field: String) -> PageItem { .fact(label, record.text(field)) }
    let about: [PageItem] = [
      .names("Component", [record.text("component")].filter { !$0.isEmpty }),
      .names("Check", [record.text("check")].filter { !$0.isEmpty }),
    ]
    let rest: [PageItem] = [
      line("Owner", "owner"), .fact("Tags", record.list("tags").joined(separator: ", ")), line("Ticket", "ticket"),
      line("Note", "note"),
    ]
    switch kind {
    case "audit":
      let closed = record.fields["closed"]?.integerValue
      let conditions = record.list("conditions").map { Condition.shown($0) }
      return [
        .fact("State", closed.map { "closed on \(show.day($0))" } ?? "open"),
        .names("Checklists", record.list("checklists")),
        .fact("Answered", record.fields["whole_app"]?.boolValue == true ? "once for the app as a whole" : ""),
        .fact("Components", record.list("components").isEmpty ? "every component" : ""),
        .names("Components", record.list("components")),
        .fact("Conditions", conditions.isEmpty ? "default" : conditions.joined(separator: "; ")),
        line("Build", "build"), line("Standard", "standard"),
      ] + rest
    case TapPlan.recordKind:
      return try plan(record.key)
    case "waiver":
      let until = record.text("until")
      let state = WaiverSheet.isInForce(until, on: show.scope.people.today) ? "in force" : "expired"
      return about + [
        .fact("Condition", WaiverSheet.shown(record.fields["condition"]?.stringValue)),
        .fact("State", "\(state), until \(until)"), line("Reason", "reason"), line("Approver", "approver"),
      ] + rest
    case "question":
      let decided = record.text("decided").isEmpty ? "" : " on \(record.text("decided"))"
      let state = QuestionSheet.isDecided(record) ? "decided" + decided : "open"
      return [line("Question", "title"), .fact("State", state), line("Decision", "decision")] + about + rest
    case ShortcutRun.kind:
      let conflicts = try ShortcutTable(reader).conflicts(of: ShortcutTable.shortcut(record))
      return [
        line("Keys", "keys"), line("Action", "action"),
        .fact("Screens", record.list("screens").joined(separator: ", ")),
        .fact("Platforms", record.list("platforms").joined(separator: ", ")),
      ] + conflicts.map { .fact("Conflict", $0.words) } + about + rest
    case GestureRun.kind:
      let concerns = try GestureTable(reader).concerns(record)
      return [line("Gesture", "gesture"), line("Action", "action"), line("Alternative", "alternative")]
        + concerns.map { .fact("Concern", "\($0.words) (\($0.check))") } + about + rest
    default:
      let done = record.fields["done_at"]?.integerValue.map { " on \(show.day($0))" } ?? ""
      return [
        line("Task", "title"), .fact("State", TaskSheet.isDone(record) ? "done" + done : "open"),
        line("Until", "until"),
      ] + about + rest
    }
  }

  private func standing(_ standing: Standing) -> [PageItem] {
    let counts = standing.counts
    return [.text("\(counted(counts.inScope, "cell")) in scope: \(CellWords.counts(counts)).")]
      + CellWords.rates(counts)
  }

  private func worst(_ standing: Standing) -> [PageItem] {
    let rows = standing.worst.map { worst in
      PageRow(
        [worst.key],
        words: [counted(worst.counts.fail, "fail"), "\(worst.counts.pass) of \(worst.counts.judged) judged pass"])
    }
    return show.scope.cut(rows, otherwise: 5)
  }

  /// Remarks on an audit stand in its field `notes`: `{"at": ms UTC, "by": who, "text": ...}`.
  private func notes(_ record: Reader.Record) -> [PageItem] {
    (record.fields["notes"]?.arrayValue ?? []).compactMap { value in
      guard let note = value.objectValue, let text = note["text"]?.stringValue else { return nil }
      let time = note["at"]?.integerValue.map { show.time($0) } ?? ""
      return .row(PageRow([time], words: [note["by"]?.stringValue ?? ""], details: [("Note", text)]))
    }
  }

  private func covered(_ record: Reader.Record) throws -> [ResultRow] {
    let scope = WaiverScope(
      component: record.text("component"), check: record.text("check"),
      condition: record.fields["condition"]?.stringValue)
    return try scope.cells(reader)
  }
}
