import Arguments
import AuditModel
import AuditReports
import AuditStanding
import AuditStore
import Terminal
import TrackerAccess

/// `a11y report --declarations`: what the evidence bears of Apple's accessibility nutrition labels.
enum DeclarationsRun {
  static func run(_ context: Context, _ format: OutputFormat) throws -> ExitCode {
    guard [.table, .plain, .md, .json].contains(format) else {
      throw Problem.usage(
        "format.unfit", "--declarations has no rows for \(format.rawValue)",
        hints: ["--json has everything; --md, --plain and the usual form are for people."])
    }
    let query = try TrendQuery(context.arguments.positionals)
    let moment = try context.asOf()
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let tracker = try context.openTracker(.readAtLength)
    var draft = try tracker.read { present in
      try query.examine(present, context)
      let audit = try context.arguments.string(.audit).map { try AuditName.find($0, present) }
      return try DeclarationAssembly.draft(try moment.map(present.at) ?? present, audit, query.filter)
    }
    if let limit { draft.limit = limit }
    try context.write(draft.page, json: draft.json, as: format)
    return .done
  }
}
