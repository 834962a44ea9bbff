import AuditModel
package import Evidence
import Platform

/// The tool of the system that makes small pictures: sips on a Mac, else ImageMagick.
///
/// Without one, a picture that is small already is taken as it is, and any other is left out.
package struct PictureTool: Sendable {
  private enum Tool: Sendable {
    case sips(String)
    case magick(String)
  }

  private let tool: Tool?
  private let environment: [String]
  private static let limit: Int64 = 10_000

  /// Looks for the tools on PATH; folders that are not absolute are passed over.
  package init(environment: (String) -> String?) {
    let path = environment("PATH")
    let magick = ["magick", "convert"].lazy.compactMap { ToolProcess.program($0, in: path) }.first
    tool = ToolProcess.program("sips", in: path).map(Tool.sips) ?? magick.map(Tool.magick)
    self.environment =
      ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"].compactMap { name in environment(name).map { "\(name)=\($0)" } }
      + ["LC_ALL=C"]
  }

  /// A picture for a page.
  ///
  /// - Parameters:
  ///   - bytes: a PNG, JPEG, HEIC, or WebP file.
  ///   - side: of the larger side, in pixels at most.
  ///   - most: bytes at most.
  /// - Returns: nil where none can be made that is small enough.
  package func small(
    _ bytes: [UInt8], side: Int, most: Int
  ) -> (type: EvidenceType, bytes: [UInt8])? {
    guard let type = EvidenceType(of: bytes), [.png, .jpeg, .heic, .webp].contains(type) else { return nil }
    for quality in [75, 45] {
      guard let made = made(bytes, type, side: side, quality: quality), EvidenceType(of: made) == .jpeg else { break }
      if made.count <= most { return (.jpeg, made) }
    }
    return type != .heic && bytes.count <= most ? (type, bytes) : nil
  }

  private func made(_ bytes: [UInt8], _ type: EvidenceType, side: Int, quality: Int) -> [UInt8]? {
    switch tool {
    case nil: return nil
    case .magick(let program):
      // The kind is named, so that the file cannot choose one; the limits keep a hostile one from taking the machine.
      let kind = String(type.rawValue.dropFirst("image/".count))
      let arguments = [
        "-limit", "memory", "512MiB", "-limit", "disk", "0", "\(kind):-[0]", "-auto-orient", "-thumbnail",
        "\(side)x\(side)>",
        "-background", "white", "-alpha", "remove", "-quality", String(quality), "jpeg:-",
      ]
      return output(program, arguments, input: bytes)
    case .sips(let program):
      guard let folder = TemporaryFolder() else { return nil }
      defer { folder.remove() }
      let (given, made) = (folder.path("given"), folder.path("made.jpg"))
      guard Self.write(bytes, to: given) else { return nil }
      let arguments = [
        "-s", "format", "jpeg", "-s", "formatOptions", String(quality), "-Z", String(side), given, "--out", made,
      ]
      guard output(program, arguments, input: []) != nil else { return nil }
      return TemporaryFolder.read(made)
    }
  }

  /// What the tool writes; nil where it fails.
  private func output(_ program: String, _ arguments: [String], input: [UInt8]) -> [UInt8]? {
    let process = ToolProcess(program: program, environment: environment, limit: Self.limit, most: 2 << 20)
    guard let outcome = try? process.run(arguments, input: input), outcome.status == 0 else { return nil }
    return outcome.output
  }

  // MARK: Files of sips

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return bytes.withUnsafeBytes { WholeWrite.all($0, to: file) } == 0
  }
}
