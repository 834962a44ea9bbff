import Arguments
import AuditModel
import AuditReports

/// The state of the source files of components, in each output format.
struct SourcesReport {
  /// The number of components in use with a source file.
  let components: Int
  let findings: [SourceFinding]
  let isRefreshed: Bool
  let isDryRun: Bool

  /// The findings that are not resolved.
  var open: [SourceFinding] { findings.filter { !$0.isRefreshed } }

  /// Whether every file is now as registered.
  var isSettled: Bool { isDryRun ? findings.isEmpty : open.isEmpty }

  func write(_ context: Context) throws {
    let generated = context.generated
    try context.write(page, json: json(generated: generated))
  }

  private var page: Page {
    var page = Page(title: "Source files of components")
    let same = components - findings.count
    page.sections = [
      PageSection(nil, [.text("\(counted(components, "component")) with a source file, \(same) unchanged.")])
    ]
    for state in SourceFinding.State.allCases {
      let rows = open.filter { $0.state == state }
      guard !rows.isEmpty else { continue }
      let title = state.words.prefix(1).uppercased() + state.words.dropFirst()
      page.sections.append(PageSection(title, rows.map(item)))
    }
    let refreshed = findings.filter(\.isRefreshed)
    if !refreshed.isEmpty {
      let title = isDryRun ? "Would be registered again" : "Registered again"
      page.sections.append(PageSection(title, refreshed.map { .row(PageRow([$0.component], words: [$0.source])) }))
    }
    page.sections.append(PageSection("Next steps", advice))
    return page
  }

  private func item(_ finding: SourceFinding) -> PageItem {
    .row(PageRow([finding.component], words: [finding.source], details: [("Run", finding.command)]))
  }

  private var advice: [PageItem] {
    var items: [PageItem] = []
    if open.contains(where: { $0.state.isRead }) {
      items.append(
        .text("Run \"a11y doctor --sources --refresh\" to register the existing files; earlier results become stale."))
    }
    if !isDryRun, findings.contains(where: \.isRefreshed) {
      items.append(
        .text("Run \"a11y list cells stale:source\" for the items to retest, or \"a11y undo\" to undo the change."))
    }
    if open.contains(where: { $0.state == .gone }) {
      items.append(
        .text(
          "Check the paths: they start in this folder or the tracker's folder. If a component was removed from the "
            + "app, run \"a11y edit component KEY --retire\"."))
    }
    return items
  }

  /// `a11y.sources/1`.
  private func json(generated: String) -> JSONText {
    .object([
      ("schema", .string("a11y.sources/1")), ("generated", .string(generated)), ("components", .int(components)),
      ("changed", .int(count(.changed))), ("gone", .int(count(.gone))), ("unread", .int(count(.unread))),
      ("refreshed", .int(findings.count { $0.isRefreshed })), ("dry_run", .bool(isDryRun)),
      (
        "rows",
        .array(
          findings.map { finding in
            .object([
              ("component", .string(finding.component)), ("source", .string(finding.source)),
              ("state", .string(finding.state.rawValue)),
              ("registered_digest", .string(orNull: finding.registered.isEmpty ? nil : finding.registered)),
              ("digest", .string(orNull: finding.now.isEmpty ? nil : finding.now)),
              ("refreshed", .bool(finding.isRefreshed && !isDryRun)), ("command", .string(finding.command)),
            ])
          })
      ),
    ])
  }

  private func count(_ state: SourceFinding.State) -> Int { findings.count { $0.state == state } }
}
