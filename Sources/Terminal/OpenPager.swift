/// A program that shows what is longer than the screen.
package struct OpenPager {
  /// Throws `Problem.pipeClosed` after the reader has left it.
  package let write: (UnsafeRawBufferPointer) throws(Problem) -> Void
  /// Ends its input and waits until the reader leaves it.
  package let end: () throws(Problem) -> Void

  package init(
    write: @escaping (UnsafeRawBufferPointer) throws(Problem) -> Void, end: @escaping () throws(Problem) -> Void
  ) {
    self.write = write
    self.end = end
  }
}
