import Foundation
import Testing

@testable import App
@testable import CommandLine

/// A tracker for walks: two components, one checklist of three checks, of which the second measures.
final class WalkWorld {
  static let checks = ["voiceover.label-present", "touch-target.minimum-44pt", "voiceover.hint-describes-result"]
  let disk: DiskWorld
  private(set) var keyboard = ScriptedKeyboard([])

  init() throws {
    disk = try DiskWorld()
    disk.environment = ["HOME": disk.folder, "A11Y_TESTER": "lead"]
    #expect(disk.run("init", "--catalog", "2") == 0)
    for key in ["a/close", "b/open"] {
      #expect(disk.run("new", "component", key, "--kind", "icon-button", "--title", "The \(key)") == 0)
    }
    #expect(disk.run("new", "checklist", "ours", "--check", Self.checks.joined(separator: ",")) == 0)
    #expect(disk.run("new", "audit", "spring", "--checklist", "ours", "--build", "3.2") == 0, "\(disk.errors)")
    disk.environment["A11Y_TESTER"] = "t1"
  }

  /// Walks the audit at a terminal, each text typed in one go; what was printed.
  @discardableResult
  func press(_ texts: String..., flags: [String] = []) -> String {
    walk(ScriptedKeyboard(typing: texts), flags)
  }

  @discardableResult
  func walk(_ keyboard: ScriptedKeyboard, _ flags: [String] = []) -> String {
    self.keyboard = keyboard
    disk.keyboard = keyboard
    disk.terminals = [.input, .output]
    defer {
      disk.keyboard = nil
      disk.terminals = []
    }
    code = disk.run(Self.command(flags))
    return disk.output
  }

  private(set) var code: Int32 = 0

  /// Walks the audit with lines from a pipe.
  @discardableResult
  func write(_ lines: String..., flags: [String] = []) -> String {
    code = disk.run(Self.command(flags), input: lines.map { $0 + "\n" }.joined())
    return disk.output
  }

  /// A walk of the audit, unless the flags name another.
  private static func command(_ flags: [String]) -> [String] {
    ["walk", "--plain"] + (flags.contains("--audit") ? [] : ["--audit", "spring"]) + flags
  }

  /// `a/close voiceover.label-present pass` of every cell with a result.
  var cells: [String] {
    disk.run("list", "cells", "--format", "tsv", "--columns", "component,check,outcome,severity,value,note")
    return disk.output.split(separator: "\n").dropFirst().map { line in
      line.split(separator: "\t").map { field in
        field.hasPrefix("{") ? field.split(separator: "\"")[3] : field
      }.joined(separator: " ")
    }
  }
}
