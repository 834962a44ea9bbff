import AuditCatalog
import Foundation
import Testing

@testable import Arguments
@testable import AuditCommands

@Suite("Names for the shell")
struct CompletionNamesTests {
  private func names(_ world: DiskWorld, _ kind: NameKind, _ prefix: String = "") -> [String] {
    #expect(world.run("__complete", kind.rawValue, prefix) == 0)
    #expect(world.errors == "")
    return world.output.split(separator: "\n").map(String.init)
  }

  @Test("The tracker's names are offered by kind")
  func names() throws {
    let world = try DiskWorld.demo()
    #expect(names(world, .component).count == 101)
    #expect(names(world, .component, "my-lists/") == ["my-lists/my-lists"])
    #expect(names(world, .check).count == 308)
    #expect(names(world, .audit) == ["inspection-8", "inspection-9", "release-demo"])
    #expect(names(world, .checklist).contains("source-inspection"))
    #expect(names(world, .checklist).contains("critical-rules"))
    #expect(names(world, .owner, "demo-dev") == ["demo-dev-1", "demo-dev-2", "demo-dev-3"])
    #expect(names(world, .screen).contains("movie-detail"))
    #expect(names(world, .tester) == ["demo-qa-1", "demo-qa-2", "inspector"])
    #expect(names(world, .build).count == 8)
    #expect(names(world, .tag) == ["demo"])
    #expect(names(world, .waiver) == ["demo-cover-colours", "demo-settings-button"])
    #expect(names(world, .standard).contains("wcag22-aa"))
    #expect(names(world, .componentKind).count == 35)
    #expect(names(world, .condition).contains("dark"))
  }

  @Test("Without a tracker the catalogue answers and the rest is silent", arguments: NameKind.allCases)
  func none(kind: NameKind) throws {
    let world = try DiskWorld()
    let offered = names(world, kind)
    let known: Set<NameKind> = [
      .check, .checklist, .componentKind, .condition, .standard, .style, .gestureKind, .pattern,
      .criterion, .edition,
    ]
    #expect(offered.isEmpty == !known.contains(kind))
  }

  @Test("A file that is no tracker is silence", arguments: ["", "not a database at all, whatever its name says"])
  func foreign(text: String) throws {
    let world = try DiskWorld()
    try FileManager.default.createDirectory(atPath: world.path(".a11y"), withIntermediateDirectories: false)
    try Data(text.utf8).write(to: URL(fileURLWithPath: world.database))
    #expect(names(world, .component) == [])
    #expect(names(world, .check).count == 308)
    #expect(try String(contentsOfFile: world.database, encoding: .utf8) == text)
  }
}
