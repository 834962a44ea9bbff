package import Audit
package import Base
package import Store

/// A cell as a test case of test management tools: steps and result.
package struct TestItem: Sendable {
  package struct Attachment: Sendable {
    package var name: String
    package var type: String
    package var digest: String
  }

  package var component: String
  /// The name of the component by which other programs know the item; empty where that is the one that it has.
  package var markedAs = ""
  package var check: Check
  package var condition: String
  /// Nil: untested.
  package var outcome: Outcome?
  /// The rating of the tester, else the default of the check.
  package var severity: Severity?
  /// `by lead-1, tester: minor`, where it was set for the finding; and the description of the finding.
  package var triage = ""
  package var remark = ""
  /// Remarks on the state: disputed, waived until a day.
  package var remarks: [String] = []
  package var isDisputed = false
  package var isWaived = false
  package var note = ""
  /// The notes of the other results that fail the item and that no later one replaces.
  package var otherNotes: [String] = []
  /// The measured value, as typed.
  package var value = ""
  /// When it was tested, ms UTC.
  package var time: Int64?
  package var build = ""
  package var device = ""
  package var os = ""
  package var owner = ""
  package var title = ""
  package var source = ""
  /// Numbers or addresses in the team's issue tracker.
  package var tickets: [String] = []
  /// Those of them that are closed, where none is open; and whether it had passed before it failed.
  package var closedTickets: [String] = []
  package var isRegressed = false
  package var screens: [String] = []
  /// The components that make the check of their screen fail.
  package var on: [String]?
  package var attachments: [Attachment] = []

  package var place: ScopeCell { ScopeCell(component: component, check: check.id, condition: condition) }
  var markedPlace: ScopeCell {
    ScopeCell(component: markedAs.isEmpty ? component : markedAs, check: check.id, condition: condition)
  }
  var conditionWord: String { condition.isEmpty ? "default" : condition }
  var criteria: [String] { check.criteria }
  /// Its severity, else the default of its check.
  var rated: Severity { severity ?? check.impact }
  /// The name of the item, the same in each run.
  var name: String { "\(component) \(check.id) \(conditionWord)" }
  /// The state in words: `FAIL, waived until 2026-12-01`.
  var state: String { ([OutcomeWords.word(outcome?.rawValue ?? "untested")] + remarks).joined(separator: ", ") }
}

/// An item as a file of Allure's results folder. An untested item has no status, which Allure shows as unknown;
/// what does not apply or is waived is skipped; what is CAN'T TELL or disputed is broken.
extension TestItem {
  /// Its name in the folder, the same for the same item.
  package var allureName: String { "\(identity)-result.json" }

  package var allure: JSONText {
    var labels = [
      ("parentSuite", check.category), ("suite", component), ("tag", check.id), ("feature", check.category),
    ]
    labels += criteria.map { ("tag", "WCAG \($0)") }
    labels += screens.map { ("story", $0) }
    if !owner.isEmpty { labels.append(("owner", owner)) }
    labels.append(("severity", rated.named("blocker", "critical", "normal", "minor")))
    let parameters = [("condition", conditionWord), ("build", build), ("device", device), ("system", os)]
    let message = [state, note].filter { !$0.isEmpty }.joined(separator: ". ")
    var members: JSONMembers = [
      "uuid": identity, "historyId": identity, "testCaseId": identity, "fullName": name,
      "name": "\(component): \(check.title)",
    ]
    if let status { members += ["status": status] }
    members += [
      "statusDetails": JSONText.object(["message": message]), "stage": "finished",
      "description": [
        "How to test: \(check.how)", "Expected: \(check.expected)", check.affects.map { "Affects: \($0)" },
        check.remedy.map { "Remedy: \($0)" }, note.isEmpty ? nil : "Note: \(note)",
      ].compactMap(\.self).joined(separator: "\n\n"), "steps": JSONText.array([]),
      "attachments": JSONText.objects(attachments) {
        ["name": $0.name, "source": Self.source($0), "type": $0.type]
      }, "parameters": Self.named(parameters.filter { !$0.1.isEmpty }), "labels": Self.named(labels),
      "links": JSONText.array([]),
    ]
    if let time { members += ["start": Int(time), "stop": Int(time)] }
    return .object(members)
  }

