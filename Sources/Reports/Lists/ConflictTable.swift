package import Audit
import Base
import Children
package import Store

/// A conflict: a field of a record with several values, or a disputed cell.
package struct Disagreement {
  var what: String
  var record: String
  var key: String
  var check: String?
  var condition: String?
  var field: String?
  /// What counts until one is chosen, where that is all values together and none of them.
  var joined: String?
  /// The current value first, where one of them is that.
  var said: [Side]
  var sides: JSONText

  /// `1 field with several values, 2 disputed items, 1 contradicted item`: how many conflicts there are.
  ///
  /// - Parameter items: the disputed and the contradicted ones.
  package static func phrase(_ fields: Int, _ disputed: Int, of items: Int) -> String {
    let contradicted = items - disputed
    return "\(counted(fields, "field")) with several values, \(counted(disputed, "disputed item"))"
      + (contradicted > 0 ? ", \(counted(contradicted, "contradicted item"))" : "")
  }

  /// One of the values, in words.
  struct Side {
    var words: String
    /// Empty where it was not said.
    var by: String
    /// In text output alone: a table is compared and joined elsewhere.
    var severity: Severity?
    var machine: String
    var time: Int64

    /// `FAIL (ben)`; for people `FAIL, critical (ben on machine 4k2m9x7c1p0q, 2026-03-01 10:00)`
    func told(_ form: RowForm) -> String {
      guard form.isForPeople else { return words + (by.isEmpty ? "" : " (\(by))") }
      let place = MachineWords(own: "").place(machine)
      let who = by.hasSuffix(place) ? by : by.isEmpty ? place : "\(by) \(place)"
      return words + (severity.map { ", \($0.word)" } ?? "") + " (\(who), \(form.minute(time)))"
    }
  }
}

extension NoticeWords {
  /// Values that people gave to what decides without having seen each other's.
  static func conflicts(_ notices: Notices, _ namesPeople: Bool) -> [Notice] {
    func either(_ values: [(words: String, by: String)]) -> String {
      values.map { $0.words + (namesPeople ? " (\($0.by))" : "") }.joined(separator: " or ")
    }
    let policies = either(notices.policies.map { ($0.policy.isEmpty ? "none" : $0.policy, $0.by) })
    let (first, count) = notices.conflicts
    let sides = (first?.sides ?? []).prefix(3).map { side in
      (FieldValue.words(side.value, of: first?.field ?? ""), side.by.isEmpty ? side.replica : side.by)
    }
    // Values and keys may name people.
    let place = first.map {
      ": \(FieldValue.name($0.field)) of \($0.kind) \($0.key), \(either(sides))\(count > 1 ? ", and \(count - 1) more" : "")"
    }
    return [
      Notice(
        "policy_conflict", notices.policies.count, "Policy in conflict: \(policies).", command: "a11y list conflicts"),
      Notice(
        "field_conflicts", count,
        "\(counted(count, "field that decides has", "fields that decide have")) more than one value"
          + "\(namesPeople ? place ?? "" : "").", command: "a11y list conflicts"),
    ]
  }
}

extension Table<Disagreement> {
  package static func conflicts(_ query: Filter, _ reader: Reader) throws -> Table {
    let fields = try fields(query, reader)
    var disputed = query
    disputed.terms.append(Filter.Term(.disputed, ["yes"]))
    let cells = try reader.cellTable(disputed, .all)
    // The sides of a dispute are a fold over all results of its cell: only of what is shown.
    let rows = TableRows(count: fields.count + cells.count) { place in
      try place < fields.count ? fields[place] : dispute(cells.row(at: place - fields.count), reader)
    }
    return Table(
      "conflicts", title: "Conflicts",
      columns: [
        Column("conflict", "Conflict", \.what).extra,
        .told("record", "Record") { row, form in
          .text(form.isForPeople && row.what == "dispute" ? "item" : row.record)
        },
        Column("key", "Key", .identifier, \.key), Column("check", "Check", .identifier, \.check),
        Column("condition", "Condition", .identifier, \.condition), Column("field", "Field", \.field),
        .told("shown", "Current") { row, form in (row.joined ?? row.said.first?.told(form)).sheetValue }.ofTimes,
        .told("others", "Other values") { row, form in
          row.said.dropFirst(row.joined == nil ? 1 : 0).map { $0.told(form) }.sheetValue
        },
        Column("sides", "Sides") { SheetValue.json($0.sides) }.extra,
      ], rows: rows,
      empty: "No matching conflicts.",
      summary: [
        "\(Disagreement.phrase(fields.count, cells.figures.counts.disputed, of: cells.count)). "
          + "To resolve conflicts, run \"a11y resolve\"."
      ]
    ).inLine("key", "field", "check", "shown", "others", "condition", "record")
  }

