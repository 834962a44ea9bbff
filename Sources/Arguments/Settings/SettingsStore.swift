import AuditModel
package import Terminal

/// Where the configuration file is, and how it is read and written.
package enum SettingsStore {
  /// Far above any real file; protects against a device or a log given that name.
  private static let limit = 1 << 20

  /// `$XDG_CONFIG_HOME/a11y/config`, else `~/.config/a11y/config`; nothing without a home.
  package static func path(_ world: World) -> String? {
    world.baseDirectory("XDG_CONFIG_HOME", inHome: ".config").map { Paths.join($0, "a11y/config") }
  }

  /// The file, empty if there is none. Fails if it is there and cannot be read.
  package static func load(_ world: World) throws(Problem) -> SettingsFile {
    guard let path = path(world), let kind = world.files.kind(of: path) else { return SettingsFile() }
    guard kind == .file else {
      throw Problem(
        .badInput, code: "config.kind", "the configuration \(MessageText.quoted(path)) is not a file",
        hints: ["Remove it. a11y config KEY VALUE writes a new one."])
    }
    let bytes = try world.files.readFile(path, limit: limit)
    guard let text = UTF8Text.decode(bytes) else {
      throw Problem(.badInput, code: "config.encoding", "\(MessageText.quoted(path)) is not UTF-8 text")
    }
    return SettingsFile(text: text)
  }

  /// Replaces the file, with its folder if need be.
  package static func save(_ file: SettingsFile, _ world: World) throws(Problem) {
    guard let path = path(world) else {
      throw .usage(
        "config.no-home", "there is no place for the configuration: neither XDG_CONFIG_HOME nor HOME is set")
    }
    try world.files.createDirectory(Paths.parent(path))
    // People keep such files elsewhere and link to them from here; nobody else writes in this folder.
    try world.files.writeFileAtomically(world.files.target(of: path), Array(file.text.utf8))
  }
}
