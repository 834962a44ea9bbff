/// Gives a number to the names that results of one bundle share: one to each cell, one to each set of circumstances.
///
/// The thread that reads a bundle does so, and the one that stores finds in an array by the number what it would
/// otherwise look up by three texts and by six. The numbers are a help and nothing to rely on: 0 stands for names
/// without one, and those of one book say nothing in another.
package struct NameGroups {
  /// Tells whose numbers a batch carries.
  package final class Book: Sendable {}

  /// Names are forgotten when there are more than this, with a new book for the next batch.
  private static let capacity = 200_000

  package private(set) var book = Book()
  private var cells = TextTable()
  private var circumstances = TextTable()
  private var last: Int32 = 0
  private var lastJoined: [UInt8] = []
  private var joined: [UInt8] = []

  package init() {}

  /// Starts over where there are too many names. Only between two batches.
  package mutating func makeRoom() {
    if cells.count + circumstances.count > Self.capacity { self = NameGroups() }
  }

  /// Gives their numbers to the names in `columns`, which are slices of `window`.
  package mutating func number(_ columns: inout FactBatch.ResultColumns, in window: UnsafeRawBufferPointer) {
    // In canonical form the three stand one after the other, so they are one text with what parts them.
    let end = columns.condition.count > 0 ? columns.condition : columns.component
    let (from, to) = (Int(columns.check.start), Int(end.start) + Int(end.count))
    guard from > 0, columns.component.start > columns.check.start, from < to, to <= window.count else { return }
    let next = Int64(cells.count + 1)
    columns.cell = Int32(
      truncatingIfNeeded: cells.number(UnsafeRawBufferPointer(rebasing: window[from..<to])) { _ in next })
    columns.circumstances = circumstances(of: columns, in: window)
  }

  private mutating func circumstances(
    of columns: FactBatch.ResultColumns, in window: UnsafeRawBufferPointer
  ) -> Int32 {
    joined.removeAll(keepingCapacity: true)
    for slice in [columns.audit, columns.build, columns.device, columns.os, columns.source, columns.tester] {
      joined.append(contentsOf: window.slice(slice))
      // No text holds NUL, so it parts them.
      joined.append(0)
    }
    if joined == lastJoined { return last }
    let next = Int64(circumstances.count + 1)
    last = joined.withUnsafeBytes { Int32(truncatingIfNeeded: circumstances.number($0) { _ in next }) }
    swap(&joined, &lastJoined)
    return last
  }
}
