package import Base

/// The file `allowed_signers`: the keys of the people. It is next to the tracker, and only the user of this machine
/// changes it.
///
/// The program checks every line itself. `ssh-keygen` skips lines that it cannot read, takes patterns for names
/// (`*@team` is anyone), and reads the file again each time; it gets only lines that were checked here.
package struct AllowedSigners: Equatable, Sendable {
  package struct Signer: Equatable, Sendable {
    /// From 1.
    package let line: Int
    package let name: String
    package let key: PublicKey
    package let validity: SignerValidity
  }

  package static let fileName = "allowed_signers"
  /// Bytes of the file.
  static let limit = 1 << 20

  /// In the order of the file.
  package let signers: [Signer]
  private let places: [String: Int]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: of a regular file of at most 1 MiB, not a link.
  ///   - localOffset: seconds that local time is ahead of UTC at a moment in milliseconds; for times without Z.
  /// - Throws: `SigningProblem` of code `allowedSigners`: why the file cannot be read, or its first bad line. Nothing is
  ///   used of a file with a bad line.
  package init(path: String, localOffset: (Int64) -> Int) throws(SigningProblem) {
    try self.init(try Self.content(of: path), localOffset: localOffset)
  }

  /// As a file of these bytes.
  package init(_ bytes: [UInt8], localOffset: (Int64) -> Int) throws(SigningProblem) {
    let signers = try Self.judge(bytes, localOffset: localOffset)
    self.signers = signers
    places = Dictionary(firstOf: signers.indices.map { (signers[$0].key.fingerprint, $0) })
  }

  /// The line that has the key.
  package func signer(fingerprint: String) -> Signer? { places[fingerprint].map { signers[$0] } }

  /// Of all people with a key, by the fingerprints.
  package var names: [String: String] { Dictionary(firstOf: signers.map { ($0.key.fingerprint, $0.name) }) }

  private static func content(of path: String) throws(SigningProblem) -> [UInt8] {
    do throws(PlainFile.Failure) {
      return try PlainFile.content(of: path, limit: limit)
    } catch {
      throw SigningProblem(.allowedSigners, "cannot read \(path): \(error.words)")
    }
  }

  private static func judge(
    _ bytes: [UInt8], localOffset: (Int64) -> Int
  ) throws(SigningProblem) -> [Signer] {
    var signers: [Signer] = []
    var lines: [PublicKey: Int] = [:]
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let line = index + 1
      do throws(SignerLine.Fault) {
        guard let read = try SignerLine(part, localOffset: localOffset) else { continue }
        if let earlier = lines[read.key] {
          throw .init("the key is already in line \(earlier); remove one of the lines")
        }
        lines[read.key] = line
        signers.append(Signer(line: line, name: read.name, key: read.key, validity: read.validity))
      } catch {
        throw SigningProblem(.allowedSigners, error.sentence, line: line)
      }
    }
    return signers
  }
}

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

/// The options of a line of `allowed_signers`. The tool knows more of them and more spellings; here each has one.
enum SignerOptions {
  static let required = "namespaces=\"\(SSHKeygen.purpose)\""

  /// What the options say of time.
  ///
  /// - Throws: what is wrong: the purpose is missing or another one, an option is unknown or comes twice, or a time is
  ///   none.
  static func validity(_ word: String, localOffset: (Int64) -> Int) throws(SignerLine.Fault) -> SignerValidity {
    var values: [String: String] = [:]
    for option in word.split(separator: ",", omittingEmptySubsequences: false) {
      let (name, value) = try read(String(option))
      guard values.updateValue(value, forKey: name) == nil else {
        throw .init("\(name) is repeated; remove one of them")
      }
    }
    guard values["namespaces"] != nil else {
      throw .init("\(required) is missing; without it the key can sign for any purpose")
    }
    let validity = SignerValidity(
      after: try time("valid-after", values, localOffset), before: try time("valid-before", values, localOffset))
    if let after = validity.after, let before = validity.before, before <= after {
      throw .init("valid-before is not later than valid-after; correct one of them")
    }
    return validity
  }

  private static func read(_ option: String) throws(SignerLine.Fault) -> (name: String, value: String) {
    if option == required { return ("namespaces", SSHKeygen.purpose) }
    if option == "cert-authority" {
      throw .init("cert-authority lets others say who signs; write the key of one person")
    }
    if option.hasPrefix("namespaces=") || option == "namespaces" {
      throw .init("the key is for other purposes; write exactly \(required)")
    }
    for name in ["valid-after", "valid-before"] where option.hasPrefix(name) {
      let rest = option.dropFirst(name.count)
      guard rest.hasPrefix("=\""), rest.hasSuffix("\""), rest.utf8.count >= 3 else {
        throw .init("\(name) needs a time in quotes, e.g. \(name)=\"20270101Z\"")
      }
      return (name, String(rest.dropFirst(2).dropLast()))
    }
    throw .init("unknown option; expected \(required), valid-after or valid-before, separated by commas only")
  }

