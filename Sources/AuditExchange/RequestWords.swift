import AuditModel
import AuditReports
package import AuditStore
import Terminal

/// Requests in words.
package enum RequestWords {
  package static let mostCells = 5

  /// `1 session, 3 results, 2 entries not on this machine yet`
  package static func targets(_ request: FactRequest) -> String {
    let here = request.targets.sorted { $0.key < $1.key }.map { FactWords.words($0.value, $0.key) }
    let absent = counted(request.absent, "entry", "entries") + " not on this machine yet"
    return (here + (request.absent > 0 ? [absent] : [])).joined(separator: ", ")
  }

  /// When it was made: to the day where it is about a session with a child.
  package static func time(_ request: FactRequest) -> String {
    let time = Timestamp(milliseconds: request.time)
    return request.isOfSession ? time.localDate(offset: 0) : time.iso8601
  }

  private static func reason(_ request: FactRequest) -> String {
    if request.reason.isEmpty { return "" }
    return request.kind == .erase ? ", \(request.reason)" : ": \(MessageText.quoted(request.reason, limit: 200))"
  }

  /// Whether it waits, was refused or is done.
  package static func state(_ request: FactRequest) -> String {
    if request.waiting > 0 { return "\(counted(request.waiting, "entry waits", "entries wait")) for a decision" }
    if request.refused > 0 && request.inForce == 0 { return "refused" }
    return "done"
  }

  /// A request with the cells it is about and how to decide it.
  package static func lines(_ request: FactRequest, _ cells: [ScopeCell]) -> [String] {
    let by = request.tester.isEmpty ? request.asker : "\(request.tester) on \(request.asker)"
    var lines = [
      "\(request.id): \(request.kind.rawValue) \(targets(request)), by \(by), "
        + time(request) + reason(request) + "."
    ]
    if request.withheld > 0 {
      lines.append("  Withheld until you decide: \(counted(request.withheld, "entry", "entries")).")
    }
    if request.isForked { lines.append("  Blocked by a fork. Run \"a11y fork list\" for details.") }
    for cell in cells {
      let condition = cell.condition.isEmpty ? "" : " (\(cell.condition))"
      lines.append("  \(cell.check) on \(cell.component)\(condition)")
    }
    lines.append("  To apply: a11y \(request.kind.rawValue) follow \(request.id)")
    lines.append("  To refuse: a11y \(request.kind.rawValue) refuse \(request.id)")
    return lines
  }

  /// What a decision would do.
  package static func preview(_ request: FactRequest, _ decision: Decision) -> String {
    let verb = decision == .follow ? "Would \(request.kind.rawValue)" : "Would refuse to \(request.kind.rawValue)"
    return "\(verb) \(targets(request)), requested by \(request.asker) (\(request.id))."
  }

  /// What a decision does, as the beginning of a sentence.
  package static func done(_ decision: Decision, _ kind: FactRequest.Kind, isDryRun: Bool) -> String {
    switch (decision, kind) {
    case (.follow, .erase): isDryRun ? "Would erase" : "Erased"
    case (.follow, .undo): isDryRun ? "Would undo" : "Undone:"
    case (.refuse, _): isDryRun ? "Would refuse" : "Refused:"
    }
  }
}
