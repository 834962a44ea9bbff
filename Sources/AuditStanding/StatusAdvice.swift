import AuditModel
import AuditReports
import AuditStore
import Terminal

/// What to do next, read off the data: what hurts most first, then what makes the figures doubtful, then what is
/// missing from them.
struct StatusAdvice {
  let reader: Reader
  let standing: Standing
  /// The open audits in view, each with its state.
  let rounds: [(audit: AuditRound, standing: Standing)]
  /// What `--as-of` said. Of a past moment only what can be shown as of it is advised.
  var asOf: String?

  /// Waivers that end within this number of days are named.
  private static let waiverNotice = 14

  func steps() throws -> [StatusStep] {
    // A tracker without anything gets the first steps, which the report knows by itself.
    if standing.counts.answered == 0, rounds.isEmpty { return [] }
    var steps = critical
    if asOf == nil { steps += try waivers() }
    steps += disputes
    if asOf == nil {
      steps += conflicts
      steps += try signals()
    }
    steps += untested() + fixes + stale
    if asOf == nil { steps += try questions() }
    return steps + withoutResults
  }

  private func step(_ count: Int, _ command: String, _ reason: String) -> [StatusStep] {
    let moment = asOf.map { " --as-of \(ShellWord.quoted($0))" } ?? ""
    return count > 0 ? [StatusStep(command: command + moment, reason: reason)] : []
  }

  /// Added to a command where the report is about one audit.
  private var ofAudit: String { standing.audit.map { " --audit \(ShellWord.quoted($0))" } ?? "" }

  private var critical: [StatusStep] {
    // What a waiver covers is decided.
    let count = standing.open.critical
    return step(
      count, "a11y list findings severity:1" + ofAudit,
      "\(counted(count, "failing item is", "failing items are")) critical.")
  }

  private func waivers() throws -> [StatusStep] {
    guard standing.audit == nil else { return [] }
    let today = Timestamp(milliseconds: reader.now).localDate(offset: 0)
    var expired = 0
    var ending = 0
    for waiver in try reader.waivers() {
      if !WaiverSheet.isInForce(waiver.until, on: today) {
        expired += 1
      } else if let days = WaiverSheet.daysLeft(waiver.until, from: reader.now), days <= Self.waiverNotice {
        ending += 1
      }
    }
    var words: [String] = []
    if expired > 0 { words.append("\(counted(expired, "waiver has", "waivers have")) expired") }
    if ending > 0 { words.append("\(counted(ending, "waiver ends", "waivers end")) within \(Self.waiverNotice) days") }
    return step(expired + ending, "a11y list waivers --sort until", words.joined(separator: ", ") + ".")
  }

  private var disputes: [StatusStep] {
    let count = standing.counts.disputed
    return step(
      count, "a11y list cells disputed:yes" + ofAudit,
      "Testers disagree about \(counted(count, "item")). Run \"a11y resolve\" to choose an outcome.")
  }

  private var conflicts: [StatusStep] {
    step(
      standing.conflicts, "a11y list conflicts",
      "\(counted(standing.conflicts, "record has", "records have")) several values of a field. Run \"a11y resolve\" "
        + "to choose one.")
  }

  private func signals() throws -> [StatusStep] {
    guard standing.audit == nil, try reader.signalCount() > 0 else { return [] }
    let open = try reader.openSignals().count
    return step(
      open, "a11y list tool-findings",
      "\(counted(open, "item has", "items have")) tool findings that are not reviewed.")
  }

  /// Said where one component holds more than one of several failing cells: the cheapest guess at the best fix.
  private var fixes: [StatusStep] {
    let worst = standing.worst.max { $0.counts.fail < $1.counts.fail }
    guard let worst, worst.counts.fail > 1 else { return [] }
    let all = standing.counts.fail
    return step(
      worst.counts.fail < all ? 1 : 0, "a11y list fixes" + ofAudit,
      "\(worst.counts.fail) of \(all) failing items are in \(worst.key). List the highest-impact fixes.")
  }

  private func untested() -> [StatusStep] {
    rounds.flatMap { round in
      let (untested, scope) = (round.standing.counts.untested, round.standing.counts.inScope)
      let name = ShellWord.quoted(round.audit.name)
      let isBegun = round.standing.counts.answered > 0 || asOf != nil
      return step(
        untested, isBegun ? "a11y list cells status:untested --all --audit \(name)" : "a11y walk --audit \(name)",
        "\(untested) of \(counted(scope, "item")) of \(round.audit.name) \(untested == 1 ? "is" : "are") untested.")
    }
  }

  private var stale: [StatusStep] {
    step(
      standing.stale, "a11y list cells stale:yes" + ofAudit,
      "\(counted(standing.stale, "result is", "results are")) stale: something has changed since the test, or the age "
        + "limit has passed.")
  }

  private func questions() throws -> [StatusStep] {
    guard standing.audit == nil else { return [] }
    let open = try reader.records("question").count { !$0.isDecided }
    return step(open, "a11y list questions", "\(counted(open, "question is", "questions are")) open.")
  }

  /// Components that are not tested yet, where no audit says what to test.
  private var withoutResults: [StatusStep] {
    guard standing.audit == nil, rounds.isEmpty else { return [] }
    let missing = standing.unanswered
    return step(
      missing, "a11y list cells status:untested --all",
      "\(missing) of \(counted(standing.components, "component")) \(missing == 1 ? "has" : "have") no result yet.")
  }
}
