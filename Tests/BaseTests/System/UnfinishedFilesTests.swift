import Testing

@testable import Base

@Suite("Files that are being written")
struct UnfinishedFilesTests {
  /// One more than are noted at a time, and a path that is too long: neither is in the way of the others.
  @Test("A file that has got its name is none of them any more")
  func forgets() {
    let paths = (0..<40).map { "/nowhere/file-\($0)" } + ["/nowhere/" + String(repeating: "x", count: 2_000)]
    for path in paths { UnfinishedFiles.note(path) }
    for path in paths { UnfinishedFiles.forget(path) }
    UnfinishedFiles.note(paths[1])
    defer { UnfinishedFiles.forget(paths[1]) }
    #expect(UnfinishedFiles.noted.contains(paths[1]))
    #expect(!UnfinishedFiles.noted.contains(paths[0]))
  }
}
