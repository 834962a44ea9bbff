import Audit
import Foundation
import Testing

@testable import App
@testable import CommandLine
@testable import Sessions

@Suite("A walk")
struct WalkTests {
  private let world: WalkWorld

  init() throws { world = try WalkWorld() }

  private func numbers(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("Item ") && !$0.contains("left") }
      .map { $0.split(separator: ".")[0] + "." }
  }

  @Test("Each key answers its item and shows the next; the next walk goes on where data is missing")
  func keys() {
    let text = world.press("p", "f", "2\n", "40x40\n", "close cross\n", "n", "c", "no device\n", "q")
    #expect(world.code == 0)
    #expect(numbers(text) == (1...5).map { "Item \($0) of 6." })
    #expect(
      world.cells == [
        "a/close touch-target.minimum-44pt fail 2 40x40 close cross", "a/close voiceover.hint-describes-result na",
        "a/close voiceover.label-present pass", "b/open voiceover.label-present cant-tell no device",
      ])
    #expect(text.contains("\n4 answered: 1 PASS, 1 FAIL, 1 N/A, 1 CAN'T TELL.\n2 left."))
    #expect(numbers(world.press("q")) == ["Item 1 of 2."])
    #expect(world.press("p", "\n", "p", "q").contains("All items answered. See a11y status."))
    #expect(
      world.press() == "All items answered: 6 items of audit spring.\n"
        + "Run \"a11y walk --only stale\" to retest stale results.\nRun \"a11y status\" for the current status.\n")
  }

  @Test("A walk in lines leaves the same cells")
  func lines() throws {
    world.press("p", "f", "\n", "40x40\n", "close cross\n", "n", "c", "no device\n", "=", "s", "q")
    let other = try WalkWorld()
    other.write("p", "f v=40x40 close cross", "n", "c no device", "=", "s", "q")
    #expect(other.code == 0)
    #expect(world.cells == other.cells && world.cells.count == 5)
  }

  @Test("By check the component changes fastest, by component the check")
  func order() {
    func components(_ text: String) -> [String] {
      text.split(separator: "\n").compactMap { line in
        guard line.hasPrefix("Item "), let name = line.firstRange(of: ". The ") else { return nil }
        return line[name.upperBound...].split(separator: " ").first.map(String.init)
      }
    }
    #expect(components(world.write("s", "s", "s", "q")) == ["a/close.", "a/close.", "a/close.", "b/open."])
    #expect(
      components(world.write("s", "s", "s", "q", flags: ["--by", "check"])) == [
        "a/close.", "b/open.", "a/close.", "b/open.",
      ])
  }

  @Test("Undo takes back the last answer wherever it was, its item comes back, and redo brings it back")
  func undo() {
    let text = world.press("p", "s", "s", "n", "u", "u", "u", "U", "U", "U", "q")
    #expect(text.contains("Undone: na voiceover.label-present b/open (") && text.contains("Current result: untested."))
    #expect(text.contains("Undone: pass voiceover.label-present a/close ("))
    #expect(text.contains("Nothing of this walk to undo. For other changes, run \"a11y undo\"."))
    #expect(text.contains("Redone: pass voiceover.label-present a/close ("))
    #expect(text.contains("Nothing of this walk to redo."))
    #expect(numbers(text).map { $0.prefix(12) } == [1, 2, 3, 4, 5, 4, 1, 2, 2].map { "Item \($0) of 6." })
    #expect(world.cells == ["a/close voiceover.label-present pass", "b/open voiceover.label-present na"])
  }

  @Test("What is not of this walk is left alone by undo")
  func foreignUndo() {
    world.write("f", "q")
    #expect(world.write("u", "q").contains("Nothing of this walk to undo."))
    world.disk.run("log", "pass", WalkWorld.checks[0], "b/open", "--tester", "t2", "--audit", "spring")
    world.disk.run("edit", "component", "a/close", "--owner", "qa")
    #expect(world.write("u", "q").contains("Nothing of this walk to undo."))
    #expect(world.write("h glass", "u", "q").contains("not a single answer: the edit of component"))
    #expect(
      world.cells == ["a/close voiceover.label-present fail 1", "b/open voiceover.label-present pass"], "\(world.cells)"
    )
  }

  @Test("What the same tester logs elsewhere meanwhile is neither undone nor redone, and does not stand in the way")
  func elsewhere() throws {
    let keyboard = ScriptedKeyboard(typing: ["p", "u", "u", "U", "q"])
    keyboard.before = { [disk = world.disk] number in
      if number == 1 { disk.logs("fail", WalkWorld.checks[0], "b/open", by: "t1") }
      if number == 3 { disk.logs("na", WalkWorld.checks[2], "b/open", by: "t1") }
    }
    let text = world.walk(keyboard)
    #expect(text.contains("Undone: pass voiceover.label-present a/close ("), "\(text)")
    #expect(text.components("Undone: ") == 1 && text.contains("Nothing of this walk to undo."))
    #expect(text.contains("Redone: pass voiceover.label-present a/close ("), "\(text)")
    let cells = world.cells
    #expect(cells.count == 3 && cells.contains("a/close voiceover.label-present pass"), "\(cells)")
  }

  @Test("Keys that are none, Enter, arrows and pasted text say so and answer nothing")
  func stray() {
    let text = world.press("x", "\n", "\u{1b}[A", "é", "ppppp", "\u{1b}[200~pp\u{1b}[201~", "q")
    #expect(text.components("Unknown key.") == 3)
    #expect(text.components("Enter an answer, or ? for help.") == 1)
    #expect(text.components("Ignored pasted text (5 characters).") == 1)
    #expect(text.components("Ignored pasted text") == 2)
    #expect(world.cells.isEmpty && numbers(text).count == 1)
  }

  @Test("A value says what it means, and where it contradicts the outcome")
  func values() {
    let text = world.press("s", "p", "40px\n", "40x40\n", "\n", "v", "50x50\n", "p", "q")
    #expect(text.contains("Divide by the scale of the screen"))
    #expect(text.contains("40x40: FAIL (requirement: at least 44 pt)."))
    #expect(text.contains("40x40 does not meet the requirement (at least 44 pt). Reason to keep the PASS"))
    #expect(text.contains("Not recorded. Press f for FAIL."))
    #expect(text.contains("Value for this item's answer: 50x50."))
    #expect(world.cells == ["a/close touch-target.minimum-44pt pass 50x50"])
  }

  @Test("A pass against its value is kept with a reason, and counts as a fail")
  func overridden() {
    let text = world.press("s", "v", "40x40\n", "p", "near enough\n", "q")
    #expect(text.contains("The value indicates FAIL, but you answered PASS. Recorded PASS; press u to undo."))
    #expect(world.cells == ["a/close touch-target.minimum-44pt fail 1 40x40 override: near enough"])
  }

  @Test("In lines a pass against its value needs its reason in the line")
  func overriddenInLines() {
    world.write("s", "p v=40x40", "q")
    #expect(world.code == 4 && world.cells.isEmpty)
    world.write("s", "p v=40x40 override: near enough", "q")
    #expect(world.cells == ["a/close touch-target.minimum-44pt fail 1 40x40 override: near enough"])
  }

  @Test("A value belongs to the item it was measured on")
  func valueOfItem() {
    world.press("s", "v", "50x50\n", "s", "n", "q")
    #expect(world.cells == ["a/close voiceover.hint-describes-result na"])
    world.write("g 2", "v 50x50", "s", "g b/open", "p", "q")
    #expect(world.cells.contains("b/open voiceover.label-present pass"))
  }

  @Test("The same as last time has severity and note, not the value")
  func same() {
    #expect(world.press("=", "q").contains("No earlier pass or fail to repeat."))
    let text = world.press("s", "f", "1\n", "40x40\n", "small\n", "=", "n", "=", "u", "u", "q")
    #expect(text.contains("Same as touch-target.minimum-44pt a/close:"))
    #expect(text.components("Same as voiceover.hint-describes-result a/close:") == 1, "N/A is not repeated")
    #expect(
      world.cells == [
        "a/close touch-target.minimum-44pt fail 1 40x40 small",
        "a/close voiceover.hint-describes-result fail 1 small",
      ])
  }

  @Test("Going and finding lead to items by number, name and text")
  func going() {
    let text = world.write("g 4", "g hint", "/THE B", "/", "b", "w", "q", flags: ["--by", "check"])
    #expect(numbers(text).map { $0.prefix(12) } == [1, 4, 5, 6, 2, 1].map { "Item \($0) of 6." })
    #expect(text.contains("3 items contain \"THE B\"."))
    #expect(text.contains("Item 1 of 6. This walk: 0 answered. 6 left."))
    #expect(text.contains("a/close: 3 of 3 left.\nvoiceover.label-present: 2 of 2 left."))
    let other = world.press("g", "nowhere\n", "g", "99\n", "g", "clo\n", "g", "\n", "b", "/", "zz\n", "q")
    #expect(other.contains("No item named \"nowhere\"."))
    #expect(other.contains("Expected an item number from 1 to 6."))
    #expect(other.contains("This is the first item."))
    #expect(other.contains("No item name or title contains \"zz\"."))
  }

  @Test("A note is kept at once, whatever becomes of the item")
  func notes() {
    let text = world.press("m", "reads the file name\n", "s", "m", "\n", "q")
    #expect(text.contains("Saved note: voiceover.label-present a/close.") && text.contains("No note entered."))
    world.disk.run("list", "results")
    #expect(world.disk.run("show", WalkWorld.checks[0], "a/close") == 0)
    #expect(world.disk.output.contains("reads the file name"))
    #expect(world.press("m", "later\n", "u", "q").contains("Undone: a note on a/close"))
  }

  @Test("Evidence goes with the answer to its item, or to the tester's own answer, and undo takes both")
  func evidence() throws {
    func evidence() throws -> [String] {
      world.disk.run("list", "evidence", "--format", "tsv", "--columns", "name,check")
      return world.disk.output.split(separator: "\n").dropFirst().map(String.init)
    }
    try "VoiceOver says: button".write(toFile: world.disk.path("my said.txt"), atomically: true, encoding: .utf8)
    try "later".write(toFile: world.disk.path("later.txt"), atomically: true, encoding: .utf8)
    let text = world.press("e", "my\\ said.txt\n", "f", "\n", "\n", "b", "e", "later.txt\n", "u", "u", "U", "q")
    #expect(text.contains("Evidence for this item's answer: my said.txt (22 bytes)."), "\(text)")
    #expect(text.contains("Logged: FAIL, critical. Evidence: my said.txt (22 bytes)."))
    #expect(text.contains("Attached: later.txt (5 bytes).") && text.contains("Undone: evidence later.txt"))
    #expect(text.contains("Undone: fail voiceover.label-present a/close"))
    #expect(text.contains("Redone: fail voiceover.label-present a/close"))
    #expect(try evidence() == ["my said.txt\tvoiceover.label-present"])
  }

  @Test("What was taken for an answer that does not come is not kept, and what cannot be taken says why")
  func noEvidence() throws {
    try "a text".write(toFile: world.disk.path("a.txt"), atomically: true, encoding: .utf8)
    let text = world.press("e", "nope.png\n", "e", "\n", "e", "a.txt\n", "s", "e", "a.txt\n", "q")
    #expect(text.contains("Not attached: cannot read") && text.contains("No file entered."))
    #expect(text.components("Discarded a.txt: the item was not answered.") == 2)
    let files = try FileManager.default.subpathsOfDirectory(atPath: world.disk.path(".a11y"))
    #expect(!files.contains { $0.hasPrefix("evidence/") && $0.hasSuffix(".txt") }, "\(files)")
    world.write("e nope.png", "p")
    #expect(world.code == 3 && world.cells.isEmpty)
  }

  @Test(
    "A file is named as people type it and as terminals drop it",
    arguments: [
      ("shot.png", "shot.png"), ("'my shot.png'", "my shot.png"), ("my\\ shot\\(1\\).png", "my shot(1).png"),
      ("~/shot.png", "/home/t/shot.png"), ("\"a b\"", "a b"), ("~t/x", "~t/x"), ("a\\\\b", "a\\b"), ("'", "'"),
    ])
  func typedPath(typed: String, path: String) {
    #expect(TypedPath.read(typed, home: "/home/t") == path)
  }

  @Test("A long note comes from the editor, which gets its words and no shell")
  func editor() {
    world.disk.environment["VISUAL"] = "my editor; rm -rf / '-w x' $(id)"
    let keyboard = ScriptedKeyboard(typing: ["M", "q"])
    keyboard.edited = .success("two\nlines\n\n")
    #expect(world.walk(keyboard).contains("Saved note: "))
    #expect(keyboard.editors == [["my", "editor;", "rm", "-rf", "/", "-w x", "$(id)"]])
    world.disk.run("show", WalkWorld.checks[0], "a/close", "--plain")
    #expect(world.disk.output.contains("two / lines"))
    let failing = ScriptedKeyboard(typing: ["M", "M", "q"])
    failing.edited = .failure(.usage("editor.missing", "no such editor"))
    #expect(world.walk(failing).contains("Not recorded: no such editor."))
    world.disk.environment["VISUAL"] = nil
    #expect(world.press("M", "q").contains("Cannot open an editor: neither VISUAL nor EDITOR is set."))
  }

  @Test("Ctrl-D at a question takes the answer back; at an item it ends the walk")
  func controlD() {
    let bytes: (String) -> KeyboardEvent = { .bytes(Array($0.utf8)) }
    let text = world.walk(
      ScriptedKeyboard([bytes("f"), .end, bytes("f"), bytes("2\n"), .end, bytes("p"), bytes("\u{4}")]))
    #expect(text.components("Not recorded.") == 2)
    #expect(world.cells == ["a/close voiceover.label-present pass"])
    #expect(world.code == 0)
  }

  @Test("Ctrl-D takes back what was half typed, too: nothing of it is logged, and nothing of it stays")
  func controlDInALine() {
    let text = world.press("f", "2\n", "half a note", "f", "2\n", "whole\n", "q")
    #expect(text.components("Not recorded.") == 1)
    #expect(world.cells == ["a/close voiceover.label-present fail 2 whole"])
  }

  @Test("Arrow keys leave nothing in a note: it is asked for again")
  func arrowsInALine() {
    let text = world.press("f", "2\n", "clos button\u{1B}[D\u{1B}[D\n", "close button\n", "q")
    #expect(text.components("arrow keys do not work here") == 1)
    #expect(world.cells == ["a/close voiceover.label-present fail 2 close button"])
  }

  @Test(
    "A signal ends the walk with its code; what was being answered is not half kept",
    arguments: [EndingSignal.interrupt, .terminate, .hangUp])
  func signals(signal: EndingSignal) {
    let bytes: (String) -> KeyboardEvent = { .bytes(Array($0.utf8)) }
    let text = world.walk(ScriptedKeyboard([bytes("p"), bytes("f"), bytes("2\n"), .ending(signal)]))
    #expect(world.code == (signal == .interrupt ? 130 : 143))
    #expect(text.contains("All answers so far are saved.\n1 answered: 1 PASS.") == (signal != .hangUp))
    #expect(world.cells == ["a/close voiceover.label-present pass"])
    #expect(!world.keyboard.isListening && world.keyboard.units.last == .keys)
  }

  @Test("After a stop the item is there again, and so is a question")
  func resumed() {
    let bytes: (String) -> KeyboardEvent = { .bytes(Array($0.utf8)) }
    let text = world.walk(ScriptedKeyboard([.resumed, bytes("f"), .resumed, bytes("2\n"), bytes("\n"), bytes("q")]))
    #expect(numbers(text) == ["Item 1 of 6.", "Item 1 of 6.", "Item 2 of 6."])
    #expect(text.components("Severity?") == 2)
    #expect(world.cells == ["a/close voiceover.label-present fail 2"])
  }

  @Test("Five passes in three seconds get a word")
  func fast() {
    let text = world.press("p", "p", "\n", "p", "p", "p", "\n", "q")
    #expect(text.components("5 passes in 3 s.") == 1)
    #expect(world.cells.count == 5)
  }

  @Test("What a colleague answers meanwhile is said, and never answered twice unseen")
  func together() throws {
    let keyboard = ScriptedKeyboard(typing: ["p", "p", "\n", "p", "\n", "q"])
    keyboard.before = { [disk = world.disk] number in
      if number == 0 { disk.colleagueLogs("na", WalkWorld.checks[1], "a/close") }
    }
    let text = world.walk(keyboard)
    #expect(text.contains("Skipped 1 item answered by another tester: touch-target.minimum-44pt a/close."))
    #expect(text.contains("1 answered outside this walk."))
  }

  @Test("An item that changed under the tester's eyes is shown anew before it is answered")
  func overtaken() throws {
    let keyboard = ScriptedKeyboard(typing: ["p", "p", "d\n", "q"])
    keyboard.before = { [disk = world.disk] number in
      if number == 0 { disk.colleagueLogs("fail", WalkWorld.checks[0], "a/close") }
    }
    let text = world.walk(keyboard)
    #expect(text.contains("Not recorded: another tester answered this item in the meantime."))
    #expect(numbers(text) == ["Item 1 of 6.", "Item 1 of 6.", "Item 2 of 6."])
    #expect(text.contains("Last result: FAIL, by t2"))
    #expect(text.contains("t2 logged FAIL on build 3.2 for voiceover.label-present a/close. Retest (r), disagree"))
    #expect(text.contains("Logged: PASS."))
  }

  @Test("An item that the tester answered elsewhere meanwhile says so")
  func answeredElsewhere() throws {
    let keyboard = ScriptedKeyboard(typing: ["p", "q"])
    keyboard.before = { [disk = world.disk] number in
      if number == 0 { disk.logs("fail", WalkWorld.checks[0], "a/close", by: "t1") }
    }
    #expect(world.walk(keyboard).contains("Not recorded: you answered this item elsewhere in the meantime."))
  }

  @Test("In a pipe a line that is not understood ends the walk; what came before is kept")
  func wrongLine() {
    for (line, words) in [
      ("x", "invalid answer"), ("f v=40px", "no measured value"), ("g 99", "from 1 to 6"), ("g nope", "no item named"),
      ("f in=b/open", "in= is only allowed"), ("p in=b/open ok", "in= is only allowed"),
      ("v 40", "no measured value"), ("m", "missing note"), ("M", "cannot open an editor"),
    ] {
      world.write("s", "s", line, "p", "p")
      #expect(world.code == 4, "\(line)")
      #expect(world.disk.errors.contains("line 3: ") && world.disk.errors.contains(words), "\(world.disk.errors)")
    }
    #expect(world.cells.isEmpty)
    world.write("p", "", "p v=40px", "p")
    #expect(world.code == 4 && world.disk.errors.contains("line 3: not recorded"), "\(world.disk.errors)")
    #expect(world.cells == ["a/close voiceover.label-present pass"])
  }

  @Test("A name in the query that matches nothing is said, and the command to go on is one that works")
  func query() {
    world.write("q", flags: ["screen:nope"])
    #expect(world.code == 0 && world.disk.errors.contains("no screen matches \"nope\""), "\(world.disk.errors)")
    let text = world.write("q", flags: ["-owner:qa-1"])
    #expect(text.contains("To continue: a11y walk --plain --audit spring -- '-owner:qa-1'"), "\(text)")
  }

  @Test("Behind the last item there is nothing to answer, and undo still works")
  func end() {
    world.write("n", "n", "n", "n", "n")
    #expect(
      world.write("n", "u", "f last", "q").contains(
        "Last item. Press u to undo the last answer, or q to quit."))
    #expect(world.cells.contains("b/open voiceover.hint-describes-result fail 3 last"), "\(world.cells)")
    #expect(world.press("b", flags: ["--all"]).contains("Last result: N/A"))
  }
}

extension String {
  /// How often a text is in this one.
  func components(_ part: String) -> Int { ranges(of: part).count }
}

extension DiskWorld {
  /// Somebody else on the same machine, while a walk waits.
  func colleagueLogs(_ outcome: String, _ check: String, _ component: String) {
    logs(outcome, check, component, by: "t2")
  }

  func logs(_ outcome: String, _ check: String, _ component: String, by tester: String) {
    var world = world(
      ["log", outcome, check, component, "--tester", tester, "--audit", "spring"].map { Array($0.utf8) })
    world.output = ByteWriter(capacity: 0) { _ throws(Problem) in }
    #expect(Program.run(world, .a11y) == 0)
  }
}
