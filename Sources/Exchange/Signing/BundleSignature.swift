package import Base
package import Store

/// The file `NAME.json.sig` beside a bundle `NAME.json`.
package enum BundleSignature {
  package static let ending = ".sig"

  /// Where the signature of a bundle lies.
  package static func path(of bundle: String) -> String { bundle + ending }

  /// The bundle that a signature's path belongs to; nil where the path is not one of a signature.
  package static func bundle(of path: String) -> String? {
    guard path.utf8.count > ending.utf8.count, path.hasSuffix(".json" + ending) else { return nil }
    return String(path.dropLast(ending.utf8.count))
  }

  /// The bytes beside a bundle; nil where there is no such file. What they are, `ArmoredSignature` says.
  ///
  /// - Throws: `SigningProblem` of code `signatureFile` for a link, anything but a regular file, more than 64 KiB, or
  ///   a file that cannot be read.
  package static func read(beside bundle: String) throws(SigningProblem) -> [UInt8]? {
    do throws(PlainFile.Failure) {
      return try PlainFile.content(of: path(of: bundle), limit: ArmoredSignature.limit)
    } catch {
      if error == .missing { return nil }
      throw SigningProblem(.signatureFile, "cannot read \(path(of: bundle)): \(error.words)")
    }
  }

  /// Writes the file: there whole and durable, or not at all.
  ///
  /// - Parameter replacing: whether a file of that name gives way; otherwise it stays, and the problem is `exists`.
  /// - Throws: `BundleProblem` with the path and what is needed; then nothing is left behind.
  package static func write(
    _ signature: ArmoredSignature, beside bundle: String, replacing: Bool = false
  ) throws(BundleProblem) {
    let name = OutputName(path: path(of: bundle))
    try name.check(replacing: replacing)
    try name.write(Array(signature.text.utf8), replacing: replacing)
  }
}

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
    (self.text, self.purpose) = (text, purpose)
    fingerprint = PublicKey.fingerprint(of: key)
  }

  private static func malformed(_ reason: String) -> SigningProblem {
    SigningProblem(.malformed, "cannot read the signature: \(reason); ask the sender for the .sig file again")
  }
}

