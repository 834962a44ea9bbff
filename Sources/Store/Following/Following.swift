package import Audit
import Base
import SQLite

/// Whose decisions count on this machine: its own, and those of the machines and signers that it follows.
///
/// What was asked is remembered: to be used within one pass over records, and thrown away afterwards.
final class Following {
  private enum Side {
    /// All of the line counts: this machine made it.
    case all
    /// It counts unless its chain names a key that did not sign it.
    case machine
    case stranger
  }

  private let database: Connection
  private let graph: FactGraph
  private let list: FollowList
  private var sides: [Int64: Side] = [:]
  private var signers: Set<ExactText> { list.signers }
  private var isOfEveryone: Bool { list.isOfEveryone }
  /// What was decided here about single facts.
  private var decisions: [FactReference: Decision] { list.decisions }

  /// - Parameter list: that of another moment or machine; nil for the one of here and now.
  init(_ database: Connection, _ graph: FactGraph, by list: FollowList? = nil) throws {
    (self.database, self.graph) = (database, graph)
    self.list = try list ?? FollowList(database)
  }

  /// Whether all that is here counts, so that nothing need be asked of single facts.
  func countsAll() throws -> Bool {
    guard !decisions.values.contains(.refuse) else { return false }
    if isOfEveryone { return true }
    return try database.all("SELECT id FROM branch WHERE own = 0", [], { $0.int64(0) }).allSatisfy { line in
      let number = FactNumber.make(line: line, sequence: 1)
      return try side(of: number) == .machine && graph.root(of: number).signer == nil
    }
  }

  /// What was decided here about a fact; nil where its author decides whether it counts.
  func decision(about fact: FactReference) -> Decision? { decisions[fact] }

  /// Whether a fact was accepted here by itself.
  func accepts(_ number: Int64) throws -> Bool {
    guard !decisions.isEmpty else { return false }
    return try FactTable.digest(database, number: number).flatMap { decision(about: $0.reference) } == .follow
  }

  /// Whether a fact is of someone who is followed, or was accepted.
  func counts(_ number: Int64) throws -> Bool { try follows(number) || accepts(number) }

  /// Whether this machine made a fact.
  func isOwn(_ number: Int64) throws -> Bool { try side(of: number) == .all }

  /// Whether this machine follows the author of a fact.
  func follows(_ number: Int64) throws -> Bool {
    try isOfEveryone || side(of: number) == .all || followsByName(number)
  }

  /// Whether this machine follows another one, or a signer, that made a fact. To take back what others said asks for
  /// that: who follows everyone follows what they add.
  func followsByName(_ number: Int64) throws -> Bool {
    let side = try side(of: number)
    if side == .all { return false }
    if side == .machine, try graph.root(of: number).signer == nil { return true }
    guard side == .machine || !signers.isEmpty, let signer = try graph.signer(of: number) else { return false }
    return side == .machine || signers.contains(ExactText(signer))
  }

  /// Whether this and another one may differ about a fact of a line.
  func mayDiffer(from other: Following, aboutLine line: Int64) throws -> Bool {
    let number = FactNumber.make(line: line, sequence: 1)
    if try isOfEveryone != other.isOfEveryone || side(of: number) != other.side(of: number) { return true }
    return try signers != other.signers && graph.root(of: number).signer != nil
  }

  /// The facts about which this one and another have decided differently.
  func differences(from other: Following) -> Set<FactReference> {
    Set(decisions.filter { other.decisions[$0.key] != $0.value }.keys)
      .union(other.decisions.filter { decisions[$0.key] != $0.value }.keys)
  }

  private func side(of number: Int64) throws -> Side {
    let line = FactNumber.line(of: number)
    return try sides.value(line) {
      let row = try database.first("SELECT replica, own FROM branch WHERE id = ?", [.integer(line)]) {
        ($0.text(0), $0.int64(1) != 0)
      }
      return row.map { replica, isOwn in
        // No list makes what others wrote under the ID of this machine count.
        guard list.names(machine: replica, isOwn: isOwn) else { return .stranger }
        return isOwn ? .all : .machine
      } ?? .stranger
    }
  }
}

/// Someone whom this machine follows.
package struct Followed: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case machine, signer
    /// Also machines that come later.
    case everyone
  }

  package var kind: Kind
  /// The ID of the machine, or the name of the signer in `allowed_signers`; empty for everyone.
  package var name: String

  package init(_ kind: Kind, _ name: String = "") { (self.kind, self.name) = (kind, name) }
}

