import CommandLine
import Reports
import Store

/// What a question is about: earlier answers to the same can be called back, and names be completed.
enum WalkSubject {
  /// One of a few words or numbers.
  case choice
  case note, value, file, item, text
  /// Keys of components, comma-separated.
  case components
}

extension WalkSession {
  func hear(_ question: String, _ subject: WalkSubject) throws -> WalkInput.Heard {
    guard input.isSingle, LineEditor.isPossible(context.world, isPlain: try output.style().isPlain) else {
      return try input.answer(echo: output.echo(_:endsLine:))
    }
    let files = context.world.files
    let home = context.world.setting("HOME")
    return try input.answer(
      LineEditor(
        context.world, prompt: try output.prompt(question), history: typed[subject] ?? [],
        complete: { text in
          guard subject != .file else { return TypedPath.completion(of: text, home: home, files) }
          let start = text.lastIndex(of: ",").map { text[...$0] } ?? ""
          let rest = text[start.endIndex...].drop { $0 == " " }
          let kept = text[..<rest.startIndex]
          return LineEditor.Completion(kept, rest.isEmpty ? [] : self.names(of: subject).filter { $0.hasPrefix(rest) })
        }, write: output.write))
  }

  /// Also of an answer that another question refuses: it can be called back and mended.
  func remember(_ answer: String, _ subject: WalkSubject) {
    guard subject != .choice, !answer.isEmpty, typed[subject]?.last != answer else { return }
    typed[subject, default: []].append(answer)
  }

  /// Read only when they are asked for.
  private func names(of subject: WalkSubject) -> [String] {
    switch subject {
    case .components: (try? writer.tracker.read { try $0.componentKeys() }) ?? []
    case .item, .text:
      Set(scope.components.keys).union(scope.reach.map(\.check)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    case .choice, .note, .value, .file: []
    }
  }
}
