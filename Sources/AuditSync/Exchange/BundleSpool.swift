import AuditStore
import Platform

/// A private file that holds what comes through a pipe until all of it is there. It has no name: even if
/// this process ends early, none of a team's notes are left in a folder for temporary files.
package struct BundleSpool {
  private let path: String
  private let file: Int32

  /// - Throws: `BundleProblem` of code `unwritable`.
  package init(folder: String) throws(BundleProblem) {
    var template = Array("\(folder)/a11y-import.XXXXXX".utf8CString)
    file = mkstemp(&template)
    guard file >= 0 else {
      throw BundleProblem(
        .unwritable, "cannot store standard input in \(folder): \(SystemText.of(errno)); set TMPDIR to another folder"
      )
    }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    unlink(path)
  }

  package func append(_ bytes: [UInt8]) throws(BundleProblem) {
    let error = bytes.withUnsafeBytes { WholeWrite.all($0, to: file) }
    guard error == 0 else { throw OutputName.problem(error, path) }
  }

  /// What was put aside, to be read as a bundle.
  package func read(limits: BundleLimits) throws(BundleProblem) -> BundleFile {
    let copy = dup(file)
    guard copy >= 0 else { throw BundleProblem(.unreadable, "it cannot be read: \(SystemText.of(errno))") }
    return try BundleFile(owning: copy, path: path, limits: limits)
  }

  package func close() { closeFile(file) }
}
