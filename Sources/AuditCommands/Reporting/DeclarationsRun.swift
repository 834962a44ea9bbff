import Arguments
import AuditModel
import AuditReports
import AuditStanding
import AuditStore
import Terminal
import TrackerAccess

/// `a11y report --declarations`: the Apple Accessibility Nutrition Labels that the evidence supports.
enum DeclarationsRun {
  static func run(_ context: Context, _ format: OutputFormat) throws -> ExitCode {
    guard [.table, .plain, .md, .json].contains(format) else {
      throw Problem.usage(
        "format.unfit", "--declarations does not support the format \(format.rawValue)",
        hints: ["Use --json for all data, or --md, --plain, or the default format for text."])
    }
    let query = try TrendQuery(context.arguments.positionals)
    let moment = try context.asOf()
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let tracker = try context.openTracker(.readAtLength)
    var draft = try tracker.read { present in
      try query.examine(present, context)
      let (audit, moment) = try AuditName.asked(context, present, asOf: moment)
      return try DeclarationAssembly.draft(try moment.map(present.at) ?? present, audit, query.filter)
    }
    if let limit { draft.limit = limit }
    try context.write(draft.page, json: draft.json, as: format)
    return .done
  }
}
