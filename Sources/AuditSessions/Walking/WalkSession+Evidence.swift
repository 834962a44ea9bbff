import Arguments
import AuditReports
import AuditStore
import Terminal

extension WalkSession {
  /// Takes a file in: for the answer that is to come, or to the tester's own answer that the item shows.
  func takeEvidence(_ rest: String?) throws {
    guard let item else { return try complain(WalkSentences.nowhere) }
    guard let typed = try rest ?? ask("Which file?"), !typed.isEmpty else {
      return try rest == nil ? output.say("No file.") : complain("e needs the name of a file: e shot.png")
    }
    let path = TypedPath.read(typed, home: context.world.setting("HOME"))
    let taken: TakenFiles
    do {
      taken = try TakenFiles([path], context, writer.tracker)
    } catch let problem as Problem where isForgiving {
      return try output.say("Not taken: \(problem.message).")
    }
    for remark in taken.files.flatMap(\.remarks) { try output.say(remark.capitalizedFirst + ".") }
    let names = taken.files.map { EvidenceWords.words($0.evidence) }.joined(separator: ", ")
    guard case .answered? = queue.currentMark, let shown = item.now?.row, shown.tester == writer.defaults.tester else {
      evidence.append(taken)
      return try output.say("\(names) goes with your answer to this item.")
    }
    try taken.keeping { try writer.attach(taken, to: shown) }
    try output.say("Attached: \(names).")
  }

  /// What was taken for an answer that did not come is not kept.
  func dropEvidence() throws {
    guard !evidence.isEmpty else { return }
    let files = evidence.flatMap(\.files)
    evidence = []
    try writer.tracker.withdraw(files.filter(\.isNew).map(\.evidence.digest))
    let names = files.map(\.evidence.name).joined(separator: ", ")
    try output.say("\(names) was not kept: it was meant for an answer.")
  }
}
