package import AuditModel
package import AuditStore
import CanonicalJSON

/// A waiver with its status.
package struct ListedWaiver {
  /// The status of a waiver.
  enum State: String, CaseIterable {
    case inForce = "in force"
    case expired
    /// In force, and nothing that it covers fails: it can be revoked.
    case notFailing = "not failing"
  }

  let record: Reader.Record
  /// The number of failing cells it covers.
  let failing: Int
  let state: State

  init(_ record: Reader.Record, _ failing: Int, on today: String) {
    self.record = record
    self.failing = failing
    state =
      WaiverSheet.isInForce(record.text("until"), on: today) ? (failing > 0 ? .inForce : .notFailing) : .expired
  }

  var condition: String? { record.fields["condition"]?.stringValue }
}

extension Table<ListedWaiver> {
  /// - Parameter now: ms UTC, by whose day they expire.
  package static func waivers(_ query: Filter, _ reader: Reader, now: Int64) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let failing = try WaiverScope.failing(reader)
    let today = Timestamp(milliseconds: now).localDate(offset: 0)
    let found = try reader.records("waiver").filter { record in
      try filter.accepts(
        component: record.text("component"), check: record.text("check"),
        [.condition: [WaiverSheet.shown(record.fields["condition"]?.stringValue)]],
        texts: [record.key, record.text("reason"), record.text("approver"), record.text("note")])
    }.map { ListedWaiver($0, failing[$0.key] ?? 0, on: today) }
    let states = ListedWaiver.State.allCases.map { state in "\(found.count { $0.state == state }) \(state.rawValue)" }
    return Table(
      "waivers", title: "Waivers", columns: columns, rows: TableRows(found),
      empty: "No matching waivers. Run \"a11y new waiver COMPONENT CHECK\" to add one.",
      summary: ["\(counted(found.count, "waiver")): " + states.joined(separator: ", ") + "."]
    ).inLine("key", "state", "until", "failing", "note", "reason", "approver", "condition", "days_left")
  }

  private static var columns: [Column<Row>] {
    func text(_ key: String, _ title: String) -> Column<Row> { Column(key, title) { $0.record.text(key).filled } }
    return [
      // The key of a waiver names both, so that there is room for its status.
      Column("key", "Waiver", .identifier, \.record.key),
      Column("component", "Component", .identifier) { $0.record.text("component") }.extra,
      Column("check", "Check", .identifier) { $0.record.text("check") }.extra,
      .told("condition", "Condition") { waiver, form in
        guard let condition = waiver.condition else { return .null }
        return .text(form.isForPeople ? Condition.shown(condition) : condition)
      }, Column("state", "Status", .outcome, \.state.rawValue),
      Column("until", "Until", .number) { $0.record.text("until") },
      .told("days_left", "Days left", .number) { waiver, form in
        .integer(orNull: WaiverSheet.daysLeft(waiver.record.text("until"), from: form.now))
      }, text("reason", "Reason"), text("approver", "Approver"), text("ticket", "Ticket").extra, text("note", "Note"),
      Column("failing", "Failing items", .number, \.failing),
    ]
  }
}

/// The end and the scope of a waiver.
package enum WaiverSheet {
  /// A waiver is valid until the end of its last day, UTC.
  package static func isInForce(_ until: String, on today: String) -> Bool { today <= until }

  /// The displayed condition; `any` if the waiver has none.
  package static func shown(_ condition: String?) -> String { condition.map { Condition.shown($0) } ?? "any" }

  /// Days from today until the last one; negative after it, nil if the text is not a day.
  package static func daysLeft(_ until: String, from now: Int64) -> Int? {
    guard let end = try? Timestamp.read(until, localOffset: { _ in 0 }), end.isDateOnly else { return nil }
    return end.timestamp.dayNumber - Timestamp(milliseconds: now).dayNumber
  }
}
