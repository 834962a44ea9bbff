import AuditModel

/// The items as test cases that TestRail and Xray import from CSV: the importing person maps the columns, and the names
/// are those of their documentation.
package enum TestCaseTable {
  package static func testRail(_ items: [TestItem]) -> Table<TestItem> {
    Table(
      "test-cases", title: "Test cases",
      columns: [
        Column("Section", "Section", \.component), Column("Title", "Title", \.caseTitle),
        Column("Type", "Type") { _ in "Accessibility" }, Column("Priority", "Priority", \.priority),
        Column("References", "References") { $0.references.joined(separator: ", ") },
        Column("Preconditions", "Preconditions", \.preconditions), Column("Steps", "Steps", \.check.how),
        Column("Expected Result", "Expected Result", \.check.expected), Column("Status", "Status", \.testRailStatus),
        Column("Comment", "Comment", \.comment),
      ], rows: TableRows(items), empty: "")
  }

  package static func xray(_ items: [TestItem]) -> Table<TestItem> {
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
      ], rows: TableRows(items), empty: "")
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

  fileprivate var priority: String {
    switch severity ?? check.impact.usualSeverity {
    case .critical: "Critical"
    case .serious: "High"
    case .moderate: "Medium"
    case .minor: "Low"
    }
  }

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
