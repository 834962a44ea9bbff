import Base

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
}

/// What a criterion means for an app instead of a web page, by who says so.
package struct NativeNotes: Equatable, Sendable {
  package var wcag2ict: String
  package var wcag2mobile: String
  package var apple: String
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
}

/// What Revised Section 508 asks of native software for one criterion.
package enum FederalDuty: String, Sendable {
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

/// The five terms of an accessibility conformance report.
package enum ConformanceTerm: String, CaseIterable, Sendable {
  case supports
  case partiallySupports = "partially-supports"
  case doesNotSupport = "does-not-support"
  case notApplicable = "not-applicable"
  /// Only for criteria of level AAA.
  case notEvaluated = "not-evaluated"

  /// How much it says for the product where something fails: every term but the two of a failure hides it.
  private var merit: Int {
    switch self {
    case .doesNotSupport: 0
    case .partiallySupports: 1
    case .supports, .notApplicable, .notEvaluated: 2
    }
  }

  /// Whether it says more for the product than a term that the evidence supports.
  package func isBetter(than evidence: ConformanceTerm) -> Bool { merit > evidence.merit }

  /// `PARTIALLY SUPPORTS`.
  package var words: String { rawValue.uppercased().replacing("-", with: " ") }
}

/// A person's verdict on a criterion. It is shown with what the evidence says and changes nothing of it.
package struct PersonVerdict: Equatable, Sendable {
  package var key: String
  /// The criterion or feature: `1.4.3`, `602.2`, `captions`.
  package var subject: String
  /// The edition that it is for; empty for every edition.
  package var edition: String
  package var person: String
  /// Nil if the record has no level that the criterion allows.
  package var level: ConformanceTerm?
  package var remarks: String
  /// The day (UTC) on which it was given, `YYYY-MM-DD`.
  package var day: String
  /// Machines have written different levels, and that is not resolved.
  package var isConflicting: Bool
  /// Who wrote it last, if that is another person and known.
  package var writer: String

  package init(
    key: String, subject: String, edition: String = "", person: String, level: ConformanceTerm?, remarks: String,
    day: String, isConflicting: Bool = false, writer: String = ""
  ) {
    (self.key, self.subject, self.edition, self.person, self.level) = (key, subject, edition, person, level)
    (self.remarks, self.day, self.isConflicting, self.writer) = (remarks, day, isConflicting, writer)
  }
}

/// What people say about one criterion, together.
package struct VerdictStanding: Equatable, Sendable {
  /// In the order of the persons; one of each.
  package private(set) var verdicts: [PersonVerdict]

  package init(_ verdicts: [PersonVerdict] = []) { self.verdicts = verdicts }

  package var isEmpty: Bool { verdicts.isEmpty }

  /// Whether people differ, or the machines about what one person says.
  package var isDisputed: Bool {
    verdicts.contains(where: \.isConflicting) || verdicts.contains { $0.level != verdicts.first?.level }
  }

  /// The term that all of them give; nil without a verdict and in a dispute.
  package var term: ConformanceTerm? { isDisputed ? nil : verdicts.first?.level }
}

/// The verdicts of a tracker, by criterion.
package struct VerdictBook: Sendable {
  private var standings: [String: [PersonVerdict]] = [:]

  /// Verdicts without an allowed level are left out: they say nothing.
  package init(_ verdicts: [PersonVerdict] = []) {
    for verdict in verdicts where verdict.level != nil { standings[verdict.subject, default: []].append(verdict) }
  }

  /// What people say about a criterion in an edition: a verdict for that edition replaces the one that its author gave
  /// for every edition.
  ///
  /// - Parameter edition: nil for the verdicts on every edition.
  package func standing(_ subject: String, in edition: String? = nil) -> VerdictStanding {
    var found: [PersonVerdict] = []
    for verdict in standings[subject] ?? [] where verdict.edition.isEmpty || verdict.edition == edition {
      let own = found.firstIndex { $0.person.hasSameBytes(as: verdict.person) }
      if let own {
        if !verdict.edition.isEmpty { found[own] = verdict }
      } else {
        found.append(verdict)
      }
    }
    return VerdictStanding(found.sorted { ($0.person, $0.key) < ($1.person, $1.key) })
  }

  /// Whether a verdict is among those that differ, in the edition that it is for or in every edition.
  package func isDisputed(_ verdict: PersonVerdict) -> Bool {
    standing(verdict.subject, in: verdict.edition.isEmpty ? nil : verdict.edition).isDisputed
  }
}
