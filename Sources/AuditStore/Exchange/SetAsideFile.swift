import CanonicalJSON
import SQLite

/// A file of a shared folder that was refused for what it holds. It is not read again until it changes.
package struct SetAsideFile: Equatable, Sendable {
  /// Below the shared folder.
  package var path: String
  package var bytes: Int64
  /// As in `FolderFile`.
  package var stamp: String
  /// What was wrong, for programs and for people.
  package var code: String
  package var reason: String

  package init(path: String, bytes: Int64, stamp: String, code: String, reason: String) {
    self.path = path
    self.bytes = bytes
    self.stamp = stamp
    self.code = code
    self.reason = reason
  }
}

extension SetAsideFile {
  fileprivate var doc: JSONObject {
    ["bytes": .integer(bytes), "code": .string(code), "reason": .string(reason), "stamp": .string(stamp)]
  }

  fileprivate init?(path: String, _ doc: JSONObject) {
    guard let bytes = doc["bytes"]?.integerValue, let stamp = doc["stamp"]?.stringValue,
      let code = doc["code"]?.stringValue, let reason = doc["reason"]?.stringValue
    else { return nil }
    self.init(path: path, bytes: bytes, stamp: stamp, code: code, reason: reason)
  }
}

extension Reader {
  /// The files of a folder that were set aside, by the bytes of their paths.
  package func setAsideFiles(of folder: String) throws -> [[UInt8]: SetAsideFile] {
    var files: [[UInt8]: SetAsideFile] = [:]
    try database.rows("SELECT name, doc FROM exchange WHERE kind = 'aside' AND place = ?", [.text(folder)]) { row in
      let path = row.text(0)
      files[Array(path.utf8)] = RecordJSON.object(row.text(1)).flatMap { SetAsideFile(path: path, $0) }
    }
    return files
  }
}

extension Writer {
  /// Remembers why a file was refused.
  package func setAside(_ file: SetAsideFile, of folder: String) throws {
    let doc = String(decoding: try CanonicalWriter.bytes(of: .object(file.doc)), as: UTF8.self)
    try database.run(
      "INSERT OR REPLACE INTO exchange (kind, place, name, doc) VALUES ('aside', ?, ?, ?)",
      [.text(folder), .text(file.path), .text(doc)])
  }

  package func forgetSetAside(_ path: String, of folder: String) throws {
    try database.run(
      "DELETE FROM exchange WHERE kind = 'aside' AND place = ? AND name = ?", [.text(folder), .text(path)])
  }
}