  private static func fields(_ query: Filter, _ reader: Reader) throws -> [Disagreement] {
    let filter = RecordFilter(query, reader: reader, own: [.audit, .condition])
    return try reader.fieldConflicts().compactMap { conflict in
      let record = try reader.record(conflict.kind, conflict.key)
      let words = conflict.sides.map { FieldValue.words($0.value, of: conflict.field) }
      guard
        try filter.accepts(
          component: conflict.kind == "component" ? conflict.key : record?.text("component") ?? "",
          check: conflict.kind == "check" ? conflict.key : record?.text("check") ?? "",
          [.audit: conflict.kind == "audit" ? [conflict.key] : [], .condition: []],
          texts: [conflict.key, conflict.field] + words)
      else { return nil }
      return Disagreement(
        what: "field", record: conflict.kind, key: conflict.key, field: FieldValue.name(conflict.field),
        joined: try reader.joinedWords(of: conflict),
        said: zip(words, conflict.sides).map {
          Disagreement.Side(words: $0, by: $1.by, machine: $1.replica, time: $1.time)
        },
        sides: .objects(conflict.sides) { side in
          [
            "value": FieldValue.json(side.value), "by": side.by.filled,
            "at": Timestamp(milliseconds: side.time).iso8601, "replica": side.replica,
          ]
        })
    }
  }

  private static func dispute(_ cell: Cell, _ reader: Reader) throws -> Disagreement {
    let cell = try reader.unhidden(cell)
    let sides = try reader.sidesOfDispute(cell)
    let ordered = sides.filter { $0.id == cell.id } + sides.filter { $0.id != cell.id }
    // A table is compared and joined elsewhere: its words are the same on each machine.
    let testers = MachineWords(own: "").testers(of: ordered)
    return Disagreement(
      what: "dispute", record: "cell", key: cell.component, check: cell.check, condition: cell.condition,
      said: zip(ordered, testers).map { side, tester in
        Disagreement.Side(
          words: side.outcome.map { OutcomeWords.word($0.rawValue) } ?? "", by: tester, severity: side.severity,
          machine: MachineWords.replica(ofResult: side.id), time: side.time)
      },
      sides: .objects(ordered) { side in
        [
          "outcome": side.outcome?.rawValue, "tester": side.tester, "at": Timestamp(milliseconds: side.time).iso8601,
          "build": side.build, "note": side.note, "id": side.id, "severity": side.severity?.rawValue,
          "replica": MachineWords.replica(ofResult: side.id),
        ]
      })
  }
}

