/// A manual page in the macros of man(7), from the same documents as help: a11y(1), and a page for each command, each kind
/// of a command, and each topic.
package struct ManualPage {
  private enum Subject {
    case overview(HelpDocument)
    case command(HelpDocument)
    case topic(HelpTopic)
  }

  /// Without its section: `a11y-new-component`.
  package let name: String
  /// 1 for commands, 7 for topics.
  package let section: Int
  private let subject: Subject
  /// The names and sections of related pages.
  private var related: [String] = []

  private var reference: String { "\(Page.quoted(name)) (\(section))" }

  /// All pages, the overview first.
  package static func all(
    overview: HelpDocument, commands: [CommandSpec], _ texts: CommandTexts, topics: [HelpTopic]
  ) -> [ManualPage] {
    var first = ManualPage(name: "a11y", section: 1, subject: .overview(overview))
    let pages =
      commands.flatMap { Self.pages(of: $0, path: [$0.name], texts, above: first) }
      + topics.map {
        ManualPage(name: "a11y-\($0.name)", section: 7, subject: .topic($0), related: [first.reference])
      }
    first.related = pages.map(\.reference)
    return [first] + pages
  }

  private static func pages(
    of command: CommandSpec, path: [String], _ texts: CommandTexts, above: ManualPage
  ) -> [ManualPage] {
    var page = ManualPage(
      name: (["a11y"] + path).joined(separator: "-"), section: 1,
      subject: .command(CommandHelp.document(for: command, path: path, texts)))
    let below = command.subcommands.map { pages(of: $0, path: path + [$0.name], texts, above: page) }
    page.related = [above.reference] + below.compactMap { $0.first?.reference }
    return [page] + below.flatMap(\.self)
  }

  /// The page as troff.
  package var text: String {
    var page = Page()
    let title = Page.quoted(name.uppercased())
    page.request(".TH \(title) \(section) \"\(Program.date)\" \"a11y \(Program.version)\" \"User Commands\"")
    // No word is divided and no line is filled with blanks: commands are copied from it.
    page.request(".nh")
    page.request(".ad l")
    page.request(".SH NAME")
    page.text("\(name) - \(summary)")
    switch subject {
    case .overview(let overview):
      page.request(".SH SYNOPSIS")
      page.request(".B a11y")
      page.text("COMMAND [ARGUMENTS] [FLAGS]")
      page.request(".SH DESCRIPTION")
      for section in overview.sections {
        page.request(".SS \(Page.quoted(section.title))")
        page.blocks(section.blocks)
      }
      page.request(".SH GLOBAL FLAGS")
      page.blocks([.entries(CommandHelp.entries(GlobalFlags.all))])
    case .command(let command):
      for section in command.sections where section.title != "See also" {
        page.part(section.title == "Usage" ? "Synopsis" : section.title, section.blocks)
      }
    case .topic(let topic):
      for section in topic.document.sections { page.part(section.title, section.blocks) }
    }
    page.request(".SH SEE ALSO")
    for (place, reference) in related.enumerated() {
      page.request(".BR \(reference)\(place + 1 < related.count ? "," : "")")
    }
    return page.result
  }

  private var summary: String {
    switch subject {
    case .overview(let overview): overview.summary
    case .command(let command): command.summary
    case .topic(let topic): topic.summary
    }
  }

  /// Collects lines of troff.
  private struct Page {
    private(set) var result = ""

    private var isAfterHeading = false

    mutating func request(_ line: String) {
      result += line + "\n"
      isAfterHeading = line.utf8.starts(with: ".S".utf8)
    }

    /// Begins a paragraph, except after a heading, which begins one itself.
    mutating func startParagraph() {
      if !isAfterHeading { request(".PP") }
    }

    mutating func text(_ line: String) {
      result += Page.escaped(line) + "\n"
      isAfterHeading = false
    }

    mutating func part(_ title: String, _ blocks: [HelpDocument.Block]) {
      request(".SH \(Page.quoted(title.uppercased()))")
      self.blocks(blocks)
    }

    mutating func blocks(_ blocks: [HelpDocument.Block]) {
      for block in blocks {
        switch block {
        case .paragraph(let paragraph):
          startParagraph()
          text(paragraph)
        case .lines(let lines):
          startParagraph()
          request(".nf")
          for line in lines { text(line) }
          request(".fi")
        case .entries(let entries):
          for entry in entries {
            request(".TP")
            request(".B \(Page.quoted(entry.term))")
            text(entry.text)
          }
        }
      }
    }

    /// An argument of a request.
    static func quoted(_ text: String) -> String {
      var result = "\""
      for character in escaped(text) { result += character == "\"" ? "\\(dq" : String(character) }
      return result + "\""
    }

    /// A backslash is a command, a dot or quote at the start of a line is a request, and a bare hyphen is typeset as
    /// one that cannot be pasted into a shell.
    static func escaped(_ text: String) -> String {
      var result = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": result += "\\e"
        case "-": result += "\\-"
        case "'": result += "\\(aq"
        case "`": result += "\\(ga"
        case "^": result += "\\(ha"
        case "~": result += "\\(ti"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result.utf8.first == UInt8(ascii: ".") ? "\\&" + result : result
    }
  }
}
