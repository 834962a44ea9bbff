import Audit

extension CellTable {
  /// The same items as those say who are followed here, where others have made one milder: what a verdict goes by, since
  /// results of others only add: what they alone have tested, and see no failure in, is untested. Itself where no one has.
  package func followed() throws -> CellTable {
    let held = try reader.heldCells(of: audit)
    guard filter.isEmpty, lives == nil else {
      // What the query leaves out may be asked for by what they say.
      guard try !reader.countsAll() || entries.contains(where: { try held.mayDiffer($0) }) else { return self }
      return try audit.map {
        try CellTable(reader, filter, of: $0, findings: nil, includingOutside: false, isOfFollowed: true)
      } ?? CellTable(reader, filter, findings: nil, .plan, isOfFollowed: true)
    }
    guard try entries.contains(where: { try held.mayDiffer($0) }) else { return self }
    return try CellTable(shownBy: held, of: self)
  }

  /// Has each row say what those say who are followed, where that is something else.
  package func sayFollowed() throws { sayings = try reader.countsAll() ? nil : reader.heldCells(of: audit) }

  /// Its items as those say who are followed, in the same order.
  private convenience init(shownBy held: HeldCells, of table: CellTable) throws {
    self.init(like: table, lives: nil)
    let choosing = try Choosing(self, filter, areFindings: false)
    entries.reserveCapacity(table.count)
    for entry in table.entries {
      guard try held.mayDiffer(entry) else {
        entries.append(entry)
        continue
      }
      var shown = Shown(
        cell: entry.cell, result: entry.shown, component: Int64(entry.component), check: Int64(entry.check),
        condition: Int64(entry.condition), category: Int64(entry.category), context: Int64(entry.context),
        outcome: Int64(entry.outcome), severity: entry.isUsual ? 0 : Int64(entry.severity),
        marks: entry.marksOfEveryone,
        seen: entry.seen, since: entry.since, isMixed: entry.isMixed)
      switch try held.show(&shown) {
      case .untested:
        unsaid.insert(entry.cell)
        if entry.isAsked { untestedOfAudit?.insert(try place(of: entry)) }
      case .asItIs:
        entries.append(entry)
        entries[entries.count - 1].marks = UInt8(truncatingIfNeeded: shown.marks)
      case .asTheySay:
        guard var now = try choosing.entry(shown, context(ofNumber: shown.context)) else { continue }
        (now.isAsked, now.hasChanged) = (entry.isAsked, entry.hasChanged)
        now.rank = entry.rank
        entries.append(now)
      }
    }
  }

  /// How many of its items are as those say who are followed, and milder by others.
  package var held: Int { entries.count { Int64($0.marks) & Codes.held != 0 } }

  /// Its items that only people have tested who are not followed, in a table of those who are: untested there. Not counted
  /// where a query narrows it.
  package var testedByOthers: TestedByOthers {
    var found = TestedByOthers()
    if filter.isEmpty { found.cells = unsaid.count }
    return found
  }

  /// By item, the open results besides the one that is shown: each holds for the device that it was seen on.
  package func openBesides() throws -> [ScopeCell: [Cell]] {
    guard entries.contains(where: \.isMixed) else { return [:] }
    let cells = try reader.heldCells(of: audit)
    var found: [ScopeCell: [Cell]] = [:]
    for entry in entries where entry.isMixed {
      // What those found who are followed holds for its device, also where others saw the item fail worse on another.
      var open = try cells.open(entry.cell, areAlone: true)
      if Int64(entry.marks) & Codes.held == 0 { open += try cells.open(entry.cell, areAlone: false) }
      let names = try Set(open.lazy.filter { $0 != entry.shown }.map(reader.name))
      guard !names.isEmpty else { continue }
      let place = try place(of: entry)
      found[place] = try reader.history(component: place.component, check: place.check, condition: place.condition)
        .filter { names.contains($0.id) }
    }
    return found
  }
}