/// The agreement of independent testers on one check.
package struct CheckAgreement {
  /// With fewer pairs, agreement beyond chance cannot be calculated.
  package static let fewest = 10

  let check: String
  let pairs: [JudgedPair]

  var agreed: Int { pairs.count(where: \.agrees) }
  var kappa: Double? { pairs.count < Self.fewest ? nil : Kappa(answers)?.value }
  var cells: Int { Set(pairs.map { [$0.component, $0.condition, $0.build] }).count }

  var whyNoKappa: String? {
    pairs.count < Self.fewest ? "too few" : kappa == nil ? "all results equal" : nil
  }

  /// Rows are the answers of the tester whose name comes first, columns those of the other: pass, fail, N/A, can't
  /// tell.
  var answers: [[Int]] {
    let outcomes = Outcome.allCases
    var table = Array(repeating: Array(repeating: 0, count: outcomes.count), count: outcomes.count)
    for pair in pairs {
      guard let one = pair.outcomes.first.flatMap(outcomes.firstIndex(of:)),
        let other = pair.outcomes.last.flatMap(outcomes.firstIndex(of:))
      else { continue }
      table[one][other] += 1
    }
    return table
  }

  /// `0.61`, `-0.05`; rounded toward 0.
  fileprivate static func twoPlaces(_ kappa: Double) -> String {
    let hundredths = Int(kappa * 100)
    let digits = String(abs(hundredths) % 100)
    return (hundredths < 0 ? "-" : "") + "\(abs(hundredths) / 100)." + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}

extension Table<CheckAgreement> {
  /// The checks that two testers tested, those with most disagreement first.
  package static func agreement(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader, own: [.tester, .build])
    let pairs = try reader.judgedPairs().filter { pair in
      try filter.accepts(
        component: pair.component, check: pair.check,
        [.condition: [Condition.shown(pair.condition)], .tester: pair.testers, .build: [pair.build]])
    }
    let checks = Dictionary(grouping: pairs, by: \.check).map(CheckAgreement.init).sorted { left, right in
      let (one, other) = (left.pairs.count - left.agreed, right.pairs.count - right.agreed)
      return one != other ? one > other : left.check < right.check
    }
    let agreed = pairs.count(where: \.agrees)
    return Table(
      "agreement", title: "Tester agreement",
      columns: [
        Column("check", "Check", .identifier, \.check), Column("pairs", "Pairs", .number, \.pairs.count),
        Column("agreed", "Agreed", .number, \.agreed),
        .told("kappa", "Kappa", .number) { one, form in
          guard let kappa = one.kappa else { return .null }
          return form.isForPeople ? .text(CheckAgreement.twoPlaces(kappa)) : .decimal(kappa)
        },
        Column("kappa_reason", "Reason for no kappa", \.whyNoKappa), Column("cells", "Items", .number, \.cells).extra,
        Column("testers", "Testers") { Set($0.pairs.flatMap(\.testers)).sorted() }.extra,
        Column("table", "Results") { SheetValue.json(.array($0.answers.map { .array($0.map { .int($0) }) })) }.extra,
      ], rows: TableRows(checks),
      empty: "No item was tested independently by two testers on the same build.",
      summary: [
        "\(counted(pairs.count, "pair")) of independent results for \(counted(checks.count, "check")): "
          + "\(counted(agreed)) agree, \(counted(pairs.count - agreed)) differ.",
        "Kappa corrects for agreement by chance. It does not show which tester is right.",
      ]
    ).inLine("check", "pairs", "agreed", "kappa", "kappa_reason")
  }
}

/// A verdict with its status and what the results say.
package struct ListedVerdict {
  enum State: String, CaseIterable {
    /// Its level is used in a conformance report.
    case used
    /// People differ, so that the level of none is used.
    case disputed
    /// The criterion does not allow its level, or it is not known.
    case unusable
  }

  let verdict: PersonVerdict
  let subject: VerdictSubject?
  let state: State
  /// Of the results for the criterion; nil for what no check covers.
  let results: CriterionState?
}

