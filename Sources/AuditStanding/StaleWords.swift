import AuditModel
import AuditReports

/// The notice about the age limit for stale results.
enum StaleWords {
  /// Where there is no limit, and where the moment in view had another one than now: the same results then give
  /// other numbers. Nil where no notice is needed.
  static func notice(_ then: StaleRule, now: StaleRule) -> String? {
    guard then.days == now.days else {
      return "The age limit for stale results was changed: then \(limit(then)), now \(limit(now))."
    }
    guard now.days == 0 else { return nil }
    return "No result is stale by age: this tracker has no age limit. "
      + "Run \"a11y edit tracker --stale-days 180\" to set one."
  }

  private static func limit(_ rule: StaleRule) -> String {
    rule.days > 0 ? "more than \(counted(rule.days, "day"))" : "no limit"
  }
}
