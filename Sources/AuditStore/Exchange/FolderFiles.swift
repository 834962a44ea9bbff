import CanonicalJSON
import SQLite

/// A file of a shared folder that was read or written here before.
package struct FolderFile: Equatable, Sendable {
  /// Below the tracker's part of the folder.
  package var path: String
  package var bytes: Int64
  /// File number and time of change: a file that keeps them was not written again.
  package var stamp: String
  package var runs: FactRuns
  /// Of how many of its facts it holds the header alone.
  package var stubs: Int
  /// Whether a signature lay beside it.
  package var isSigned: Bool

  package init(path: String, bytes: Int64, stamp: String, runs: FactRuns, stubs: Int, isSigned: Bool = false) {
    self.isSigned = isSigned
    self.stubs = stubs
    self.path = path
    self.bytes = bytes
    self.stamp = stamp
    self.runs = runs
  }
}

extension FolderFile {
  fileprivate var doc: JSONObject {
    [
      "bytes": .integer(bytes), "runs": .array(runs.words.map { .string($0) }), "stamp": .string(stamp),
      "signed": isSigned ? true : false, "stubs": .integer(Int64(stubs)),
    ]
  }

  fileprivate init?(path: String, _ doc: JSONObject) {
    guard let bytes = doc["bytes"]?.integerValue, let stamp = doc["stamp"]?.stringValue,
      let words = doc["runs"]?.arrayValue, let runs = FactRuns(words: words.compactMap(\.stringValue))
    else { return nil }
    self.init(
      path: path, bytes: bytes, stamp: stamp, runs: runs, stubs: Int(clamping: doc["stubs"]?.integerValue ?? 0),
      isSigned: doc["signed"]?.boolValue ?? false)
  }
}

extension FactRuns {
  /// `<line>:<first>-<last>` for each run: a local number is larger than JSON can say.
  fileprivate var words: [String] {
    runs.map { run in
      let line = FactNumber.line(of: run.lowerBound)
      return "\(line):\(FactNumber.sequence(of: run.lowerBound))-\(FactNumber.sequence(of: run.upperBound))"
    }
  }

  fileprivate init?(words: [String]) {
    var runs: [ClosedRange<Int64>] = []
    for word in words {
      let parts = word.split { $0 == ":" || $0 == "-" }.compactMap { Int64($0) }
      guard parts.count == 3, (0...FactNumber.largestLine).contains(parts[0]), parts[1] <= parts[2],
        (0...FactNumber.largestSequence).contains(parts[1]), parts[2] <= FactNumber.largestSequence
      else { return nil }
      let run =
        FactNumber.make(line: parts[0], sequence: parts[1])...FactNumber.make(line: parts[0], sequence: parts[2])
      runs.append(run)
    }
    self.init(runs)
  }
}

extension Reader {
  /// The files of a folder that are known, by the bytes of their paths: names that look alike are two files.
  package func folderFiles(of folder: String) throws -> [[UInt8]: FolderFile] {
    var files: [[UInt8]: FolderFile] = [:]
    try database.rows("SELECT name, doc FROM exchange WHERE kind = 'file' AND place = ?", [.text(folder)]) { row in
      let path = row.text(0)
      files[Array(path.utf8)] = RecordJSON.object(row.text(1)).flatMap { FolderFile(path: path, $0) }
    }
    return files
  }
}

extension Writer {
  /// Remembers what a file of a folder holds, in the place of what was remembered before.
  package func remember(_ file: FolderFile, of folder: String) throws {
    let doc = String(decoding: try CanonicalWriter.bytes(of: .object(file.doc)), as: UTF8.self)
    try database.run(
      "INSERT OR REPLACE INTO exchange (kind, place, name, doc) VALUES ('file', ?, ?, ?)",
      [.text(folder), .text(file.path), .text(doc)])
  }

  package func forgetFolderFile(_ path: String, of folder: String) throws {
    try database.run(
      "DELETE FROM exchange WHERE kind = 'file' AND place = ? AND name = ?", [.text(folder), .text(path)])
  }
}