extension Table<ListedVerdict> {
  package static func verdicts(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader, own: [.criterion, .level])
    let all = try reader.verdicts()
    let book = VerdictBook(all)
    let rollUp = all.isEmpty ? nil : try reader.standards()
    let order = Dictionary(firstOf: Catalog.verdictSubjects.enumerated().map { ($0.element.id, $0.offset) })
    let found = try all.filter { verdict in
      let level = Catalog.criterion(verdict.subject)?.level?.rawValue
      return try filter.accepts(
        [.criterion: [verdict.subject], .level: level.map { [$0] } ?? [], .tester: [verdict.person]],
        texts: [verdict.key, verdict.remarks, Catalog.verdictSubject(verdict.subject)?.name ?? ""])
    }.map { verdict in
      ListedVerdict(
        verdict: verdict, subject: Catalog.verdictSubject(verdict.subject),
        state: verdict.level == nil ? .unusable : book.isDisputed(verdict) ? .disputed : .used,
        results: rollUp?[verdict.subject]?.state)
    }.sorted { left, right in
      let places = [left, right].map { order[$0.verdict.subject] ?? .max }
      return (places[0], left.verdict.key) < (places[1], right.verdict.key)
    }
    let states = ListedVerdict.State.allCases.map { state in (found.count { $0.state == state }, state.rawValue) }
    return Table(
      "verdicts", title: "Verdicts", columns: columns, rows: TableRows(found),
      empty: "No matching verdicts. Run \"a11y new verdict CRITERION\" to add one.",
      summary: ["\(counted(found.count, "verdict")): \(counted(states))."]
    ).inLine("key", "name", "level", "state", "results", "given", "remarks")
  }

  private static var columns: [Column<Row>] {
    [
      // The key names criterion and person.
      Column("key", "Verdict", .identifier, \.verdict.key),
      Column("criterion", "Criterion", .identifier, \.verdict.subject).extra,
      Column("name", "Name") { $0.subject?.name }, Column("by", "By", \.verdict.person).extra,
      .told("level", "Level") { row, form in
        (form.isForPeople ? row.verdict.level?.words : row.verdict.level?.rawValue).sheetValue
      }, Column("state", "Status", .outcome, \.state.rawValue),
      Column("results", "Results", .outcome) { row in row.results.map { SheetValue.outcome($0.rawValue) } },
      Column("given", "Given", .number) { $0.verdict.day.filled },
      Column("edition", "Edition") { $0.verdict.edition.filled }.extra,
      Column("writer", "Last changed by") { $0.verdict.writer.filled }.extra,
      Column("remarks", "Remarks") { $0.verdict.remarks.filled },
    ]
  }
}

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
  /// The condition as it is shown, with the setting of the check.
  let shown: String

  init(_ record: Reader.Record, _ failing: Int, _ shown: String, on today: String) {
    (self.record, self.failing, self.shown) = (record, failing, shown)
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
    let found = try reader.records("waiver").compactMap { record -> ListedWaiver? in
      let shown = try WaiverSheet.shown(record, reader)
      let isWanted = try filter.accepts(
        component: record.text("component"), check: record.text("check"), [.condition: [shown]],
        texts: [record.key, record.text("reason"), record.text("approver"), record.text("note")])
      return isWanted ? ListedWaiver(record, failing[record.key] ?? 0, shown, on: today) : nil
    }
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
        return .text(form.isForPeople ? waiver.shown : condition)
      }, Column("state", "Status", .outcome, \.state.rawValue),
      Column("until", "Until", .number) { $0.record.text("until") },
      .told("days_left", "Days left", .number) { waiver, form in
        WaiverSheet.daysLeft(waiver.record.text("until"), from: form.now).sheetValue
      }, text("reason", "Reason"), text("approver", "Approver"), text("ticket", "Ticket").extra, text("note", "Note"),
      Column("failing", "Failing items", .number, \.failing),
    ]
  }
}

/// The end and the scope of a waiver.
package enum WaiverSheet {
  /// A waiver is valid until the end of its last day, UTC.
  package static func isInForce(_ until: String, on today: String) -> Bool { today <= until }

  /// The displayed condition, with the setting of the check; `any` if the waiver has none.
  package static func shown(_ waiver: Reader.Record, _ reader: Reader) throws -> String {
    guard let condition = waiver.fields["condition"]?.stringValue else { return "any" }
    return Condition.shown(try reader.checkSettings.seen(condition, of: waiver.text("check")))
  }

  /// Days from today until the last one; negative after it, nil if the text is not a day.
  package static func daysLeft(_ until: String, from now: Int64) -> Int? {
    guard let end = try? Timestamp.read(until, localOffset: { _ in 0 }), end.isDateOnly else { return nil }
    return end.timestamp.dayNumber - Timestamp(milliseconds: now).dayNumber
  }
}

extension Reader {
  /// What counts while machines disagree about a field, in words: nil where it is one of their values.
  package func joinedWords(of conflict: FieldConflict) throws -> String? {
    guard let value = try record(conflict.kind, conflict.key)?.fields[conflict.field] else { return nil }
    let words = FieldValue.words(value, of: conflict.field)
    return conflict.sides.contains { FieldValue.words($0.value, of: conflict.field) == words } ? nil : words
  }
}
