/// One thing that an examination of a tracker has to say.
///
/// Message and advice are whole sentences; names in them may be foreign and have to be escaped where they are shown.
package struct HealthFinding: Equatable, Sendable {
  package enum Grade: String, CaseIterable, Sendable {
    /// Looked at and sound.
    case ok
    /// Worth knowing; nothing is broken.
    case note
    /// Broken: what is stored is not what it should be.
    case wrong
  }

  /// What was looked at; stable words for scripts.
  package enum Area: String, CaseIterable, Sendable {
    case file, schema, folder, facts, chains, projections, newer, clock, replica, conflicts, references, evidence
    case retention
  }

  package var area: Area
  package var grade: Grade
  package var message: String
  /// What to do about it; nil where nothing has to be done.
  package var advice: String?

  package init(_ area: Area, _ grade: Grade, _ message: String, advice: String? = nil) {
    self.area = area
    self.grade = grade
    self.message = message
    self.advice = advice
  }
}

/// Sentences that list a few of many.
enum HealthWords {
  /// How many names a sentence holds.
  static let shown = 5

  /// `a, b, c and 12 more`.
  static func list(_ names: [String], of count: Int) -> String {
    let rest = count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  static func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }
}

/// A few names and the count of all of them.
struct NamedCount {
  private(set) var names: [String] = []
  private(set) var count = 0

  mutating func add(_ name: @autoclosure () throws -> String) rethrows {
    count += 1
    if names.count < HealthWords.shown { names.append(try name()) }
  }

  var isEmpty: Bool { count == 0 }
  var list: String { HealthWords.list(names, of: count) }
}
