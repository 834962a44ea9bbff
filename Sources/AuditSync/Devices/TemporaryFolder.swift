import Platform

/// A folder of this user alone, for the files of a tool.
package struct TemporaryFolder {
  private let folder: String

  /// Nil where none can be made.
  package init?() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/a11y-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Removes the folder with its files.
  package func remove() {
    for entry in (try? Directory.all(of: folder)) ?? [] { unlink(path(entry.name)) }
    rmdir(folder)
  }

  /// At most 2 MiB of a file; nil where it cannot be opened.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 2 << 20)
    let count = fread(&buffer, 1, buffer.count, file)
    return Array(buffer.prefix(count))
  }
}
