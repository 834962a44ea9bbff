package import AuditModel
package import AuditStore

/// The content of `a11y show` for one thing: the page, and the members for JSON.
package struct Shown {
  package var schema: String
  package var page: Page
  package var members: [(String, JSONText)]

  package init(schema: String, page: Page, members: [(String, JSONText)]) {
    self.schema = schema
    self.page = page
    self.members = members
  }
}

/// How much to show, and how times are written.
package struct ShowScope {
  package let people: RowForm
  package let machine: RowForm
  /// Only this condition, if one was named.
  package let condition: Condition?
  package let isWhole: Bool
  private let limit: Int?

  package init(people: RowForm, machine: RowForm, condition: Condition?, isWhole: Bool, limit: Int?) {
    self.people = people
    self.machine = machine
    self.condition = condition
    self.isWhole = isWhole
    self.limit = limit
  }

  /// How many rows of a section are shown: `--limit`, all of them with `--all`, else a screenful.
  package func rows(otherwise standard: Int) -> Int { limit ?? (isWhole ? Int.max : standard) }

  package func accepts(_ condition: String) -> Bool { self.condition.map { $0.text == condition } ?? true }

  /// The rows that are shown, and a sentence about those that are not.
  package func cut(_ rows: [PageRow], otherwise standard: Int) -> [PageItem] {
    let shown = rows.prefix(self.rows(otherwise: standard))
    let rest = rows.count - shown.count
    let items = shown.map { PageItem.row($0) }
    return rest > 0 ? items + [.more(rest, "and \(rest) more (use --all to list them).")] : items
  }
}

/// The context of the parts of `a11y show`.
package struct ShowContext {
  package let reader: Reader?
  package let scope: ShowScope
  package let evidence: EvidenceIndex

  package init(reader: Reader?, scope: ShowScope, evidence: EvidenceIndex) {
    self.reader = reader
    self.scope = scope
    self.evidence = evidence
  }

  package func catalog() -> CheckCatalog { CheckCatalog(reader) }

  /// A time in text output.
  package func time(_ milliseconds: Int64) -> String {
    guard case .text(let text) = scope.people.time(milliseconds) else { return "" }
    return text
  }

  package func day(_ milliseconds: Int64) -> String {
    guard case .text(let text) = scope.people.day(milliseconds) else { return "" }
    return text
  }

  package func iso(_ milliseconds: Int64) -> JSONText { .string(Timestamp(milliseconds: milliseconds).iso8601) }
}

/// Records of a component or a cell besides its results: waivers, tasks, questions, notes and so on.
package struct Attached {
  package var sections: [PageSection]
  package var members: [(String, JSONText)]
  /// Fields with more than one value.
  package var conflicts: [PageItem] = []
  package var conflictMembers = JSONText.null
  /// The last writer; empty if unknown.
  package var lastChange = ""
  package var changed = JSONText.null

  package init(sections: [PageSection], members: [(String, JSONText)]) {
    self.sections = sections
    self.members = members
  }
}
