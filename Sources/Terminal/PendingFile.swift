/// A file that is written next to its final place, so that readers get the old content or the new, never a part.
///
/// Exactly one of `commit` and `discard` ends it; `deinit` discards it.
package final class PendingFile {
  /// The content goes here.
  package let writer: ByteWriter
  private let finish: () throws(Problem) -> Void
  private let abandon: () -> Void
  private var isOpen = true

  package init(
    writer: ByteWriter, finish: @escaping () throws(Problem) -> Void, abandon: @escaping () -> Void
  ) {
    self.writer = writer
    self.finish = finish
    self.abandon = abandon
  }

  deinit { discard() }

  /// Makes the content durable and puts it in place. Throws a `Problem` of kind storage and leaves the old file if
  /// that fails.
  package func commit() throws(Problem) {
    guard isOpen else { return }
    do throws(Problem) {
      try writer.flush()
    } catch {
      discard()
      throw error
    }
    isOpen = false
    try finish()
  }

  /// Drops the content.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    abandon()
  }
}
