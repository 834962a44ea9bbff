import App

@testable import CommandLine

/// Files of a test: a dictionary of absolute paths.
final class MemoryFiles: FileAccess {
  var contents: [String: [UInt8]] = [:]
  var folders: Set<String> = ["/"]
  /// Paths behind which nothing is seen.
  var unreadable: Set<String> = []
  /// Thrown by every write from now on.
  var writeProblem: Problem?

  func text(_ path: String) -> String? { contents[path].map { String(decoding: $0, as: UTF8.self) } }

  func kind(of path: String) -> FileKind? {
    if contents[path] != nil { return .file }
    return folders.contains(path) ? .directory : nil
  }

  func open(_ path: String) throws(Problem) -> ByteReader {
    if unreadable.contains(path) {
      throw Problem(.badInput, code: "file.unreadable", "cannot read \(path): permission denied")
    }
    guard let bytes = contents[path] else {
      throw Problem(.notFound, code: "file.missing", "cannot read \(path): no such file")
    }
    return ByteReader(bytes: bytes)
  }

  func create(_ path: String, isPrivate: Bool) throws(Problem) -> PendingFile {
    var written: [UInt8] = []
    return PendingFile(
      writer: ByteWriter(capacity: 1 << 16) { [self] bytes throws(Problem) in
        if let writeProblem { throw writeProblem }
        written += bytes
      },
      finish: { [self] () throws(Problem) in
        if let writeProblem { throw writeProblem }
        contents[path] = written
      },
      abandon: {})
  }

  func isLink(_ path: String) -> Bool { false }
  func target(of path: String) -> String { path }

  func createDirectory(_ path: String) throws(Problem) {
    if let writeProblem { throw writeProblem }
    folders.insert(path)
  }

  func remove(_ path: String) throws(Problem) { contents[path] = nil }
}
