import AuditModel
import AuditReports
import AuditStore
import FirstTap

/// How far testers who answered independently agree, one row for each check.
enum AgreementSheet {
  /// Fewer pairs than this say nothing about agreement beyond chance.
  static let fewest = 10

  private static let columns: [SheetColumn] = [
    SheetColumn("check", "Check", .identifier), SheetColumn("pairs", "Pairs", .number),
    SheetColumn("agreed", "Agreed", .number), SheetColumn("kappa", "Kappa", .number),
    SheetColumn("kappa_reason", "Why no kappa"), SheetColumn("cells", "Cells", .number, isDefault: false),
    SheetColumn("testers", "Testers", isDefault: false), SheetColumn("table", "Answers", isDefault: false),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader, own: [.tester, .build])
    let pairs = try reader.judgedPairs().filter { pair in
      try filter.accepts(component: pair.component, check: pair.check)
        && filter.accepts(.condition, [Condition.shown(pair.condition)]) && filter.accepts(.tester, pair.testers)
        && filter.accepts(.build, [pair.build])
    }
    let checks = Dictionary(grouping: pairs, by: \.check).sorted { left, right in
      let (one, other) = (left.value.count { !$0.agrees }, right.value.count { !$0.agrees })
      return one != other ? one > other : left.key < right.key
    }
    let agreed = pairs.count(where: \.agrees)
    let sheet = Sheet(
      schema: "agreement", title: "Agreement of testers", columns: columns,
      emptyMessage: "No cell of one build was answered by two testers without knowledge of each other.")
    return ListRun.Rows(
      sheet: sheet, values: checks.map { row($0.key, $0.value, form) },
      summary: [
        "\(counted(pairs.count, "pair")) of independent answers to \(counted(checks.count, "check")): "
          + "\(agreed) agreed, \(pairs.count - agreed) did not.",
        "Kappa corrects for chance and depends on how common each answer is; it says nothing about who is right.",
      ])
  }

  private static func row(_ check: String, _ pairs: [JudgedPair], _ form: RowForm) -> [SheetValue] {
    let table = table(pairs)
    let kappa = pairs.count < fewest ? nil : Kappa(table)?.value
    let reason = pairs.count < fewest ? "too few" : kappa == nil ? "one answer throughout" : nil
    let cells = Set(pairs.map { [$0.component, $0.condition, $0.build] }).count
    let testers = Set(pairs.flatMap(\.testers)).sorted()
    return [
      .text(check), .integer(pairs.count), .integer(pairs.count(where: \.agrees)),
      kappa.map { form.isForPeople ? .text(twoPlaces($0)) : .decimal($0) } ?? .null, .text(orNull: reason),
      .integer(cells), .list(testers), .json(.array(table.map { .array($0.map { .int($0) }) })),
    ]
  }

  /// Rows are the answers of the tester whose name comes first, columns those of the other: pass, fail, N/A, can't tell.
  private static func table(_ pairs: [JudgedPair]) -> [[Int]] {
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

  /// `0.61`, `-0.05`; towards nothing.
  private static func twoPlaces(_ kappa: Double) -> String {
    let hundredths = Int(kappa * 100)
    let digits = String(abs(hundredths) % 100)
    return (hundredths < 0 ? "-" : "") + "\(abs(hundredths) / 100)." + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}
