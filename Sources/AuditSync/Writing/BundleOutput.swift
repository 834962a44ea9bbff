#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where bundles are written to: a file that is there whole and proved, or not at all, or a stream that is open.
package enum BundleOutput {
  /// Writes a file beside its place under another name, makes it durable, reads it back, and only then gives it its
  /// name.
  ///
  /// - Parameters:
  ///   - replacing: whether a file of that name gives way; otherwise it stays, and the problem is `exists`.
  ///   - body: adds the facts and calls `finish`.
  /// - Throws: `BundleProblem` of code `unwritable` with the path and what is needed, or what `body` has thrown; then
  ///   nothing is left behind.
  package static func write(
    _ header: BundleHeader, to path: String, replacing: Bool = false, limits: BundleLimits = .standard,
    body: (inout BundleWriter) throws -> BundleSummary
  ) throws -> BundleSummary {
    let name = OutputName(path: path)
    if !replacing, name.isTaken { throw name.exists }
    let file = try name.create()
    var isOpen = true
    do {
      let summary = try write(header, to: file, path: path, limits: limits, body: body)
      isOpen = false
      try name.finish(file)
      try verify(name.temporary, summary, limits: limits)
      try name.publish(replacing: replacing)
      return summary
    } catch {
      if isOpen { close(file) }
      name.abandon()
      throw error
    }
  }

  /// Writes a file whose name follows from what it holds. One that has this name already holds the same and stays.
  ///
  /// - Returns: the name of the file, and what it holds.
  static func write(
    _ header: BundleHeader, into folder: String, limits: BundleLimits, naming: (BundleSummary) -> String,
    body: (inout BundleWriter) throws -> BundleSummary
  ) throws -> (name: String, summary: BundleSummary) {
    let unnamed = OutputName(path: folder + "/bundle")
    let file = try unnamed.create()
    var isOpen = true
    do {
      let summary = try write(header, to: file, path: unnamed.path, limits: limits, body: body)
      isOpen = false
      try unnamed.finish(file)
      try verify(unnamed.temporary, summary, limits: limits)
      let name = naming(summary)
      let named = OutputName(unnamed, name: name)
      if named.isTaken { unnamed.abandon() } else { try named.publish(replacing: false) }
      return (name, summary)
    } catch {
      if isOpen { close(file) }
      unnamed.abandon()
      throw error
    }
  }

  /// Writes to a stream that is open already, such as standard output.
  ///
  /// - Parameter path: how messages name it.
  package static func write(
    _ header: BundleHeader, to stream: Int32, path: String, limits: BundleLimits = .standard,
    body: (inout BundleWriter) throws -> BundleSummary
  ) throws -> BundleSummary {
    var writer = try BundleWriter(header, limits: limits) { bytes in
      let error = OutputName.writeAll(stream, bytes)
      if error != 0 { throw OutputName.problem(error, path) }
    }
    return try body(&writer)
  }

  /// What was written must read back as what it was meant to be: disks fail silently, and so do programs.
  static func verify(_ path: String, _ written: BundleSummary, limits: BundleLimits) throws {
    let read: BundleSummary
    do {
      read = try BundleFile(path: path, limits: limits).read(BundleReader(limits: limits), facts: { _ in })
    } catch let problem as BundleProblem {
      throw BundleProblem(.unwritable, "what was written does not read back: \(problem)")
    }
    guard read == written else {
      throw BundleProblem(.unwritable, "what was written does not read back as what it was")
    }
  }
}
