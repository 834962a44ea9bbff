package import Audit
import Base
package import Store

/// Evidence files on their way to others: beside a bundle, or in one machine's part of a shared folder.
///
///     <tree>/ab/<sha256>
///
/// A file is there whole and under its digest, or not at all, and never changes. No name that stands in a bundle is
/// ever a part of a path.
package struct EvidenceTree {
  package let path: String

  init(path: String) { self.path = path }

  /// The one that belongs to a bundle: `kids.a11y.evidence` for `kids.a11y.json`.
  package init(beside bundle: String) {
    let ending = ".json"
    let hasEnding = bundle.utf8.count > ending.utf8.count && bundle.hasSuffix(ending)
    path = (hasEnding ? String(bundle.dropLast(ending.count)) : bundle) + ".evidence"
  }

  package func path(of file: NewEvidence) -> String { path(of: file.digestText) }

  private func path(of digest: String) -> String { "\(path)/\(digest.prefix(2))/\(digest)" }

  /// Whether a regular file of that name and size is there; what is in it is not read.
  package func holds(_ file: NewEvidence) -> Bool {
    let entry = Directory.entry(path(of: file), name: "")
    return entry?.kind == .file && entry?.bytes == file.bytes
  }

  /// Puts a copy of a file there, unless it is there.
  ///
  /// - Returns: false where the tracker's own file is missing, or is not what its name says.
  /// - Throws: `BundleProblem` of code `unwritable`.
  package func put(_ file: NewEvidence, from folder: EvidenceFolder) throws(BundleProblem) -> Bool {
    if holds(file), EvidenceFolder.content(of: path(of: file), file.digest) != nil { return true }
    guard let bytes = folder.content(file.digest) else { return false }
    let name = OutputName(path: path(of: file))
    for folder in [path, name.folder] { try Self.make(folder) }
    // What has the name is damaged: its size or its digest is another.
    try name.write(bytes, replacing: true)
    return true
  }

  /// Makes a folder unless it is there.
  static func make(_ folder: String) throws(BundleProblem) {
    switch Directory.kind(of: folder) {
    case .folder: return
    case .missing:
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw OutputName.problem(errno, folder) }
    default: throw BundleProblem(.kind, "\(folder) is not a folder; it was not changed")
    }
  }

  /// The files that are there, by their digests; links, and what has another name, are passed over.
  func files() -> [Digest: Directory.Entry] {
    var found: [Digest: Directory.Entry] = [:]
    guard Directory.kind(of: path) == .folder, let folders = try? Directory.entries(of: path) else { return [:] }
    for folder in folders where folder.kind == .folder && folder.name.utf8.count == 2 {
      for file in (try? Directory.entries(of: "\(path)/\(folder.name)")) ?? [] where file.kind == .file {
        if let digest = Digest(hex: file.name), digest.hex.hasPrefix(folder.name) { found[digest] = file }
      }
    }
    return found
  }

  func remove(_ digest: Digest) throws(BundleProblem) { try Directory.remove(path(of: digest.hex)) }
}

/// Where the evidence files of a bundle are that is imported.
package protocol EvidenceSource {
  /// Whether a file of that name and size is there; what is in it is not read.
  func holds(_ file: NewEvidence) -> Bool
  /// - Returns: false where there is no such file, or where it is not what its name says.
  func take(_ file: NewEvidence, into folder: EvidenceFolder) throws -> Bool
}

extension EvidenceTree: EvidenceSource {
  package func take(_ file: NewEvidence, into folder: EvidenceFolder) throws -> Bool {
    try folder.take(path(of: file), file)
  }
}

/// What became of the evidence files of one bundle.
package struct EvidenceCount: Equatable, Sendable {
  /// Files that were copied.
  package var copied = 0
  /// Files that are named and are still missing.
  package var missing = 0

  package init() {}
}

extension EvidenceTree {
  /// Writes the files that a bundle lists beside it.
  ///
  /// - Throws: `BundleProblem` of code `unwritable`.
  package func write(_ summary: BundleSummary, from folder: EvidenceFolder) throws(BundleProblem) -> EvidenceCount {
    var count = EvidenceCount()
    for entry in summary.evidence {
      if try put(entry.file, from: folder) { count.copied += 1 } else { count.missing += 1 }
    }
    return count
  }

  /// The files next to a bundle that do not match their names, which are digests.
  package func damaged(_ summary: BundleSummary) -> [String] {
    summary.evidence.filter { entry in
      Directory.kind(of: path(of: entry.file)) != .missing
        && EvidenceFolder.content(of: path(of: entry.file), entry.digest)?.count != Int(clamping: entry.bytes)
    }.map(\.file.digestText)
  }
}

