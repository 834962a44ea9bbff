#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A private file that holds what comes through a pipe until all of it is there.
package struct BundleSpool {
  package let path: String
  private let file: Int32

  /// - Throws: `BundleProblem` of code `unwritable`.
  package init(folder: String) throws(BundleProblem) {
    var template = Array("\(folder)/a11y-import.XXXXXX".utf8CString)
    file = mkstemp(&template)
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    guard file >= 0 else {
      throw BundleProblem(
        .unwritable, "what comes cannot be put aside in \(folder): \(SystemText.of(errno)); TMPDIR names another folder"
      )
    }
  }

  package func append(_ bytes: [UInt8]) throws(BundleProblem) {
    let error = bytes.withUnsafeBytes { OutputName.writeAll(file, $0) }
    guard error == 0 else { throw OutputName.problem(error, path) }
  }

  package func remove() {
    close(file)
    unlink(path)
  }
}
