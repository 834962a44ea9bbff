/// What the numbers of a bundle's names (`NameGroups`) stand for in this transaction.
struct KnownNames {
  private var book: NameGroups.Book?
  private var cells: [CellRow?] = []
  /// Which generation of cells in memory those are.
  private var generation = 0
  private var contexts: [Int64] = []

  /// Forgets what the numbers of another book stood for.
  mutating func open(_ book: NameGroups.Book?) {
    guard book !== self.book else { return }
    self = KnownNames()
    self.book = book
  }

  @inline(__always)
  func cell(_ number: Int32, _ generation: Int) -> CellRow? {
    guard generation == self.generation, cells.indices.contains(Int(number)) else { return nil }
    return cells[Int(number)]
  }

  mutating func learn(cell: CellRow, _ number: Int32, _ generation: Int) {
    guard number > 0, book != nil else { return }
    if generation != self.generation { cells = [] }
    self.generation = generation
    while cells.count <= Int(number) { cells.append(nil) }
    cells[Int(number)] = cell
  }

  /// 0 where it is not known.
  @inline(__always)
  func context(_ number: Int32) -> Int64 { contexts.indices.contains(Int(number)) ? contexts[Int(number)] : 0 }

  mutating func learn(context: Int64, _ number: Int32) {
    guard number > 0, book != nil else { return }
    while contexts.count <= Int(number) { contexts.append(0) }
    contexts[Int(number)] = context
  }
}
