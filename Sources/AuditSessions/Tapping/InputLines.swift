package import Arguments
import AuditModel
package import Terminal

/// The lines of standard input that are not blank, with their numbers from 1.
package enum InputLines {
  /// The lines that are not blank, each with its place for messages.
  package static func read(_ context: Context) throws(Problem) -> [(place: String, text: String)] {
    var lines: [(place: String, text: String)] = []
    var number = 0
    while let bytes = try context.world.input.readLine(limit: 1 << 16) {
      number += 1
      let place = "line \(number) of standard input"
      guard let text = UTF8Text.decode(UTF8Text.unmarked(bytes)) else {
        throw Problem(.badInput, code: "input.encoding", "\(place) is not UTF-8 text")
      }
      guard text.utf8.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { continue }
      // Reading to the end first could fill the memory.
      try TapCounts.checkCount(lines.count + 1, .badInput)
      lines.append((place, text))
    }
    return lines
  }
}
