package import Arguments
package import AuditReports
import Terminal

/// A page that a command writes to a file: where to, and whether something lies there.
package struct PageFile {
  /// A path, or `-`.
  package let path: String

  /// - Parameters:
  ///   - noun: as in `a worksheet`.
  ///   - area: the front of the problems' codes.
  ///   - example: the name of a file, as in `sheet.html`.
  /// - Throws: usage for a page on a terminal that nobody asked for; a decision where a file lies there: a tester may
  ///   have a draft of the page in it.
  package init(_ context: Context, noun: String, area: String, example: String) throws {
    let given = context.arguments.string(.output)
    path = given ?? "-"
    if given == nil, context.world.isTerminal(.output) {
      throw Problem.usage(
        "\(area).target", "\(noun) is for a file, not for a terminal",
        hints: ["a11y \(area) -o \(example) writes a file; -o - writes to the terminal all the same."])
    }
    if path != "-" { try Replacement.agree(path, code: "\(area).exists", context) }
  }

  package var isStandardOutput: Bool { path == "-" }

  /// Writes the page to the file or to standard output.
  package func write(_ page: HTMLPage, _ context: Context) throws {
    if isStandardOutput { return try context.output.write(page.text) }
    let file = try context.world.files.create(path)
    do {
      try file.writer.write(page.text)
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  /// A version 4 UUID: what drafts of a page are kept under.
  package static func uuid(_ context: Context) -> String {
    var digits: [String] = []
    for (place, byte) in context.world.random(16).prefix(16).enumerated() {
      let marked: UInt8 = place == 6 ? byte & 0x0f | 0x40 : place == 8 ? byte & 0x3f | 0x80 : byte
      if [4, 6, 8, 10].contains(place) { digits.append("-") }
      digits.append((marked < 16 ? "0" : "") + String(marked, radix: 16))
    }
    return digits.joined()
  }
}
