import Testing

@testable import App
@testable import CommandLine
@testable import Sessions

@Suite("Several answers of a walk at once")
struct WalkSeveralTests {
  private let world: WalkWorld

  init() throws { world = try WalkWorld() }

  @Test("A repeats the answer to the last item of the check for the others, and u takes them back together")
  func all() throws {
    for number in 1...3 {
      #expect(world.disk.run("new", "component", "c/\(number)", "--kind", "icon-button") == 0)
    }
    let text = world.press("f", "2\n", "unlabeled\n", "A", "u", "w", "q", flags: ["--by", "check"])
    #expect(text.contains("Logged: FAIL for 4 items of voiceover.label-present."))
    #expect(text.contains("Undone: 4 answers ("))
    #expect(text.contains("This walk: 1 answered: 1 FAIL. 14 left."))
    #expect(world.cells == ["a/close voiceover.label-present fail 2 unlabeled"])
    world.press("p", "A", "q", flags: ["--by", "check", "--check", "voiceover.label-present"])
    #expect(world.cells.count == 5 && world.cells.dropFirst().allSatisfy { $0.hasSuffix(" pass") })
    #expect(world.disk.run("undo") == 0)
    #expect(world.cells.count == 2, "one step for the other commands, too")
  }

  @Test("A asks for an answer where the last one was of another check; N is N/A for all of the check")
  func typed() {
    let text = world.press("p", "A", "f 3 too small\n", "N", "q")
    #expect(text.contains("Answer for all open items of touch-target.minimum-44pt (p, f, n, or c; Enter to cancel):"))
    #expect(
      world.cells
        == [
          "a/close voiceover.label-present pass", "a/close touch-target.minimum-44pt fail 3 too small",
          "b/open touch-target.minimum-44pt fail 3 too small", "a/close voiceover.hint-describes-result na",
          "b/open voiceover.hint-describes-result na",
        ].sorted())
    #expect(text.contains("Logged: N/A for 2 items of voiceover.hint-describes-result."))
  }

  @Test("In lines it has its answer in the line", arguments: ["A", "A x", "A v", "A p v=40x40", "N 3"])
  func invalid(line: String) {
    world.write("s", line, "q")
    #expect(world.code == 4 && world.cells.isEmpty)
  }

  @Test("More than 20 items are confirmed, with what had another result")
  func many() throws {
    for number in 1...20 {
      #expect(world.disk.run("new", "component", "c/\(number)", "--kind", "icon-button", "-q") == 0)
    }
    world.disk.run("log", "fail", WalkWorld.checks[0], "c/7", "--tester", "t2")
    let walked = ["--all", "--check", WalkWorld.checks[0], "--by", "check"]
    let text = world.press("p", "A", "\n", "A", "y\n", "d\n", "q", flags: walked)
    let question = "Log PASS for 21 items of voiceover.label-present? 1 had another result (c/7). (y; Enter to cancel):"
    #expect(text.components(question) == 2)
    #expect(text.contains("Not recorded.") && text.contains("1 had another result: c/7."))
    #expect(world.cells.count { $0.hasSuffix(" pass") } == 21 && world.cells.count == 22, "t2 and t1 disagree on c/7")
  }

  @Test("Results of a similar component are drafts: nothing counts before it is confirmed, and no value is copied")
  func drafts() {
    world.write("f 2 unlabeled", "f v=40x40 small", "p", "q")
    let shown = world.press("L", "a/close\n", "\n", "q")
    #expect(shown.contains("FAIL voiceover.label-present, serious. Note: unlabeled") && shown.contains("Not recorded."))
    #expect(world.cells.count == 3)
    let one = world.press("L", "clo\n", "o\n", "y\n", "\n", "y\n", "q")
    #expect(one.contains("Logged: 2 answers as for a/close."))
    #expect(
      world.cells.filter { $0.hasPrefix("b/open") } == [
        "b/open touch-target.minimum-44pt fail 1 small", "b/open voiceover.label-present fail 2 unlabeled",
      ])
    world.press("L", "a/close\n", "a\n", "q")
    #expect(
      world.cells.filter { $0.hasPrefix("b/open") }.count == 3
        && !world.cells.contains { $0.contains("b/open touch-target.minimum-44pt fail 1 40x40") })
    world.disk.run("undo")
    let none = world.press("L", "nix\n", "L", "b/open\n", "q")
    #expect(none.contains("Not recorded: unknown component \"nix\".") && none.contains("No results of b/open apply"))
  }

  @Test("One measured size answers every size check of the component, each by its own threshold")
  func sizes() {
    let checks = ["touch-target.minimum-44pt", "touch-target.hit-area-measured", "touch-target.wcag-24pt-floor"]
    world.disk.run("new", "checklist", "sizes", "--check", checks.joined(separator: ","))
    world.disk.run("new", "audit", "sized", "--checklist", "sizes")
    world.disk.run("edit", "component", "a/close", "--size", "40x40")
    let text = world.press("f", "2\n", "\n", "\n", "u", "q", flags: ["--audit", "sized", "--component", "a/*"])
    #expect(text.contains("Enter for the registered 40x40, - to skip"))
    // The edges were not tapped.
    #expect(text.contains("Also answered with 40x40: touch-target.wcag-24pt-floor PASS."))
    #expect(text.contains("Undone: 2 answers (") && world.cells.isEmpty)
    let asked = world.press(
      "p", "-\n", "\n", "p", "-\n", "y\n", "q", flags: ["--audit", "sized", "--component", "a/*"])
    #expect(asked.contains("The registered size 40x40 does not meet at least 44 pt. Keep PASS? (y; Enter to cancel):"))
    #expect(world.cells.count == 1)
    let left = world.press("A", "p\n", "q", flags: ["--audit", "sized", "--check", checks[1]])
    #expect(left.contains("1 left open: the registered size contradicts PASS (a/close)."))
  }

  @Test("The last answers are listed and gone back to by their digit; answered items are found")
  func back() {
    let text = world.press("p", "n", "c", "because\n", "l", "2", "p", "\n", "l", "9", "q")
    #expect(
      text.contains(
        "1  CAN'T TELL  voiceover.hint-describes-result a/close\n2  N/A  touch-target.minimum-44pt a/close\n3  PASS"))
    #expect(text.contains("No answer 9 in this walk; press l for the list."))
    #expect(world.cells.contains("a/close touch-target.minimum-44pt pass"))
    let found = world.press("/", "hint clo\n", "n", "g", "lab clo\n", "w", "q")
    #expect(found.contains("Last result: CAN'T TELL") && found.contains("Last: PASS"))
    #expect(found.contains("This walk: 1 answered: 1 N/A. 3 left."))
    #expect(world.cells.contains("a/close voiceover.hint-describes-result na"))
    #expect(world.press("l", "q").contains("No answers in this walk."))
  }

  @Test("What is tested on other devices, or with children, is left out and counted")
  func elsewhere() {
    world.disk.run("new", "component", "c/table", "--kind", "icon-button", "--platform", "macOS")
    let text = world.press("q", flags: ["--audit", "", "--device", "iPhone 15"])
    let lines = text.split(separator: "\n").prefix(4)
    #expect(lines.contains { $0.hasSuffix(" items for other devices left out (device: iPhone 15).") }, "\(lines)")
    let mac = world.press("g", "c/table\n", "q", flags: ["--audit", "", "--device", "MacBook Air"])
    #expect(mac.contains(". c/table.\n"))
    let named = world.press("q", flags: ["--audit", "", "--device", "iPhone 15", "--component", "c/table"])
    #expect(named.contains("No items to test here."))
    world.disk.run("edit", "component", "a/close", "--profile", "child")
    #expect(world.press("q", flags: ["--audit", ""]).contains(" for sessions with children left out (see a11y tap)."))
    let children = world.press("q", flags: ["--audit", "", "--check", "child-testing.*"])
    #expect(children.contains("Check: child-testing.") && !children.contains("left out"))
  }
}
