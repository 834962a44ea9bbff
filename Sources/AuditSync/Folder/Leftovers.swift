import Platform

/// Incomplete files of an interrupted sync. No machine reads them, but a git work tree would commit them, and they
/// may hold what is erased later.
enum Leftovers {
  /// Seconds after which no exchange is still writing a file: each of them takes some seconds.
  private static let age = 600

  /// Removes them from one machine's part of a shared folder.
  static func remove(from part: String) {
    // A part that cannot be read is found out by those who need it.
    guard let entries = try? Directory.all(of: part) else { return }
    let now = time(nil)
    for entry in entries
    where entry.kind == .file && entry.name.hasPrefix(".\(SharedFolder.unnamed).") && entry.name.hasSuffix(".tmp") {
      // The clock of a network drive may be far off, in either direction.
      let (difference, overflows) = now.subtractingReportingOverflow(entry.changed)
      if overflows || difference.magnitude > age { unlink("\(part)/\(entry.name)") }
    }
  }
}
