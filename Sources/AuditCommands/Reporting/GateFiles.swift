import Arguments
import AuditReports
import Terminal

/// The files that a gate writes beside its result: each appears whole, or not at all.
struct GateFiles {
  private var pending: [(flag: FlagName, name: String, file: PendingFile)] = []

  private let form: JUnitForm?

  var isEmpty: Bool { pending.isEmpty }
  /// Each item is told, and not only what stands against a rule.
  var hasItems: Bool { pending.contains { $0.flag == .junitItems } }

  /// Begins them before anything is read, so that a name that cannot be written is told at once.
  ///
  /// - Throws: usage for a name that is none, or given twice; storage for a place that cannot be written.
  init(_ context: Context) throws {
    form = try context.arguments.choice(.junitForm, as: JUnitForm.self)
    var names = [context.arguments.string(.output)].compactMap { $0 }
    for flag in [FlagName.junit, .junitItems, .sarif] {
      guard let name = context.arguments.string(flag) else { continue }
      guard !name.isEmpty, name != "-" else {
        throw Problem.usage("flag.value", "\(flag.long) takes the name of a file; standard output has the gate itself")
      }
      guard !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        throw Problem.usage(
          "output.twice", "\(MessageText.quoted(name)) is named for two outputs",
          hints: ["Name another file for one of them."])
      }
      names.append(name)
      pending.append((flag, name, try context.world.files.create(name)))
    }
    guard form == nil || pending.contains(where: { $0.flag != .sarif }) else {
      throw Problem.usage(
        "flag.unfit", "--junit-form says how JUnit is written, and none is",
        hints: ["Give --junit FILE or --junit-items FILE."])
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
