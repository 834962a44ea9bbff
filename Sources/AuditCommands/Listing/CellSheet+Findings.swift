import AuditModel
import AuditReports
import AuditStore

/// What a row of `list findings` says beyond its cell.
extension CellSheet {
  static let findingColumns: [SheetColumn] = [
    SheetColumn("problem", "Problem", isDefault: false), SheetColumn("remedy", "Remedy"),
    SheetColumn("since", "Since", .number, isDefault: false), SheetColumn("days_open", "Days open", .number),
    SheetColumn("owner", "Owner"), SheetColumn("screens", "Screens", isDefault: false),
    SheetColumn("waived_until", "Waived until", .number), SheetColumn("level", "Level", isDefault: false),
    SheetColumn("state", "State", .outcome), SheetColumn("fixed", "Fixed", .number),
    SheetColumn("returns", "Came back", .number),
    SheetColumn("first_failed", "First failed", .number, isDefault: false),
    SheetColumn("days_open_all", "Days open in all", .number, isDefault: false), SheetColumn("tickets", "Tickets"),
    SheetColumn("waiver_expired", "Waiver expired", .number), SheetColumn("remark", "Remark", isDefault: false),
    SheetColumn("notes", "Notes", .number, isDefault: false),
    SheetColumn("criteria", "Criteria", isDefault: false),
  ]

  /// The values of these columns. People are told of what is out of the ordinary: open once is what a finding is.
  func finding(_ finding: Finding, level: String?) -> [SheetValue] {
    let life = finding.life
    let isOrdinary = form.isForPeople && life.state == .open
    return [
      form.text(finding.pattern?.problem ?? ""), form.text(finding.pattern?.remedy ?? ""), form.day(life.since),
      .integer(life.days(at: form.now)), form.text(finding.owner), .list(finding.screens),
      .text(orNull: finding.waiver?.until), .text(orNull: level),
      isOrdinary ? .null : .text(life.state.rawValue), life.fixed.map { form.day($0) } ?? .null,
      form.isForPeople && life.returns == 0 ? .null : .integer(life.returns), form.day(life.first),
      .integer(life.daysInAll(at: form.now)), .list(finding.tickets), .text(orNull: finding.expired?.until),
      form.text(finding.remark), .integer(finding.notes.count), .list(finding.criteria),
    ]
  }

  /// `2 regressed, 5 fixed`, where there are such.
  var lives: [(Int, String)] {
    let told: [FindingLife.State] = [.regressed, .fixed, .ended]
    return told.map { (states[$0] ?? 0, $0.rawValue) } + [(expired, "with an expired waiver")]
  }
}
