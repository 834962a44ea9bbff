package import AuditModel

/// What the evidence says about declaring a feature.
package enum DeclarationVerdict: String, CaseIterable, Sendable {
  /// Every cell that speaks to it was looked at on a device of the family and none fails, is in doubt or is stale.
  case supported
  case notSupported = "not-supported"
  case notEnoughEvidence = "not-enough-evidence"
  /// Nobody looked at anything on a device of the family.
  case notEvaluated = "not-evaluated"
  /// All that speaks to it was looked at and applied nowhere.
  case notApplicable = "not-applicable"
  /// The App Store has no such label for the family.
  case notOffered = "not-offered"
}

/// A draft of what an app can say about accessibility in the App Store, decided before it is drawn.
package struct DeclarationDraft: Sendable {
  /// A failing cell that stands in the way.
  package struct Blocker: Equatable, Sendable {
    package var component: String
    package var check: String
    package var title: String
    package var condition: String
    package var severity: Severity?
    package var note: String
    /// As recorded; empty where it was not said, and then it counts for every family that was looked at.
    package var device: String
    package var waivedUntil: String?

    package init(
      component: String, check: String, title: String, condition: String, severity: Severity?, note: String,
      device: String, waivedUntil: String?
    ) {
      self.component = component
      self.check = check
      self.title = title
      self.condition = condition
      self.severity = severity
      self.note = note
      self.device = device
      self.waivedUntil = waivedUntil
    }
  }

  /// How the places are filled in which a feature has to be seen: a component and a check each.
  package struct Places: Equatable, Sendable {
    package var passed = 0
    package var notApplicable = 0
    package var failing = 0
    /// Could not be told, or testers disagree.
    package var doubtful = 0
    package var stale = 0
    /// Passed or not applicable on a device that nothing names.
    package var deviceUnknown = 0
    package var untested = 0

    package init() {}

    package var needed: Int { passed + notApplicable + missing + failing }
    package var missing: Int { doubtful + stale + deviceUnknown + untested }
  }

  /// A common task of the app, by name; empty for what belongs to none.
  package struct Task: Equatable, Sendable {
    package var name: String
    package var places = Places()
    /// Worst first.
    package var blockers: [Blocker] = []

    package init(name: String) {
      self.name = name
    }
  }

  package struct Feature: Sendable {
    package var feature: DeclaredFeature
    package var verdict: DeclarationVerdict
    package var places: Places
    package var blockers: [Blocker]
    /// In the order of their names, the one without a name last.
    package var tasks: [Task]
  }

  package struct Family: Sendable {
    package var family: DeviceFamily
    package var features: [Feature]
    /// Something was seen on a device of it.
    package var isSeen: Bool
  }

  /// Where the tasks come from.
  package enum TaskSource: String, Sendable {
    /// Tags `task:NAME` of components.
    case tags
    /// There is no such tag, so each screen counts as a task.
    case screens
  }

  package var families: [Family]
  package var taskSource: TaskSource
  /// ms UTC.
  package var asOf: Int64
  /// Nil for the whole tracker.
  package var audit: String?
  /// The query, as typed; nil for none.
  package var filter: String?
  /// How many blockers of a task are told where people read; nil for all. Machines get all.
  package var limit: Int? = DeclarationDraft.usualLimit

  package static let usualLimit = 5
}