extension Reader {
  /// Whether all that is here is of people who are followed: at the closing of an audit that is read, else now.
  package func countsAll() throws -> Bool { try Following(database, lineage, by: lineage.list).countsAll() }

  /// Whom this machine follows, in order.
  package func followed() throws -> [Followed] {
    try database.all("SELECT kind, name FROM following ORDER BY kind, name", []) { row in
      Followed.Kind(rawValue: row.text(0)).map { Followed($0, row.text(1)) }
    }.compactMap { $0 }
  }
}

extension Writer {
  /// From now on what others decided counts here.
  package func follow(_ followed: [Followed]) throws {
    try list(followed)
    try showAgain(followed)
    try markFollowed()
  }

  /// Follows those machines after everyone was followed: where all that is here counts as before, no record reads
  /// differently.
  func follow(afterEveryone machines: [Machine]) throws {
    let followed = machines.map { Followed(.machine, $0.replica) }
    try list(followed)
    projector.lineage.forgetFollowed()
    let isSame = try Following(database, projector.lineage.graph).countsAll()
    if !isSame { try showAgain(followed) }
    try markFollowed(hasChangedRecords: !isSame)
  }

  private func list(_ followed: [Followed]) throws {
    for one in followed {
      try database.run(
        "INSERT OR IGNORE INTO following (kind, name, since) VALUES (?, ?, ?)",
        [.text(one.kind.rawValue), .text(one.name), .integer(now)])
    }
  }

  /// What they decided waits again.
  package func unfollow(_ followed: [Followed]) throws {
    for one in followed {
      try database.run(
        "DELETE FROM following WHERE kind = ? AND name = ?", [.text(one.kind.rawValue), .text(one.name)])
    }
    try showAgain(followed)
    try markFollowed()
  }

  /// Of results that agree those of authors who are followed are shown.
  private func showAgain(_ followed: [Followed]) throws {
    projector.lineage.forgetFollowed()
    let lines =
      try followed.contains { $0.kind != .machine }
      ? database.all("SELECT id FROM branch WHERE own = 0", []) { $0.int64(0) }
      : followed.flatMap { try Lines.all(database, of: $0.name) }
    let mixed = Set(try database.all("SELECT id FROM cell WHERE branch = \(CellRow.mixed)", []) { $0.int64(0) })
    var cells: Set<Int64> = []
    for line in mixed.isEmpty ? [] : lines {
      try database.rows("SELECT cell FROM result WHERE id BETWEEN ? AND ?", FactNumber.bounds(of: line)) { row in
        if mixed.contains(row.int64(0)) { cells.insert(row.int64(0)) }
      }
    }
    for id in cells { if let row = try projector.cells.cell(id: id) { projector.cells.markForRefold(row) } }
  }

  /// Decides about single proposals of any author.
  package func decide(_ decision: Decision, about proposals: [Proposal]) throws {
    for proposal in proposals {
      if let digest = Digest(hex: proposal.identity) { try decision.store(about: digest, in: database) }
    }
    try markFollowed()
  }

  func markFollowed(hasChangedRecords: Bool = true) throws {
    try FollowedChanges.clear(database)
    projector.hasNewBuilds = true
    if hasChangedRecords { try projector.records.touchOthers() }
    try projector.requests.touchAll()
    try settleAnew()
  }
}

/// What those say alone who are followed here of an item: this machine's own people go on from that, and take over nothing
/// that others said.
package struct FollowedAnswer: Sendable {
  /// With the severity that was set for the finding.
  package var state: CellState
  /// The severity that the tester gave.
  package var rated: Severity?
  /// The components that make the check of their screen fail, by their present keys; nil where none are named.
  package var on: [String]?
  /// The local number of the result.
  var number: Int64
}

extension CellNow {
  /// Whether what is shown is not what those say who are followed.
  package var isOfOthers: Bool { followed?.number != row.number }
}

extension Outcome {
  /// Whether an answer takes the place of a "can't tell", which claims nothing: where those say it who are followed, or
  /// none of them says anything else. A retest takes the place of all that was in view, also of what others hide.
  package func answersCantTell(shown: Outcome?, followed: Outcome?) -> Bool {
    switch followed {
    case .cantTell?: shown != .fail
    case let known?: shown == .cantTell && known == self && self != .fail
    case nil: shown == .cantTell
    }
  }
}

