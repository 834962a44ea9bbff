package import AuditModel

/// What the evidence supports for a feature.
package enum DeclarationVerdict: String, CaseIterable, Sendable {
  /// Every cell of the feature was tested on a device of the family and none fails, is inconclusive, or is stale.
  case supported
  case notSupported = "not-supported"
  case notEnoughEvidence = "not-enough-evidence"
  /// Nothing was tested on a device of the family.
  case notEvaluated = "not-evaluated"
  /// Every cell of the feature was tested and none applies.
  case notApplicable = "not-applicable"
  /// The App Store has no such label for the family.
  case notOffered = "not-offered"
}

/// A draft of the accessibility labels of an app in the App Store, decided before it is drawn.
package struct DeclarationDraft: Sendable {
  /// A failing cell that blocks the feature.
  package struct Blocker: Equatable, Sendable {
    package var component: String
    package var check: String
    package var title: String
    package var condition: String
    package var severity: Severity?
    package var note: String
    /// As recorded; if empty, it counts for every tested family.
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

  /// The states of the places of a feature: a component and a check each.
  package struct Places: Equatable, Sendable {
    package var passed = 0
    package var notApplicable = 0
    package var failing = 0
    /// CAN'T TELL, or testers disagree.
    package var doubtful = 0
    package var stale = 0
    /// Passed or not applicable on an unspecified device.
    package var deviceUnknown = 0
    package var untested = 0

    package init() {}

    package var needed: Int { passed + notApplicable + missing + failing }
    package var missing: Int { doubtful + stale + deviceUnknown + untested }
  }

  /// A common task of the app, by name; empty without a task.
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
    /// Something was tested on a device of the family.
    package var isSeen: Bool
  }

  /// Where the tasks come from.
  package enum TaskSource: String, Sendable {
    /// Tags `task:NAME` of components.
    case tags
    /// Without such a tag, each screen counts as a task.
    case screens
  }

  /// A feature that no check evaluates, or on which a person gave a verdict.
  package struct Said: Sendable {
    package var feature: DeclaredFeature
    package var hasCheck: Bool
    package var verdicts: VerdictStanding

    package init(feature: DeclaredFeature, hasCheck: Bool, verdicts: VerdictStanding) {
      self.feature = feature
      self.hasCheck = hasCheck
      self.verdicts = verdicts
    }
  }

  package var families: [Family]
  /// In the order of the features; changes nothing of the families.
  package var said: [Said] = []
  package var taskSource: TaskSource
  /// ms UTC.
  package var asOf: Int64
  /// Nil for the whole tracker.
  package var audit: String?
  /// The query, as typed; nil for none.
  package var filter: String?
  /// The number of blockers per task in text output; nil for all. JSON has all.
  package var limit: Int? = DeclarationDraft.usualLimit

  package static let usualLimit = 5
}
