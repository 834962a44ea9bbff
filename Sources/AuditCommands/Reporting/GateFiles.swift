import Arguments
import AuditReports
import Terminal

/// The files that a gate writes beside its result: each appears whole, or not at all.
struct GateFiles {
  private var pending: [(flag: FlagName, name: String, file: PendingFile)] = []

  var isEmpty: Bool { pending.isEmpty }

  /// Begins them before anything is read, so that a name that cannot be written is told at once.
  ///
  /// - Throws: usage for a name that is none, or given twice; storage for a place that cannot be written.
  init(_ context: Context) throws {
    var names = [context.arguments.string(.output)].compactMap { $0 }
    for flag in [FlagName.junit, .sarif] {
      guard let name = context.arguments.string(flag) else { continue }
      guard !name.isEmpty, name != "-" else {
        throw Problem.usage("flag.value", "\(flag.long) takes the name of a file; standard output has the gate itself")
      }
      guard !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        throw Problem.usage("output.twice", "\(MessageText.quoted(name)) is named for two outputs")
      }
      names.append(name)
      pending.append((flag, name, try context.world.files.create(name)))
    }
  }

  func write(_ report: GateReport, _ context: Context) throws(Problem) {
    for (flag, _, file) in pending {
      try file.writer.write(flag == .junit ? report.junit : report.sarif.render(indent: 2) + "\n")
    }
    for (_, name, file) in pending { try Replacement.commit(file, to: name, context) }
  }
}
