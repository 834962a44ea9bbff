import Audit
import Base
import Store

/// What the checks of a screen say of a component that is on it: they are asked once, for the screen.
struct OnScreen {
  let screen: String
  /// How many of the plan the screen is asked.
  let asked: Int
  /// What the screen shows of them, under each condition.
  let cells: [Cell]

  /// Of the screens that a component is on, in the order of their keys.
  static func all(of component: Component, _ reader: Reader, _ scope: ShowScope) throws -> [OnScreen] {
    guard try reader.edition >= .third, !component.isRetired else { return [] }
    let work = try reader.workScope(of: nil)
    let checks = work.checks.filter { $0.unit == .screen }
    let screens = work.components.filter { CheckUnit.screens.contains($0.kind) && component.isOn($0) }
    return try screens.map { screen in
      let asked = Set(checks.filter { $0.isInScope(for: screen) }.map(\.id))
      let cells = try reader.currentCells(ofComponent: screen.key)
        .filter { asked.contains($0.check) && $0.outcome != nil && scope.accepts($0.condition) }
      return OnScreen(screen: screen.key, asked: asked.count, cells: cells)
    }.filter { $0.asked > 0 }
  }

  /// One sentence, then what fails, and with `--all` the rest: first what names the component.
  func items(_ component: String, _ scope: ShowScope, _ words: CellWords) -> [PageItem] {
    let answered = Set(cells.map(\.check)).count
    let counts = cells.isEmpty ? "" : ": \(CellWords.counts(CellWords.counts(of: cells)))"
    let sentence = "Answered on its screen \(screen): \(answered) of \(counted(asked, "check"))\(counts)."
    func place(_ cell: Cell) -> Int {
      guard cell.outcome == .fail else { return 2 }
      return cell.on?.contains(component) == false ? 1 : 0
    }
    let sorted = cells.indices.sorted { (place(cells[$0]), $0) < (place(cells[$1]), $1) }.map { cells[$0] }
    let rows = sorted.map { words.row($0, named: $0.check) }
    return [.text(sentence)] + scope.cut(rows, otherwise: cells.count { place($0) == 0 })
  }

  func members(_ words: CellWords) throws -> [(String, JSONText)] {
    [
      ("screen", .string(screen)), ("checks", .int(asked)),
      ("cells", .array(try cells.map { .object(try words.json($0)) })),
    ]
  }
}
