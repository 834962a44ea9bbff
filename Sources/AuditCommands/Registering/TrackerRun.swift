import AuditStore
import CanonicalJSON

/// What `a11y edit tracker` does: settings of the team, which travel with the facts.
enum TrackerRun {
  static func edit(_ context: inout Context) throws -> ExitCode {
    let arguments = context.arguments
    try EditRun.checkFlags(arguments)
    var flags = FieldFlags(arguments)
    try flags.line(.title)
    try flags.line(.currentBuild, as: "current_build")
    if let text = arguments.string(.staleDays) {
      if text.isEmpty {
        flags.set("stale_days", .null)
      } else if let days = try arguments.int(.staleDays, in: 0...36_500) {
        flags.set("stale_days", .integer(Int64(days)))
      }
    }
    return try RegisterRun.run(context) { try $0.change("setting", "tracker", flags.fields, restoring: true) }
  }
}
