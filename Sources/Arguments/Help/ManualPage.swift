/// The manual page a11y(1), in the macros of man(7), from the same documents as help.
package enum ManualPage {
  /// The page as troff: the overview, each command with those below it, each topic.
  package static func render(overview: HelpDocument, commands: [CommandSpec], topics: [HelpTopic]) -> String {
    var page = Page()
    page.request(".TH A11Y 1 \"\(Program.date)\" \"a11y \(Program.version)\" \"User Commands\"")
    page.request(".SH NAME")
    page.text("a11y - \(overview.summary)")
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
    page.request(".SH COMMANDS")
    for command in commands { page.command(command, path: [command.name]) }
    for topic in topics {
      page.request(".SH \(Page.quoted(Page.capitals(topic.name)))")
      page.blocks([.paragraph(topic.summary)])
      for section in topic.sections {
        page.request(".SS \(Page.quoted(section.title))")
        page.blocks(section.blocks)
      }
    }
    return page.result
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

    mutating func command(_ command: CommandSpec, path: [String]) {
      let document = CommandHelp.document(for: command, path: path)
      request(".SS \(Page.quoted(document.title))")
      blocks([.paragraph(document.summary)])
      for section in document.sections where section.title != "Global flags" && section.title != "See also" {
        startParagraph()
        request(".B \(Page.quoted(section.title))")
        blocks(section.blocks)
      }
      for below in command.subcommands { self.command(below, path: path + [below.name]) }
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

    static func capitals(_ text: String) -> String { text.uppercased() }

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
