import AuditStore
import Platform

/// The file `NAME.json.sig` beside a bundle `NAME.json`.
package enum BundleSignature {
  package static let ending = ".sig"

  /// Where the signature of a bundle lies.
  package static func path(of bundle: String) -> String { bundle + ending }

  /// The bundle that a signature's path belongs to; nil where the path is not one of a signature.
  package static func bundle(of path: String) -> String? {
    guard path.utf8.count > ending.utf8.count, path.hasSuffix(".json" + ending) else { return nil }
    return String(path.dropLast(ending.utf8.count))
  }

  /// The bytes beside a bundle; nil where there is no such file. What they are, `ArmoredSignature` says.
  ///
  /// - Throws: `SigningProblem` of code `signatureFile` for a link, anything but a regular file, more than 64 KiB, or
  ///   a file that cannot be read.
  package static func read(beside bundle: String) throws(SigningProblem) -> [UInt8]? {
    do throws(PlainFile.Failure) {
      return try PlainFile.content(of: path(of: bundle), limit: ArmoredSignature.limit)
    } catch {
      if error == .missing { return nil }
      throw SigningProblem(.signatureFile, "cannot read \(path(of: bundle)): \(error.words)")
    }
  }

  /// Writes the file: there whole and durable, or not at all.
  ///
  /// - Parameter replacing: whether a file of that name gives way; otherwise it stays, and the problem is `exists`.
  /// - Throws: `BundleProblem` with the path and what is needed; then nothing is left behind.
  package static func write(
    _ signature: ArmoredSignature, beside bundle: String, replacing: Bool = false
  ) throws(BundleProblem) {
    let name = OutputName(path: path(of: bundle))
    try name.check(replacing: replacing)
    let file = try name.create()
    do throws(BundleProblem) {
      let error = Array(signature.text.utf8).withUnsafeBytes { WholeWrite.all($0, to: file) }
      guard error == 0 else {
        close(file)
        throw OutputName.problem(error, name.path)
      }
      try name.finish(file)
      try name.publish(replacing: replacing)
    } catch {
      name.abandon()
      throw error
    }
  }
}
