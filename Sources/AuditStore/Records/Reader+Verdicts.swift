import AuditCatalog
package import AuditModel

extension Reader {
  /// The kind of record that holds a person's verdict on a criterion.
  package static let verdictKind = "verdict"

  /// Every verdict, usable or not, in the order of the keys; those of the moment.
  package func verdicts() throws -> [PersonVerdict] {
    try recordsOfMoment(Self.verdictKind).map { record in
      var verdict = Self.verdict(record)
      // What the machines and the last writer say is known of the present alone.
      guard past == nil else { return verdict }
      if record.conflicts > 0 {
        verdict.isConflicting = try values(of: "level", kind: Self.verdictKind, key: record.key).count > 1
      }
      let writer = try lastChange(kind: Self.verdictKind, key: record.key)?.by ?? ""
      if !writer.utf8.elementsEqual(verdict.person.utf8) { verdict.writer = writer }
      return verdict
    }
  }

  /// A verdict as its record says; a level that the criterion does not allow is none.
  package static func verdict(_ record: Record) -> PersonVerdict {
    let subject = Catalog.verdictSubject(record.text("criterion"))
    let level = ConformanceTerm(rawValue: record.text("level"))
    return PersonVerdict(
      key: record.key, subject: record.text("criterion"), edition: record.text("edition"), person: record.text("by"),
      level: level.flatMap { level in subject?.levels.contains(level) == true ? level : nil },
      remarks: record.text("remarks"), day: record.text("given"))
  }
}
