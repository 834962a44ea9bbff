import Arguments
import AuditReports
import AuditSessions
import Terminal

/// The files that a gate writes in addition to its result: each is written completely, or not at all.
struct GateFiles {
  private var pending: [(flag: FlagName, name: String, file: PendingFile)] = []

  private let form: JUnitForm?

  var isEmpty: Bool { pending.isEmpty }
  /// Whether all items are included, not only those that fail a rule.
  var hasItems: Bool { pending.contains { $0.flag == .junitItems } }

  /// Opens them before anything is read, so that a path that cannot be written fails at once.
  ///
  /// - Throws: usage for an invalid or repeated name; storage for a path that cannot be written.
  init(_ context: Context) throws {
    form = try context.arguments.choice(.junitForm, as: JUnitForm.self)
    var names = [context.arguments.string(.output)].compactMap { $0 }
    for flag in [FlagName.junit, .junitItems, .sarif] {
      guard let name = context.arguments.string(flag) else { continue }
      guard !name.isEmpty, PageFile.target(name) != "-" else {
        throw Problem.usage(
          "flag.value", "missing file name for \(flag.long); standard output is used for the release check itself")
      }
      guard !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        throw Problem.usage(
          "output.twice", "\(MessageText.quoted(name)) is used for 2 outputs",
          hints: ["Specify a different file for one of them."])
      }
      names.append(name)
      pending.append((flag, name, try context.world.files.create(name)))
    }
    guard form == nil || pending.contains(where: { $0.flag != .sarif }) else {
      throw Problem.usage(
        "flag.unfit", "--junit-form requires --junit or --junit-items",
        hints: ["Add --junit FILE or --junit-items FILE."])
    }
  }

  func write(_ report: GateReport, _ context: Context) throws(Problem) {
    for (flag, _, file) in pending {
      switch flag {
      case .junit: try file.writer.write(report.junit(form ?? .ant))
      case .junitItems: try file.writer.write(report.junitItems(form ?? .properties))
      default: try file.writer.write(report.sarif.render(indent: 2) + "\n")
      }
    }
    for (_, name, file) in pending { try Replacement.commit(file, to: name, context) }
  }
}
