/// Arithmetic on path texts; nothing here looks at the disk.
package enum Paths {
  /// `base/name`, or `name` alone if it is absolute.
  package static func join(_ base: String, _ name: String) -> String {
    if name.utf8.first == UInt8(ascii: "/") || base.isEmpty { return name }
    if name.isEmpty { return base }
    return base.utf8.last == UInt8(ascii: "/") ? base + name : base + "/" + name
  }

  /// The folder that holds a path: `/a` of `/a/b`, `/` of `/a`, `.` of `a`.
  package static func parent(_ path: String) -> String {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    while bytes.count > slash { bytes.removeLast() }
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return bytes.isEmpty ? "/" : String(decoding: bytes, as: UTF8.self)
  }

  /// The last part of a path.
  package static func name(_ path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  /// Whether a path begins at the root.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }
}
