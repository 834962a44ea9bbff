import Arguments
import AuditReports
import AuditStore
import Terminal

/// A screenshot that a walk proposes.
package struct WalkScreenshot {
  let path: String
  let name: String
  /// Removes a file that was made for the walk.
  let remove: () -> Void

  package init(path: String, name: String, remove: @escaping () -> Void) {
    self.path = path
    self.name = name
    self.remove = remove
  }
}

extension WalkSession {
  /// Attaches a file to the tester's answer that the item shows, or keeps it for the next answer.
  func takeEvidence(_ rest: String?) throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    var found: WalkScreenshot?
    defer { found?.remove() }
    guard let typed = try rest ?? askFile(&found), !typed.isEmpty else {
      return try rest == nil ? output.say("No file entered.") : complain("missing file name, e.g. e shot.png")
    }
    let path = typed == found?.path ? typed : TypedPath.read(typed, home: context.world.setting("HOME"))
    var taken: TakenFiles
    do {
      taken = try TakenFiles([path], context, writer.tracker)
    } catch let problem as Problem where isForgiving {
      return try output.say("Not attached: \(problem.message).")
    }
    for remark in taken.files.flatMap(\.remarks) { try output.say(remark.capitalizedFirst + ".") }
    if taken.wantsWords, let words = try ask("Description for readers who cannot see it (Enter for none):", for: .note)
    {
      taken.describe(String(words.prefix(300)))
    }
    let names = taken.files.map { EvidenceWords.words($0.evidence) }.joined(separator: ", ")
    guard case .answered? = queue.currentMark, let shown = item.now?.row, shown.tester == writer.defaults.tester else {
      evidence.append(taken)
      return try output.say("Evidence for this item's answer: \(names).")
    }
    try taken.keeping { try writer.attach(taken, to: shown) }
    try output.say("Attached: \(names).")
  }

  /// The path of a file: as typed, or of the latest screenshot, whose name is shown before it is attached.
  private func askFile(_ found: inout WalkScreenshot?) throws -> String? {
    guard let screenshot else { return try ask("Evidence file:", for: .file) }
    try output.say("Press Enter for the latest screenshot.")
    let typed = try ask("Evidence file:", for: .file)
    guard typed == "" else { return typed }
    found = screenshot()
    guard let found else {
      try output.say("No screenshot found.")
      return nil
    }
    return try ask("Attach \(found.name)? (Enter to attach, or another file; Ctrl-D to cancel):", for: .file).map {
      $0.isEmpty ? found.path : $0
    }
  }

  /// Removes files for an answer that was not given.
  func dropEvidence() throws {
    guard !evidence.isEmpty else { return }
    let files = evidence.flatMap(\.files)
    evidence = []
    try writer.tracker.withdraw(files.filter(\.isNew).map(\.evidence.digest))
    let names = files.map(\.evidence.name).joined(separator: ", ")
    try output.say("Discarded \(names): the item was not answered.")
  }
}
