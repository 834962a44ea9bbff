package import Base

/// The kind of an output, from its first bytes: two outputs of one command are of one kind, even if their numbers
/// differ.
struct OutputKind: Equatable {
  private let words: [String]

  /// - Parameter head: the first `ByteWriter.headLength` bytes.
  /// - Returns: nil for a file that this program did not write.
  init?(head: [UInt8]) {
    let text = String(decoding: head, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map(Self.pattern).filter { !$0.isEmpty }
    guard let first = lines.first else { return nil }
    switch first.utf8.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard let words = Self.document(text) else { return nil }
      self.words = words
    case UInt8(ascii: "<"):
      guard let words = Self.page(lines) ?? Self.markup(lines) else { return nil }
      self.words = words
    default:
      // "Findings" may be the heading of any notes.
      let isTelling = first.contains(" ") || first.contains(",") || first.contains("\t")
      guard isTelling || lines.count > 1 else { return nil }
      words = isTelling ? [Self.title(first)] : Array(lines.prefix(2))
    }
  }

  /// The description of a page, else its title; nil for a page of another program.
  private static func page(_ lines: [String]) -> [String]? {
    guard lines[0] == "<!doctype html>",
      lines.contains(pattern("<meta name=\"generator\" content=\"\(HTMLText.generator)\">")),
      let title = lines.first(where: { $0.hasPrefix("<meta name=\"description\"") })
        ?? lines.first(where: { $0.hasPrefix("<title>") })
    else { return nil }
    return [title]
  }

  /// The second line of a document names its maker.
  private static func markup(_ lines: [String]) -> [String]? {
    lines[0].hasPrefix("<?xml") && lines.count > 1 ? Array(lines.prefix(2)) : nil
  }

  /// A title without what it is of, such as an app and its build, which change too. One word before a colon is a field.
  private static func title(_ line: String) -> String {
    let name = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)[0]
    guard line.dropFirst(name.count).hasPrefix(": "), name.contains(" ") else { return line }
    return String(name)
  }

  /// A line with its numbers and spaces normalized: dates, counts and widths of columns change from day to day.
  private static func pattern(_ line: some StringProtocol) -> String {
    var pattern = ""
    var last: Character?
    var rest = line[...]
    while let character = rest.popFirst() {
      let even: Character = character.isNumber ? "0" : character == " " ? " " : character
      if even == last, even == "0" || even == " " { continue }
      // Between thousands.
      if even == ",", last == "0", rest.first?.isNumber == true { continue }
      pattern.append(even)
      last = even
    }
    return pattern
  }

  /// The first keys of a JSON document, and its schema. SARIF belongs to the tool that it names.
  private static func document(_ text: String) -> [String]? {
    let strings = text.split(separator: "\"", omittingEmptySubsequences: false)
    var keys: [String] = []
    var named: [String: String] = [:]
    for index in stride(from: 1, to: strings.count - 1, by: 2) {
      guard strings[index + 1].drop(while: \.isWhitespace).first == ":" else { continue }
      let key = String(strings[index])
      keys.append(key)
      if ["schema", "name"].contains(key), named[key] == nil, index + 2 < strings.count {
        named[key] = String(strings[index + 2])
      }
    }
    guard !keys.isEmpty else { return nil }
    if let schema = named["schema"] { return [schema] }
    let isSARIF = keys[0] == "$schema"
    return Array(keys.prefix(3)) + (isSARIF ? [named["name"] ?? ""] : [])
  }
}

/// Whether an output may replace an existing file.
///
/// An older output of the same kind is replaced without a prompt, because reports are made repeatedly. For any other
/// file the program prompts at a terminal and requires `--yes` elsewhere; without either, the file is not changed.
package enum Replacement {
  /// Asks if the file exists.
  ///
  /// - Parameter code: of the problem.
  /// - Returns: whether a file is replaced; false if none exists.
  /// - Throws: decision, where the answer is no or a prompt is not possible.
  @discardableResult
  package static func agree(_ path: String, code: String = "output.exists", _ context: Context) throws(Problem) -> Bool
  {
    // The code that writes the file refuses a link, regardless of its target.
    guard context.world.files.kind(of: path) == .file, !context.world.files.isLink(path) else { return false }
    if context.arguments.has(.yes) { return true }
    let name = MessageText.quoted(path)
    if Prompt.isPossible(context),
      try Prompt.confirm(context, question: "Replace \(name)?", action: "replace \(name)")
    {
      return true
    }
    throw Problem(
      .decision, code: code, "\(name) already exists; nothing was changed",
      hints: ["Specify another file, or pass --yes to replace it."])
  }

  /// Puts a file in its place, after a prompt if it replaces a file of another kind.
  ///
  /// - Throws: as `agree`; the file is discarded then.
  package static func commit(_ file: PendingFile, to path: String, _ context: Context) throws(Problem) {
    do throws(Problem) {
      if !isSameKind(path, file.writer.head, context.world.files) { try agree(path, context) }
    } catch {
      file.discard()
      throw error
    }
    try file.commit()
  }

  private static func isSameKind(_ path: String, _ new: [UInt8], _ files: any FileAccess) -> Bool {
    // A file that cannot be read counts as another kind.
    guard files.kind(of: path) == .file, let old = try? files.open(path).read(upTo: ByteWriter.headLength) else {
      return false
    }
    guard !old.isEmpty else { return true }
    guard let kind = OutputKind(head: old) else { return false }
    return kind == OutputKind(head: new)
  }
}

extension Context {
  package func print(_ document: JSONText) throws(Problem) { try print(document.render(indent: 2)) }

  /// Writes a line that may have foreign text in it.
  package func say(_ text: String) throws(Problem) { try print(MessageText.escaped(text)) }

  /// A document of this program: of what form it is, when it was made, and what it says.
  package func document(_ schema: String, _ members: JSONMembers) -> JSONText {
    .object(["schema": schema, "generated": generated] + members)
  }

  /// Writes a document where JSON is asked for; other forms are left to the command.
  ///
  /// - Returns: whether it was written.
  package func printed(_ schema: String, _ members: @autoclosure () throws -> JSONMembers) throws -> Bool {
    guard try format() == .json else { return false }
    try print(document(schema, try members()))
    return true
  }

  /// The moment that documents name as the one they were made at, ISO 8601 in UTC.
  package var generated: String { Timestamp(milliseconds: world.now()).iso8601 }
}

/// Runs a command that has only subcommands, without one of them.
package enum GroupRun {
  /// Throws a usage problem that names the subcommands.
  package static func run(_ context: Context) throws -> ExitCode {
    throw ParseProblem.missingSubcommand(of: context.arguments.command, path: context.arguments.path)
  }
}