/// A public key of OpenSSH: its kind, and the bytes that its fingerprint is made of.
package struct PublicKey: Hashable, Sendable {
  /// As in `ssh-ed25519`.
  package let kind: String
  package let blob: [UInt8]

  /// The kinds that may sign, and of how many strings each is made. Certificates are none of them: who they let in is
  /// decided by another key.
  private static let kinds = [
    "ssh-ed25519": 2, "sk-ssh-ed25519@openssh.com": 3, "ssh-rsa": 3, "ecdsa-sha2-nistp256": 3,
    "ecdsa-sha2-nistp384": 3, "ecdsa-sha2-nistp521": 3, "sk-ecdsa-sha2-nistp256@openssh.com": 4,
  ]

  /// Whether a word could be the kind of a key, known or not.
  static func isKind(_ word: String) -> Bool {
    ["ssh-ed25519", "ssh-rsa", "ssh-dss", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"].contains { word.hasPrefix($0) }
  }

  static func isKnown(_ kind: String) -> Bool { kinds[kind] != nil }

  /// Nil for bytes that are not one whole key of a known kind.
  package init?(blob: [UInt8]) {
    var wire = WireReader(blob)
    guard let kind = wire.name(), let parts = Self.kinds[kind] else { return nil }
    for _ in 1..<parts {
      guard let part = wire.string(), !part.isEmpty else { return nil }
    }
    guard wire.isAtEnd else { return nil }
    (self.kind, self.blob) = (kind, blob)
  }

  /// As OpenSSH shows it: `SHA256:` and 43 letters.
  package var fingerprint: String { Self.fingerprint(of: blob) }

  /// The fingerprint of any key's bytes.
  static func fingerprint(of blob: [UInt8]) -> String {
    "SHA256:" + SHA256.digest(of: blob).withBytes { Base64Text.text($0, padded: false) }
  }

  /// Whether a text has the form of a fingerprint.
  package static func isFingerprint(_ text: String) -> Bool {
    let prefix = "SHA256:"
    guard text.utf8.starts(with: prefix.utf8), text.utf8.count == prefix.utf8.count + 43 else { return false }
    return Base64Text.bytes(Array(text.utf8.dropFirst(prefix.utf8.count)) + [UInt8(ascii: "=")]) != nil
  }
}

/// Walks over SSH's binary form (RFC 4251): numbers of four bytes, and strings with their length before them.
struct WireReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func pass(_ literal: some Collection<UInt8>) -> Bool {
    guard rest.starts(with: literal) else { return false }
    rest = rest.dropFirst(literal.count)
    return true
  }

  /// Nil where fewer than four bytes are left.
  mutating func number() -> UInt32? {
    guard rest.count >= 4 else { return nil }
    let value = rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    rest = rest.dropFirst(4)
    return value
  }

  /// Nil where fewer bytes are left than the length says.
  mutating func string() -> [UInt8]? {
    guard let length = number(), rest.count >= Int(length) else { return nil }
    let value = Array(rest.prefix(Int(length)))
    rest = rest.dropFirst(Int(length))
    return value
  }

  /// A string of visible ASCII; nil for any other.
  mutating func name() -> String? {
    guard let bytes = string(), bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The text that is signed: which bundle of which tracker this is, and how far each of the signer's chains in it goes.
///
///     a11y-bundle 1
///     tracker T
///     digest D
///     author R N IDENTITY
///
/// One `author` line for each replica of the signer in the bundle, in the order of their bytes, which may be none; each
/// line ends with LF. A text has one
/// spelling, so that what was signed can be kept in parts and spelled again.
package struct SignedHeads: Equatable, Sendable {
  /// Authors of one text.
  static let authors = 0...4096

  package let tracker: String
  /// Of the bundle.
  package let digest: Digest
  package let authors: [ChainHead]

  /// Nil for too many authors, one that comes twice, or names and numbers that no bundle has.
  package init?(tracker: String, digest: Digest, authors: [ChainHead]) {
    let sorted = authors.sorted { $0.replica.utf8.lexicographicallyPrecedes($1.replica.utf8) }
    guard FactForm.isReplica(tracker.utf8), Self.authors.contains(authors.count),
      sorted.allSatisfy({ FactForm.isReplica($0.replica.utf8) && FactForm.sequences.contains($0.sequence) }),
      zip(sorted, sorted.dropFirst()).allSatisfy({ $0.replica != $1.replica })
    else { return nil }
    (self.tracker, self.digest, self.authors) = (tracker, digest, sorted)
  }

  package var text: String {
    var text = "a11y-bundle 1\ntracker \(tracker)\ndigest \(digest.hex)\n"
    for author in authors { text += "author \(author.replica) \(author.sequence) \(author.identity.hex)\n" }
    return text
  }

  /// The bytes to sign or to verify.
  package var bytes: [UInt8] { Array(text.utf8) }
}

extension SignedHeads {
  /// Reads a text that says exactly this in exactly this spelling.
  ///
  /// - Parameter bytes: anything is allowed, nothing traps.
  /// - Throws: `SigningProblem` of code `malformed` with the line.
  package init(reading bytes: [UInt8]) throws(SigningProblem) {
    // No line is longer than one of an author: three words, a replica, a number of 13 digits and a digest.
    guard bytes.count <= (Self.authors.upperBound + 3) * 128, bytes.last == UInt8(ascii: "\n") else {
      throw Self.malformed(nil, "a text of lines, each with LF")
    }
    let lines = bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) }
    guard lines.count >= 3 else { throw Self.malformed(nil, "at least three lines") }
    guard Self.words(lines[0]) == ["a11y-bundle", "1"] else { throw Self.malformed(1, "a11y-bundle 1") }
    let tracker = Self.words(lines[1])
    guard tracker.count == 2, tracker[0] == "tracker" else { throw Self.malformed(2, "tracker T") }
    let digest = Self.words(lines[2])
    guard digest.count == 2, digest[0] == "digest", let value = Digest(hex: digest[1]) else {
      throw Self.malformed(3, "digest D")
    }
    var authors: [ChainHead] = []
    for (index, line) in lines.enumerated().dropFirst(3) {
      let words = Self.words(line)
      guard words.count == 4, words[0] == "author", let number = Int64(words[2]), let identity = Digest(hex: words[3])
      else { throw Self.malformed(index + 1, "author R N IDENTITY") }
      authors.append(ChainHead(replica: words[1], sequence: number, identity: identity))
    }
    guard let made = SignedHeads(tracker: tracker[1], digest: value, authors: authors), made.bytes == bytes else {
      throw Self.malformed(nil, "one spelling: names, numbers and order as in the bundle")
    }
    self = made
  }

  private static func words(_ line: [ArraySlice<UInt8>]) -> [String] {
    line.prefix(5).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func malformed(_ line: Int?, _ expected: String) -> SigningProblem {
    SigningProblem(.malformed, "cannot read the signed text; expected \(expected)", line: line)
  }
}
