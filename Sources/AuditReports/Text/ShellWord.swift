/// Text as one word of a command that the reader may run.
package enum ShellWord {
  /// A name that can be pasted into a shell; names from other machines may contain anything.
  package static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._-/".utf8.contains(byte)
    }
    if isPlain, !name.isEmpty, !name.hasPrefix("-") { return name }
    return inQuotes(name)
  }

  /// Any text in single quotes.
  ///
  /// A shell reads bytes: a quote with an accent on it ends the word as well as one without.
  static func inQuotes(_ text: String) -> String {
    var output = "'"
    rewrite(text, into: &output) { $0.scalar == "'" ? "'\\''" : nil }
    return output + "'"
  }
}
