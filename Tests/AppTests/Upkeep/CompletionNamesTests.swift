import Audit
import Foundation
import Testing

@testable import App
@testable import CommandLine

@Suite("Names for the shell")
struct CompletionNamesTests {
  private func names(
    _ world: DiskWorld, _ kind: NameKind, _ prefix: String = "", after first: String = ""
  ) -> [String] {
    #expect(world.run("__complete", "--", kind.rawValue, prefix, first) == 0)
    #expect(world.errors == "")
    return world.output.split(separator: "\n").map(String.init)
  }

  @Test("The tracker's names are offered by kind")
  func names() throws {
    let world = try DiskWorld.demo()
    #expect(names(world, .component).count == 102)
    #expect(names(world, .component, "my-lists/") == ["my-lists/my-lists"])
    #expect(names(world, .check).count == Catalog.checks.count)
    #expect(names(world, .audit) == ["inspection-8", "inspection-9", "release-demo"])
    #expect(names(world, .checklist).contains("source-inspection"))
    #expect(names(world, .checklist).contains("critical-rules"))
    #expect(names(world, .owner, "demo-dev") == ["demo-dev-1", "demo-dev-2", "demo-dev-3"])
    #expect(names(world, .screen).contains("movie-detail"))
    #expect(names(world, .tester) == ["demo-qa-1", "demo-qa-2", "inspector"])
    #expect(names(world, .build).count == 8)
    #expect(names(world, .tag) == ["demo"])
    #expect(names(world, .waiver) == ["demo-cover-colors", "demo-settings-button"])
    #expect(names(world, .standard).contains("wcag22-aa"))
    #expect(names(world, .componentKind).count == 35)
    #expect(names(world, .condition).contains("dark"))
  }

  @Test("A part of a name offers exactly what commands find by it")
  func parts() throws {
    let world = try DiskWorld.demo()
    #expect(names(world, .check, "icon-button-l") == ["voiceover.icon-button-label"])
    #expect(names(world, .check, "touch.icon") == ["touch-target.icon-button-44pt"])
    #expect(names(world, .check, "lab").contains("voiceover.label-present"))
    #expect(names(world, .component, "fan-club-h") == ["fan-club/fan-club-home"])
    #expect(names(world, .owner, "dev-1") == [], "a query takes no part of a name")
    for typed in ["lab", "icon-button-l", "movie-row", "posters"] {
      for name in names(world, .subject, typed) where !name.hasPrefix(typed) {
        _ = world.run("show", typed)
        #expect((world.output + world.errors).contains(name), "\(typed)")
      }
    }
  }

  @Test("Words of a query, and their values, as they apply to the list")
  func query() throws {
    let world = try DiskWorld.demo()
    #expect(names(world, .query, "own", after: "findings") == ["owner:"])
    #expect(names(world, .query, "sta", after: "cells") == ["status:", "stale:"])
    #expect(names(world, .query, "sta", after: "findings") == ["status:", "stale:", "state:"])
    #expect(names(world, .query, "owner:demo-dev", after: "findings").count == 3)
    #expect(names(world, .query, "-owner:demo-dev-1") == ["-owner:demo-dev-1"])
    #expect(names(world, .query, "severity:1,cri") == ["severity:1,critical"])
    #expect(names(world, .query, "state:r", after: "findings") == ["state:regressed"])
    #expect(names(world, .query, "state:r", after: "tool-findings") == ["state:reviewed"])
    #expect(names(world, .query, "status:un", after: "results") == [])
    #expect(names(world, .query, "nonsense:x") == [])
    for word in names(world, .query, "", after: "components") {
      for value in names(world, .query, word, after: "components").prefix(1) {
        #expect(world.run("list", "components", value) == 0, "\(value)")
      }
    }
  }

  @Test("Values of a setting, and entries of a table")
  func others() throws {
    let world = try DiskWorld.demo()
    #expect(names(world, .setting, "", after: "plain") == ["yes", "no"])
    #expect(names(world, .setting, "rel", after: "audit") == ["release-demo"])
    #expect(names(world, .setting) == [])
    #expect(names(world, .entry, "isBut", after: "trait") == ["isButton"])
    #expect(names(world, .entry, "haptic").contains("haptic"))
  }

  @Test("Without a tracker the catalogue answers and the rest is silent", arguments: NameKind.allCases)
  func none(kind: NameKind) throws {
    let world = try DiskWorld()
    let offered = names(world, kind)
    let known: Set<NameKind> = [
      .check, .checklist, .componentKind, .condition, .standard, .style, .gestureKind, .pattern,
      .criterion, .edition, .subject, .query, .entry,
    ]
    #expect(offered.isEmpty == !known.contains(kind))
  }

  @Test("A file that is no tracker is silence", arguments: ["", "not a database at all, whatever its name says"])
  func foreign(text: String) throws {
    let world = try DiskWorld()
    try FileManager.default.createDirectory(atPath: world.path(".a11y"), withIntermediateDirectories: false)
    try Data(text.utf8).write(to: URL(fileURLWithPath: world.database))
    #expect(names(world, .component) == [])
    #expect(names(world, .check).count == Catalog.checks.count)
    #expect(try String(contentsOfFile: world.database, encoding: .utf8) == text)
  }
}
