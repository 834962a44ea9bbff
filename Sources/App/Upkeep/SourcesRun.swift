import Audit
package import Base
package import CommandLine
import Reports
import Sessions
import Store

/// Runs `a11y doctor --sources`: compares the source files of components with their registered versions.
enum SourcesRun {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let refreshes = arguments.has(.refresh)
    let sources = try SourceFiles(context)
    let tracker = try context.openTracker(refreshes ? .write : .read)
    defer { tracker.close() }
    let (components, foreign) = try tracker.read { reader in
      (try reader.components().filter { !$0.isRetired && !$0.source.isEmpty }, try reader.componentsWithForeignSource())
    }
    var found = finding(components, sources, foreign: foreign)
    if refreshes { try refresh(&found, context, tracker) }
    let report = SourcesReport(
      components: components.count, findings: found, isRefreshed: refreshes, isDryRun: arguments.has(.dryRun))
    try report.write(context)
    return report.isSettled ? .done : .no
  }

  private static func finding(
    _ components: [Component], _ sources: SourceFiles, foreign: Set<String>
  ) -> [SourceFinding] {
    var digests: [ExactPath: String?] = [:]
    return components.compactMap { component in
      if foreign.contains(component.key), sources.isOutside(component.source) {
        return SourceFinding(
          component: component.key, source: component.source, state: .outside, registered: component.sourceDigest,
          now: "")
      }
      let path = ExactPath(component.source)
      let now: String?
      if let known = digests[path] {
        now = known
      } else {
        now = sources.digest(of: component.source)
        digests[path] = .some(now)
      }
      guard let state = SourceFinding.State(registered: component.sourceDigest, now: now) else { return nil }
      return SourceFinding(
        component: component.key, source: component.source, state: state, registered: component.sourceDigest,
        now: now ?? "")
    }
  }

  /// One transaction, so one undo reverts it.
  private static func refresh(_ found: inout [SourceFinding], _ context: Context, _ tracker: Tracker) throws {
    let outcome = try RegisterRun.transact(context, tracker) { register in
      for finding in found where finding.state.isRead {
        try register.change("component", finding.component, ["source_digest": .string(finding.now)])
      }
    }
    for remark in outcome.remarks { context.remark("a11y: note: \(remark)") }
    for index in found.indices where found[index].state.isRead { found[index].isRefreshed = true }
  }
}

/// Paths are compared byte for byte.
private struct ExactPath: Hashable {
  private let bytes: [UInt8]

  init(_ path: String) { bytes = Array(path.utf8) }
}

/// A component whose source file differs from its registered version.
struct SourceFinding {
  enum State: String, CaseIterable {
    case changed, gone, unread
    /// Outside of the project, and named by others.
    case outside

    /// Whether the file was looked at.
    var isRead: Bool { self == .changed || self == .unread }

    /// Nil if the file is as registered.
    init?(registered: String, now: String?) {
      guard let now else {
        self = .gone
        return
      }
      if registered.isEmpty { self = .unread } else if registered != now { self = .changed } else { return nil }
    }

    var words: String {
      switch self {
      case .changed: "changed since registration"
      case .gone: "missing"
      case .outside: "outside of the project and named by another machine, so it is not read"
      case .unread: "never read, so a change cannot make results stale"
      }
    }
  }

  var component: String
  var source: String
  var state: State
  /// Empty if the file was never read.
  var registered: String
  /// Empty if the file is missing.
  var now: String
  var isRefreshed = false

  var command: String {
    let edit = "a11y edit component \(ShellWord.quoted(component)) --source"
    return switch state {
    case .changed, .unread: "\(edit) \(ShellWord.quoted(source))"
    case .gone, .outside: "\(edit) FILE"
    }
  }
}

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
    try context.write(page, json: json(generated: context.generated))
  }

  private var page: Page {
    var page = Page(title: "Source files of components")
    let same = components - findings.count
    page.sections = [
      PageSection(nil, [.text("\(counted(components, "component")) with a source file, \(counted(same)) unchanged.")])
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
        .text("Run \"a11y list items stale:source\" for the items to retest, or \"a11y undo\" to undo the change."))
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
      "schema": "a11y.sources/1", "generated": generated, "components": components, "changed": count(.changed),
      "gone": count(.gone), "unread": count(.unread), "refreshed": findings.count { $0.isRefreshed },
      "dry_run": isDryRun,
      "rows": JSONText.objects(findings) { finding in
        [
          "component": finding.component, "source": finding.source, "state": finding.state.rawValue,
          "registered_digest": finding.registered.filled,
          "digest": finding.now.filled,
          "refreshed": finding.isRefreshed && !isDryRun, "command": finding.command,
        ]
      },
    ])
  }

  private func count(_ state: SourceFinding.State) -> Int { findings.count { $0.state == state } }
}

/// The digests of the source files of components, which show whether a result is stale.
package struct SourceFiles {
  private let world: World
  /// The base folders of relative paths: the current folder and that of the tracker.
  private let folders: [String]
  private let home: String

  package init(_ context: Context) throws(Problem) {
    world = context.world
    home = Self.home(of: try locateDatabase(world, context.arguments))
    folders = [try world.currentDirectory(), home]
  }

  /// The folder of a tracker's project: that of `.a11y`, or of the database.
  static func home(of database: String) -> String {
    let folder = Paths.parent(database)
    return Paths.name(folder) == DatabaseLocation.folderName ? Paths.parent(folder) : folder
  }

  /// Whether a file exists outside of the project, links followed. What others name there is not read: the next bundle
  /// would send them its digest.
  package func isOutside(_ path: String) -> Bool {
    guard let place = file(at: path) else { return false }
    let inside = world.files.target(of: home)
    return !world.files.target(of: place).hasPrefix(inside == "/" ? inside : inside + "/")
  }

  /// The first 16 hex digits of the SHA-256 of a file; nil if it cannot be read.
  package func digest(of path: String) -> String? { file(at: path).flatMap { try? digest(at: $0) } }

  /// The file of a source, which may have a line behind it: `Views/Close.swift:42`.
  private func file(at source: String) -> String? {
    let names = [source, SourceLocation(source: source).file]
    return names.lazy.flatMap { name in folders.map { Paths.join($0, name) } }
      .first { world.files.kind(of: $0) == .file }
  }

  private func digest(at path: String) throws(Problem) -> String {
    let file = try world.files.open(path)
    var hash = SHA256()
    while true {
      let piece = try file.read()
      if piece.isEmpty { return hash.finalize().shortHex }
      hash.update(piece)
    }
  }

  /// The new `source_digest` of a source: the digest, null if the source changed or was removed, and nil if the same
  /// file cannot be read.
  package func digestField(for source: JSONValue, before: String) -> JSONValue? {
    guard let path = source.stringValue else { return .null }
    if let digest = digest(of: path) { return .string(digest) }
    return path.hasSameBytes(as: before) ? nil : .null
  }
}
