import AuditStore
import Platform

/// A private file that holds what comes through a pipe until all of it is there, or a text in its usual spelling. It has
/// no name: even if this process ends early, none of a team's notes are left in a folder for temporary files.
package struct BundleSpool {
  private let path: String
  private let file: Int32

  /// - Throws: `BundleProblem` of code `unwritable`.
  package init(folder: String) throws(BundleProblem) {
    var template = Array("\(folder)/a11y-import.XXXXXX".utf8CString)
    file = mkstemp(&template)
    guard file >= 0 else {
      throw BundleProblem(
        .unwritable, "cannot store the input in \(folder): \(SystemText.of(errno)); set TMPDIR to another folder"
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
  ///
  /// - Parameter name: of the file that it was, which others may be next to; nil for a stream.
  package func read(of name: String?, limits: BundleLimits) throws(BundleProblem) -> BundleFile {
    let copy = dup(file)
    guard copy >= 0 else { throw BundleProblem(.unreadable, "it cannot be read: \(SystemText.of(errno))") }
    return try BundleFile(owning: copy, path: name ?? path, hasNeighbors: name != nil, limits: limits)
  }

  /// Puts at most as many bytes as fit into the buffer, from an offset on, and returns how many; 0 is the end.
  package func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(BundleProblem) -> Int {
    while true {
      let count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw BundleProblem(.unreadable, "it cannot be read: \(SystemText.of(errno))") }
    }
  }

  package func close() { closeFile(file) }
}
