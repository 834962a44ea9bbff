import Base

/// Keeps text of others from being a command of the build server that reads the output.
///
/// GitHub Actions takes a line of any step that begins with `::` as a command (`::stop-commands::`, `::add-mask::`), and
/// `##[...]` anywhere in a line, as Azure Pipelines does with `##vso[...]`. A name or a note that comes with a bundle could so
/// hide what a release check says. One of the signs becomes visible instead: `:\u{3a}error`.
package struct RunnerCommands {
  /// What the signs become in.
  package enum Form {
    case text, json
  }

  private enum Line {
    /// Nothing but blanks so far, or what such a server may take for one.
    case blank
    case colon
    case inside
  }

  private let form: Form
  private var line = Line.blank
  private var last: UInt8?
  /// A page or a bundle has another form than the command, and is nothing that a person reads in a log.
  private var isDocument = false

  package init(_ form: Form) { self.form = form }

  /// Appends text to an output.
  mutating func append(_ text: String, to output: inout [UInt8]) {
    let bytes = Array(text.utf8)
    if last == nil, form == .text, let first = bytes.first { isDocument = "{<".utf8.contains(first) }
    guard !isDocument else {
      output += bytes
      last = bytes.last ?? last
      return
    }
    for (place, byte) in bytes.enumerated() {
      let next = place + 1 < bytes.count ? bytes[place + 1] : nil
      if isOfCommand(byte, before: next) {
        output += (form == .json ? "\\u0023" : Hazard.visible(Unicode.Scalar(byte))).utf8
        line = .inside
      } else {
        output.append(byte)
        go(byte)
      }
      last = byte
    }
  }

  private func isOfCommand(_ byte: UInt8, before next: UInt8?) -> Bool {
    switch byte {
    case UInt8(ascii: ":"): form == .text && line == .colon
    case UInt8(ascii: "#"): last == byte && (next.map { $0 == UInt8(ascii: "[") || $0.isLetterOrDigit } ?? true)
    default: false
    }
  }

  private mutating func go(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"): line = .blank
    case UInt8(ascii: ":") where line == .blank: line = .colon
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x80...: line = line == .blank ? .blank : .inside
    default: line = .inside
    }
  }
}

extension World {
  /// Whether a build server runs the program that takes lines of its output as commands.
  private var isReadForCommands: Bool { setting("GITHUB_ACTIONS") != nil || setting("TF_BUILD") != nil }

  /// Has the output of a command hold none for a build server. The cells of a table are for other programs, and stay as they
  /// are.
  func hideCommands(_ arguments: ParsedArguments) {
    guard isReadForCommands else { return }
    let format = arguments.string(.format).flatMap(OutputFormat.init(rawValue:))
    errors.commands = RunnerCommands(.text)
    switch format {
    case .csv, .tsv, .xlsx: break
    case .json, .ndjson: output.commands = RunnerCommands(.json)
    default: output.commands = RunnerCommands(arguments.has(.json) ? .json : .text)
    }
  }
}
