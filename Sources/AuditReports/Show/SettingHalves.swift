import AuditModel
import AuditStore

/// A check that must be tested with a setting off and on, in words.
extension SettingHalves {
  var row: PageRow {
    let halves = [("off", off), ("on", on)].map { name, state in
      "\(name): \(OutcomeWords.word(state?.rawValue ?? "untested"))"
    }
    let open = missing.isEmpty ? "" : "not tested with \(setting) \(missing.joined(separator: " and "))"
    let outcome = Self.worst(off, on)
    return PageRow(outcome: outcome, [check], words: halves + [open])
  }

  /// The outcome of both halves together; untested while one is missing, unless the other fails.
  private static func worst(_ one: Outcome?, _ other: Outcome?) -> String {
    let both = [one, other]
    if both.contains(.fail) { return Outcome.fail.rawValue }
    if both.contains(.cantTell) { return Outcome.cantTell.rawValue }
    if both.contains(nil) { return "untested" }
    return both.contains(.pass) ? Outcome.pass.rawValue : Outcome.na.rawValue
  }

  var members: [(String, JSONText)] {
    [
      ("component", .string(component)), ("check", .string(check)), ("setting", .string(setting)),
      ("off", .string(off?.rawValue ?? "untested")), ("on", .string(on?.rawValue ?? "untested")),
      ("missing", .strings(missing)),
    ]
  }
}