extension Reader {
  /// What those say alone who are followed here of an item; nil where they have said nothing.
  package func followed(_ place: ScopeCell) throws -> FollowedAnswer? {
    guard let cell = try number(of: place) else { return nil }
    let sql = "SELECT outcome, severity, marks, shown FROM cell WHERE id = ?"
    let found = try database.first(sql, [.integer(cell)]) { row in
      (Codes.state(outcome: row.int64(0), severity: row.int64(1), marks: row.int64(2)), row.int64(2), row.int64(3))
    }
    guard let (shown, marks, number) = found, let shown else { return nil }
    let observations = Observations(self)
    guard try observations.mayDiffer(marks: marks, shown: number) else { return try answer(shown, number) }
    let alone = try observations.alone(observations.load(cell: cell))
    let fold = try observations.fold(alone, until: .max, triage: observations.triage(ofCell: cell))
    return try fold.state.flatMap { state in try fold.shown.flatMap { try answer(state, $0) } }
  }

  private func answer(_ state: CellState, _ number: Int64) throws -> FollowedAnswer? {
    try database.first("SELECT severity, body FROM result WHERE id = ?", [.integer(number)]) { row in
      let on = RareMembers(body: row.optionalText(1)).on
      return FollowedAnswer(
        state: state, rated: Codes.severity(row.int64(0)),
        on: try on.flatMap { try $0.isEmpty ? nil : $0.map(names.present) }, number: number)
    }
  }
}

/// A machine of which entries came here.
package struct Machine: Equatable, Sendable {
  package var replica: String
  /// As `worker` has it.
  package var tester: String
  /// How many results of it are here.
  package var results: Int
  package var isFollowed: Bool
}

extension Reader {
  /// The other machines of which entries are here, in the order of their IDs.
  ///
  /// - Parameter replicas: only these; nil for all.
  package func machines(_ replicas: Set<String>? = nil) throws -> [Machine] {
    let following = try Following(database, lineage)
    let first = try database.all(
      "SELECT id, replica FROM branch WHERE own = 0 AND fork = 0 ORDER BY replica", []
    ) { (id: $0.int64(0), replica: $0.text(1)) }
    return try first.compactMap { line -> Machine? in
      guard replicas?.contains(line.replica) ?? true else { return nil }
      // Which branch of a fork is the first depends on what came first.
      let lines = try Lines.all(database, of: line.replica)
      let logged = try logged(at: lines)
      return Machine(
        replica: line.replica, tester: try worker(at: lines, logged),
        results: CellCounts.bounded(logged.reduce(0) { $0 + $1.count }),
        isFollowed: try following.follows(FactNumber.make(line: line.id, sequence: 1)))
    }
  }

  /// The other machines that say they are used by someone of this name, or of one that looks like it, each with the names:
  /// anyone may call themselves so.
  ///
  /// - Parameter withOwn: whether this machine is one of them where it used the name, with an empty ID.
  package func machines(
    usedBy tester: String, withOwn: Bool = false
  ) throws -> [(replica: String, names: [String])] {
    let alike =
      LookAlike.groups([tester] + (try names(.tester)) + (try authors())).first {
        $0.contains { $0.hasSameBytes(as: tester) }
      } ?? [tester]
    let sql = """
      SELECT DISTINCT iif(branch.own, '', branch.replica), term.text FROM term JOIN context ON context.tester = term.id
      JOIN result ON result.context = context.id JOIN branch ON branch.id = result.id >> \(FactNumber.bits)
      WHERE term.text = ?1 AND (branch.own = 0 OR ?2)
      UNION SELECT iif(branch.own, '', branch.replica), ?1 FROM fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE kind IN (\(RecordProjector.factKindsSQL)) AND json_valid(body) AND json_extract(body, '$.by') = ?1
        AND (branch.own = 0 OR ?2)
      """
    let found = try alike.flatMap { name in
      try database.all(sql, [.text(name), .integer(withOwn ? 1 : 0)]) { ($0.text(0), $0.text(1)) }
    }
    return found.grouped { ExactText($0.0) }.map { ($0.text, $1.map(\.1)) }.sorted { $0.0 < $1.0 }
  }

  /// Who works at a machine: who logged most of its results, else who made its last change, else the tool that it
  /// imports; empty where it says nothing. It proves nothing.
  ///
  /// - Parameter lines: of the machine.
  func worker(at lines: [Int64]) throws -> String { try worker(at: lines, logged(at: lines)) }

