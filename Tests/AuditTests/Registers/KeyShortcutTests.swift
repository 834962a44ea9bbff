import Audit
import Testing

@Suite("Keys of a shortcut")
struct KeyShortcutTests {
  @Test(
    "However they are written, the same keys are the same",
    arguments: [
      ("Command-Shift-N", "Shift-Command-N"), ("cmd+shift+n", "Shift-Command-N"), ("⇧⌘N", "Shift-Command-N"),
      ("⌘ ⇧ n", "Shift-Command-N"), ("Shift Command N", "Shift-Command-N"), ("Command-,", "Command-Comma"),
      ("cmd-comma", "Command-Comma"), ("⌘,", "Command-Comma"), ("Command--", "Command-Minus"),
      ("cmd++", "Command-Plus"), ("⌘+", "Command-Plus"), ("Command-?", "Shift-Command-Slash"),
      ("ctrl-alt-cmd-8", "Control-Option-Command-8"), ("Control-left arrow", "Control-Left Arrow"),
      ("⌃←", "Control-Left Arrow"), ("esc", "Escape"), ("f5", "F5"), ("cmd-F5", "Command-F5"), ("n", "N"),
      ("globe-h", "Fn-H"), ("-", "Minus"), ("option-opt", ""), ("cmd-ä", "Command-Ä"), ("F", "F"),
    ])
  func forms(typed: String, text: String) throws {
    if text.isEmpty {
      #expect(throws: NameProblem.self) { try KeyShortcut(parsing: typed) }
    } else {
      let keys = try KeyShortcut(parsing: typed)
      #expect(keys.text == text)
      #expect(try KeyShortcut(parsing: keys.text) == keys)
    }
  }

  @Test(
    "What has no key, two of a modifier or no such key is refused",
    arguments: [
      "", "Command", "cmd+", "cmd-cmd-n", "Command-Foo", "F21", "cmd shift", "nn", "\u{7}", "cmd-\u{0}",
      String(repeating: "x", count: 61),
    ])
  func refused(typed: String) {
    #expect(throws: NameProblem.self) { try KeyShortcut(parsing: typed) }
  }

  @Test("A slip in the name of a key or modifier is met with the right one")
  func slips() {
    #expect(Self.message("Command-Escpe").contains("did you mean Escape?"))
    #expect(Self.message("Comand-N").contains("did you mean Command?"))
  }

  private static func message(_ typed: String) -> String {
    do throws(NameProblem) {
      return try KeyShortcut(parsing: typed).text
    } catch {
      return error.message
    }
  }

  @Test(
    "A single character is one that could be typed",
    arguments: [
      ("n", true), ("shift-n", true), (",", true), ("cmd-n", false), ("space", false), ("f5", false), ("esc", false),
      ("ctrl-n", false),
    ])
  func characters(typed: String, isCharacter: Bool) throws {
    #expect(try KeyShortcut(parsing: typed).isCharacter == isCharacter)
  }
}
