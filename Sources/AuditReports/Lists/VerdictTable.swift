import AuditCatalog
import AuditFigures
package import AuditModel
package import AuditStore

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
    let order = Dictionary(
      Catalog.verdictSubjects.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
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
      summary: [
        "\(counted(found.count, "verdict")): "
          + states.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + "."
      ]
    ).inLine("key", "name", "level", "state", "results", "given", "remarks")
  }

  private static var columns: [Column<Row>] {
    [
      // The key names criterion and person.
      Column("key", "Verdict", .identifier, \.verdict.key),
      Column("criterion", "Criterion", .identifier, \.verdict.subject).extra,
      Column("name", "Name") { $0.subject?.name }, Column("by", "By", \.verdict.person).extra,
      .told("level", "Level") { row, form in
        .text(orNull: form.isForPeople ? row.verdict.level?.words : row.verdict.level?.rawValue)
      }, Column("state", "Status", .outcome, \.state.rawValue),
      Column("results", "Results", .outcome) { row in row.results.map { SheetValue.outcome($0.rawValue) } },
      Column("given", "Given", .number) { $0.verdict.day.filled },
      Column("edition", "Edition") { $0.verdict.edition.filled }.extra,
      Column("writer", "Last changed by") { $0.verdict.writer.filled }.extra,
      Column("remarks", "Remarks") { $0.verdict.remarks.filled },
    ]
  }
}
