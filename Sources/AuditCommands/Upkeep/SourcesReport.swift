import Arguments
import AuditModel
import AuditReports

/// What became of the source files of components, in its forms.
struct SourcesReport {
  /// Components in use that name a source.
  let components: Int
  let findings: [SourceFinding]
  let isRefreshed: Bool
  let isDryRun: Bool

  /// What is still to be settled.
  var open: [SourceFinding] { findings.filter { !$0.isRefreshed } }

  /// Whether every file is as registered now.
  var isSettled: Bool { isDryRun ? findings.isEmpty : open.isEmpty }

  func write(_ context: Context) throws {
    let generated = context.generated
    try context.write(page, json: json(generated: generated))
  }

  private var page: Page {
    var page = Page(title: "Source files of components")
    let same = components - findings.count
    page.sections = [
      PageSection(nil, [.text("\(counted(components, "component")) with a source file: \(same) as registered.")])
    ]
    for state in SourceFinding.State.allCases {
      let rows = open.filter { $0.state == state }
      guard !rows.isEmpty else { continue }
      let title = state.words.prefix(1).uppercased() + state.words.dropFirst()
      page.sections.append(PageSection(title, rows.map(item)))
    }
    let refreshed = findings.filter(\.isRefreshed)
    if !refreshed.isEmpty {
      let title = isDryRun ? "Would be registered as they are now" : "Registered as they are now"
      page.sections.append(PageSection(title, refreshed.map { .row(PageRow([$0.component], words: [$0.source])) }))
    }
    page.sections.append(PageSection("Next", advice))
    return page
  }

  private func item(_ finding: SourceFinding) -> PageItem {
    .row(PageRow([finding.component], words: [finding.source], details: [("Run", finding.command)]))
  }

  private var advice: [PageItem] {
    var items: [PageItem] = []
    if open.contains(where: { $0.state != .gone }) {
      items.append(.text("a11y doctor --sources --refresh registers all that are there; earlier results become stale."))
    }
    if !isDryRun, findings.contains(where: \.isRefreshed) {
      items.append(.text("a11y list cells stale:source shows what to test again. a11y undo takes this back."))
    }
    if open.contains(where: { $0.state == .gone }) {
      items.append(
        .text(
          "A path begins in this folder or the tracker's. A component that left the app: a11y edit component KEY --retire."
        ))
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
