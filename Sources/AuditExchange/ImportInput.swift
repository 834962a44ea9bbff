package import Arguments
import AuditModel
package import AuditSync
package import Terminal

/// A file of an import, which is looked at to find out what it is, and read again then.
///
/// A pipe gives its bytes once, and a text may be spelled in UTF-16: of both a private copy is made first.
package final class ImportInput {
  package let name: String
  /// For messages.
  package let shown: String
  /// Whether evidence and a signature may be next to it.
  package let hasNeighbors: Bool
  private let path: String
  private let files: any FileAccess
  private let limits: BundleLimits
  /// Nil for a file that is read as it is.
  private let copy: Result<BundleSpool, any Error>?
  /// Whether the file begins with a byte order mark.
  let hasMark: Bool

  /// A file that cannot be read is a problem of those who read it.
  package init(_ name: String, _ context: Context, limits: BundleLimits) throws(Problem) {
    (self.name, self.limits, files) = (name, limits, context.world.files)
    shown = ["-", "/dev/stdin"].contains(name) ? "standard input" : MessageText.quoted(name)
    path = try context.world.absolute(name)
    hasNeighbors = !files.isStream(name)
    guard !hasNeighbors || Self.isOtherSpelling(name, files) else {
      (copy, hasMark) = (nil, false)
      return
    }
    var isMarked = false
    let folder = context.world.setting("TMPDIR") ?? "/tmp"
    copy = Result { [shown] in
      try Self.copy(try context.text(of: name, keepsMark: true), shown, folder, limits, &isMarked)
    }
    hasMark = isMarked
  }

  deinit {
    if case .success(let copy)? = copy { copy.close() }
  }

  private static func isOtherSpelling(_ name: String, _ files: any FileAccess) -> Bool {
    guard files.kind(of: name) == .file, let start = try? files.open(name).read(upTo: 4) else { return false }
    return TextSpelling(start: start).isOther
  }

  private static func copy(
    _ input: ByteReader, _ shown: String, _ folder: String, _ limits: BundleLimits, _ hasMark: inout Bool
  ) throws -> BundleSpool {
    let copy = try BundleSpool(folder: folder)
    do {
      var total = 0
      while true {
        let read = try input.read(upTo: 1 << 16)
        if read.isEmpty { return copy }
        let piece = total == 0 ? Array(UTF8Text.unmarked(read)) : read
        if piece.count < read.count { hasMark = true }
        total += piece.count
        guard total <= limits.fileBytes else {
          throw BundleProblem(.limit, "\(shown) is longer than \(limits.fileBytes) bytes")
        }
        try copy.append(piece)
      }
    } catch {
      copy.close()
      throw error
    }
  }

  /// The text from its start.
  package func text() throws(Problem) -> ByteReader {
    guard let copy = try spool() else { return try files.open(name) }
    var position = 0
    // The reader holds the copy open.
    return ByteReader { [self] (buffer: UnsafeMutableRawBufferPointer) throws(Problem) in
      do throws(BundleProblem) {
        let count = try copy.read(buffer, at: position)
        position += count
        return count
      } catch {
        throw error.problem(of: name)
      }
    }
  }

  private func spool() throws(Problem) -> BundleSpool? {
    switch copy {
    case nil: return nil
    case .success(let copy)?: return copy
    case .failure(let problem as Problem)? where problem.code == "input.encoding":
      throw Problem(problem.kind, code: problem.code, "\(shown): \(problem.message)", hints: problem.hints)
    case .failure(let problem as Problem)?: throw problem
    case .failure(let problem as BundleProblem)?: throw problem.problem(of: name)
    case .failure(let error)?: throw Problem(.badInput, code: "file.unreadable", "cannot read \(shown): \(error)")
    }
  }

  /// The file as a bundle.
  ///
  /// - Throws: `BundleProblem`, `Problem`.
  package func bundle() throws -> BundleFile {
    guard let copy = try spool() else { return try BundleFile(path: path, limits: limits) }
    return try copy.read(of: hasNeighbors ? path : nil, limits: limits)
  }

  /// What the text is, as far as its top level tells.
  package private(set) lazy var outline: ReportOutline = {
    var outline = ReportOutline()
    guard let input = try? text() else { return outline }
    while !outline.isDecided, let piece = try? input.read(), !piece.isEmpty { outline.take(piece) }
    return outline
  }()

  /// Whether there is a text to look at.
  package var isReadable: Bool { (try? text()) != nil }

  /// The problem of a file that is neither a bundle nor a report of a known form, with the formats to name.
  package func problem(_ problem: BundleProblem) -> Problem {
    let told = problem.problem(of: name)
    guard [.incomplete, .syntax, .foreign, .header].contains(problem.code), isReadable, !outline.isBundle else {
      return told
    }
    guard !problem.sentence.contains("UTF-8") else {
      return Problem(told.kind, code: told.code, told.message, hints: [Self.asUTF8])
    }
    let hints = problem.code == .incomplete ? told.hints : BundleProblem(.foreign, "").problem(of: nil).hints
    return Problem(told.kind, code: told.code, told.message, hints: hints + asForm)
  }

  /// What to do with a text in another spelling than those that are converted.
  static let asUTF8 = "Save the file as UTF-8, and try again. Nothing was imported."

  /// How to say whose report it is.
  private var asForm: [String] {
    let forms = outline.likelyForms.map(\.rawValue)
    guard !forms.isEmpty else { return [] }
    if outline.isEmpty {
      return ["Pass --as \(forms[0]), or --run NAME to close earlier findings, if this is a run that found nothing."]
    }
    return ["Pass --as to read it as the report of a tool: \(forms.joined(separator: ", "))."]
  }
}

extension ImportInput {
  /// The inputs of some names.
  ///
  /// - Throws: usage if one stream is named twice: its bytes come once.
  package static func all(
    _ names: [String], _ context: Context, _ limits: BundleLimits
  ) throws(Problem) -> [ImportInput] {
    let streams = names.filter(context.world.files.isStream).map { $0 == "-" ? "/dev/stdin" : $0 }
    if let twice = streams.first(where: { name in streams.count { $0 == name } > 1 }) {
      throw Problem.usage(
        "import.twice", "\(twice == "/dev/stdin" ? "standard input" : MessageText.quoted(twice)) is named twice",
        hints: ["Specify each stream once."])
    }
    return try names.map { name throws(Problem) in try ImportInput(name, context, limits: limits) }
  }
}
