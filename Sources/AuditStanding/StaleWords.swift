import AuditModel
import AuditReports

/// What is to be said of the limit from which on results are stale for their age.
enum StaleWords {
  /// Where there is no limit, and where the moment that is spoken of had another one than now: the same results then give
  /// other numbers. Nil where nothing needs to be said.
  static func notice(_ then: StaleRule, now: StaleRule) -> String? {
    guard then.days == now.days else {
      return "The age from which on results are stale was changed since: then \(limit(then)), now \(limit(now))."
    }
    guard now.days == 0 else { return nil }
    return "No result is stale for its age: this tracker has no limit. a11y edit tracker --stale-days 180 sets one."
  }

  private static func limit(_ rule: StaleRule) -> String {
    rule.days > 0 ? "more than \(counted(rule.days, "day"))" : "no limit"
  }
}
