import AuditModel
import AuditReports
import AuditStore
import CanonicalJSON

/// What hangs on a component or a cell: waivers, tasks, questions, notes, conflicts of fields, the last change.
struct ShowRegister {
  private let show: ShowContext
  private let reader: Reader

  init(_ show: ShowContext, _ reader: Reader) {
    self.show = show
    self.reader = reader
  }

  /// `2026-03-01 10:00 by qa-1: owner, size`.
  static func words(_ change: LastChange, _ show: ShowContext) -> String {
    let fields = change.fields.map { $0 == "@deleted" ? "deleted or restored" : $0 }
    return show.time(change.time) + (change.by.isEmpty ? "" : " by \(change.by)") + ": "
      + fields.joined(separator: ", ")
  }

  func json(_ change: LastChange?) -> AuditReports.JSONText {
    guard let change else { return .null }
    return .object([
      ("at", show.iso(change.time)), ("by", .string(orNull: change.by.isEmpty ? nil : change.by)),
      ("fields", .strings(change.fields)),
    ])
  }

  func conflicts(_ conflicts: [FieldConflict]) -> [PageItem] {
    conflicts.map { conflict in
      let said = conflict.sides.map { side in
        "\(FieldValue.words(side.value))\(side.by.isEmpty ? "" : " (\(side.by))"), \(show.time(side.time))"
      }
      return .row(
        PageRow(
          [conflict.field],
          details: [("Shown", said.first ?? "")] + said.dropFirst().map { ("Also in view", $0) }))
    }
  }

  func json(_ conflict: FieldConflict) -> [(String, AuditReports.JSONText)] {
    let sides = conflict.sides.map { side -> AuditReports.JSONText in
      .object([
        ("value", FieldValue.json(side.value)), ("by", .string(orNull: side.by.isEmpty ? nil : side.by)),
        ("at", show.iso(side.time)),
      ])
    }
    return [("field", .string(conflict.field)), ("values", .array(sides))]
  }

  /// Sections about a component, or about a check of it.
  func sections(component: String, check: String?) throws -> [PageSection] {
    [
      PageSection("Signals of tools", try signals(component, check)),
      PageSection("Findings", try records("finding", component, check).map { .row(row(finding: $0)) }),
      PageSection("Waivers", try waivers(component, check).map { .row(row(waiver: $0)) }),
      PageSection("Open tasks", try tasks(component, check).map { .row(row($0)) }),
      PageSection("Open questions", try questions(component, check).map { .row(row($0)) }),
      PageSection("Shortcuts", check == nil ? try shortcuts(component) : []),
      PageSection("Gestures", check == nil ? try gestures(component) : []),
      PageSection("Notes", try notes(component, check).map { .row(row($0)) }),
    ]
  }

  private func shortcuts(_ component: String) throws -> [PageItem] {
    try records("shortcut", component, nil).map { record in
      .row(
        PageRow(
          [record.key], words: [record.text("keys"), record.text("action")], details: [("Note", record.text("note"))]))
    }
  }

  private func gestures(_ component: String) throws -> [PageItem] {
    let found = try records("gesture", component, nil)
    guard !found.isEmpty else { return [] }
    let show = try GestureTable(reader)
    return found.map { record in
      let alternative = record.text("alternative")
      let words = [record.text("gesture"), record.text("action"), alternative.isEmpty ? "" : "else \(alternative)"]
      return .row(
        PageRow(
          [record.key], words: words + show.concerns(record).map(\.words), details: [("Note", record.text("note"))]))
    }
  }

  func members(component: String, check: String?) throws -> [(String, AuditReports.JSONText)] {
    func document(_ record: Reader.Record) -> AuditReports.JSONText {
      .object([("key", .string(record.key))] + record.fields.members.map { ($0.key, FieldValue.json($0.value)) })
    }
    let notes = try notes(component, check).map { note -> AuditReports.JSONText in
      .object([
        ("id", .string(note.id)), ("check", .string(orNull: note.check)), ("tester", .string(note.tester)),
        ("at", show.iso(note.time)), ("text", .string(note.text)),
      ])
    }
    let signals = try reader.signals(component: component, check: check).filter {
      show.scope.accepts($0.condition)
    }
    return [
      ("signals", .array(signals.map(json))),
      ("findings", .array(try records("finding", component, check).map(document))),
      ("waivers", .array(try waivers(component, check).map(document))),
      ("tasks", .array(try tasks(component, check).map(document))),
      ("questions", .array(try questions(component, check).map(document))), ("notes", .array(notes)),
      ("shortcuts", .array(check == nil ? try records("shortcut", component, nil).map(document) : [])),
      ("gestures", .array(check == nil ? try records("gesture", component, nil).map(document) : [])),
    ]
  }