  private static func time(
    _ name: String, _ values: [String: String], _ localOffset: (Int64) -> Int
  ) throws(SignerLine.Fault) -> Timestamp? {
    guard let value = values[name] else { return nil }
    guard let time = SignerValidity.moment(value, localOffset: localOffset) else {
      throw .init("invalid time in \(name); expected YYYYMMDD or YYYYMMDDhhmmss, with Z for UTC")
    }
    return time
  }
}

/// From when to when a line of `allowed_signers` lets its key sign. The verifier's clock decides: signatures have none.
package struct SignerValidity: Equatable, Sendable {
  /// The first moment.
  package var after: Timestamp?
  /// The last moment.
  package var before: Timestamp?

  enum Timing { case valid, early, late }

  func standing(at time: Timestamp) -> Timing {
    if let before, time > before { return .late }
    if let after, time < after { return .early }
    return .valid
  }

  /// What a message says of the end: ` on 2026-03-01T00:00:00Z`.
  var end: String { before.map { " on \($0.iso8601Second)" } ?? "" }

  /// What a message says of the start: ` before 2026-03-01T00:00:00Z`.
  var start: String { after.map { " before \($0.iso8601Second)" } ?? "" }

  /// A moment as the options of the file and of the tool name it: `20260301000000Z`.
  static func text(_ time: Timestamp) -> String {
    time.iso8601Second.filter { $0.isASCII && $0.isNumber } + "Z"
  }

  /// The moment that `YYYYMMDD[hhmm[ss]][Z]` names; without Z in local time, as the tool has it. Nil for anything else.
  ///
  /// - Parameter localOffset: seconds that local time is ahead of UTC at a moment in milliseconds.
  static func moment(_ text: String, localOffset: (Int64) -> Int) -> Timestamp? {
    let isUTC = text.utf8.last == UInt8(ascii: "Z")
    let digits = Array(text.utf8.dropLast(isUTC ? 1 : 0))
    guard [8, 12, 14].contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    let padded = digits + Array(repeating: UInt8(ascii: "0"), count: 14 - digits.count)
    func part(_ range: Range<Int>) -> String { String(decoding: padded[range], as: UTF8.self) }
    let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    let clock = "\(part(8..<10)):\(part(10..<12)):\(part(12..<14))"
    let reading = try? Timestamp.read("\(date)T\(clock)\(isUTC ? "Z" : "")", localOffset: localOffset)
    // The tool takes 0 for a time that is not given.
    guard let time = reading?.timestamp, time.milliseconds > 0 else { return nil }
    return time
  }
}

/// The list of keys that are valid no more, because they were lost or stolen: a list of public keys, one a line, or a
/// KRL that `ssh-keygen -k` has made.
package struct RevokedKeys: Equatable, Sendable {
  package let path: String
  /// The fingerprints that a plain list names; nil for a KRL, which only the tool can read.
  let fingerprints: Set<String>?

  static let limit = 8 << 20
  private static let magic = Array("SSHKRL\n\0".utf8)

  /// Reads and judges the file: with a line that it cannot read the tool would call every key revoked.
  ///
  /// - Parameter path: of a regular file of at most 8 MiB, not a link.
  /// - Throws: `SigningProblem` of code `revokedKeys`: why the file cannot be read, or its first bad line.
  package init(path: String) throws(SigningProblem) {
    self.path = path
    let bytes: [UInt8]
    do throws(PlainFile.Failure) {
      bytes = try PlainFile.content(of: path, limit: Self.limit)
    } catch {
      throw SigningProblem(.revokedKeys, "cannot read \(path): \(error.words)")
    }
    fingerprints = bytes.starts(with: Self.magic) ? nil : try Self.list(bytes)
  }

  private static func list(_ bytes: [UInt8]) throws(SigningProblem) -> Set<String> {
    var keys: Set<String> = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.split { $0 == 0x20 || $0 == 0x09 }
      guard let kind = words.first, kind.first != UInt8(ascii: "#") else { continue }
      guard words.count > 1, let blob = Base64Text.bytes(words[1]), let key = PublicKey(blob: blob),
        kind.elementsEqual(key.kind.utf8)
      else {
        throw SigningProblem(
          .revokedKeys, "expected a public key; write the line of its .pub file, without a name or options",
          line: index + 1)
      }
      keys.insert(key.fingerprint)
    }
    return keys
  }
}

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
