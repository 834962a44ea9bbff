import Audit
package import Base
import SQLite

extension Reader {
  /// All that merging decides, for a comparison with the model of it: what is held of each fact, what was removed and by
  /// whom, what waits, forks, gaps, and what each cell shows. Facts go by their identities.
  package func mergeState() throws -> JSONValue {
    let names = try identities()
    func name(_ number: Int64) -> JSONValue { .string(names[number] ?? "") }
    func list(_ numbers: some Sequence<Int64>) -> JSONValue {
      .array(numbers.compactMap { names[$0] }.sorted().map { .string($0) })
    }
    let requests = try requestRows()
    var held = JSONObject()
    var removed: [(String, JSONValue)] = []
    for (number, identity) in names {
      let (word, by) = try self.held(number, requests)
      held[identity] = .string(word)
      if !by.isEmpty {
        removed.append((identity, ["by": list(by), "fact": .string(identity), "how": .string(word)]))
      }
    }
    let waiting = requests.filter {
      [RequestState.waits, RequestState.withheld, RequestState.forked].contains($0.standing)
    }
    .filter { row in
      row.kind == .erase || !requests.contains { $0.target == row.fact && $0.standing == 0 && $0.kind == .undo }
    }
    let grouped = Dictionary(grouping: waiting, by: \.fact)
    return .object([
      "held": .object(held), "refused": [],
      "removed": .array(removed.sorted { $0.0 < $1.0 }.map(\.1)),
      "waiting": .array(
        grouped.sorted { (names[$0.key] ?? "") < (names[$1.key] ?? "") }.map { fact, rows in
          [
            "kind": .string(rows[0].kind == .erase ? "erase" : "retract"), "request": name(fact),
            "targets": list(rows.map(\.target)),
          ]
        }),
      "forks": try forkState(names), "gaps": list(try gaps()), "cells": try cellStates(names, waiting.map(\.target)),
    ])
  }

  private struct RequestRow {
    var kind: FactRequest.Kind
    var fact: Int64
    var target: Int64
    var standing: Int64
  }

  private func requestRows() throws -> [RequestRow] {
    // Whether a record goes on to show what its author undid is a question of the record.
    let byAuthor = "standing IN (\(RequestState.byAuthor), \(RequestState.againstCounted))"
    let sql = """
      SELECT kind, fact, number, iif(\(byAuthor), 0, standing) FROM request WHERE number <> 0 ORDER BY kind, target, fact
      """
    return try database.all(sql, []) { row in
      FactRequest.Kind(rawValue: row.text(0)).map {
        RequestRow(kind: $0, fact: row.int64(1), target: row.int64(2), standing: row.int64(3))
      }
    }.compactMap { $0 }
  }

  private func identities() throws -> [Int64: String] {
    var names: [Int64: String] = [:]
    try database.rows("SELECT id, digest FROM result UNION ALL SELECT id, digest FROM fact") { row in
      names[row.int64(0)] = Digest(bytes: row.blob(1))?.hex
    }
    return names
  }

  private func held(_ number: Int64, _ requests: [RequestRow]) throws -> (String, [Int64]) {
    let own = requests.filter { $0.target == number }
    let destroyed = own.filter { $0.kind == .erase && $0.standing == RequestState.inForce }.map(\.fact)
    if !destroyed.isEmpty { return ("destroyed", destroyed) }
    let isHeader = try database.scalar("SELECT 1 FROM fact WHERE id = ? AND body = ''", [.integer(number)]) != nil
    if isHeader { return ("header", []) }
    let withheld = own.filter { $0.kind == .erase && $0.standing == RequestState.withheld }.map(\.fact)
    if !withheld.isEmpty { return ("withheld", withheld) }
    let back = own.filter { $0.kind == .undo && $0.standing == RequestState.inForce }.map(\.fact)
    return back.isEmpty ? ("full", []) : ("taken back", back)  // lint:ok a word of the state, as in Scripts
  }

  private func gaps() throws -> [Int64] {
    try database.all("SELECT first FROM run WHERE parent = 0 AND first & \(FactNumber.largestSequence) <> 1", []) {
      $0.int64(0)
    }
  }

  private func forkState(_ names: [Int64: String]) throws -> JSONValue {
    var forks = JSONObject()
    let found = try lineage.forks().map { rivals -> (String, Int64, [String]) in
      let replica = try Lines.replica(database, of: FactNumber.line(of: rivals[0])) ?? ""
      return (replica, FactNumber.sequence(of: rivals[0]), rivals.compactMap { names[$0] }.sorted())
    }
    for (replica, sequence, rivals) in found.sorted(by: { ($0.0, $0.1, $0.2[0]) < ($1.0, $1.1, $1.2[0]) }) {
      let entry: JSONValue = [.integer(sequence), .array(rivals.map { .string($0) })]
      forks[replica] = .array((forks[replica]?.arrayValue ?? []) + [entry])
    }
    return .object(forks)
  }

  private func cellStates(_ names: [Int64: String], _ asked: [Int64]) throws -> JSONValue {
    func list(_ numbers: some Sequence<Int64>) -> JSONValue {
      .array(numbers.compactMap { names[$0] }.sorted().map { .string($0) })
    }
    var cells = JSONObject()
    let rows = try database.all(
      "SELECT id, component, check_id, condition, outcome, severity, marks, shown FROM cell", []
    ) {
      (
        id: $0.int64(0), key: "\(try text($0.int64(1)))/\(try text($0.int64(2)))/\(try text($0.int64(3)))",
        state: Codes.state(outcome: $0.int64(4), severity: $0.int64(5), marks: $0.int64(6)), shown: $0.int64(7)
      )
    }
    let source = Observations(self)
    for row in rows {
      guard let state = row.state else { continue }
      let observations = try source.load(cell: row.id)
      let fold = try source.fold(cell: row.id)
      let open = Set(fold.open)
      let counted = observations.filter { !$0.isRetracted || $0.isInDoubt }
      let shown = observations.first { $0.id == row.shown }
      let build = try shown.map { $0.build.term == 0 ? JSONValue.null : .string(try text($0.build.term)) } ?? .null
      cells[row.key] = [
        "outcome": .string(state.outcome.rawValue),
        "severity": state.severity.map { .integer(Int64($0.rawValue)) } ?? .null,
        "status": .string(state.isDisputed ? "disputed" : state.isContradicted ? "contradicted" : "agreed"),
        "build": build, "shown": .string(names[row.shown] ?? ""), "open": list(fold.open),
        "ownValue": list(counted.filter { open.contains($0.id) && $0.isOverruled }.map(\.id)),
        "askedBack": list(Set(counted.map(\.id)).intersection(asked)),
        "inDoubt": list(counted.filter(\.isInDoubt).map(\.id)),
      ]
    }
    return .object(cells)
  }
}
