import Arguments
import AuditReports
import AuditStore
import CanonicalJSON
import Terminal

/// The folder of Allure results that `a11y report --allure DIR` writes. Allure reads every file in it, so it must be
/// new; it knows each item by its identity, which is the same in every run.
struct AllureFolder {
  private let path: String
  private let context: Context

  /// - Throws: decision if the path already exists.
  init(_ path: String, _ context: Context) throws(Problem) {
    self.path = path
    self.context = context
    guard context.world.files.exists(path) else { return }
    throw Problem(
      .decision, code: "output.exists", "\(MessageText.quoted(path)) already exists; nothing was changed",
      hints: ["Remove the folder, or specify a new one: Allure would read old results as new ones."])
  }

  /// - Returns: the number of missing evidence files.
  func write(_ items: [TestItem], _ evidence: EvidenceFolder) throws -> Int {
    let files = context.world.files
    try files.createDirectory(path)
    try write("environment.properties", "source=a11y \(Program.version)\n")
    var missing = 0
    for item in items {
      for attachment in item.attachments {
        guard let digest = Digest(hex: attachment.digest), let content = evidence.content(digest) else {
          missing += 1
          continue
        }
        try files.writeFileAtomically("\(path)/\(TestItem.source(attachment))", content)
      }
      try write(item.allureName, item.allure.render(indent: 2) + "\n")
    }
    return missing
  }

  private func write(_ name: String, _ text: String) throws(Problem) {
    try context.world.files.writeFileAtomically("\(path)/\(name)", Array(text.utf8))
  }
}
