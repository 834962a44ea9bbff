import AuditModel

/// The progress of testers in words.
enum AssignedWords {
  static let title = "Assigned items"

  /// `t1`, or the name of the items without a tester.
  static func name(_ items: AssignedItems) -> String { items.tester.isEmpty ? "Not assigned" : items.tester }

  /// `24 of 60 items tested, 3 fail`
  static func progress(_ items: AssignedItems) -> String {
    let counts = items.counts
    let fails = counts.fail > 0 ? ", \(counts.fail) fail" : ""
    return "\(counts.answered) of \(counted(counts.inScope, "item")) tested\(fails)"
  }

  static func json(_ items: AssignedItems) -> JSONText {
    .object([
      ("tester", .string(orNull: items.tester.isEmpty ? nil : items.tester)), ("items", .int(items.counts.inScope)),
      ("tested", .int(items.counts.answered)), ("fail", .int(items.counts.fail)),
    ])
  }

  static func markdown(_ all: [AssignedItems]) -> String {
    "| Tester | Progress |\n| --- | --- |\n"
      + all.map { "| \(MarkdownText(escaping: name($0)).text) | \(progress($0)) |\n" }.joined()
  }
}
