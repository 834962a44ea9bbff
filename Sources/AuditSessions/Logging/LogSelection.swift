import AuditModel
import AuditStore
import Terminal
import TrackerAccess

/// The items that the words of `a11y log` select: every named check on every named component, or, where a pattern or a
/// query selects them, those of them that are in scope.
struct LogSelection {
  /// Check and component of each item, by check.
  private(set) var items: [(check: String, component: String)] = []
  /// Whether a pattern or a query selected them.
  private(set) var isPattern: Bool

  /// - Parameters:
  ///   - check: as `CheckSelection` reads it.
  ///   - components: as `ComponentSelection` reads them.
  init(check: String, components words: [String], where terms: [Filter.Term], _ writer: Writer) throws {
    let checks = try CheckSelection(check, writer.reader) { try TypedLog.name(ofCheck: $0, writer) }
    let components = try ComponentSelection(words, where: terms, writer.reader)
    isPattern = components.isPattern || checks.isPattern
    for id in checks.ids {
      let rules = try writer.check(id)
      for key in components.keys {
        if isPattern, case .out = rules.applies(to: try writer.component(key)) { continue }
        items.append((id, key))
      }
    }
    guard items.isEmpty else { return }
    let typed = MessageText.quoted(check)
    throw Problem(
      .notFound, code: "log.nothing", "no item matches: \(typed) applies to none of these components",
      hints: ["Run \"a11y show \(checks.ids.first ?? check)\" for the kinds that it applies to."])
  }
}