extension ImportReport {
  /// Copies the files that are missing in a tracker and are next to a bundle, even if another bundle named them;
  /// `missing` counts those of this one.
  ///
  /// - Parameters:
  ///   - source: nil where no files come with it.
  ///   - isDryRun: nothing is copied, and the files are not read.
  /// - Throws: `StoreError` where a file cannot be kept.
  package func takeEvidence(
    from source: (any EvidenceSource)?, into tracker: Tracker, isDryRun: Bool
  ) throws -> EvidenceCount {
    var count = EvidenceCount()
    let folder = tracker.evidence
    func isHere(_ file: NewEvidence) -> Bool { folder.holds(file.digest, bytes: file.bytes) }
    if let source, isDryRun {
      count.copied = summary.evidence.count { !isHere($0.file) && source.holds($0.file) }
      count.missing = summary.evidence.count { !isHere($0.file) && !source.holds($0.file) }
      return count
    }
    if let source {
      for file in try tracker.read({ try $0.namedFiles() }) where !isHere(file) && source.holds(file) {
        if try source.take(file, into: folder) { count.copied += 1 }
      }
    }
    count.missing = summary.evidence.count { !isHere($0.file) }
    return count
  }
}

extension EvidenceEntry {
  /// The file, whose name plays no part in an exchange.
  package var file: NewEvidence { NewEvidence(name: "", type: type, digest: digest, bytes: bytes) }
}

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
      ToolProcess.variables(["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"], environment) + ["LC_ALL=C"]
  }

  /// A picture for a page.
  ///
  /// - Parameters:
  ///   - bytes: a PNG, JPEG, HEIC, or WebP file.
  ///   - side: of the larger side, in pixels at most.
  ///   - most: bytes at most.
  /// - Returns: nil where none can be made that is small enough.
  package func small(_ bytes: [UInt8], side: Int, most: Int) -> (type: EvidenceType, bytes: [UInt8])? {
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

/// A bundle and its evidence in one file, as a worksheet with images saves it: a ZIP archive of files that are stored as
/// they are. Unpacked it is the same, with the files next to the bundle.
///
///     worksheet-1a2b3c4d.a11y.json
///     worksheet-1a2b3c4d.a11y.evidence/ab/<sha256>
///
/// No name in it is ever a path: of the names of evidence the digest counts, and the bundle has no name.
package struct PackedBundle: Sendable {
  package let bundle: [UInt8]
  private let files: [Digest: ArraySlice<UInt8>]

  /// How such an archive begins, as others do.
  package static let beginning: [UInt8] = [0x50, 0x4b, 3, 4]
  private static let directory: [UInt8] = [0x50, 0x4b, 1, 2]

  /// Nil for any other archive: one with compressed files, or without exactly one bundle.
  package init?(_ archive: [UInt8]) {
    var bundle: ArraySlice<UInt8>?
    var files: [Digest: ArraySlice<UInt8>] = [:]
    var rest = archive[...]
    while rest.starts(with: Self.beginning) {
      guard let entry = Entry(rest) else { return nil }
      if let digest = Self.digest(of: entry.name) {
        files[digest] = entry.content
      } else if entry.name.hasSuffix(".a11y.json"), !entry.name.contains("/") {
        guard bundle == nil else { return nil }
        bundle = entry.content
      }
      rest = archive[entry.content.endIndex...]
    }
    guard let bundle, rest.starts(with: Self.directory) else { return nil }
    self.bundle = Array(bundle)
    self.files = files
  }

  /// Of `<name>.evidence/ab/<sha256>`.
  private static func digest(of name: String) -> Digest? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasSuffix(".evidence"), parts[2].hasPrefix(parts[1]) else { return nil }
    return Digest(hex: String(parts[2]))
  }

  /// One file of the archive: APPNOTE 6.3, 4.3.7.
  private struct Entry {
    let name: String
    let content: ArraySlice<UInt8>

    /// - Parameter rest: the archive from the beginning of the entry on.
    init?(_ rest: ArraySlice<UInt8>) {
      let head = rest.prefix(30)
      func number(_ offset: Int, _ bytes: Int) -> Int {
        head.dropFirst(offset).prefix(bytes).reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      // Stored, with its length in front.
      guard head.count == 30, number(6, 2) & 0x8 == 0, number(8, 2) == 0, number(18, 4) == number(22, 4) else {
        return nil
      }
      let after = rest.dropFirst(30)
      let (names, size) = (number(26, 2), number(22, 4))
      let body = after.dropFirst(names + number(28, 2))
      guard after.count >= names, body.count >= size else { return nil }
      name = String(decoding: after.prefix(names), as: UTF8.self)
      content = body.prefix(size)
    }
  }
}

extension PackedBundle: EvidenceSource {
  package func holds(_ file: NewEvidence) -> Bool { files[file.digest]?.count == Int(clamping: file.bytes) }

  package func take(_ file: NewEvidence, into folder: EvidenceFolder) throws -> Bool {
    guard holds(file), let content = files[file.digest].map(Array.init), SHA256.digest(of: content) == file.digest,
      EvidenceType(of: content)?.rawValue == file.type
    else { return false }
    try folder.store(content, file.digest)
    return true
  }
}
