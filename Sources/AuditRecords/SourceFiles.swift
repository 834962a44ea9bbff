package import Arguments
package import CanonicalJSON
package import Terminal

/// The source files of components: what they hold now, as the digest that tells when a result has gone stale.
package struct SourceFiles {
  private let world: World
  /// Where a relative path may begin: here, and where the tracker is.
  private let folders: [String]

  package init(_ context: Context) throws(Problem) {
    world = context.world
    let store = Paths.parent(try locateDatabase(world, context.arguments))
    let home = Paths.name(store) == DatabaseLocation.folderName ? Paths.parent(store) : store
    folders = [try world.currentDirectory(), home]
  }

  /// The first 16 hex digits of the SHA-256 of a file; nil where there is none that can be read.
  package func digest(of path: String) -> String? {
    for folder in folders {
      let place = Paths.join(folder, path)
      guard world.files.kind(of: place) == .file else { continue }
      return try? digest(at: place)
    }
    return nil
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

  /// What to store as `source_digest` beside a source: the digest, null where the source is another one or none, and
  /// nothing where the same file is merely not here.
  package func digestField(for source: JSONValue, before: String) -> JSONValue? {
    guard let path = source.stringValue else { return .null }
    if let digest = digest(of: path) { return .string(digest) }
    return path.utf8.elementsEqual(before.utf8) ? nil : .null
  }
}
