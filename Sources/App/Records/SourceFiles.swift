import Audit
package import Base
package import CommandLine
import Reports

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
    return path.utf8.elementsEqual(before.utf8) ? nil : .null
  }
}
