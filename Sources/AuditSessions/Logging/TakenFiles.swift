package import Arguments
import AuditReports
package import AuditStore

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

  var json: JSONText { .array(files.map { .object(EvidenceWords.json($0.evidence)) }) }

  package func remark(_ context: Context) {
    for remark in files.flatMap(\.remarks) { context.remark("a11y: note: \(remark)") }
    if wantsWords { context.remark("a11y: note: no description; pass --alt TEXT for readers who cannot see the file") }
  }
}
