import Arguments
import AuditModel
import Terminal

/// `a11y __complete KIND PREFIX FIRST`: names for the completion scripts; not shown in help.
enum CompleteCommand {
  /// Names of a kind that begin with a text.
  typealias Provider = @Sendable (Context, NameKind, String) throws -> [String]

  static var spec: CommandSpec { spec(provider: CompletionNames.names) }

  /// - Parameter provider: the source of the names; if it throws, the shell gets no names.
  static func spec(provider: @escaping Provider) -> CommandSpec {
    CommandSpec(
      "__complete", "list names for the shell",
      positionals: [
        PositionalSpec("KIND", "kind of name"), PositionalSpec("PREFIX", arity: .optional, "typed text"),
        PositionalSpec("FIRST", arity: .optional, "first argument of the command"),
      ],
      isHidden: true,
      run: { context in
        guard let kind = NameKind(rawValue: context.arguments.positional(0) ?? "") else { return .done }
        let prefix = context.arguments.positional(1) ?? ""
        let names = (try? provider(context, kind, prefix)) ?? []
        for name in offered(prefix, names.filter(isHarmless), kind) { try context.print(name) }
        return .done
      })
  }

  /// The names that begin with a text; else those that it stands for.
  static func offered(_ typed: String, _ names: [String], _ kind: NameKind) -> [String] {
    // Each kind of subject was searched by itself.
    if kind == .subject { return names }
    let begin = names.filter { $0.utf8.starts(with: typed.utf8) }
    guard begin.isEmpty, kind.isFoundByPart else { return begin }
    return switch resolve(typed, among: names) {
    case .one(let name): [name]
    case .several(let names): names
    case .none: []
    }
  }

  /// A name with a space, a quote or a control character could become several words, or run as a command.
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
