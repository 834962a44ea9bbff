import AuditModel
import AuditReports
package import AuditStore
import Terminal
import TrackerAccess

/// Open conflicts of machines and testers, with the commands that resolve them.
package struct Unsettled {
  package struct Field {
    package var conflict: FieldConflict
    package var choices: [FieldChoice]

    package init(_ conflict: FieldConflict) {
      self.conflict = conflict
      choices = FieldChoice.choices(of: conflict)
    }

    /// `component sign-in/close-button`
    var record: String { "\(conflict.kind) \(conflict.key)" }
    package var name: String { FieldWords.name(FieldValue.name(conflict.field)) }

    /// The command line that keeps a choice.
    package func command(_ index: Int) -> String {
      let words = [conflict.kind, conflict.key, FieldValue.name(conflict.field)].map(ShellWord.quoted)
      return "a11y resolve \(words.joined(separator: " ")) \(FieldChoice.typed(index, of: choices))"
    }
  }

  /// A cell whose results contradict each other.
  package struct Dispute {
    package var cell: Cell
    /// The results that contradict each other, the one that is shown first.
    package var sides: [Cell]

    package init(_ cell: Cell, _ reader: Reader) throws {
      self.cell = cell
      let sides = try reader.sidesOfDispute(component: cell.component, check: cell.check, condition: cell.condition)
      self.sides = sides.filter { $0.id == cell.id } + sides.filter { $0.id != cell.id }
    }

    /// `voiceover.label-present on home (dark)`
    package var place: String {
      "\(cell.check) on \(cell.component)" + (cell.condition.isEmpty ? "" : " (\(cell.condition))")
    }

    /// The command line that chooses a side, with the place of the reason; `default` is named if the cell is disputed
    /// under other conditions too.
    package func command(_ side: Cell, naming condition: String) -> String {
      let outcome = side.outcome?.rawValue ?? "OUTCOME"
      var words = ["a11y resolve", ShellWord.quoted(cell.check), ShellWord.quoted(cell.component), outcome]
      if let severity = side.severity { words.append("-s \(severity.rawValue)") }
      if !condition.isEmpty { words.append("--condition \(ShellWord.quoted(condition))") }
      words.append("-m REASON")
      return words.joined(separator: " ")
    }

    /// The build that all sides were given on; empty where they differ.
    package var build: String {
      guard let first = sides.first else { return "" }
      return sides.allSatisfy { $0.build.utf8.elementsEqual(first.build.utf8) } ? first.build : ""
    }
  }

  var fields: [Field]
  var disputes: [Dispute]
  /// Which replica is this machine.
  var replica: String

  package var isEmpty: Bool { fields.isEmpty && disputes.isEmpty }
  var count: Int { fields.count + disputes.count }

  package init(_ reader: Reader) throws {
    var disputed = Filter()
    disputed.terms.append(Filter.Term(.disputed, ["yes"]))
    fields = try reader.fieldConflicts().map(Field.init)
    disputes = try reader.cells(disputed, .all).map { try Dispute($0, reader) }
    replica = try reader.identity().replica
  }

  /// The value of `--condition` for a cell; empty if it is not needed.
  func condition(of dispute: Dispute) -> String {
    let cell = dispute.cell
    if !cell.condition.isEmpty { return cell.condition }
    let others = disputes.contains { other in
      other.cell.check == cell.check && other.cell.component == cell.component
        && !other.cell.condition.isEmpty
    }
    return others ? Condition.standard.shown : ""
  }
}

/// The names of machines in sentences.
package struct MachineWords {
  let own: String

  package init(own: String) {
    self.own = own
  }

  /// `on this machine`, `on machine 4k2m9x7c1p0q`
  func place(_ replica: String) -> String {
    replica.utf8.elementsEqual(own.utf8) ? "on this machine" : "on machine \(replica)"
  }

  /// The machine of a result, by its name `<replica>-<sequence>`.
  static func replica(ofResult id: String) -> String {
    id.lastIndex(of: "-").map { String(id[..<$0]) } ?? id
  }
}
