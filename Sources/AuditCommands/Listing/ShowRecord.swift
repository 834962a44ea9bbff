import AuditModel
import AuditReports
import AuditSessions
import AuditStore
import CanonicalJSON
import Tapping

/// `a11y show` of an audit, waiver, question, task, shortcut, gesture, or note.
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
    var facts = try RecordKind.items(record, kind: kind, show, reader)
    if let change { facts.append(.fact("Last changed", ShowRegister.words(change, show))) }
    var page = Page(title: record.text("title").isEmpty || kind != "audit" ? key : "\(key): \(record.text("title"))")
    page.sections = [
      PageSection(nil, facts), PageSection("Conflicting fields", register.conflicts(conflicts)),
    ]
    var members: [(String, AuditReports.JSONText)] = [("key", .string(key))]
    members += record.fields.members.filter { !Self.ownMembers.contains($0.key) }.map {
      ($0.key, Self.json($0.key, $0.value))
    }
    members += [
      ("changed", register.json(change)), ("conflicts", .array(conflicts.map { .object(register.json($0)) })),
    ]
    if kind == "audit", let audit = try reader.audit(key) {
      let standing = try reader.closedStandings(of: [audit])[0]
      page.sections += [
        PageSection("Status", self.standing(standing)),
        PageSection("Components with the most findings", worst(standing)), PageSection("Notes", notes(record)),
      ]
      members += [("standing", CellWords.json(standing.counts)), ("components_in_scope", .int(standing.components))]
    }
    if kind == TapPlan.recordKind, let plan = try reader.plans().first(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
      let report = try TapReports.report(plan, reader)
      // The plan itself is shown above.
      page.sections += report.sections(RateText.symbol).dropFirst()
      members.append(("report", report.json))
    }
    if kind == "waiver" {
      let covered = try self.covered(record)
      let words = CellWords(show: show)
      let none = [PageItem.text("No matching items with results.")]
      page.sections.append(
        PageSection("Covered items", covered.isEmpty ? none : covered.map { .row(words.row($0, named: $0.check)) }))
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

  /// Reserved members; a field with one of these names in a record of another version would duplicate it.
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

  private func standing(_ standing: Standing) -> [PageItem] {
    let counts = standing.counts
    return [.text("\(counted(counts.inScope, "item")) in scope: \(CellWords.counts(counts)).")]
      + CellWords.rates(counts)
  }

  private func worst(_ standing: Standing) -> [PageItem] {
    let rows = standing.worst.map { worst in
      PageRow(
        [worst.key],
        words: [counted(worst.counts.fail, "fail"), "\(worst.counts.pass) of \(worst.counts.judged) evaluated pass"])
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
