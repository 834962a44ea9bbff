import AuditCatalog
import AuditStore

/// A file of checks or checklists that a team wrote.
enum OwnFile {
  private static let largest = 16 << 20

  /// Reads a file; what is wrong with it is said with the file's name and the place in it.
  static func read<T>(_ context: Context, _ body: ([UInt8]) throws(CatalogProblem) -> T) throws(Problem) -> T {
    let name = try context.arguments.required(.from)
    let shown = name == "-" ? "standard input" : MessageText.quoted(name)
    let input = name == "-" ? context.world.input : try context.world.files.open(name)
    let bytes = try input.readAll(limit: largest, name: shown)
    do throws(CatalogProblem) {
      return try body(bytes)
    } catch {
      throw Problem(
        .badInput, code: "file.invalid", "\(shown), \(error.path): \(error.reason)",
        hints: ["Nothing was stored. a11y show voiceover.label-present --json shows the form of a check."])
    }
  }
}
