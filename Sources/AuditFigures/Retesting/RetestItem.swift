package import AuditModel

/// Why a cell is to be seen again.
package enum RetestReason: Equatable, Sendable {
  /// It fails, and there is a newer build than the one it was seen in.
  /// `current` is the build that the tracker names, where it is another one.
  case newerBuild(seen: String, now: String, current: String?)
  /// It fails, and its component's source has changed since.
  case newerSource
  /// It passes, and something has changed since or it is long ago; never empty, without `check`.
  case stale([StaleReason])
  /// The text or threshold of the check has changed since.
  case checkChanged
  /// It fails, and the waiver that covered it ended with this day (`YYYY-MM-DD` UTC).
  case waiverExpired(String)
  /// Two testers saw it differently.
  case disputed

  /// As scripts know it.
  package var code: String {
    switch self {
    case .newerBuild: "newer-build"
    case .newerSource: "newer-source"
    case .stale: "stale"
    case .checkChanged: "check-changed"
    case .waiverExpired: "waiver-expired"
    case .disputed: "disputed"
    }
  }
}

/// A cell to be seen again.
package struct RetestItem: Equatable, Sendable {
  package var component: String
  package var check: String
  /// Empty for the default.
  package var condition: String
  /// The device of the last test; empty where not given.
  package var device: String
  package var outcome: Outcome?
  package var severity: Severity?
  package var isDisputed: Bool
  /// In which it was last seen.
  package var build: String
  package var tester: String
  /// When it was last seen, ms UTC.
  package var time: Int64
  /// At least one.
  package var reasons: [RetestReason]
  /// Which stop of the queue it belongs to, from 1: what is seen on one device under one set of settings.
  package var stop: Int

  package init(
    component: String, check: String, condition: String, device: String, outcome: Outcome?, severity: Severity?,
    isDisputed: Bool, build: String, tester: String, time: Int64, reasons: [RetestReason], stop: Int
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.device = device
    self.outcome = outcome
    self.severity = severity
    self.isDisputed = isDisputed
    self.build = build
    self.tester = tester
    self.time = time
    self.reasons = reasons
    self.stop = stop
  }
}
