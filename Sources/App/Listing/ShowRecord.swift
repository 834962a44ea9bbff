import Audit
import Base
import Children
import Reports
import Sessions
import Store

/// `a11y show` of an audit, waiver, question, task, shortcut, gesture, or note.
struct ShowRecord {
  private let show: ShowContext
  private let reader: Reader
  private let register: ShowRegister

  init(_ show: ShowContext, _ reader: Reader) {
    (self.show, self.reader) = (show, reader)
    register = ShowRegister(show, reader)
  }

  func show(_ kind: String, _ key: String) throws -> Shown {
    guard let record = try reader.record(kind, key), !record.isDeleted else {
      throw Refusal.unknownRecord(kind: kind, key: key)
    }
    let conflicts = try reader.fieldConflicts(kind: kind, key: key)
    let change = try reader.lastChange(kind: kind, key: key)
    var facts = try RecordKind.items(record, kind: kind, show, reader)
    if let change { facts.append(.fact("Last changed", ShowRegister.words(change, show))) }
    var page = Page(title: record.text("title").isEmpty || kind != "audit" ? key : "\(key): \(record.text("title"))")
    page.sections = [
      PageSection(nil, facts), PageSection("Conflicting fields", register.conflicts(conflicts)),
    ]
    var members: JSONMembers = ["key": key]
    members += JSONMembers(
      record.fields.members.filter { !Self.ownMembers.contains($0.key) }.map { ($0.key, Self.json($0.key, $0.value)) })
    members += ["changed": register.json(change), "conflicts": JSONText.objects(conflicts) { register.json($0) }]
    if kind == "audit", let audit = try reader.audit(key) {
      let standing = try reader.closedStandings(of: [audit])[0]
      page.sections += [
        PageSection(
          "Status", try self.standing(standing) + NoticeWords.sinceClosing(of: audit, reader).map { .text($0.sentence) }
        ),
        PageSection("Components with the most findings", worst(standing)), PageSection("Notes", notes(record)),
      ]
      members += ["standing": standing.counts.jsonMembers, "components_in_scope": standing.components]
    }
    if kind == TapPlan.recordKind, let plan = try reader.plans().first(where: { $0.key.hasSameBytes(as: key) }) {
      let report = try TapReports.reports([plan], reader, isRedacted: false)[0]
      // The plan itself is shown above.
      page.sections += report.sections(RateText.symbol).dropFirst()
      members += ["report": report.json]
    }
    if kind == "waiver" {
      let covered = try self.covered(record)
      let none = [PageItem.text("No matching items with results.")]
      page.sections.append(
        PageSection(
          "Covered items",
          covered.isEmpty ? none : covered.map { .row(show.words.row($0, named: "\($0.component) \($0.check)")) }))
      members += ["cells": try covered.map { JSONText.object(try show.words.json($0)) }]
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
        "id": id, "component": note.component, "check": note.check, "tester": note.tester, "at": show.iso(note.time),
        "text": note.text,
      ])
  }

  /// Reserved members; a field with one of these names in a record of another version would duplicate it.
  private static let ownMembers = [
    "schema", "generated", "key", "changed", "conflicts", "standing", "components_in_scope", "cells",
  ]

  /// Times are kept as milliseconds; outside they are ISO 8601.
  private static func json(_ field: String, _ value: JSONValue) -> JSONText {
    if ["closed", "done_at"].contains(field), let time = value.integerValue {
      return .string(Timestamp(milliseconds: time).iso8601)
    }
    return FieldValue.json(value)
  }

  private func standing(_ standing: Standing) -> [PageItem] {
    let counts = standing.counts
    return [.text("\(counted(counts.inScope, "item")) in scope: \(CellWords.counts(counts)).")]
      + CellWords.rates(counts)
  }

  private func worst(_ standing: Standing) -> [PageItem] {
    let rows = standing.worst.map { worst in
      PageRow(
        [worst.key],
        words: [
          counted(worst.counts.fail, "fail"), "\(counted(worst.counts.pass, of: worst.counts.judged)) evaluated pass",
        ])
    }
    return show.scope.cut(rows, otherwise: 5)
  }

  /// Notes on an audit are in its field `notes`: `{"at": ms UTC, "by": tester, "text": ...}`.
  private func notes(_ record: Reader.Record) -> [PageItem] {
    (record.fields["notes"]?.arrayValue ?? []).compactMap { value in
      guard let note = value.objectValue, let text = note["text"]?.stringValue else { return nil }
      let time = note["at"]?.integerValue.map { show.time($0) } ?? ""
      return .row(PageRow([time], words: [note["by"]?.stringValue ?? ""], details: [("Note", text)]))
    }
  }

  private func covered(_ record: Reader.Record) throws -> [Cell] {
    let scope = WaiverScope(
      component: record.text("component"), check: record.text("check"),
      condition: record.fields["condition"]?.stringValue)
    return try scope.cells(reader)
  }
}

