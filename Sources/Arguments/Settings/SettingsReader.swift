package import Terminal

/// The configuration for commands: read once, with the first value.
///
/// For a file that cannot be read, or an invalid line, a warning goes to standard error, and the command continues.
package final class SettingsReader {
  private let world: World
  private let isQuiet: Bool
  private var file: SettingsFile?
  /// What was found on the device that is tested; the configuration does not know better.
  package var detected: [SettingKey: String] = [:]

  package init(_ world: World, isQuiet: Bool) {
    self.world = world
    self.isQuiet = isQuiet
  }

  /// The value of a key; nil where the file does not set it.
  package func value(_ key: SettingKey) -> String? {
    if let value = detected[key] { return value }
    if let file { return file.values[key] }
    let loaded = load()
    file = loaded
    return loaded.values[key]
  }

  private func load() -> SettingsFile {
    do throws(Problem) {
      let file = try SettingsStore.load(world)
      for warning in file.warnings { warn("\(SettingsStore.path(world) ?? "the configuration"), \(warning)") }
      return file
    } catch {
      warn(([error.message] + error.hints).joined(separator: ". "))
      return SettingsFile()
    }
  }

  private func warn(_ text: String) {
    guard !isQuiet else { return }
    try? world.errors.write(ProblemPrinter.line("a11y: warning: " + text) + "\n")
  }
}
