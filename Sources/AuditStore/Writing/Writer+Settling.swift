import AuditModel
import CanonicalJSON

extension Writer {
  /// How cells changed so far in this transaction, as far as `settle` has written them.
  package var changes: CellChanges { projector.cells.changes }

  /// The worst result that a better one of this machine's tester on the same or an unknown build would contradict: it
  /// is in effect, and neither this machine nor this tester logged it. Nil where no result would be contradicted.
  package func contradicted(by new: NewResult) throws -> Cell? {
    let reader = self.reader
    let place = ScopeCell(component: new.component, check: new.check, condition: new.condition.text)
    // What shows nothing worse holds nothing worse: that is read, and the results of the cell are not.
    guard let cell = try reader.number(of: place), let shown = try reader.state(ofCell: cell),
      shown.outcome.badness > new.outcome.badness
    else { return nil }
    let observations = try Observations(reader).load(cell: cell)
    let open = try Set(CellFold(observations, reader.lineage).open)
    let build = ObservedBuild(term: try reader.term(new.build) ?? -1, number: BuildNumber(new.build))
    let tester = try reader.term(new.tester) ?? -1
    let own = try ownEnd()
    var worst: Observation?
    for result in observations where open.contains(result.id) {
      guard result.outcome.badness > new.outcome.badness, build.order(to: result.build) != .newer,
        build.order(to: result.build) != .older
      else { continue }
      let isOwn = try own.map { try reader.lineage.owns($0, result.id) } ?? false
      guard !isOwn || result.tester != tester else { continue }
      if worst.map({ $0.badness < result.badness }) ?? true { worst = result }
    }
    guard let worst else { return nil }
    let name = try reader.name(of: worst.id)
    return try reader.history(component: new.component, check: new.check).first { $0.id == name }
  }

  /// Chooses between results that contradict each other: retracts those of the other sides, and says which results were
  /// in view and why. The reason is a note, which can be erased, and comes right after the retraction.
  ///
  /// - Parameters:
  ///   - kept: names of the results that stay.
  ///   - undone: names of the results that are retracted.
  package func decide(
    between kept: [String], over undone: [String], of cell: Cell, because reason: String, by tester: String
  ) throws {
    try takeBack(undone, by: tester)
    func references(_ ids: [String]) throws -> JSONValue {
      .array(try ids.flatMap(facts).map(\.digest.reference.hex).sorted().map { .string($0) })
    }
    var more: JSONObject = [
      NoteMember.kept: try references(kept), NoteMember.undone: try references(undone),
    ]
    if !cell.condition.isEmpty { more["condition"] = .string(cell.condition) }
    try addNote(component: cell.component, check: cell.check, text: reason, by: tester, more)
  }

  /// Retracts results of any author: here at once, because this was decided here; other machines are asked.
  /// Undo brings them back.
  ///
  /// - Parameter ids: names of results.
  /// - Throws: `Refusal.unknownRecord` for one that is not here.
  package func takeBack(_ ids: [String], by tester: String) throws {
    var targets: [FactReference: Int64] = [:]
    for id in ids {
      let found = try facts(named: id)
      guard !found.isEmpty else { throw Refusal.unknownRecord(kind: "result", key: id) }
      for fact in found { targets[fact.digest.reference] = fact.number }
    }
    var body: JSONObject = [
      "deletes": true, "targets": .array(targets.keys.sorted().map { .string($0.hex) }),
    ]
    if !tester.isEmpty { body["by"] = .string(tester) }
    try follow(try append(ControlKind.retract.rawValue, body, targets: targets))
    try settle()
  }

  /// The local number of the last fact of this machine; nil before its first.
  private func ownEnd() throws -> Int64? {
    try startChain()
    guard let chain, chain.last != nil else { return nil }
    return FactNumber.make(line: chain.identity.line, sequence: chain.sequence)
  }
}
