import Audit
package import Base
package import CommandLine
import Exchange
package import Reports
import Sessions
package import Store

/// Open conflicts of machines and testers, with the commands that resolve them.
package struct Unsettled {
  package struct Field {
    package var conflict: FieldConflict
    package var choices: [FieldChoice]
    /// What counts until one is chosen, where that is all of them together and none of them alone.
    package var joined: String?

    package init(_ conflict: FieldConflict, _ reader: Reader) throws {
      self.conflict = conflict
      choices = try FieldChoice.choices(of: conflict)
      joined = try reader.joinedWords(of: conflict)
    }

    /// `component sign-in/close-button`
    var record: String { "\(conflict.kind) \(conflict.key)" }
    package var name: String { FieldWords.name(FieldValue.name(conflict.field)) }

    /// The command line that keeps a choice.
    package func command(_ index: Int) -> String {
      let words = [conflict.kind, conflict.key, FieldValue.name(conflict.field)].map(ShellWord.quoted)
      return "a11y resolve \(words.joined(separator: " ")) \(FieldChoice.typed(index, of: choices)) -m REASON"
    }
  }

  /// A cell whose results contradict each other.
  package struct Dispute {
    package var cell: Cell
    /// The results that contradict each other, the one that is shown first.
    package var sides: [Cell]

    package init(_ cell: Cell, _ reader: Reader) throws {
      let cell = try reader.unhidden(cell)
      self.cell = cell
      let sides = try reader.sidesOfDispute(cell)
      self.sides = sides.filter { $0.id == cell.id } + sides.filter { $0.id != cell.id }
    }

    /// `voiceover.label-present on home (dark)`
    package var place: String {
      "\(cell.check) on \(cell.component)" + (cell.seenUnder.isEmpty ? "" : " (\(cell.seenUnder))")
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
      return sides.allSatisfy { $0.build.hasSameBytes(as: first.build) } ? first.build : ""
    }
  }

  var fields: [Field]
  var disputes: [Dispute]
  /// The items that are disputed under a condition, without it.
  private let underConditions: Set<ScopeCell>
  /// Which replica is this machine.
  var replica: String

  package var isEmpty: Bool { fields.isEmpty && disputes.isEmpty }
  var count: Int { fields.count + disputes.count }

  package init(_ reader: Reader) throws {
    var disputed = Filter()
    disputed.terms.append(Filter.Term(.disputed, ["yes"]))
    fields = try reader.fieldConflicts().map { try Field($0, reader) }
    disputes = try reader.cells(disputed, .all).map { try Dispute($0, reader) }
    underConditions = Set(disputes.lazy.map(\.cell).filter { !$0.condition.isEmpty }.map(Self.item))
    replica = try reader.identity().replica
  }

  /// The value of `--condition` for a cell, with the setting of its check, as lists show it; empty if it is not needed.
  func condition(of dispute: Dispute) -> String {
    let cell = dispute.cell
    if !cell.condition.isEmpty { return cell.seenUnder }
    return underConditions.contains(Self.item(cell)) ? Condition.shown(cell.seenUnder) : ""
  }

  private static func item(_ cell: Cell) -> ScopeCell {
    ScopeCell(component: cell.component, check: cell.check, condition: "")
  }
}

package enum FactWords {
  /// `1 result`, `2 edits`: kinds of facts as people call what makes them.
  package static func words(_ count: Int, _ kind: String) -> String {
    switch kind {
    case "set": counted(count, "edit")
    case "delete": counted(count, "deletion")
    case "restore": counted(count, "restoration")
    case "result", "note", "signal", "session", "trial", "remark": counted(count, kind)
    case "evidence": counted(count, "evidence file")
    case "contact": counted(count, "contact record")
    case "retract": counted(count, "undo", "undos")
    case "erase": counted(count, "erasure")
    case "replica": counted(count, "beginning of a machine", "beginnings of machines")
    default: counted(count, "entry", "entries") + " of a newer version"
    }
  }
}

/// The footer of a page: the facts that it was made from.
package enum FactsOrigin {
  /// The digest is made from the ends of the chains of facts: the same facts give the same digest on every machine, at
  /// almost no cost. Data about children is not in it, as it is not in a bundle.
  package static func of(_ reader: Reader, filter: String) throws -> PageOrigin {
    let found = try reader.factsDigest(without: BundleExport.withheld(reader))
    return PageOrigin(
      digest: found.text, facts: found.facts,
      asOf: Timestamp(milliseconds: reader.now).iso8601, filter: filter, catalogue: Catalog.revision,
      program: Program.version)
  }
}

/// A value that a field has in view, with all who gave it.
package struct FieldChoice {
  package var value: JSONValue
  /// As a person reads it; not escaped.
  package var words: String
  /// The latest first.
  var sides: [FieldSide]
  /// Whether no other value of the field reads the same.
  private var isAlone = true

  /// The values of a conflict, each once, the one that is shown first.
  static func choices(of conflict: FieldConflict) throws -> [FieldChoice] {
    var choices: [FieldChoice] = []
    // Many may have written a field at once: none of their values is compared with all the others.
    var places: [[UInt8]: Int] = [:]
    var twins: [ExactText: Int] = [:]
    for side in conflict.sides {
      let place = try places.value(CanonicalWriter.bytes(of: side.value)) {
        let words = FieldValue.words(side.value, of: conflict.field)
        twins[ExactText(words), default: 0] += 1
        choices.append(FieldChoice(value: side.value, words: words, sides: []))
        return choices.count - 1
      }
      choices[place].sides.append(side)
    }
    for place in choices.indices { choices[place].isAlone = twins[ExactText(choices[place].words)] == 1 }
    return choices
  }

  /// What a person types for a choice: its words where they can be typed and stand for it alone, else its number.
  static func typed(_ index: Int, of choices: [FieldChoice]) -> String {
    let words = choices[index].words
    let isTypable =
      words.utf8.count <= 60 && !words.hasPrefix("-")
      && words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && MessageText.escaped(words).hasSameBytes(as: words)
    return isTypable && choices[index].isAlone ? ShellWord.quoted(words) : String(index + 1)
  }

  /// The choice that was typed: by its words, else by its number; nil where it is none of them.
  ///
  /// - Throws: usage, `value.ambiguous`, where two different values read the same.
  package static func find(_ typed: String, among choices: [FieldChoice]) throws(Problem) -> Int? {
    let found = choices.indices.filter { index in
      choices[index].words.hasSameBytes(as: typed) || (typed.isEmpty && choices[index].isNothing)
    }
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      let numbers = found.map { String($0 + 1) }
      throw .usage(
        "value.ambiguous",
        "ambiguous value \(MessageText.quoted(typed)): values \(numbers.joined(separator: " and ")) look the same",
        hints: ["Pass the number of the correct value."])
    }
    guard let number = Int(typed), choices.indices.contains(number - 1) else { return nil }
    return number - 1
  }

  private var isNothing: Bool {
    switch value {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    default: false
    }
  }
}
