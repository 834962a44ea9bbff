import AuditReports
import AuditStore
import CanonicalJSON

/// What `a11y edit tracker` does: settings of the team, which travel with the facts.
enum TrackerRun {
  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let policy = try arguments.choice(.unsigned, as: UnsignedPolicy.self)
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
    let isLocal = try editTrust(policy, context)
    if isLocal, flags.fields.isEmpty, !arguments.has(.checklists), !arguments.has(.conditions) { return .done }
    return try RegisterRun.run(context) { register in
      var fields = flags.fields
      if arguments.has(.checklists) {
        fields["checklists"] = FieldRules.list(try ChecklistName.find(arguments.list(.checklists), register.reader))
      }
      if arguments.has(.conditions) {
        fields["conditions"] = try AuditRun.conditions(arguments.list(.conditions), register)
      }
      try register.change("setting", "tracker", fields, restoring: true)
    }
  }

  /// What this machine believes, which travels nowhere; whether there was anything to change.
  private static func editTrust(_ policy: UnsignedPolicy?, _ context: Context) throws -> Bool {
    let key = context.arguments.string(.withdraw)
    guard policy != nil || key != nil else { return false }
    let tracker = try context.openTracker(.write)
    if let policy {
      try tracker.write { try $0.set(policy) }
      context.remark("Bundles without a signature on this machine: \(policy.rawValue).")
    }
    if let key {
      let count = try tracker.write { try $0.withdraw(key: key) }
      guard count > 0 else {
        throw Problem(
          .notFound, code: "signing.unknown-key", "nothing here was signed with \(MessageText.quoted(key))",
          hints: ["a11y verify FILE names the key of a bundle, SHA256: and 43 letters."])
      }
      context.remark(
        "\(counted(count, "signature")) of \(key) no longer count here. Remove the key from allowed_signers as well.")
    }
    return true
  }
}
