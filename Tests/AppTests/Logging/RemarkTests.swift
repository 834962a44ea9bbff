import Testing

@testable import App

@Suite("What is said of retired, deleted and incomparable things")
struct RemarkTests {
  private let world: DiskWorld

  init() throws {
    world = try DiskWorld()
    world.environment["A11Y_TESTER"] = "t1"
    #expect(world.run("init", "--catalog", "2") == 0)
    #expect(world.run("new", "component", "home", "--kind", "icon-button") == 0)
  }

  @Test("Where every component is retired, status says so")
  func retired() {
    #expect(world.run("edit", "component", "home", "--retire") == 0)
    #expect(world.run("status") == 0)
    #expect(world.output.contains("No active components: 1 component is retired."), "\(world.output)")
  }

  @Test("What was deleted is said to be, with the command that brings it back")
  func deleted() {
    #expect(world.run("new", "audit", "spring", "--checklist", "touch-target-manual") == 0)
    #expect(world.run("edit", "component", "home", "--delete") == 0)
    #expect(world.output == "Changed: component home: deleted.\n")
    #expect(world.run("edit", "audit", "spring", "--delete") == 0)
    for line in [
      ["log", "pass", "voiceover.label-present", "home"], ["show", "home"], ["list", "component:home", "--exit-code"],
    ] {
      #expect(world.run(line) != 0)
      #expect(world.errors.contains("a11y edit component home --restore"), "\(line): \(world.errors)")
    }
    #expect(world.run("status", "--audit", "spring") != 0)
    #expect(world.errors.contains("a11y edit audit spring --restore"), "\(world.errors)")
  }

  @Test("A value that the check cannot be judged by is recorded with a remark")
  func incomparable() {
    #expect(world.run("log", "fail", "touch-target.minimum-44pt", "home", "--value", "7 mm") == 0)
    #expect(world.errors.contains("cannot be compared with the requirement"), "\(world.errors)")
    #expect(world.run("log", "fail", "touch-target.minimum-44pt", "home", "--value", "40x40") == 0)
    #expect(world.errors.isEmpty, "\(world.errors)")
    #expect(world.run("show", "touch-target.minimum-44pt", "home") == 0)
    #expect(world.output.split(separator: "How to test", omittingEmptySubsequences: false).count == 2)
    #expect(world.run("edit", "check", "touch-target.minimum-44pt", "--impact", "minor") == 0)
    #expect(!world.output.contains("origin"), "\(world.output)")
  }
}
