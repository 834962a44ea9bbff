import Platform

/// Clock, random numbers and machine.
enum LiveHost {
  static func now() -> Int64 { Clock.milliseconds }

  /// The standard library asks `getrandom` or `arc4random_buf`.
  static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }

  /// `localtime_r` uses the zone of `TZ` or of the machine, with its history.
  static func localOffset(_ milliseconds: Int64) -> Int {
    var seconds = time_t(milliseconds / 1_000)
    var local = tm()
    tzset()
    guard localtime_r(&seconds, &local) != nil else { return 0 }
    return local.tm_gmtoff
  }

  static func name() -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let result = bytes.withUnsafeMutableBytes { buffer -> Int32 in
      guard let start = buffer.baseAddress else { return -1 }
      return gethostname(start.assumingMemoryBound(to: CChar.self), buffer.count - 1)
    }
    guard result == 0 else { return "unknown" }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// `/etc/machine-id` on Linux, the hardware's UUID on macOS, and the host name without either.
  static func identity(files: LiveFiles) -> String {
    if let identity = hardwareIdentity() { return identity }
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      guard let bytes = try? files.readFile(path, limit: 256) else { continue }
      let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
      if !text.isEmpty { return text }
    }
    return name()
  }

  static func currentDirectory() throws(Problem) -> String {
    guard let pointer = getcwd(nil, 0) else {
      throw Problem(
        .notFound, code: "folder.current", "the current folder no longer exists: \(SystemText.of(errno))",
        hints: ["Run the command again in an existing folder."])
    }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
