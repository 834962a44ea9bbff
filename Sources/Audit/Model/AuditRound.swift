import Base

/// A round of work: checklists x components x conditions, for one build and standard.
package struct AuditRound: Equatable, Sendable {
  package var name: String
  package var title = ""
  package var checklists: [String] = []
  /// Path patterns; empty means every component.
  package var components: [String] = []
  /// At least one; the default condition where none was given.
  package var conditions: [Condition] = [.standard]
  package var build = ""
  package var standard = ""
  /// Its checklists are answered once for the app as a whole: every check applies to the component that is the app,
  /// for any kinds that it is meant for.
  package var isOfApp = false
  /// The rules that it is released by, as stored; empty for those of the tracker.
  package var policy = ""
  /// Who is to test which part.
  package var assignments: [Assignment] = []
  /// ms UTC; nil while it is open.
  package var closed: Int64?
  /// The last fact of each machine that its closing had seen, `<replica>-<sequence>-<reference>`; nil where the closing
  /// does not say.
  package var seen: [String]?
  /// Whom the machine that closed it followed then, as `FollowList` has it; nil where the closing does not say.
  package var followed: [String]?

  package init(name: String) { self.name = name }

  /// The patterns of the components that a tester is to test.
  package func components(assignedTo tester: String) -> [Glob] {
    assignments.filter { $0.tester.hasSameBytes(as: tester) }.map(pattern(of:))
  }

  /// The components of an assignment; of a closed audit those that it was for when it was closed. To programs whose closings
  /// do not say whom they followed, `home/**` was only what is below home.
  package func pattern(of assignment: Assignment) -> Glob {
    closed == nil || followed != nil ? Glob.choosing(assignment.components) : Glob(assignment.components)
  }
}

/// A part of an audit that a tester is to test; stored as `t1=sign-in/**`.
package struct Assignment: Equatable, Sendable {
  package var tester: String
  /// A path pattern.
  package var components: String

  /// Nil for a text without a tester or a pattern.
  package init?(_ text: String) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    tester = String(text[..<equals])
    components = String(text[text.utf8.index(after: equals)...])
    guard !tester.isEmpty, !components.isEmpty else { return nil }
  }
}

/// The items that a tester is to test.
package struct AssignedItems: Equatable, Sendable {
  /// Empty for items without a tester.
  package var tester: String
  package var counts: CellCounts

  package init(tester: String, counts: CellCounts) { (self.tester, self.counts) = (tester, counts) }
}

/// What a team has decided to test, where no audit is named: the scope of every number about the tracker.
package struct TrackerPlan: Equatable, Sendable {
  /// Empty: every check that applies.
  package var checklists: [String]
  /// That every check is asked for was chosen, and not left open.
  package var asksForAll = false
  /// Nil until chosen: the default one, and of others what was tested.
  package var conditions: [Condition]?

  package init(checklists: [String] = [], conditions: [Condition]? = nil) {
    (self.checklists, self.conditions) = (checklists, conditions)
  }

  package var isChosen: Bool { !checklists.isEmpty || asksForAll || conditions != nil }
}
