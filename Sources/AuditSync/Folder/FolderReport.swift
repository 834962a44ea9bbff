/// What an exchange through a folder came to.
package struct FolderReport: Sendable {
  /// A file that was passed over, to be looked at again next time.
  package struct Skipped: Equatable, Sendable {
    /// Below the shared folder.
    package var path: String
    package var reason: String
  }

  /// A file that is no bundle as it was written.
  package struct Refused: Sendable {
    package var path: String
    package var problem: BundleProblem
  }

  package struct Written: Equatable, Sendable {
    package var path: String
    package var facts: Int
  }

  package var read: [(path: String, report: ImportReport)] = []
  package var written: [Written] = []
  package var skipped: [Skipped] = []
  package var refused: [Refused] = []
  /// Own files that held what was erased meanwhile; they were written anew without it.
  package var cleaned: [String] = []
  /// Files of other replicas that still hold what was erased.
  package var stale: [String] = []
  package var isInGit = false

  package init() {}
}
