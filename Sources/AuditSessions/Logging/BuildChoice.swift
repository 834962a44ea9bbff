package import Arguments
import AuditModel
import AuditReports
package import AuditStore
import Terminal

/// The build of answers where audit, tracker and configuration name different ones: only the tester can tell.
package enum BuildChoice {
  /// Asks which build is tested, before the first answer.
  ///
  /// - Returns: nil where nothing has to be chosen.
  /// - Throws: `build.differs`, exit code 5, where no prompt is possible or none was chosen.
  package static func settle(
    _ context: Context, _ tracker: Tracker, tester: String, isAssigned: Bool = false
  ) throws -> String? {
    guard context.arguments.string(.build) == nil else { return nil }
    let named = try tracker.read { try namedBuilds(context, $0, tester, isAssigned) }
    var builds: [String] = []
    for (_, build) in named where !builds.contains(build) { builds.append(build) }
    guard builds.count > 1 else { return nil }
    let words = named.map { "\($0.source): \($0.build)" }.joined(separator: "; ")
    if Prompt.isPossible(context) {
      let choices = builds.enumerated().map { "\($0.offset + 1) build \($0.element)" }.joined(separator: ", ")
      let question = "Builds differ (\(words)). Which build do you test? \(choices)"
      if let number = try Prompt.number(context, question: question, in: 1...builds.count) { return builds[number - 1] }
    }
    throw Problem(
      .decision, code: "build.differs", "builds differ (\(words)); nothing was logged",
      hints: named.map { "Pass --build \(ShellWord.quoted($0.build)) to log for build \($0.build) (\($0.source))." })
  }

  private static func namedBuilds(
    _ context: Context, _ reader: Reader, _ tester: String, _ isAssigned: Bool
  ) throws -> [(source: String, build: String)] {
    var named: [(source: String, build: String)] = []
    let audit = try LogDefaults.auditName(context, reader, tester: tester, isAssigned: isAssigned) ?? ""
    if !audit.isEmpty {
      let round = try LogDefaults.open(audit, reader)
      named.append(("audit \(round.name)", round.build))
    }
    named.append(("current", try reader.staleRule().build))
    // An empty build in the configuration means that the build is not known.
    named.append(("configuration", try reader.setting("build") ?? ""))
    return named.filter { !$0.build.isEmpty }
  }
}
