/// Where the bytes of a bundle come from.
package struct ByteSource {
  /// Puts at most as many bytes as fit into the buffer and returns how many; 0 is the end. Throws `BundleProblem`.
  package let read: (UnsafeMutableRawBufferPointer) throws -> Int
  /// How many bytes there are; nil where that is not known before the end.
  package let size: Int?

  package init(size: Int? = nil, read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
    self.size = size
    self.read = read
  }

  /// Bytes in memory, handed out in pieces of at most `piece`.
  package init(bytes: [UInt8], piece: Int = .max) {
    var position = 0
    self.init(size: bytes.count) { buffer in
      let count = min(buffer.count, bytes.count - position, max(1, piece))
      bytes.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<(position + count)]))
      }
      position += count
      return count
    }
  }
}
