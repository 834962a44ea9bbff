import Platform

/// Copies that were not finished: a backup that is killed leaves a file with everything in it, wherever it was to go. So a
/// small file beside the tracker names it as long as it is written.
enum UnfinishedCopy {
  private static let ending = ".copying-"

  /// - Returns: the file to remove when the copy has its name or is gone.
  static func begin(_ copy: String, beside path: String) -> String {
    let sign = path + ending + String(UInt64.random(in: .min ... .max), radix: 36)
    UnfinishedFiles.note(sign)
    FileState.write(Array(copy.utf8), to: sign)
    return sign
  }

  /// What is left of them, and what names it.
  static func all(beside path: String) -> [(copy: String, sign: String)] {
    let folder = FileState.folder(of: path)
    return FileState.names(in: folder, beginningWith: FileState.name(of: path) + ending).compactMap { name in
      let sign = "\(folder)/\(name)"
      guard let bytes = FileState.read(sign, limit: 4_096) else { return nil }
      return (String(decoding: bytes, as: UTF8.self), sign)
    }
  }
}
