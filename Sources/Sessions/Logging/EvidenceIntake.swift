import Audit
import Base
package import CommandLine
import Reports
package import Store

/// A file that was checked, cleaned, and stored. `Writer.attach` adds it to the database.
package struct TakenEvidence {
  package var evidence: NewEvidence
  /// Whether it is new in the folder.
  var isNew: Bool
  /// Remarks for standard error.
  var remarks: [String]
}

/// Copies evidence files into the tracker's evidence folder.
///
/// Accepts regular files of at most 25 MiB whose first bytes identify a supported type, and links to such files.
package struct EvidenceIntake {
  private let context: Context
  private let folder: EvidenceFolder
  private let isDryRun: Bool

  /// For the tracker of a command. With `--dry-run` files are checked but not stored.
  package init(_ context: Context) throws {
    self.context = context
    folder = EvidenceFolder(beside: try locateDatabase(context.world, context.arguments))
    isDryRun = context.arguments.has(.dryRun)
  }

  /// What is seen in the files, as typed; empty where it was not said.
  package static func words(_ arguments: ParsedArguments) throws(Problem) -> String {
    let words = arguments.string(.alt) ?? ""
    guard words.utf8.count <= 1000 else {
      throw .usage("evidence.alt", "--alt is too long: \(words.utf8.count) bytes; the limit is 1000")
    }
    try Problem.named { () throws(NameProblem) in try Names.checkLine(words, of: "description") }
    return words
  }

  /// - Throws: `Problem` for a file that cannot be evidence, `StoreError` if it cannot be stored.
  func take(_ path: String) throws -> TakenEvidence {
    let name = MessageText.quoted(path)
    guard path != "-" else {
      throw Problem.usage("evidence.stdin", "evidence cannot be read from standard input", hints: ["Specify a file."])
    }
    if context.world.files.kind(of: path) == .other {
      throw Problem(.badInput, code: "evidence.kind", "cannot read \(name): expected a file, found a device or pipe")
    }
    let reader = try context.world.files.open(path)
    let given = try reader.readAll(limit: EvidenceType.largest, name: name)
    let cleaned: CleanedEvidence
    do throws(EvidenceProblem) {
      cleaned = try CleanedEvidence(given)
    } catch {
      throw Problem(
        .badInput, code: "evidence.refused", "\(name) \(error.reason)",
        hints: Self.conversion(of: given).map { [$0] } ?? [])
    }
    let digest = SHA256.digest(of: cleaned.bytes)
    let evidence = NewEvidence(
      name: EvidenceName.safe(path, type: cleaned.type.rawValue), type: cleaned.type.rawValue, digest: digest,
      bytes: Int64(cleaned.bytes.count))
    let isNew = try !isDryRun && folder.store(cleaned.bytes, digest)
    return TakenEvidence(evidence: evidence, isNew: isNew, remarks: remarks(path, evidence, cleaned))
  }

  /// How to convert a recording, an image, or a text that is kept in no such form; nil for what is none of them.
  private static func conversion(of bytes: [UInt8]) -> String? {
    let brand = bytes.dropFirst(8).prefix(4)
    let isOfBoxes = bytes.dropFirst(4).starts(with: "ftyp".utf8)
    // QuickTime without a brand begins with the box of its data; Matroska and WebM with a number.
    let isFilm =
      isOfBoxes && brand.elementsEqual("qt  ".utf8) || bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
      || ["moov", "mdat", "wide", "free"].contains { bytes.dropFirst(4).starts(with: $0.utf8) }
      || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "AVI ".utf8)
    if isFilm || bytes.starts(with: "GIF8".utf8) {
      return "Save it as MP4, e.g. with \"ffmpeg -i FILE FILE.mp4\", or on a Mac with QuickTime Player, "
        + "File > Export As; a screenshot as PNG may be enough."
    }
    let isSound =
      isOfBoxes && brand.starts(with: "M4".utf8) || bytes.starts(with: "ID3".utf8)
      || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WAVE".utf8)
    if isSound { return "Save it as MP4, e.g. with \"ffmpeg -i FILE FILE.mp4\"." }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "Save the text as UTF-8." }
    // Images of these forms are kept where they are whole.
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      return "Copy the file again, or save the image again."
    }
    let images = [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x42, 0x4D]] as [[UInt8]]
    guard isOfBoxes || images.contains(where: bytes.starts) else {
      return ContentKind(start: bytes.prefix(ContentKind.bytes)).map { $0.advice.capitalizedFirst + "." }
    }
    return "Save it as PNG, e.g. with Preview on a Mac, File > Export."
  }

  private func remarks(_ path: String, _ evidence: NewEvidence, _ cleaned: CleanedEvidence) -> [String] {
    let name = evidence.name
    let (was, were) = isDryRun ? ("would be", "would not be") : ("was", "were not")
    var remarks: [String] = []
    if cleaned.isChanged {
      remarks.append("\(name): metadata (location, time, camera, comments) \(was) removed from the copy")
    }
    if cleaned.type.mayTell {
      remarks.append("\(name) may contain author, time, and location; these \(were) removed")
    }
    if !name.hasSameBytes(as: Paths.name(path)) { remarks.append("the file \(was) saved as \(name)") }
    return remarks
  }
}

/// The files that one command attaches: stored before the first fact is written, and removed if none is written.
package struct TakenFiles {
  private let tracker: Tracker
  package private(set) var files: [TakenEvidence] = []

  /// - Throws: as `EvidenceIntake.take`; then none of the files is stored.
  package init(_ paths: [String], _ context: Context, _ tracker: Tracker) throws {
    self.tracker = tracker
    guard !paths.isEmpty else { return }
    let intake = try EvidenceIntake(context)
    var taken: [TakenEvidence] = []
    do {
      for path in paths {
        let file = try intake.take(path)
        if !taken.contains(where: { $0.evidence.digest == file.evidence.digest }) { taken.append(file) }
      }
    } catch {
      Self.withdraw(taken, tracker)
      throw error
    }
    files = taken
  }

  /// Runs the body that attaches the files; if it fails, the files are removed.
  package func keeping<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      Self.withdraw(files, tracker)
      throw error
    }
  }

  /// Says what is seen in the files, for those who cannot see it.
  package mutating func describe(_ words: String) {
    for place in files.indices { files[place].evidence.words = words }
  }

  /// Whether an image or a video has no description.
  package var wantsWords: Bool {
    files.contains { file in
      file.evidence.words.isEmpty && ["image/", "video/"].contains { file.evidence.type.hasPrefix($0) }
    }
  }

  func attach(to result: LoggedResult, by tester: String, _ writer: Writer) throws {
    for file in files { try writer.attach(file.evidence, to: result, by: tester) }
  }

  /// A file that cannot be removed remains without a reference; `doctor` lists it.
  private static func withdraw(_ files: [TakenEvidence], _ tracker: Tracker) {
    let new = files.filter(\.isNew).map(\.evidence.digest)
    if !new.isEmpty { try? tracker.withdraw(new) }
  }

  // MARK: Words

  /// ` Evidence: shot.png (48 kB).`, or nothing.
  var sentence: String {
    files.isEmpty ? "" : " Evidence: \(files.map { EvidenceWords.words($0.evidence) }.joined(separator: ", "))."
  }

  var json: JSONText { .objects(files) { EvidenceWords.json($0.evidence) } }

  package func remark(_ context: Context) {
    for remark in files.flatMap(\.remarks) { context.remark("a11y: note: \(remark)") }
    if wantsWords { context.remark("a11y: note: no description; pass --alt TEXT for readers who cannot see the file") }
  }
}
