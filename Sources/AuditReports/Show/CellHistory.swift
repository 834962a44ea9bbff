package import AuditModel
package import AuditStore
import Measuring

/// The results of a cell, newest first: outcome, tester, time, and place.
package struct CellHistory {
  private let show: ShowContext
  private let results: [Cell]
  private let currentText: UInt32?

  package init(_ show: ShowContext, _ results: [Cell], currentText: UInt32?) {
    self.show = show
    self.results = results
    self.currentText = currentText
  }

  /// The displayed rows; undone results only with `--all`, and then marked.
  package var items: [PageItem] {
    let shown = show.scope.isWhole ? results : results.filter { !$0.isRetracted }
    var items = show.scope.cut(shown.map(row), otherwise: 10)
    let undone = results.count - shown.count
    if undone > 0 {
      items.append(.text("\(counted(undone, "more was", "more were")) undone (use --all to list them)."))
    }
    return items
  }

  /// Build, device, system and audit, phrase by phrase.
  package static func place(_ row: Cell) -> [String] {
    var words: [String] = []
    if !row.build.isEmpty { words.append("build \(row.build)") }
    if !row.device.isEmpty { words.append(row.device) }
    if !row.os.isEmpty { words.append("system \(row.os)") }
    if !row.audit.isEmpty { words.append("audit \(row.audit)") }
    return words
  }

  private func row(_ result: Cell) -> PageRow {
    var words = ["by \(result.tester)"]
    if !result.condition.isEmpty { words.append("under \(result.condition)") }
    words += Self.place(result)
    if let severity = result.severity { words.append(severity.word) }
    if let value = result.value {
      words.append("value \(value.text)")
      if let judged = result.judged, judged != result.outcome {
        words.append("by today's threshold \(OutcomeWords.word(judged.rawValue))")
      }
    }
    if !result.pattern.isEmpty { words.append("pattern \(result.pattern)") }
    if isEarlierText(result) { words.append("logged for an earlier text of the check") }
    if result.isRetracted { words.append("undone") }
    return PageRow(
      outcome: result.outcome?.rawValue, [show.time(result.time)], words: words,
      details: [("Note", result.note ?? ""), ("Result", show.scope.isWhole ? result.id : "")])
  }

  private func isEarlierText(_ result: Cell) -> Bool {
    guard let text = result.text, let currentText else { return false }
    return text != currentText
  }

  package func members() throws -> [JSONText] {
    let words = CellWords(show: show)
    return try results.map { result in
      .object(
        try words.json(result).filter { $0.0 != "waiver" && $0.0 != "disputed" } + [
          ("retracted", .bool(result.isRetracted)),
          ("text_version", .string(orNull: result.text.map { TextVersion.hex($0) })),
          ("earlier_text", .bool(isEarlierText(result))),
        ])
    }
  }

  /// For each earlier text with results: its content where it differs from the current text.
  package func textChanges(_ id: String, _ current: Check?, _ reader: Reader) throws -> [PageItem] {
    guard let current else { return [] }
    var seen: Set<UInt32> = []
    var items: [PageItem] = []
    for result in results where isEarlierText(result) {
      guard let version = result.text, seen.insert(version).inserted else { continue }
      guard let old = try reader.checkText(id, version: version) else {
        items.append(.row(PageRow([TextVersion.hex(version)], words: ["unknown text version"])))
        continue
      }
      let fields = [
        ("Previous title", old.title, current.title), ("Previous how to test", old.how, current.how),
        ("Previous expected", old.expected, current.expected),
        ("Previous method", old.method.rawValue, current.method.rawValue),
        ("Previous measurement", Self.wording(old), Self.wording(current)),
      ]
      items.append(
        .row(
          PageRow(
            [TextVersion.hex(version)],
            details: fields.filter { $0.1 != $0.2 }.map { ($0.0, $0.1) })))
    }
    return items
  }

  private static func wording(_ check: Check) -> String { check.measurement.map { $0.wording() } ?? "none" }
}