  private static func named(_ pairs: [(String, String)]) -> JSONText {
    .objects(pairs) { ["name": $0.0, "value": $0.1] }
  }

  /// The file of an attachment in the folder, of letters and digits alone.
  package static func source(_ attachment: Attachment) -> String {
    let ending = attachment.name.split(separator: ".").dropFirst().last.map(String.init) ?? ""
    let isSafe =
      (1...5).contains(ending.utf8.count) && ending.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
    return "\(attachment.digest)-attachment" + (isSafe ? ".\(ending)" : "")
  }

  private var status: String? {
    if isDisputed { return "broken" }
    switch outcome {
    case .pass: return "passed"
    case .fail: return isWaived ? "skipped" : "failed"
    case .na: return "skipped"
    case .cantTell: return "broken"
    case nil: return nil
    }
  }

  /// 32 hexadecimal digits as a UUID is written.
  private var identity: String {
    let hex = Array(SHA256.digest(of: Array(name.utf8)).hex.prefix(32))
    let parts = [hex[0..<8], hex[8..<12], hex[12..<16], hex[16..<20], hex[20..<32]]
    return parts.map { String($0) }.joined(separator: "-")
  }
}

/// The items as test cases that TestRail and Xray import from CSV: the importing person maps the columns, and the names
/// are those of their documentation.
package enum TestCaseTable {
  package static func testRail(_ items: TableRows<TestItem>) -> Table<TestItem> {
    Table(
      "test-cases", title: "Test cases",
      columns: [
        Column("Section", "Section", \.component), Column("Title", "Title", \.caseTitle),
        Column("Type", "Type") { _ in "Accessibility" }, Column("Priority", "Priority", \.priority),
        Column("References", "References") { $0.references.joined(separator: ", ") },
        Column("Preconditions", "Preconditions", \.preconditions), Column("Steps", "Steps", \.check.how),
        Column("Expected Result", "Expected Result", \.check.expected), Column("Status", "Status", \.testRailStatus),
        Column("Comment", "Comment", \.comment),
      ], rows: items, empty: "")
  }

  package static func xray(_ items: TableRows<TestItem>) -> Table<TestItem> {
    Table(
      "test-cases", title: "Test cases",
      columns: [
        Column("Test ID", "Test ID", \.name), Column("Test Summary", "Test Summary", \.caseTitle),
        Column("Test Type", "Test Type") { _ in "Manual" }, Column("Test Priority", "Test Priority", \.priority),
        Column("Component", "Component", \.component),
        Column("Labels", "Labels") {
          $0.references.map { $0.split(separator: " ").joined(separator: "-") }.joined(separator: ";")
        },
        Column("Description", "Description", \.preconditions), Column("Action", "Action", \.check.how),
        Column("Data", "Data", \.conditionWord), Column("Result", "Result", \.check.expected),
      ], rows: items, empty: "")
  }
}

extension TestItem {
  fileprivate var caseTitle: String {
    "\(component): \(check.title)" + (condition.isEmpty ? "" : " (\(condition))")
  }

  fileprivate var references: [String] { [check.id] + criteria.map { "WCAG \($0)" } }

  fileprivate var preconditions: String {
    let screens = screens.isEmpty ? "" : "Screens: \(screens.joined(separator: ", ")). "
    return "\(screens)Condition: \(conditionWord)."
  }

  fileprivate var priority: String { rated.named("Critical", "High", "Medium", "Low") }

  /// TestRail has no status for N/A; its importers expect none for untested items.
  fileprivate var testRailStatus: String {
    if isDisputed { return "Retest" }
    switch outcome {
    case .pass: return "Passed"
    case .fail: return "Failed"
    case .cantTell: return "Blocked"
    case .na: return "N/A"
    case nil: return "Untested"
    }
  }

  fileprivate var comment: String { [state, note].filter { !$0.isEmpty }.joined(separator: ". ") }
}

