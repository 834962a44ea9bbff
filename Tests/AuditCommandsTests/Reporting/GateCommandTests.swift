import AuditModel
import AuditStore
import CanonicalJSON
import Foundation
import Testing

@testable import AuditCommands

/// Build servers go by the exit code and by nothing else.
@Suite("Gate")
struct GateCommandTests {
  @Test(
    "The exit code tells a pass from a failure, from no data and from a line that is not understood",
    arguments: [
      (["--max-critical", "1"], 0), (["--max-critical", "0"], 1), (["--min-pass", "100"], 1),
      (["component:nowhere/**", "--min-pass", "0"], 3), (["--min-pass", "100", "--report-only"], 0), ([], 2),
      (["--min-pass", "101"], 2), (["--baseline", ""], 2), (["severity:1", "--max-critical", "0"], 2),
    ])
  func exits(words: [String], code: Int) throws {
    let fixture = try TrackerFixture()
    try fixture.write { writer in
      try writer.set(kind: "component", key: SampleTracker.play, fields: ["kind": "button"], by: "lead")
      for (check, outcome) in [(SampleTracker.label, Outcome.pass), (SampleTracker.target, .fail)] {
        try writer.log(
          NewResult(
            component: SampleTracker.play, check: check, outcome: outcome,
            severity: outcome == .fail ? .critical : nil, tester: "t1"))
      }
    }
    #expect(Int(fixture.run(["gate"] + words)) == code, "\(fixture.output)\(fixture.errors)")
  }

  @Test("Its counts are those of the status, in every form the same last line")
  func counts() throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run(["status", "--json"]) == 0)
    let status = try object(fixture.output)
    #expect(fixture.run(["gate", "--max-critical", "0", "--json"]) <= 1)
    let gate = try object(fixture.output)
    let (cells, figures) = (gate["cells"] as? [String: Int], status["cells"] as? [String: Int])
    for key in ["pass", "fail", "na", "cant_tell"] { #expect(cells?[key] == figures?[key], "\(key)") }
    #expect(gate["waived"] as? Int == status["waived"] as? Int)
    for form in ["table", "plain", "md"] {
      _ = fixture.run(["gate", "--max-critical", "0", "--format", form])
      #expect(fixture.output.split(separator: "\n").last.map(String.init) == gate["sentence"] as? String, "\(form)")
    }
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
