package import Audit
import Base

/// The gestures of the reference, the team's own among them.
package struct GestureTable {
  package let entries: [ReferenceEntry]

  package init(_ reader: Reader) throws {
    entries = try reader.reference().filter { $0.table == ReferenceTable.gesture.rawValue }
  }

  /// What a record's gesture has against it.
  package func concerns(_ record: Reader.Record) -> [GestureConcern] { concerns(record.text) }

  /// - Parameter text: the fields of a record.
  package func concerns(_ text: (String) -> String) -> [GestureConcern] {
    let name = text("gesture")
    // Records keep full names; a gesture of the app's own has no entry.
    let entry = entries.first { ReferenceEntry.folded($0.name) == ReferenceEntry.folded(name) }
    return GestureConcern.all(name, entry, action: text("action"), alternative: text("alternative"))
  }
}

/// The shortcuts of a tracker beside those of the system.
package struct ShortcutTable {
  package let shortcuts: [RegisteredShortcut]
  private let register: ShortcutRegister

  package init(_ reader: Reader) throws {
    let records = try reader.recordsOfMoment("shortcut")
    shortcuts = records.map(Self.shortcut)
    // Others cannot push those of this machine out of what is compared.
    let strange = try reader.notOfFollowed("shortcut", field: "keys")
    let first = records.filter { !strange.contains(ExactText($0.key)) }
    let last = records.filter { strange.contains(ExactText($0.key)) }
    register = ShortcutRegister((first + last).map(Self.shortcut), reference: try reader.reference())
  }

  package func conflicts(of shortcut: RegisteredShortcut) -> [ShortcutConflict] { register.conflicts(of: shortcut) }

  package static func shortcut(_ record: Reader.Record) -> RegisteredShortcut {
    RegisteredShortcut(
      key: record.key, keys: try? KeyShortcut(parsing: record.text("keys")), action: record.text("action"),
      screens: record.list("screens"), component: record.text("component"),
      platforms: record.list("platforms").compactMap(Platform.init(rawValue:)))
  }
}

/// What a waiver is about.
package struct WaiverScope {
  package var component: String
  package var check: String
  package var condition: String?

  package init(component: String, check: String, condition: String?) {
    (self.component, self.check, self.condition) = (component, check, condition)
  }

  /// The cells with a result that it covers, in use or not where it names one of each.
  package func cells(_ reader: Reader) throws -> [Cell] {
    let settings = try reader.checkSettings
    let isOfMany = Glob(check).isPattern
    func isUnder(_ cell: Cell) -> Bool { settings.isUnder(condition, cell.condition, of: cell.check, ofMany: isOfMany) }
    guard isOfMany || Glob(component).isPattern else {
      return try reader.currentCells(ofComponent: component, checks: [check]).filter(isUnder)
    }
    let filter = Filter(terms: [Filter.Term(.component, [component]), Filter.Term(.check, [check])])
    return try reader.cells(filter, .all).filter(isUnder)
  }

  /// The patterns that no component, or no check, has a name for: a slip more often than not.
  package func unmatched(_ reader: Reader) throws -> [(what: String, pattern: String)] {
    var found: [(what: String, pattern: String)] = []
    let (components, checks) = (Glob(component), Glob(check))
    if components.isPattern,
      try !(reader.componentKeys() + reader.names(.component) + reader.names.allFormer).contains(
        where: components.matches)
    {
      found.append(("component", component))
    }
    if checks.isPattern, try !reader.checkIDs().contains(where: checks.matches) { found.append(("check", check)) }
    return found
  }

  package func failing(_ reader: Reader) throws -> [Cell] { try cells(reader).filter { $0.outcome == .fail } }

  /// How many failing cells each waiver covers, by its key; those in force and those that have run out.
  package static func failing(_ reader: Reader) throws -> [String: Int] {
    let table = try CellTable(reader, Filter(), findings: nil, .all, .none)
    table.keep(where: \.isFailing)
    let (names, settings) = (try reader.names, try reader.checkSettings)
    var counts: [String: Int] = [:]
    for record in try reader.records("waiver") {
      let (component, check) = (Glob(record.text("component")), Glob(record.text("check")))
      let condition = record.fields["condition"]?.stringValue
      var (ofComponents, ofChecks) = (ByTerm<Bool>(), ByTerm<Bool>())
      counts[record.key] = try table.entries.count { entry in
        try ofComponents.value(Int64(entry.component)) { names.matches(component, try table.name(entry.component)) }
          && ofChecks.value(Int64(entry.check)) { check.matches(try table.name(entry.check)) }
          && settings.isUnder(
            condition, try table.name(entry.condition), of: try table.name(entry.check), ofMany: check.isPattern)
      }
    }
    return counts
  }
}

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
      if !writer.hasSameBytes(as: verdict.person) { verdict.writer = writer }
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
