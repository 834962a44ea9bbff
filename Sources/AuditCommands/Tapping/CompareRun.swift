import Arguments
import AuditReports
import AuditSessions
import FirstTap
import Terminal

/// What `a11y tap compare` does: reads two versions and reports their difference.
enum CompareRun {
  static func run(_ context: Context) throws -> ExitCode {
    let isPaired = context.arguments.has(.paired)
    let words = context.arguments.positionals
    let report: ComparisonReport
    if words == ["-"], isPaired {
      report = ComparisonReport(pairs: try pairs(context), names: VersionWords.names)
    } else {
      var versions = VersionWords(kind: words == ["-"] ? .badInput : .usage)
      if words == ["-"] {
        for line in try InputLines.read(context) { try versions.takeLine(line.text, at: line.place) }
      } else {
        try versions.takeArguments(words)
      }
      let (first, second) = try versions.two()
      report = isPaired ? try paired(first, second) : ComparisonReport(first: first.version, second: second.version)
    }
    try TapOutput.write(context, json: report.json, page: report.page)
    return report.finding == .noData ? .notFound : .done
  }

  /// One child per line: the first version, then the second.
  private static func pairs(_ context: Context) throws(Problem) -> [(first: ChildTaps, second: ChildTaps)] {
    var pairs: [(first: ChildTaps, second: ChildTaps)] = []
    for line in try InputLines.read(context) {
      let counts = TapCounts(place: line.place, kind: .badInput)
      let children = try counts.readAll(line.text)
      guard children.count == 2 else {
        throw counts.refusal(
          line.text, "expected 2 counts per line with --paired, e.g. 9/10 10/10; got \(children.count)")
      }
      pairs.append((children[0], children[1]))
    }
    return pairs
  }

  private static func paired(
    _ first: VersionWords.Group, _ second: VersionWords.Group
  ) throws(Problem) -> ComparisonReport {
    guard first.children.count == second.children.count else {
      throw .usage(
        "tap.unpaired",
        "\(MessageText.quoted(first.name)) has \(counted(first.children.count, "child", "children")) and "
          + "\(MessageText.quoted(second.name)) has \(second.children.count), but --paired requires the same children",
        hints: ["Write 0/0 for a child without a scored tap, or remove --paired for different children."])
    }
    let pairs = Array(zip(first.children, second.children))
    return ComparisonReport(pairs: pairs.map { ($0.0, $0.1) }, names: (first.name, second.name))
  }
}
