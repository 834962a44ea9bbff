/// The file `allowed_signers`: the keys of the people. It is next to the tracker, and only the user of this machine
/// changes it.
///
/// The program checks every line itself. `ssh-keygen` skips lines that it cannot read, takes patterns for names
/// (`*@team` is anyone), and reads the file again each time; it gets only lines that were checked here.
package struct AllowedSigners: Equatable, Sendable {
  /// One line.
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
    places = Dictionary(
      signers.indices.map { (signers[$0].key.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The line that has the key.
  package func signer(fingerprint: String) -> Signer? { places[fingerprint].map { signers[$0] } }

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
