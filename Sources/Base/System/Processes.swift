/// What it takes to start another program.
package enum Spawning {
  #if canImport(Darwin)
    package static func actions() -> posix_spawn_file_actions_t? { nil }
    package static func attributes() -> posix_spawnattr_t? { nil }
    package static let newSession = Int32(POSIX_SPAWN_SETSID)
  #else
    package static func actions() -> posix_spawn_file_actions_t { .init() }
    package static func attributes() -> posix_spawnattr_t { .init() }
    /// `POSIX_SPAWN_SETSID`, which the headers show to GNU programs only.
    package static let newSession: Int32 = 0x80
  #endif

  /// The environment of this process, as a child takes it over.
  package static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      // Darwin's headers declare no `environ`.
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }
}

package enum Clock {
  /// Nanoseconds on a monotonic clock, which is never set.
  package static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  /// Milliseconds since 1970, as the machine's clock has them.
  package static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000 &+ Int64(time.tv_nsec / 1_000_000)
  }
}

/// The hardware's UUID on macOS, in hexadecimal. Nil elsewhere, where the system keeps an identity in a file.
package func hardwareIdentity() -> String? {
  #if canImport(Darwin)
    var identifier = [UInt8](repeating: 0, count: 16)
    var wait = timespec(tv_sec: 1, tv_nsec: 0)
    guard gethostuuid(&identifier, &wait) == 0 else { return nil }
    return identifier.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  #else
    return nil
  #endif
}

// The C library of the system. No other file imports it: who needs it imports this room, and what the systems do
// differently stands in this room alone.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

/// The system's words for its error numbers.
package enum SystemText {
  package static func of(_ error: Int32) -> String {
    guard let text = strerror(error) else { return "error \(error)" }
    return String(cString: text)
  }
}
