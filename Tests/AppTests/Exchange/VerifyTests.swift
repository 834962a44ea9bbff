import Foundation
import Testing

@testable import App

@Suite("Verifying")
struct VerifyTests {
  @Test("A whole bundle is named with its facts and its tracker, also from standard input")
  func whole() throws {
    let team = try Team()
    let path = try team.bundle(of: team.lead)
    try team.lead.must("verify", path)
    #expect(team.lead.output.hasPrefix("\(path): complete and unchanged, 2 entries, tracker "))
    #expect(team.lead.run(["verify", "-"], input: try String(contentsOfFile: path, encoding: .utf8)) == 0)
    try team.lead.must("verify", path, "--json")
    let file = try #require((try team.lead.json()["files"] as? [[String: Any]])?.first)
    #expect(file["verdict"] as? String == "whole")
    #expect(file["error"] is NSNull)
  }

  @Test("What is not whole is a clear no; what cannot be read is no answer; the worst decides")
  func damaged() throws {
    let team = try Team()
    let path = try team.bundle(of: team.lead)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let world = team.lead
    try text.replacing("qa-0", with: "qa-9").write(toFile: world.path("changed"), atomically: true, encoding: .utf8)
    try String(text.dropLast(9)).write(toFile: world.path("short"), atomically: true, encoding: .utf8)
    try "{}".write(toFile: world.path("other"), atomically: true, encoding: .utf8)
    for name in ["changed", "short", "other"] {
      #expect(world.run("verify", name, path) == 1, "\(name)")
      #expect(world.output.split(separator: "\n").count == 2)
      #expect(!world.output.contains(".."))
    }
    #expect(world.run("verify", "changed", "missing") == 3)
    #expect(world.output.split(separator: "\n").count == 1)
    #expect(world.errors.contains("\"missing\""))
    #expect(world.run("verify", "changed", "--json") == 1)
    let file = try #require((try world.json()["files"] as? [[String: Any]])?.first)
    #expect(file["verdict"] as? String == "not whole")
  }

  @Test("No tracker is needed for a bundle, and --db verifies the tracker as doctor does")
  func tracker() throws {
    let team = try Team()
    let elsewhere = try DiskWorld(seed: 5)
    try elsewhere.must("verify", try team.bundle(of: team.lead))
    try team.lead.must("verify", "--db")
    let verified = team.lead.output
    try team.lead.must("doctor")
    #expect(team.lead.output == verified)
    try elsewhere.must("verify", "--db", team.lead.database)
  }
}
