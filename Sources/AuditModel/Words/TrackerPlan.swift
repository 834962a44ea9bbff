/// What a team has decided to test, where no audit is named: the scope of every number about the tracker.
package struct TrackerPlan: Equatable, Sendable {
  /// Empty: every check that applies.
  package var checklists: [String]
  /// That every check is asked for was chosen, and not left open.
  package var asksForAll = false
  /// Nil until chosen: the default one, and of others what was tested.
  package var conditions: [Condition]?

  package init(checklists: [String] = [], conditions: [Condition]? = nil) {
    self.checklists = checklists
    self.conditions = conditions
  }

  package var isChosen: Bool { !checklists.isEmpty || asksForAll || conditions != nil }
}
