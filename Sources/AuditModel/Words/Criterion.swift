/// The conformance levels of WCAG, lowest demand first.
package enum ConformanceLevel: String, CaseIterable, Comparable, Sendable {
  case a = "A"
  case aa = "AA"
  case aaa = "AAA"

  package static func < (left: ConformanceLevel, right: ConformanceLevel) -> Bool {
    left.rawValue.utf8.count < right.rawValue.utf8.count
  }
}

/// How EN 301 549 takes a WCAG criterion over for native software.
package struct EuropeanClause: Equatable, Sendable {
  package enum Status: String, CaseIterable, Sendable {
    case applies
    /// The clause number exists and is empty for software that is not a web page.
    case void
    /// Level AAA, which chapter 11 does not take over.
    case notRequired = "not-required"
    /// Newer than the WCAG version the standard is based on.
    case tooNew = "not-in-v3.2.1"
    /// Listed in the standard although WCAG 2.2 dropped the criterion.
    case legacy
  }

  /// The version of the standard that this row describes, e.g. `EN 301 549 V3.2.1 (2021-03)`.
  package var version: String
  /// The clause number, e.g. `11.2.5.1`; nil where the standard has none.
  package var clause: String?
  package var status: Status
  package var note: String

  package init(version: String, clause: String?, status: Status, note: String) {
    self.version = version
    self.clause = clause
    self.status = status
    self.note = note
  }
}

/// What a criterion means for an app instead of a web page, by who says so.
package struct NativeNotes: Equatable, Sendable {
  package var wcag2ict: String
  package var wcag2mobile: String
  package var apple: String

  package init(wcag2ict: String, wcag2mobile: String, apple: String) {
    self.wcag2ict = wcag2ict
    self.wcag2mobile = wcag2mobile
    self.apple = apple
  }
}

/// A success criterion of WCAG 2.2, or the one that 2.2 made obsolete.
package struct Criterion: Equatable, Sendable {
  /// The number, e.g. `2.5.8`.
  package var id: String
  package var name: String
  /// The last part of its address in the standard.
  package var slug: String
  /// nil for the obsolete criterion.
  package var level: ConformanceLevel?
  /// The level it had while it was in force, for the obsolete criterion only.
  package var formerLevel: ConformanceLevel?
  package var principle: String
  package var guideline: String
  /// The WCAG version that brought it: `2.0`, `2.1` or `2.2`.
  package var addedIn: String
  /// The WCAG version that dropped it; nil while it is in force.
  package var removedIn: String?
  package var european: EuropeanClause
  package var notes: NativeNotes
  /// Why no check covers it, where W3C's notes for apps say that it cannot apply to one.
  package var noCheck: String?

  package var isObsolete: Bool { removedIn != nil }

  package init(
    id: String, name: String, slug: String, level: ConformanceLevel?, formerLevel: ConformanceLevel?,
    principle: String, guideline: String, addedIn: String, removedIn: String?, european: EuropeanClause,
    notes: NativeNotes, noCheck: String? = nil
  ) {
    self.id = id
    self.name = name
    self.slug = slug
    self.level = level
    self.formerLevel = formerLevel
    self.principle = principle
    self.guideline = guideline
    self.addedIn = addedIn
    self.removedIn = removedIn
    self.european = european
    self.notes = notes
    self.noCheck = noCheck
  }
}

/// What Revised Section 508 asks of native software for one criterion.
package enum FederalDuty: Equatable, Sendable {
  case applies
  /// E207.2 exempts software that is not a web page from it.
  case exempt
  /// Level AAA, or newer than the WCAG 2.0 that the rule names.
  case outside
}

extension Criterion {
  /// The criteria of WCAG 2.0 A and AA that E207.2 does not ask of software that is not a web page.
  private static let exemptions: [String] = ["2.4.1", "2.4.5", "3.2.3", "3.2.4"]

  /// The duty under Revised Section 508, derived: WCAG 2.0 level A and AA, less four exemptions.
  ///
  /// The rule names WCAG 2.0, so a criterion that a later version dropped still counts with its former level.
  package var federalDuty: FederalDuty {
    guard addedIn == "2.0", let level = level ?? formerLevel, level <= .aa else { return .outside }
    return Criterion.exemptions.contains(id) ? .exempt : .applies
  }
}
