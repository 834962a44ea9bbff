package import AuditStore

/// What an exchange through a folder came to.
package struct FolderReport: Sendable {
  /// A file that was passed over, to be looked at again next time.
  package struct Skipped: Equatable, Sendable {
    /// Below the shared folder.
    package var path: String
    package var reason: String

    init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }

    /// A file that is not imported although it is not damaged; nil where the problem is an error.
    init?(path: String, _ problem: BundleProblem) {
      switch problem.code {
      case .incomplete: self.init(path: path, reason: "file is incomplete")
      case .tracker: self.init(path: path, reason: "belongs to another tracker")
      case .syntax, .foreign, .header, .limit:
        guard !SharedFolder.isOurs(path) else { return nil }
        self.init(path: path, reason: "not a bundle")
      default: return nil
      }
    }
  }

  /// A file that is no bundle as it was written, or a part of the folder that cannot be read.
  package struct Refused: Sendable {
    package var path: String
    package var problem: BundleProblem

    /// Whether the file itself is damaged or not trusted, not the folder or the disk: it is passed over, and all else goes on.
    package var isAboutContent: Bool {
      switch problem.code {
      case .missing, .unreadable, .unwritable, .kind, .exists, .newer, .limit, .join, .changed, .tracker: false
      case .incomplete, .syntax, .foreign, .header, .fact, .digest, .unsigned, .signature: true
      }
    }

    /// The same where nothing but another content changes that: no signer, no limit.
    var isForGood: Bool { isAboutContent && ![.unsigned, .signature, .incomplete].contains(problem.code) }
  }

  package struct Written: Equatable, Sendable {
    package var path: String
    package var facts: Int
  }

  package var read: [(path: String, report: ImportReport)] = []
  package var written: [Written] = []
  package var skipped: [Skipped] = []
  package var refused: [Refused] = []
  /// Own files with content that was erased since; they were written again without it.
  package var cleaned: [String] = []
  /// Files of other replicas that still hold what was erased.
  package var stale: [String] = []
  /// Requests of others that wait for a decision here.
  package var waiting = 0
  /// What waits because its authors are not followed: identities of entries.
  package var proposals: Set<String> = []
  /// Machines that are not followed and came with this exchange.
  package var newcomers: [Machine] = []
  /// Other trackers that have a part in the folder.
  package var others: [String] = []
  package var isInGit = false
  /// Evidence files that were taken from the folder, were written to it, and are named and still missing here.
  package var evidenceRead = 0
  package var evidenceWritten = 0
  package var evidenceMissing = 0
  /// Own evidence files that were erased and are gone from the folder now.
  package var evidenceRemoved = 0

  package init() {}

  /// Looks at what waits once everything was read, and decided.
  package mutating func look(_ tracker: Tracker) throws {
    let came = read.reduce(into: Set<String>()) { $0.formUnion($1.report.effects.machines) }
    // Each machine has a part of its own; worksheets and sessions, which are chains too, have none.
    let parts = Set(read.compactMap { $0.path.split(separator: "/").dropFirst().first.map(String.init) })
    (proposals, newcomers) = try tracker.read { reader in
      let proposals = try reader.proposals()
      let named = came.intersection(parts.union(proposals.map(\.replica)))
      return (
        Set(proposals.map(\.identity)), named.isEmpty ? [] : try reader.machines(named).filter { !$0.isFollowed }
      )
    }
  }
}

extension SetAsideFile {
  init(_ file: FolderListing.File, _ problem: BundleProblem) {
    self.init(
      path: file.path, bytes: file.entry.bytes, stamp: file.entry.stamp, code: problem.code.rawValue,
      reason: problem.description)
  }

  var refused: FolderReport.Refused {
    FolderReport.Refused(path: path, problem: BundleProblem(BundleProblem.Code(rawValue: code) ?? .digest, reason))
  }
}
