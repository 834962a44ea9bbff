import AuditModel
import AuditReports
import AuditStore
import CanonicalJSON

/// Waivers as rows.
enum WaiverSheet {
  private static let columns: [SheetColumn] = [
    // The key of a waiver names both, so that there is room for how it stands.
    SheetColumn("key", "Waiver", .identifier),
    SheetColumn("component", "Component", .identifier, isDefault: false),
    SheetColumn("check", "Check", .identifier, isDefault: false), SheetColumn("condition", "Condition"),
    SheetColumn("state", "State", .outcome), SheetColumn("until", "Until", .number),
    SheetColumn("days_left", "Days left", .number), SheetColumn("reason", "Reason"),
    SheetColumn("approver", "Approver"), SheetColumn("ticket", "Ticket", isDefault: false), SheetColumn("note", "Note"),
    SheetColumn("failing", "Failing cells", .number),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader)
    let found = try reader.records("waiver").filter { record in
      try filter.accepts(component: record.text("component"), check: record.text("check"))
        && filter.accepts(.condition, [shown(record.fields["condition"]?.stringValue)])
        && filter.accepts(texts: [record.key, record.text("reason"), record.text("approver"), record.text("note")])
    }
    let failing = try WaiverScope.failing(reader)
    let states = found.map { state($0, failing[$0.key] ?? 0, on: form.today) }
    let sheet = Sheet(
      schema: "waivers", title: "Waivers", columns: columns,
      emptyMessage: "No waiver matches. a11y new waiver COMPONENT CHECK gives one.")
    return ListRun.Rows(
      sheet: sheet, values: zip(found, states).map { row($0, $1, failing[$0.key] ?? 0, form) },
      summary: [
        "\(counted(found.count, "waiver")): "
          + State.allCases.map { state in "\(states.count { $0 == state }) \(state.rawValue)" }.joined(separator: ", ")
          + "."
      ])
  }

  /// How a waiver stands.
  enum State: String, CaseIterable {
    case inForce = "in force"
    case expired
    /// In force, and nothing that it covers fails: it can be revoked.
    case notFailing = "not failing"
  }

  private static func state(_ record: Reader.Record, _ failing: Int, on today: String) -> State {
    guard isInForce(record.text("until"), on: today) else { return .expired }
    return failing > 0 ? .inForce : .notFailing
  }

  /// A waiver holds until the end of its last day, UTC.
  static func isInForce(_ until: String, on today: String) -> Bool { today <= until }

  /// What people read for a condition that may be missing: every one.
  static func shown(_ condition: String?) -> String {
    guard let condition else { return "any" }
    return condition.isEmpty ? "default" : condition
  }

  /// Days from today until the last one; negative after it, nil where the text is no day.
  static func daysLeft(_ until: String, from now: Int64) -> Int? {
    guard let end = try? Timestamp.read(until, localOffset: { _ in 0 }), end.isDateOnly else { return nil }
    return end.timestamp.dayNumber - Timestamp(milliseconds: now).dayNumber
  }

  private static func row(
    _ record: Reader.Record, _ state: State, _ failing: Int, _ form: RowForm
  ) -> [SheetValue] {
    let until = record.text("until")
    let condition = record.fields["condition"]?.stringValue
    return [
      .text(record.key), .text(record.text("component")), .text(record.text("check")),
      form.isForPeople && condition != nil ? .text(shown(condition)) : .text(orNull: condition),
      .text(state.rawValue), .text(until),
      .integer(orNull: daysLeft(until, from: form.now)), form.text(record.text("reason")),
      form.text(record.text("approver")), form.text(record.text("ticket")), form.text(record.text("note")),
      .integer(failing),
    ]
  }
}
