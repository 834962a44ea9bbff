import Audit
import Base
import Foundation
import Store
import Testing

@testable import Exchange

@Suite("a file saved from a worksheet")
struct WorksheetTests {
  let place: SharedPlace
  let machine: Machine
  /// Checks that the machine knows, with their texts of today.
  private let checks: [(id: String, text: String)]

  init() throws {
    place = try SharedPlace()
    machine = try Machine("tia", at: place, seed: 1)
    try machine.edit("lead")
    checks = try machine.tracker.read { try $0.checks().map { ($0.check.id, TextVersion.hex($0.text)) } }
  }

  /// Results of checks, each given against a text, as a browser saves them.
  private func file(_ results: [(check: String, text: String)], worksheet: String? = "sheet-1") throws -> BundleFile {
    let bodies: [(String, JSONObject)] = results.map {
      ("result", ["check": .string($0.check), "component": "home", "outcome": "pass", "text": .string($0.text)])
    }
    let header = BundleHeader(
      tracker: try machine.tracker.read { try $0.identity().tracker }, worksheet: worksheet)
    let (bytes, _) = try Sample.bundle(try Sample.chain(Sample.one, bodies), header: header)
    let path = "\(place.path)/\(UUID().uuidString).a11y.json"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try BundleFile(path: path)
  }

  private func take(_ file: BundleFile, accepting: Bool = false) throws -> IntakeSummary {
    var settings = BundleImport()
    settings.acceptsChanged = accepting
    return try machine.tracker.write { try settings.run(file, name: "file", into: $0) }.received
  }

  @Test("is refused by the names of the checks that read differently now, and nothing of it is kept")
  func changed() throws {
    let answers = [(checks[2].id, "00000001"), (checks[0].id, checks[0].text), (checks[1].id, "00000001")]
    let before = try machine.bytes()
    let problem = #expect(throws: BundleProblem.self) { try take(try file(answers)) }
    #expect(problem?.code == .changed)
    let names = [checks[1].id, checks[2].id].sorted().joined(separator: ", ")
    #expect(problem?.sentence == "2 checks have another text than on the worksheet: \(names)")
    #expect(try machine.bytes() == before)
    #expect(try take(try file(answers), accepting: true).added == 3)
  }

  @Test("is not asked again about what was taken in before")
  func again() throws {
    let old = (checks[0].id, "00000001")
    #expect(try take(try file([old]), accepting: true).added == 1)
    #expect(try take(try file([old])).same == 1)
    #expect(try take(try file([old, (checks[1].id, checks[1].text)])).added == 1)
  }

  @Test("may speak of checks that are not known here")
  func unknown() throws {
    #expect(try take(try file([("team.of-elsewhere", "00000001")])).added == 1)
  }

  @Test("differs in this from a bundle of a machine, whose results show as stale")
  func elsewhere() throws {
    #expect(try take(try file([(checks[0].id, "00000001")], worksheet: nil)).added == 1)
  }

  @Test("waits in a shared folder until somebody decides, and stops no other file")
  func folder() throws {
    try machine.sync()
    let bundle = try file([(checks[0].id, "00000001")])
    let team = "\(place.shared)/\(try machine.tracker.read { try $0.identity().tracker })"
    try FileManager.default.createDirectory(atPath: "\(team)/sheets", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: bundle.path, toPath: "\(team)/sheets/one.a11y.json")
    let report = try machine.sync()
    #expect(report.refused.map(\.problem.code) == [.changed])
    #expect(report.read.isEmpty)
  }
}