  private func waivers(_ component: String, _ check: String?) throws -> [Reader.Record] {
    try records("waiver", component, check)
  }

  private func tasks(_ component: String, _ check: String?) throws -> [Reader.Record] {
    try records("task", component, check).filter { !TaskSheet.isDone($0) }
  }

  private func questions(_ component: String, _ check: String?) throws -> [Reader.Record] {
    try records("question", component, check).filter { !QuestionSheet.isDecided($0) }
  }

  private func notes(_ component: String, _ check: String?) throws -> [Reader.NoteRow] {
    try reader.notes(component: component).filter { check == nil || $0.check == check }
  }

  private func records(_ kind: String, _ component: String, _ check: String?) throws -> [Reader.Record] {
    try reader.records(kind).filter {
      $0.text("component") == component && (check == nil || $0.text("check") == check)
    }
  }

  private func signals(_ component: String, _ check: String?) throws -> [PageItem] {
    let rows = try reader.signals(component: component, check: check).filter { show.scope.accepts($0.condition) }
      .flatMap { cell in
        cell.signals.reversed().map { seen -> PageRow in
          let signal = seen.signal
          return PageRow(
            [check == nil ? cell.check : "", show.time(seen.time)],
            words: [
              cell.isOpen ? "open" : "answered since", "\(signal.tool) \(signal.rule)",
              signal.isReview ? "to be looked at" : "", cell.condition,
              signal.build.isEmpty ? "" : "build \(signal.build)",
              signal.device, signal.os,
            ],
            details: [
              ("Message", signal.message), ("Screens", signal.screens.joined(separator: ", ")),
              ("Elements", signal.elements.joined(separator: ", ")), ("Detail", signal.detail),
            ])
        }
      }
    return show.scope.cut(rows, otherwise: 10)
  }

  private func json(_ cell: SignalCell) -> AuditReports.JSONText {
    .object([
      ("check", .string(cell.check)), ("condition", .string(cell.condition)), ("open", .bool(cell.isOpen)),
      (
        "signals",
        .array(
          cell.signals.map { seen in
            let signal = seen.signal
            return .object([
              ("id", .string(seen.id)), ("at", show.iso(seen.time)), ("tool", .string(signal.tool)),
              ("rule", .string(signal.rule)), ("message", .string(signal.message)),
              ("detail", .string(signal.detail)), ("review", .bool(signal.isReview)),
              ("elements", .strings(signal.elements)), ("screens", .strings(signal.screens)),
              ("device", .string(signal.device)), ("os", .string(signal.os)), ("build", .string(signal.build)),
              ("run", .string(signal.run)),
            ])
          })
      ),
    ])
  }

  private func row(waiver record: Reader.Record) -> PageRow {
    let until = record.text("until")
    let state = WaiverSheet.isInForce(until, on: show.scope.people.today) ? "in force" : "expired"
    let condition = record.fields["condition"]?.stringValue
    return PageRow(
      [record.text("check")],
      words: [
        condition == nil ? "" : WaiverSheet.shown(condition), "\(state), until \(until)", record.text("reason"),
        "approved by \(record.text("approver"))",
      ], details: [("Note", record.text("note"))])
  }

  /// What was said of a finding: who looks after it, its ticket.
  private func row(finding record: Reader.Record) -> PageRow {
    let condition = record.text("condition")
    return PageRow(
      [record.text("check")],
      words: [condition.isEmpty ? "" : condition, record.text("owner"), record.text("ticket")],
      details: [("Note", record.text("note"))])
  }

  private func row(_ record: Reader.Record) -> PageRow {
    PageRow(
      [record.key], words: [record.text("owner"), record.text("until").isEmpty ? "" : "until \(record.text("until"))"],
      details: [("Text", record.text("title")), ("Check", record.text("check")), ("Note", record.text("note"))])
  }

  private func row(_ note: Reader.NoteRow) -> PageRow {
    PageRow([show.time(note.time)], words: [note.tester, note.check ?? ""], details: [("Note", note.text)])
  }
}
