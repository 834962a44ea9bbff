/// A signature as `ssh-keygen -Y sign` writes it: the text, and what it says of itself. Whether it is right, the tool
/// must say.
package struct ArmoredSignature: Equatable, Sendable {
  /// UTF-8 bytes of the text. A key of 16384 bits makes 6 kB.
  package static let limit = 64 << 10

  package let text: String
  /// Of the key that the signature names.
  package let fingerprint: String
  /// What the signature was made for.
  package let purpose: String

  private static let opening = "-----BEGIN SSH SIGNATURE-----\n"
  private static let closing = "-----END SSH SIGNATURE-----\n"

  /// Reads the text strictly: one signature, nothing before or behind it.
  ///
  /// - Parameter bytes: of a file or a bundle; anything is allowed, nothing traps.
  /// - Throws: `SigningProblem` of code `malformed`.
  package init(_ bytes: [UInt8]) throws(SigningProblem) {
    guard bytes.count <= Self.limit else {
      throw Self.malformed("it is larger than \(Self.limit) bytes")
    }
    let ends = bytes.last == UInt8(ascii: "\n") ? bytes : bytes + [UInt8(ascii: "\n")]
    guard ends.starts(with: Self.opening.utf8), ends.suffix(Self.closing.utf8.count).elementsEqual(Self.closing.utf8),
      ends.count > Self.opening.utf8.count + Self.closing.utf8.count
    else { throw Self.malformed("it does not begin and end as one") }
    let body = ends.dropFirst(Self.opening.utf8.count).dropLast(Self.closing.utf8.count)
    guard body.last == UInt8(ascii: "\n") else { throw Self.malformed("it does not begin and end as one") }
    // A second signature would have hyphens, which are no letters of base64.
    guard let blob = Base64Text.bytes(body.filter { $0 != UInt8(ascii: "\n") }) else {
      throw Self.malformed("its base64 is damaged")
    }
    try self.init(blob, text: String(decoding: ends, as: UTF8.self))
  }

  private init(_ blob: [UInt8], text: String) throws(SigningProblem) {
    var wire = WireReader(blob)
    guard wire.pass("SSHSIG".utf8) else { throw Self.malformed("it is not an SSH signature") }
    guard wire.number() == 1 else { throw Self.malformed("it has an unknown version") }
    // What is reserved is to be passed over, says the format.
    guard let key = wire.string(), let purpose = wire.name(), wire.string() != nil, let hash = wire.name(),
      let signature = wire.string(), wire.isAtEnd, !signature.isEmpty
    else { throw Self.malformed("parts of it are missing") }
    guard hash == "sha256" || hash == "sha512" else { throw Self.malformed("it has an unknown hash") }
    var kind = WireReader(key)
    guard kind.name()?.isEmpty == false else { throw Self.malformed("it does not name its key") }
    self.text = text
    self.purpose = purpose
    fingerprint = PublicKey.fingerprint(of: key)
  }

  private static func malformed(_ reason: String) -> SigningProblem {
    SigningProblem(.malformed, "cannot read the signature: \(reason); ask the sender for the .sig file again")
  }
}
