package import AuditModel
import CanonicalJSON

extension Check {
  /// Eight hexadecimal digits that change when, and only when, what a tester judges by changes.
  ///
  /// They open the SHA-256 of the canonical JSON of title, how, expected, method and measurement. Impact, scope,
  /// criteria, sources, who is affected and how to repair are left out: they decide no outcome. A result keeps
  /// the text version it was given against, so this form is frozen.
  package var textVersion: String {
    let judged: JSONValue = [
      "title": .string(title), "how": .string(how), "expected": .string(expected),
      "method": .string(method.rawValue), "measurement": measurement?.fact ?? .null,
    ]
    // Cannot fail for a check that was read by this room: its texts are short and hold no NUL.
    let bytes = (try? CanonicalWriter.bytes(of: judged)) ?? []
    return String(SHA256.digest(of: bytes).hex.prefix(8))
  }
}
