import Platform

/// Names of files by a pattern, as a shell finds them: `*`, `?`, and `[...]` within a part of a path.
package enum FileNames {
  /// The paths that match, in the order of their bytes; none is no error.
  package static func matching(_ pattern: String) -> [String] {
    let parts = pattern.split(separator: "/").map(String.init)
    var found = [pattern.hasPrefix("/") ? "/" : ""]
    for (place, part) in parts.enumerated() {
      found = found.flatMap { folder -> [String] in
        // What is no pattern need not be readable as a list.
        guard part.contains(where: { "*?[".contains($0) }) else {
          let path = Paths.join(folder, part)
          return place + 1 < parts.count || access(path, F_OK) == 0 ? [path] : []
        }
        return names(in: folder.isEmpty ? "." : folder).filter { fnmatch(part, $0, FNM_PERIOD) == 0 }
          .map { Paths.join(folder, $0) }
      }
    }
    return parts.isEmpty ? [] : found
  }

  /// The names in a folder, in the order of their bytes; empty where it cannot be listed.
  package static func names(in folder: String) -> [String] { listing(of: folder) ?? [] }

  /// The names in a folder; nil where it cannot be listed.
  package static func listing(of folder: String) -> [String]? {
    guard let listing = opendir(folder) else { return nil }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
