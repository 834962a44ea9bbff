package import AuditModel

/// What a report is asked for, beside its audit and its moment.
package struct ReportRequest {
  package var filter: Filter
  /// What to compare with, as typed.
  package var compare: String?
  package var namesTesters: Bool
  /// How many rows of these parts are made; nil for all.
  package var findings: Int?
  package var retests: Int?
  /// The map, the trend by category, and how the items were tested are made as well, and evidence is named.
  package var isForPage = false
  /// How the cells are grouped in addition.
  package var grouping: ConditionGrouping?

  package init(_ filter: Filter, compare: String?, namesTesters: Bool, findings: Int?, retests: Int?) {
    self.filter = filter
    self.compare = compare
    self.namesTesters = namesTesters
    self.findings = findings
    self.retests = retests
  }

  /// The query as typed; nil where nothing was.
  var source: String? { filter.isEmpty ? nil : filter.source }
}