/// What belongs to a component or a cell: waivers, tasks, questions, notes, conflicting fields, the last change.
struct ShowRegister {
  private let show: ShowContext
  private let reader: Reader

  init(_ show: ShowContext, _ reader: Reader) { (self.show, self.reader) = (show, reader) }

  /// `2026-03-01 10:00 by qa-1: owner, size`.
  static func words(_ change: LastChange, _ show: ShowContext) -> String {
    let fields = FieldWords.named(change.fields).map {
      $0 == FieldConflict.deleted ? "deleted or restored" : FieldWords.name($0)
    }
    return show.time(change.time) + (change.by.isEmpty ? "" : " by \(change.by)") + ": "
      + fields.joined(separator: ", ") + (change.reason.isEmpty ? "" : ". Reason: \(change.reason)")
  }

  func json(_ change: LastChange?) -> JSONText {
    guard let change else { return .null }
    return .object([
      "at": show.iso(change.time), "by": change.by.filled,
      "fields": change.fields, "reason": change.reason.filled,
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
          details: [("Shown value", said.first ?? "")] + said.dropFirst().map { ("Other value", $0) }))
    }
  }

  func json(_ conflict: FieldConflict) -> JSONMembers {
    let sides = conflict.sides.map { side -> JSONText in
      .object([
        "value": FieldValue.json(side.value), "by": side.by.filled,
        "at": show.iso(side.time),
      ])
    }
    return ["field": conflict.field, "values": sides]
  }

  /// Sections about a component, or about a check of it.
  func sections(component: String, check: String?) throws -> [PageSection] {
    func rows(_ kind: String, _ row: (Reader.Record) throws -> PageRow) throws -> [PageItem] {
      try records(kind, component, check).map { .row(try row($0)) }
    }
    // Read only if there is a gesture.
    var gestures: GestureTable?
    return [
      PageSection("Tool findings", try signals(component, check)),
      PageSection("Findings", try rows("finding", row(finding:))),
      PageSection("Waivers", try rows("waiver", row(waiver:))),
      PageSection("Open tasks", try rows("task", row(work:))),
      PageSection("Open questions", try rows("question", row(work:))),
      PageSection("Shortcuts", try rows("shortcut", row(shortcut:))),
      PageSection(
        "Gestures",
        try rows("gesture") { record in
          let known = try gestures ?? GestureTable(reader)
          gestures = known
          return row(gesture: record, known)
        }),
      PageSection("Notes", try notes(component, check).map { .row(row($0)) }),
    ]
  }

  func members(component: String, check: String?) throws -> JSONMembers {
    func list(_ kind: String) throws -> [JSONMembers] {
      try records(kind, component, check).map { record in
        ["key": record.key] + JSONMembers(record.fields.members.map { ($0.key, FieldValue.json($0.value)) })
      }
    }
    let notes = try notes(component, check).map { note -> JSONMembers in
      ["id": note.id, "check": note.check, "tester": note.tester, "at": show.iso(note.time), "text": note.text]
    }
    let signals = try reader.signals(component: component, check: check).filter {
      show.scope.accepts($0.condition)
    }
    return [
      "signals": signals.map(json), "findings": try list("finding"), "waivers": try list("waiver"),
      "tasks": try list("task"), "questions": try list("question"), "notes": notes,
      "shortcuts": try list("shortcut"), "gestures": try list("gesture"),
    ]
  }

  private func notes(_ component: String, _ check: String?) throws -> [Reader.NoteRow] {
    try reader.notes(component: component).filter { check == nil || $0.check == check }
  }

  /// Open records on a component, or on a check of it. Shortcuts and gestures belong to no check.
  private func records(_ kind: String, _ component: String, _ check: String?) throws -> [Reader.Record] {
    guard check == nil || !["shortcut", "gesture"].contains(kind) else { return [] }
    return try reader.records(kind).filter {
      $0.text("component") == component && (check == nil || $0.text("check") == check)
        && !(kind == "task" && $0.isDone) && !(kind == "question" && $0.isDecided)
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
              cell.isOpen ? "open" : "reviewed", "\(signal.tool) \(signal.rule)",
              signal.isReview ? "needs review" : "", cell.condition,
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

  private func json(_ cell: SignalCell) -> JSONText {
    .object([
      "check": cell.check, "condition": cell.condition, "open": cell.isOpen,
      "signals": JSONText.array(
        cell.signals.map { seen in
          let signal = seen.signal
          return .object([
            "id": seen.id, "at": show.iso(seen.time), "tool": signal.tool, "rule": signal.rule,
            "message": signal.message, "detail": signal.detail, "review": signal.isReview, "elements": signal.elements,
            "screens": signal.screens, "device": signal.device, "os": signal.os, "build": signal.build,
            "run": signal.run,
          ])
        }),
    ])
  }

  private func row(waiver record: Reader.Record) throws -> PageRow {
    let until = record.text("until")
    let state = WaiverSheet.isInForce(until, on: show.scope.people.today) ? "in force" : "expired"
    let isOfAll = record.fields["condition"] == nil
    return PageRow(
      [record.text("check")],
      words: [
        isOfAll ? "" : try WaiverSheet.shown(record, reader), "\(state), until \(until)", record.text("reason"),
        "approved by \(record.text("approver"))",
      ], details: [("Note", record.text("note"))])
  }

  private func row(shortcut record: Reader.Record) -> PageRow {
    PageRow(
      [record.key], words: [record.text("keys"), record.text("action")], details: [("Note", record.text("note"))])
  }

  private func row(gesture record: Reader.Record, _ known: GestureTable) -> PageRow {
    let alternative = record.text("alternative")
    let other = alternative.isEmpty ? "" : "alternative: \(alternative)"
    let words = [record.text("gesture"), record.text("action"), other]
    let concerns = known.concerns(record).map(\.words)
    return PageRow([record.key], words: words + concerns, details: [("Note", record.text("note"))])
  }

  private func row(finding record: Reader.Record) -> PageRow {
    let condition = record.text("condition")
    return PageRow(
      [record.text("check")],
      words: [condition.isEmpty ? "" : condition, record.text("owner"), record.text("ticket")],
      details: [("Note", record.text("note"))])
  }

  private func row(work record: Reader.Record) -> PageRow {
    PageRow(
      [record.key], words: [record.text("owner"), record.text("until").isEmpty ? "" : "until \(record.text("until"))"],
      details: [("Text", record.text("title")), ("Check", record.text("check")), ("Note", record.text("note"))])
  }

  private func row(_ note: Reader.NoteRow) -> PageRow {
    PageRow([show.time(note.time)], words: [note.tester, note.check ?? ""], details: [("Note", note.text)])
  }
}
