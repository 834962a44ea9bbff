import CanonicalJSON
import DemoData

/// The data of the demo, stored in the program itself. `DemoData.h` lists what is real and what is invented.
enum DemoFiles {
  /// One row of the components.
  struct Entry {
    var key: String
    var kind: String
    var source: String
    var screens: [String]
    var owner: String
    /// Whether the app had it at the last of the nine points in time.
    var isInLastRound: Bool
  }

  /// A point in the app's history.
  struct Round {
    var time: String
    var build: String
    /// The input of `a11y log -`.
    var results: [UInt8]
  }

  static var components: [Entry] {
    rows(demo_components()).dropFirst().compactMap { fields in
      guard fields.count == 6 else { return nil }
      return Entry(
        key: fields[0], kind: fields[1], source: fields[2], screens: fields[3].split(separator: ",").map(String.init),
        owner: fields[4], isInLastRound: fields[5] == "yes")
    }
  }

  static var rounds: [Round] {
    rows(demo_rounds()).enumerated().compactMap { index, fields in
      guard fields.count == 2 else { return nil }
      return Round(time: fields[0], build: fields[1], results: bytes(demo_round(index + 1)))
    }
  }

  static var release: [UInt8] { bytes(demo_release()) }

  static func registers() throws -> JSONValue { try JSONReader.parse(bytes(demo_registers())) }

  private static func bytes(_ file: demo_file) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.bytes == nil ? 0 : file.count))
  }

  private static func rows(_ file: demo_file) -> [[String]] {
    bytes(file).split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
