import AuditStore
import Platform

/// Small files that are read whole: regular ones alone, never through a link, and never more than is allowed.
enum PlainFile {
  /// Why a file was not read, in words for a sentence.
  enum Failure: Error, Equatable {
    case missing
    case unusable(String)

    var words: String {
      switch self {
      case .missing: "the file does not exist"
      case .unusable(let words): words
      }
    }
  }

  static func content(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    var info = stat()
    guard lstat(path, &info) == 0 else { throw failure(errno) }
    try check(info, limit)
    // Between the look and the opening something else may have come into its place: then this neither follows nor
    // waits, and the second look sees it.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw failure(errno) }
    defer { close(file) }
    guard fstat(file, &info) == 0 else { throw failure(errno) }
    try check(info, limit)
    return try all(of: file, limit)
  }

  private static func all(of file: Int32, _ limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = piece.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(errno)
      }
      if count == 0 { return bytes }
      bytes += piece.prefix(count)
      // It may grow while it is read.
      guard bytes.count <= limit else { throw .unusable("it is larger than \(limit) bytes") }
    }
  }

  private static func check(_ info: stat, _ limit: Int) throws(Failure) {
    switch info.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw .unusable("it is a symbolic link; put the file itself there")
    case S_IFDIR: throw .unusable("it is a folder")
    default: throw .unusable("it is a device or a pipe")
    }
    guard info.st_size <= limit else { throw .unusable("it is larger than \(limit) bytes") }
  }

  private static func failure(_ error: Int32) -> Failure {
    switch error {
    case ENOENT, ENOTDIR: .missing
    case ELOOP: .unusable("it is a symbolic link; put the file itself there")
    default: .unusable(SystemText.of(error))
    }
  }
}
