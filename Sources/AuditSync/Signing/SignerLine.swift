import AuditModel

/// One line of `allowed_signers`: `NAME namespaces="a11y-bundle"[,valid-after="..."][,valid-before="..."] KEY
/// [COMMENT]`.
struct SignerLine {
  /// What is wrong with a line, and what to do.
  struct Fault: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
  }

  let name: String
  let key: PublicKey
  let validity: SignerValidity

  /// UTF-8 bytes of a name.
  private static let nameBytes = 128

  /// Nil for an empty line or a comment.
  init?(_ bytes: ArraySlice<UInt8>, localOffset: (Int64) -> Int) throws(Fault) {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let first = bytes.first(where: { !isSpace($0) }), first != UInt8(ascii: "#") else { return nil }
    guard bytes.last != UInt8(ascii: "\r") else { throw Fault("the line ends with CR LF; save the file with LF") }
    guard let text = UTF8Text.decode(bytes) else {
      throw Fault("the line is not UTF-8; save the file as UTF-8")
    }
    let words = text.split(maxSplits: 4) { $0 == " " || $0 == "\t" }.map(String.init)
    name = try Self.name(words[0])
    guard words.count > 1, !PublicKey.isKind(words[1]) else {
      throw Fault("the options are missing; write \(SignerOptions.required) after the name")
    }
    validity = try SignerOptions.validity(words[1], localOffset: localOffset)
    guard words.count > 3 else {
      throw Fault("the key is missing; write the kind and the key from the .pub file after the options")
    }
    key = try Self.key(words[2], words[3])
  }

  private static func name(_ word: String) throws(Fault) -> String {
    // Scalars, not letters: a mark above a star would make another letter of it, and a star it is to the tool.
    let scalars = word.unicodeScalars
    if PublicKey.isKind(word) || scalars.contains("=") || scalars.contains("\"") {
      throw Fault("the name is missing; begin the line with the name of one person")
    }
    if scalars.contains(",") { throw Fault("there are several names; write one line with one key for each person") }
    if scalars.contains(where: { "*?!".unicodeScalars.contains($0) }) {
      throw Fault("the name is a pattern, which matches several people; write a name without * ? and !")
    }
    let isVisible = scalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
        .spaceSeparator:
        false
      default: true
      }
    }
    guard isVisible, word.utf8.count <= nameBytes else {
      throw Fault("the name has invisible characters or is too long; write at most \(nameBytes) visible characters")
    }
    return word
  }

  private static func key(_ kind: String, _ text: String) throws(Fault) -> PublicKey {
    guard PublicKey.isKnown(kind) else {
      throw Fault("unknown kind of key; expected the first word of a .pub file, e.g. ssh-ed25519, and no certificate")
    }
    guard let blob = Base64Text.bytes(Array(text.utf8)), let key = PublicKey(blob: blob), key.kind == kind else {
      throw Fault("the key is damaged; copy the line of the .pub file again")
    }
    return key
  }
}
