/// A round of work: checklists x components x conditions, for one build and standard.
package struct AuditRound: Equatable, Sendable {
  package var name: String
  package var title: String
  package var checklists: [String]
  /// Path patterns; empty means every component.
  package var components: [String]
  /// At least one; the default condition where none was given.
  package var conditions: [Condition]
  package var build: String
  package var standard: String
  /// Its checklists are answered once for the app as a whole: every check applies to the component that is the app,
  /// for any kinds that it is meant for.
  package var isOfApp: Bool
  /// The rules that it is released by, as stored; empty for those of the tracker.
  package var policy = ""
  /// ms UTC; nil while it is open.
  package var closed: Int64?

  package init(name: String) {
    self.name = name
    title = ""
    checklists = []
    components = []
    conditions = [.standard]
    build = ""
    standard = ""
    isOfApp = false
    closed = nil
  }
}
