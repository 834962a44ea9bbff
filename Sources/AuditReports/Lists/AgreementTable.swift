import AuditFigures
package import AuditModel
package import AuditStore
import FirstTap

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
          + "\(agreed) agree, \(pairs.count - agreed) differ.",
        "Kappa corrects for agreement by chance. It does not show which tester is right.",
      ])
  }
}