/// What items are made of besides their rows: each check and component is read once.
private struct ItemSource {
  private let check: (String) throws -> Check
  private let component: (String) throws -> (component: Component?, firstName: String)
  private let attachments: [ScopeCell: [TestItem.Attachment]]

  init(_ reader: Reader) throws {
    check = readOnce { try reader.check($0)?.check ?? .unknown($0) }
    component = readOnce { (try reader.component($0), try reader.firstName(of: $0)) }
    attachments = Dictionary(grouping: try reader.evidence(), by: \.place).mapValues { rows in
      rows.map {
        TestItem.Attachment(name: $0.evidence.name, type: $0.evidence.type, digest: $0.evidence.digestText)
      }
    }
  }

  func item(_ row: Cell) throws -> TestItem {
    let (component, firstName) = try component(row.component)
    var item = TestItem(
      component: row.component, check: try check(row.check), condition: row.condition, outcome: row.outcome)
    item.severity = row.outcome == .fail ? row.severity : nil
    (item.isDisputed, item.isWaived) = (row.isUnsettled, row.waiver != nil)
    if row.isUnsettled { item.remarks.append(row.isDisputed ? "disputed" : "contradicted") }
    if let waiver = row.waiver { item.remarks.append("waived until \(waiver.until)") }
    (item.note, item.value, item.on) = (row.note ?? "", row.value?.text ?? "", row.on)
    item.time = row.outcome == nil ? nil : row.time
    (item.build, item.device, item.os) = (row.build, row.device, row.os)
    (item.owner, item.screens) = (component?.owner ?? "", component?.screens ?? [])
    item.markedAs = firstName
    (item.title, item.source) = (component?.title ?? "", component?.source ?? "")
    item.attachments = attachments[row.place] ?? []
    return item
  }
}

extension TestItem {
  /// Makes the cells of a tracker, or of an audit, one after the other: there are too many to keep them.
  package static func visit(_ request: ExchangeRequest, _ visit: (TestItem) throws -> Void) throws {
    let source = try ItemSource(request.reader)
    try request.table().visitWhole(
      tested: { try visit(source.item($0)) },
      untested: { try visit(source.item(request.reader.row(untested: $0))) })
  }

  /// What fails and no waiver covers, worst first, with its owner and its tickets.
  package static func findings(_ request: ExchangeRequest) throws -> [TestItem] {
    let reader = request.reader
    let table = try reader.findingTable(request.filter, of: request.audit)
    let source = try reader.findingSource()
    let items = try ItemSource(reader)
    return try (0..<table.count).compactMap { place in
      let finding = try source.finding(at: place, in: table)
      guard finding.waiver == nil, finding.isOpen else { return nil }
      var item = try items.item(finding.cell)
      (item.severity, item.owner, item.tickets) = (finding.severity, finding.owner, finding.tickets)
      if finding.ticketState == .closed {
        item.closedTickets = finding.links.filter { $0.state == .closed }.map(\.name)
      }
      item.isRegressed = finding.state == .regressed
      (item.triage, item.remark) = (finding.triage?.words ?? "", finding.remark)
      let others = try reader.openResults(of: item.place).filter { other in
        other.outcome == .fail && other.id != finding.cell.id && (request.audit.map { $0.name == other.audit } ?? true)
      }
      item.otherNotes = others.compactMap(\.note).reduce(into: []) { notes, note in
        if note != item.note, !notes.contains(note) { notes.append(note) }
      }
      return item
    }
  }
}

/// What a report in the form of another program is asked for, read once for all forms.
package struct ExchangeRequest {
  let filter: Filter
  let audit: AuditRound?
  /// As things were at the moment of the report.
  package let reader: Reader
  let namesTesters: Bool

  package init(_ filter: Filter, of audit: AuditRound?, _ reader: Reader, namesTesters: Bool) {
    (self.filter, self.audit, self.reader, self.namesTesters) = (filter, audit, reader, namesTesters)
  }

  /// The tested cells, as those say who are followed: another program takes what a file says of an item as the verdict.
  func table() throws -> CellTable {
    try (audit.map { try reader.cellTable(filter, of: $0) } ?? reader.cellTable(filter)).followed()
  }
}
