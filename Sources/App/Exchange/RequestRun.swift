import Base
import CommandLine
import Sessions
import Store

/// What `follow` and `refuse` of `a11y erase` and `a11y undo` do: decide about requests of others.
enum RequestRun {
  static func decide(
    _ decision: Decision, _ kind: FactRequest.Kind, _ ids: [String], _ context: Context
  ) throws -> ExitCode {
    let tracker = try context.openTracker(.write)
    let requests = try tracker.read { try find(ids, kind, decision, $0, context) }
    if !context.arguments.has(.yes) || context.arguments.has(.dryRun) {
      for request in requests { context.remark(RequestWords.preview(request, decision)) }
    }
    // What was refused before can be followed all the same.
    let number = requests.reduce(0) { $0 + (decision == .refuse ? $1.count : $1.waiting + $1.refused) }
    let facts = counted(number, "entry", "entries")
    if decision == .follow {
      if kind == .erase {
        try EraseRun.confirm(context, "Permanently erase \(facts)? This cannot be undone.")
      } else {
        try EraseRun.confirm(
          context, "Undo \(facts) from other machines?", action: "undo the entries", declined: "nothing was undone")
      }
    }
    try context.change(tracker) { try $0.decide(decision, about: requests.map(\.identity)) }
    if kind == .erase, decision == .follow, !context.arguments.has(.dryRun) { try tracker.removeErasedFiles() }
    let isDryRun = context.arguments.has(.dryRun)
    let done = RequestWords.done(decision, kind, isDryRun: isDryRun)
    try EraseRun.say(
      context, "\(done) \(facts) in \(counted(requests.count, "request")).",
      ["ids": requests.map(\.id)])
    return .done
  }

  /// The requests that were named, by their names or by the beginning of them, or all of one machine.
  private static func find(
    _ ids: [String], _ kind: FactRequest.Kind, _ decision: Decision, _ reader: Reader, _ context: Context
  ) throws -> [FactRequest] {
    let all = try reader.requests().filter {
      $0.kind == kind && ($0.waiting > 0 || decision == .refuse || $0.refused > 0)
    }
    if let replica = context.arguments.string(.from) {
      guard ids.isEmpty else {
        throw Problem.usage(
          "flag.unfit",
          "--from selects all requests of a machine and cannot be combined with "
            + "\(MessageText.quoted(ids[0]))")
      }
      // What was followed can be kept all the same, unless it is destroyed.
      let found = all.filter {
        $0.asker.hasSameBytes(as: replica)
          && ($0.waiting > 0 || decision == .refuse && kind == .undo && $0.inForce > 0)
      }
      guard !found.isEmpty else { throw unknown(replica) }
      return found
    }
    guard !ids.isEmpty else {
      throw Problem.usage(
        "request.ids", "missing argument ID", hints: ["Run \"a11y waiting\" for valid IDs, or pass --from REPLICA."])
    }
    return try ids.map { id in
      let found = all.filter { $0.id.utf8.starts(with: id.utf8) || $0.identity.utf8.starts(with: id.utf8) }
      let exact = found.filter { $0.id.hasSameBytes(as: id) }
      guard exact.count < 2 else { throw ambiguous(id, exact) }
      if let request = exact.first { return request }
      guard found.count == 1 else { throw unknown(id) }
      return found[0]
    }
  }

  /// The branches of a fork share the names of their facts.
  private static func ambiguous(_ name: String, _ requests: [FactRequest]) -> Problem {
    let digests = requests.map { String($0.identity.prefix(12)) }.joined(separator: ", ")
    return Problem(
      .badInput, code: "request.ambiguous",
      "\(requests.count) requests of a fork have the ID \(MessageText.quoted(name))",
      hints: ["Pass the first digits of one request: \(digests)."])
  }

  private static func unknown(_ name: String) -> Problem {
    Problem(
      .notFound, code: "request.unknown", "unknown request \(MessageText.quoted(name))",
      hints: ["Run \"a11y waiting\" for valid IDs."])
  }
}
