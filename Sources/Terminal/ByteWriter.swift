/// A buffer in front of a file descriptor, a file or a test's memory.
package final class ByteWriter {
  /// How many of the first bytes are remembered.
  package static let headLength = 1_024

  private var buffer: [UInt8] = []
  /// The first bytes of what went to the sink.
  private var begun: [UInt8] = []
  private let capacity: Int
  /// Called before something goes to the sink.
  package var willPassOn: () -> Void = {}
  private let sink: (UnsafeRawBufferPointer) throws(Problem) -> Void

  /// - Parameters:
  ///   - capacity: bytes to collect before the sink is called; 0 passes every write on at once.
  ///   - sink: writes all of the bytes or throws. The pointer is valid during the call only.
  package init(capacity: Int, sink: @escaping (UnsafeRawBufferPointer) throws(Problem) -> Void) {
    self.capacity = capacity
    self.sink = sink
  }

  /// Appends UTF-8 text.
  package func write(_ text: String) throws(Problem) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= capacity { try flush() }
  }

  /// Appends bytes.
  package func write(_ bytes: some Collection<UInt8>) throws(Problem) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= capacity { try flush() }
  }

  /// The first `headLength` bytes that were written.
  package var head: [UInt8] { begun + buffer.prefix(Self.headLength - begun.count) }

  /// Writes everything collected to the sink. After a failure the rest is dropped, and the writer cannot be used again.
  package func flush() throws(Problem) {
    guard !buffer.isEmpty else { return }
    willPassOn()
    if begun.count < Self.headLength { begun = head }
    var failure: Problem?
    buffer.withUnsafeBytes { bytes in
      do throws(Problem) { try sink(bytes) } catch { failure = error }
    }
    buffer.removeAll(keepingCapacity: true)
    if let failure { throw failure }
  }
}
