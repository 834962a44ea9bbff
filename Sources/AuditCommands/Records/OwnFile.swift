import Arguments
import AuditCatalog
import AuditModel
import AuditStore
import CanonicalJSON
import Terminal

/// A file of custom checks or checklists.
enum OwnFile {
  private static let largest = 16 << 20

  /// Reads a file; problems include the file name and the place in it.
  static func read<T>(
    _ context: Context, hint: String = "Run \"a11y show voiceover.label-present --json\" for the format of a check.",
    _ body: ([UInt8]) throws(CatalogProblem) -> T
  ) throws(Problem) -> T {
    let name = try context.arguments.required(.from)
    let shown = name == "-" ? "standard input" : MessageText.quoted(name)
    let input = try context.text(of: name)
    let bytes = try input.readAll(limit: largest, name: shown)
    do throws(CatalogProblem) {
      return try body(pattern(in: bytes) ?? bytes)
    } catch {
      throw Problem(
        .badInput, code: "file.invalid", "\(shown), \(error.path): \(error.reason); nothing was stored",
        hints: [hint])
    }
  }

  /// The check in the output of `a11y show CHECK --json`, which serves as a template.
  private static func pattern(in bytes: [UInt8]) -> [UInt8]? {
    var options = JSONOptions()
    options.allowsFractions = true
    guard let document = try? JSONReader.parse(bytes, options: options).objectValue,
      document["schema"]?.stringValue == "a11y.check/1", let check = document["check"]
    else { return nil }
    return try? CanonicalWriter.bytes(of: check)
  }
}
