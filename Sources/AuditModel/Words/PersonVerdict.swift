/// A person's verdict on a criterion. It is shown with what the evidence says and changes nothing of it.
package struct PersonVerdict: Equatable, Sendable {
  /// The key of its record.
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
    self.key = key
    self.subject = subject
    self.edition = edition
    self.person = person
    self.level = level
    self.remarks = remarks
    self.day = day
    self.isConflicting = isConflicting
    self.writer = writer
  }
}

/// What people say about one criterion, together.
package struct VerdictStanding: Equatable, Sendable {
  /// In the order of the persons; one of each.
  package private(set) var verdicts: [PersonVerdict]

  package init(_ verdicts: [PersonVerdict] = []) {
    self.verdicts = verdicts
  }

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
      let own = found.firstIndex { $0.person.utf8.elementsEqual(verdict.person.utf8) }
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
