import Arguments
import AuditModel
import AuditReports
import AuditStore
import Evidence
import Terminal
import TrackerAccess

/// Copies of evidence files in a folder next to a page: `report-evidence` next to `report.html`.
struct EvidenceCopy {
  private let path: String
  private let files: any FileAccess
  /// As the page names it.
  private let name: String

  /// - Throws: usage for a page on standard output.
  init(beside page: String, _ context: Context) throws {
    guard page != "-" else {
      throw Problem.usage(
        "output.folder", "--with-evidence requires a page in a file", hints: ["Specify --html FILE."])
    }
    let file = Paths.name(page)
    let stem = file.hasSuffix(".html") ? String(file.dropLast(".html".count)) : file
    name = stem + "-evidence"
    path = Paths.join(Paths.parent(try context.world.absolute(page)), name)
    files = context.world.files
  }

  /// Copies a file unless it is there.
  ///
  /// - Returns: its address, relative to the page; nil where the file is missing.
  func link(_ evidence: NewEvidence, from folder: EvidenceFolder) throws -> String? {
    let file = "\(evidence.digestText.prefix(8))-\(EvidenceName.safe(evidence.name, type: evidence.type))"
    if EvidenceFolder.content(of: "\(path)/\(file)", evidence.digest) == nil {
      guard folder.holds(evidence.digest, bytes: evidence.bytes) else { return nil }
      try files.createDirectory(path)
      guard try folder.save(evidence.digest, into: path, as: { _ in file }) != nil else { return nil }
    }
    return "\(Self.escaped(name))/\(Self.escaped(file))"
  }

  /// The bytes outside letters, digits, and `-._~` as `%XX`.
  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        return String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }.joined()
  }
}
