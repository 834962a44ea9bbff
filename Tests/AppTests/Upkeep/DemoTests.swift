import Audit
import Base
import CSQLite
import Foundation
import Testing

@testable import App
@testable import SQLite

@Suite("a11y demo")
struct DemoTests {
  /// Another program's view of the tracker: our own connections let no view run.
  private func open(_ path: String) throws -> Connection {
    let database = try Connection(path: path, mode: .readOnly)
    let handle = try database.handle.open()
    for option in [SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA] {
      _ = a11y_db_config(handle, option, 1)
    }
    return database
  }

  @Test("The counts are those of the files, latest per cell")
  func counts() throws {
    let world = try DiskWorld()
    #expect(world.run("demo", "--json") == 0, "\(world.errors)")
    #expect(try world.json()["components"] as? Int == 101)
    #expect(try world.json()["rounds"] as? Int == 9)
    let database = try open(world.path("a11y-demo/.a11y/audit.db"))
    var latest: [String: String] = [:]
    var rows = 0
    for round in DemoFiles.rounds {
      for line in String(decoding: round.results, as: UTF8.self).split(separator: "\n") {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields[0] != "outcome" else { continue }
        rows += 1
        latest["\(fields[1]) \(fields[2])"] = String(fields[0])
      }
    }
    let inspected = try database.all(
      """
      SELECT check_term.text || ' ' || component.text, outcome FROM cell
      JOIN term AS component ON component.id = cell.component JOIN term AS check_term ON check_term.id = check_id
      WHERE shown IN (SELECT result.id FROM result JOIN context ON context.id = context
        JOIN term ON term.id = tester WHERE term.text = 'inspector')
      """
    ) { ($0.text(0), ["", "pass", "fail", "na", "cant-tell"][$0.int(1)]) }
    #expect(Dictionary(uniqueKeysWithValues: inspected) == latest)
    #expect(rows == 2_138)
    let logged = try database.scalar(
      """
      SELECT count(*) FROM result JOIN context ON context.id = context JOIN term ON term.id = tester
      WHERE term.text = 'inspector' AND result.time IS NOT NULL
      """)
    #expect(logged == Int64(rows))
  }

  @Test("The results carry the times and builds of their rounds")
  func rounds() throws {
    let world = try DiskWorld()
    world.run("demo")
    let database = try open(world.path("a11y-demo/.a11y/audit.db"))
    let builds = try database.all(
      """
      SELECT term.text, strftime('%Y-%m-%dT%H:%M:%SZ', min(time) / 1000, 'unixepoch'), count(DISTINCT time) FROM result
      JOIN context ON context.id = context JOIN term ON term.id = build JOIN term AS who ON who.id = tester
      WHERE who.text = 'inspector' GROUP BY term.text ORDER BY min(time)
      """
    ) { ($0.text(0), $0.text(1), $0.int(2)) }
    #expect(builds.map(\.0) == DemoFiles.rounds.dropFirst().map(\.build))
    // 1,715 days after 2019-06-19 and 2021-06-07: the newest result is two to nine days old on 2026-03-01.
    #expect(builds.first?.1 == "2024-02-28T04:56:41Z")
    #expect(builds.last?.1 == "2026-02-16T05:45:32Z")
    #expect(builds.allSatisfy { $0.2 == 1 })
  }

  @Test("Whenever it is made, its newest result is two to nine days old")
  func living() throws {
    let day: Int64 = 86_400_000
    for hours in stride(from: Int64(0), to: 24 * 15, by: 5) {
      let now = DemoClock.newest.milliseconds + 2 * day + hours * 3_600_000
      let age = now - DemoClock.newest.milliseconds - DemoClock(now: now).shift
      #expect(age >= 2 * day && age < 9 * day)
    }
    #expect(DemoClock(now: 0).shift == 0)
    let release = try DemoClock(now: 0).moved(rows: DemoFiles.release)
    let times = String(decoding: release, as: UTF8.self).split(separator: "\n").dropFirst().map { $0.suffix(20) }
    #expect(times.max() == Substring(DemoClock.newest.iso8601))
    #expect(DemoFiles.rounds.allSatisfy { $0.time < DemoClock.newest.iso8601 })
  }

