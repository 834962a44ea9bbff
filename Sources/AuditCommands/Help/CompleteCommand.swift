import Arguments
import Terminal

/// `a11y __complete KIND PREFIX`: what the shell may offer; asked by the completion scripts, hidden from people.
enum CompleteCommand {
  /// Names of a kind that begin with a text.
  typealias Provider = @Sendable (Context, NameKind, String) throws -> [String]

  static var spec: CommandSpec { spec(provider: CompletionNames.names) }

  /// - Parameter provider: where the names come from; whatever it throws, the shell simply gets no names.
  static func spec(provider: @escaping Provider) -> CommandSpec {
    CommandSpec(
      "__complete", "names for the shell",
      positionals: [
        PositionalSpec("KIND", "the kind of name"), PositionalSpec("PREFIX", arity: .optional, "what has been typed"),
      ],
      isHidden: true,
      run: { context in
        guard let kind = NameKind(rawValue: context.arguments.positional(0) ?? "") else { return .done }
        let prefix = context.arguments.positional(1) ?? ""
        let names = (try? provider(context, kind, prefix)) ?? []
        for name in names where name.utf8.starts(with: prefix.utf8) && isHarmless(name) { try context.print(name) }
        return .done
      })
  }

  /// A name with a space, a quote or a control character would become several words of a command line, or worse.
  private static func isHarmless(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_./:+,@".utf8.contains(byte)
        }
      }
  }
}
