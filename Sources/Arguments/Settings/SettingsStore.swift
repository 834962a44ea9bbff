import AuditModel
package import Terminal

/// Finds, reads and writes the configuration file.
package enum SettingsStore {
  /// In bytes, far above any real file; protects against a device or a log with the same name.
  private static let limit = 1 << 20

  /// `$XDG_CONFIG_HOME/a11y/config`, else `~/.config/a11y/config`; nothing without a home.
  package static func path(_ world: World) -> String? {
    world.baseDirectory("XDG_CONFIG_HOME", inHome: ".config").map { Paths.join($0, "a11y/config") }
  }

  /// The file, empty if it does not exist. Fails if it exists and cannot be read.
  package static func load(_ world: World) throws(Problem) -> SettingsFile {
    guard let path = path(world), let kind = world.files.kind(of: path) else { return SettingsFile() }
    guard kind == .file else {
      throw Problem(
        .badInput, code: "config.kind", "cannot read configuration \(MessageText.quoted(path)): not a file",
        hints: ["Remove it. Run \"a11y config KEY VALUE\" to create a new file."])
    }
    let bytes = try world.files.readFile(path, limit: limit)
    guard let text = UTF8Text.decode(UTF8Text.unmarked(bytes)) else {
      throw Problem(
        .badInput, code: "config.encoding", "cannot read configuration \(MessageText.quoted(path)): not UTF-8 text")
    }
    return SettingsFile(text: text)
  }

  /// Replaces the file, and creates its folder if necessary.
  package static func save(_ file: SettingsFile, _ world: World) throws(Problem) {
    guard let path = path(world) else {
      throw .usage(
        "config.no-home", "cannot save the configuration: neither XDG_CONFIG_HOME nor HOME is set",
        hints: ["Set HOME or XDG_CONFIG_HOME."])
    }
    try world.files.createDirectory(Paths.parent(path))
    // The file is often a link to one elsewhere. Following it is safe: only this account writes in this folder.
    try world.files.writeFileAtomically(world.files.target(of: path), Array(file.text.utf8))
  }
}
