package import Arguments
package import AuditReports
import Terminal

/// A page that a command writes to a file: its path, and a prompt before a file is replaced.
package struct PageFile {
  /// A path, or `-`.
  package let path: String

  /// - Parameters:
  ///   - noun: as in `a worksheet`.
  ///   - area: the prefix of the problem codes.
  ///   - example: a file name, as in `sheet.html`.
  /// - Throws: usage for a page to a terminal without `-o -`; a decision if the file exists: a tester may have a draft
  ///   of the page in it.
  package init(_ context: Context, noun: String, area: String, example: String) throws {
    let given = context.arguments.string(.output)
    path = Self.target(given)
    if given == nil, context.world.isTerminal(.output) {
      throw Problem.usage(
        "\(area).target", "cannot write \(noun) to a terminal",
        hints: ["Run \"a11y \(area) -o \(example)\" to write a file, or pass -o - to write to the terminal."])
    }
    if path != "-" { try Replacement.agree(path, code: "\(area).exists", context) }
  }

  /// `-` for standard output, also by its path, which is a link that no file is written through.
  package static func target(_ name: String?) -> String { name == "/dev/stdout" ? "-" : name ?? "-" }

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

  /// A version 4 UUID, the key of drafts of a page.
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