  @Test("Whatever is configured, the same numbers come out")
  func reproducible() throws {
    func numbers(_ prepare: (DiskWorld) -> Void) throws -> [String] {
      let world = try DiskWorld()
      prepare(world)
      #expect(world.run("demo", "--json") == 0, "\(world.errors)")
      let database = try open(world.path("a11y-demo/.a11y/audit.db"))
      return try database.all(
        "SELECT component, \"check\", condition, outcome, severity, since, at, tester, device FROM v_cell ORDER BY 1, 2, 3"
      ) { row in (0..<9).map { row.text($0) }.joined(separator: "|") }
    }
    let plain = try numbers { _ in }
    let configured = try numbers { world in
      world.environment = ["A11Y_TESTER": "somebody", "XDG_CONFIG_HOME": world.folder]
      for (key, value) in [("condition", "dark"), ("device", "iPad"), ("build", "9.9"), ("tester", "me")] {
        world.run("config", key, value)
      }
    }
    #expect(plain == configured)
    #expect(plain.count > 500)
  }

  @Test("It has something for every report")
  func registers() throws {
    let world = try DiskWorld()
    world.run("demo", ".")
    let database = try open(world.database)
    func count(_ sql: String) throws -> Int64 { try database.scalar("SELECT count(*) FROM " + sql) ?? 0 }
    #expect(try count("record WHERE kind = 'waiver' AND json_extract(doc, '$.until') > '2090'") == 1)
    #expect(
      try count("record WHERE kind = 'waiver' AND json_extract(doc, '$.until') BETWEEN '2026-02' AND '2026-03'") == 1)
    #expect(try count("record WHERE kind = 'question' AND json_extract(doc, '$.decision') IS NULL") == 1)
    #expect(try count("record WHERE kind = 'question' AND json_extract(doc, '$.decision') IS NOT NULL") == 1)
    #expect(try count("record WHERE kind = 'task' AND json_extract(doc, '$.done') = 1") == 1)
    #expect(try count("record WHERE kind = 'task' AND json_extract(doc, '$.done') IS NULL") == 2)
    #expect(try count("record WHERE kind = 'audit' AND json_extract(doc, '$.closed') IS NULL") == 1)
    #expect(try count("note") == 3)
    for severity in 1...4 { #expect(try count("v_finding WHERE severity = \(severity)") > 0, "\(severity)") }
    #expect(try count("v_finding WHERE given_severity IS NULL") > 0)
    #expect(try count("record WHERE kind = 'component' AND json_extract(doc, '$.retired') = 1") == 45)
    // Every waiver is about a fault that is there.
    let waivers = "SELECT json_extract(doc, '$.component') FROM record WHERE kind = 'waiver'"
    #expect(try count("v_finding WHERE component IN (\(waivers))") > 0)
  }

  @Test("A tracker that is there is left alone, whatever stands beside it")
  func exists() throws {
    let world = try DiskWorld()
    #expect(world.run("init", "a11y-demo") == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: world.path("a11y-demo/.a11y/audit.db")))
    #expect(world.run("demo") == 5)
    #expect(world.errors.contains("already"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: world.path("a11y-demo/.a11y/audit.db"))) == before)
    try Data("text".utf8).write(to: URL(fileURLWithPath: world.path("file")))
    #expect(world.run("demo", "file") == 4)
  }

  @Test("It ends with the status and what to try, and each of those works", arguments: [40, 80])
  func tryNext(width: Int) throws {
    let world = try DiskWorld()
    #expect(world.run("demo", ".", "--width", String(width)) == 0, "\(world.errors)")
    #expect(world.output.contains("Accessibility status"))
    let steps = DemoCommand.steps(".").map(\.command)
    #expect(steps.count >= 4)
    for step in steps {
      #expect(world.output.contains("  \(step)\n"))
    }
    for step in steps where step.hasPrefix("a11y ") {
      let words = ExampleLine.words(step).dropFirst()
      #expect(world.run(Array(words)) == 0, "\(step): \(world.errors)")
    }
  }
}