  /// How many results of each tester were logged in some lines, and when the last of them; without a name where none is
  /// given.
  private func logged(at lines: [Int64]) throws -> [(name: String, count: Int64, last: Int64)] {
    return try lines.flatMap { line in
      // Counted here: SQLite would sort all of them.
      var counts: [Int64: (count: Int64, last: Int64)] = [:]
      try database.rows("SELECT context, ms FROM result WHERE id BETWEEN ? AND ?", FactNumber.bounds(of: line)) { row in
        let before = counts[row.int64(0)] ?? (0, Int64.min)
        counts[row.int64(0)] = (before.count + 1, max(before.last, row.int64(1)))
      }
      // Only the contexts of this line: the names of all would be read again for each machine.
      let tester = "SELECT term.text FROM context JOIN term ON term.id = context.tester WHERE context.id = ?"
      let named = try counts.map { context, logged in
        (name: try database.first(tester, [.integer(context)]) { $0.text(0) } ?? "", logged)
      }
      return named.grouped { ExactText($0.name) }.map { name, contexts in
        (name.text, contexts.reduce(0) { $0 + $1.1.count }, contexts.reduce(Int64.min) { max($0, $1.1.last) })
      }
    }
  }

  private func worker(at lines: [Int64], _ logged: [(name: String, count: Int64, last: Int64)]) throws -> String {
    let tools = Set(ToolFinding.Tool.allCases.map(\.rawValue))
    let logged = logged.filter { !$0.name.isEmpty }
      .sorted { ($1.count, $1.last, $1.name) < ($0.count, $0.last, $0.name) }.map(\.name)
    if let person = logged.first(where: { !tools.contains($0) }) { return person }
    let change = """
      SELECT json_extract(body, '$.by'), ms FROM fact
      WHERE id BETWEEN ? AND ? AND kind IN (\(RecordProjector.factKindsSQL)) AND json_valid(body) ORDER BY id DESC LIMIT 1
      """
    let changes = try lines.compactMap { line in
      try database.first(change, FactNumber.bounds(of: line)) { (name: $0.optionalText(0) ?? "", time: $0.int64(1)) }
    }.filter { !$0.name.isEmpty }
    if let last = changes.max(by: { ($0.time, $0.name) < ($1.time, $1.name) }) { return last.name }
    return logged.first ?? ""
  }

  /// The names of the signers whose keys signed entries that are here.
  package func signerNames() throws -> Set<String> {
    Set(try database.all("SELECT DISTINCT name FROM signed", []) { $0.text(0) })
  }

  /// Components that are out of use while an item of theirs fails, and who retired them: nothing else tells a machine
  /// that has just joined that failures were taken out of the figures.
  package func failingOutOfUse() throws -> [(component: String, failing: Int, by: String, since: Int64)] {
    let held = try heldCells()
    let sql = """
      SELECT record.key, cell.id, cell.check_id, cell.outcome, cell.severity, cell.marks,
        max(coalesce(json_extract(fact.body, '$.by'), branch.replica)), max(fact.ms)
      FROM record JOIN term ON term.text = record.key
      JOIN cell ON cell.component = term.id AND (cell.outcome = 2 OR cell.marks & \(Codes.held) <> 0)
      JOIN register ON register.kind = record.kind AND register.key = record.key AND register.live = \(RegisterState.live)
        AND register.field IN ('retired', '\(RecordProjector.deletedField)') AND register.value = 'true'
      JOIN fact ON fact.id = register.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE record.kind = 'component' AND (record.deleted = 1 OR coalesce(json_extract(record.doc, '$.retired'), 0) <> 0)
      GROUP BY record.key, cell.id ORDER BY record.key
      """
    let rows = try database.all(sql, []) { row in
      (
        component: row.text(0), cell: row.int64(1), check: row.int64(2), isFailing: row.int64(3) == 2,
        shown: Codes.state(outcome: row.int64(3), severity: row.int64(4), marks: row.int64(5)), by: row.text(6),
        since: row.int64(7)
      )
    }
    var found: [(component: String, failing: Int, by: String, since: Int64)] = []
    for row in rows {
      // What others close stays failing here, as in the release check.
      guard
        try row.isFailing
          || row.shown.flatMap({ try held.kept(cell: row.cell, check: row.check, shown: $0) })?.state.outcome == .fail
      else { continue }
      if found.last?.component.hasSameBytes(as: row.component) == true {
        found[found.count - 1].failing += 1
      } else {
        found.append((row.component, 1, row.by, row.since))
      }
    }
    return found
  }
}
