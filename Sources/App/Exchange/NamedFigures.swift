import Audit
import Base
import Children
import CommandLine
import Reports
import Store

extension DecisiveFigures {
  /// More audits than these are not compared: anyone may begin some, and each is counted from its results.
  private static let mostAudits = 100

  /// The figures of the items, and what else a change of others may decide: the release check, audits, verdicts of plans
  /// with children, criteria, and verdicts of people.
  init(_ reader: Reader, _ context: Context) throws {
    self = try reader.decisiveFigures()
    for (name, decision) in try GateStand(reader, context)?.words ?? [] { named[name] = decision }
    let audits = Array(try reader.audits().prefix(Self.mostAudits))
    for (audit, counts) in zip(audits, try reader.closedCounts(of: audits)) {
      named["audit \(audit.name)"] =
        "\(audit.closed == nil ? "open" : "closed"), \(counts.pass) of \(counts.judged) pass, "
        + "\(counts.judged) of \(counts.applicable) evaluated"
    }
    for report in try TapReports.all(reader) ?? [] {
      named["plan \(report.plan.key)"] =
        "\(report.plan.closed == nil ? "open" : "closed"), target \(report.plan.target)%, \(report.verdictWord)"
    }
    for standing in try reader.standards().criteria {
      named["criterion \(standing.criterion.id)"] = OutcomeWords.word(standing.state.rawValue)
    }
    for verdict in try reader.verdicts() { named["verdict \(verdict.key)"] = verdict.level?.words ?? "none" }
  }
}
