package import Base
import PageData

/// The shell of a page: one file that opens from the disk, loads nothing, and runs only its own script.
///
/// ```
///   doctype, language, policy (hashes of the style and the script), title
///   skip link
///   header   h1 and the lead text
///   main     the content
///   footer   the facts that it is made of
///   data     JSON for the script; the script
/// ```
///
/// Content is `HTMLText`, which escapes what is interpolated. There is one `h1`, which the shell writes; content begins
/// with `h2`. Identifiers beginning with `page-` are the shell's own.
package struct HTMLPage: Sendable {
  /// Of the window, and the heading.
  package var title: String
  /// Of the window alone, where it changes from day to day; then the subject is what stays. Empty for the title.
  package var windowTitle = ""
  package var subject = ""
  /// Whether there are pictures in it; they are never loaded from elsewhere.
  package var showsPictures = false
  /// What goes to paper, unless its reader chooses; its style knows the word.
  package var printed = PagePrint.all
  /// Under the heading.
  package var lead: HTMLText = ""
  package var main: HTMLText
  package var origin: PageOrigin
  package var style: PageAsset
  package var script: PageAsset?
  /// `HTMLText.data` elements that the script reads.
  package var data: HTMLText = ""

  /// The page, ready to be written.
  package var text: String { document.text }

  private var document: HTMLText {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(HTMLText(verbatim: policy))">
    <meta name="generator" content="\(HTMLText.generator)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="referrer" content="no-referrer">
    <title>\(windowTitle.isEmpty ? title : windowTitle)</title>
    \(description)\
    <style>\(HTMLText(verbatim: printable.text))</style>
    </head>
    <body\(bodyClass)>
    <a class="skip" href="#page-main">Skip to main content</a>
    <header>
    <h1>\(HTMLText.people(title))</h1>
    \(lead)
    </header>
    <main id="page-main" tabindex="-1">
    \(main)
    </main>
    \(origin.footer)\(data)\(element)</body>
    </html>

    """
  }

  private var printable: PageAsset { style.printing(title) }

  private var bodyClass: HTMLText { printed == .all ? "" : " class=\"\(printed.rawValue)\"" }

  private var description: HTMLText {
    subject.isEmpty ? "" : "<meta name=\"description\" content=\"\(subject)\">\n"
  }

  private var policy: String {
    let scripts = script.map { "; script-src \($0.policy)" } ?? ""
    let pictures = showsPictures ? "; img-src data:" : ""
    return "default-src 'none'\(pictures); style-src \(printable.policy)\(scripts); base-uri 'none'; form-action 'none'"
  }

  /// A module, so that nothing in it is visible from outside.
  private var element: HTMLText {
    script.map { "<script type=\"module\">\(HTMLText(verbatim: $0.text))</script>\n" } ?? ""
  }
}

extension HTMLText {
  /// The names of the columns of a table; those of numbers end with a colon.
  static func heads(_ names: [HTMLText]) -> HTMLText {
    let cells: HTMLText = names.map { name in
      guard name.text.hasSuffix(":") else { return "<th scope=\"col\">\(name)</th>" }
      return "<th scope=\"col\" class=\"num\">\(HTMLText(verbatim: String(name.text.dropLast())))</th>"
    }.joined()
    return "<thead><tr>\(cells)</tr></thead>"
  }

  /// Cells and rows end where the next one begins.
  static func row(_ name: HTMLText, _ numbers: [HTMLText]) -> HTMLText {
    row(name, numbers.map { "<td class=num>\($0)" }.joined())
  }

  private static func row(_ name: HTMLText, _ cells: HTMLText) -> HTMLText {
    "<tr><th scope=row>\(name)\(cells)\n"
  }

  /// A table of numbers, whose rows a narrow window shows as lines, each number behind the name of its column.
  ///
  /// - Parameter heads: the name of the names, and of each number.
  static func numbers(
    _ heads: [HTMLText], _ rows: [(name: HTMLText, numbers: [HTMLText])], caption: HTMLText = "",
    style: HTMLText = "nums"
  ) -> HTMLText {
    let labels = heads.dropFirst()
    let body: HTMLText = rows.map { one in
      let cells: HTMLText = zip(labels, one.numbers).map { label, number -> HTMLText in
        "<td class=num data-l=\"\(label)\">\(number)"
      }.joined()
      return row(one.name, cells)
    }.joined()
    let title: HTMLText = caption.text.isEmpty ? "" : "<caption>\(caption)</caption>"
    return """
      <table class="\(style)">\(title)\(Self.heads(heads.prefix(1) + labels.map { "\($0):" }))<tbody>
      \(body)</tbody></table>
      """
  }
}

/// How much of a page goes to paper.
package enum PagePrint: String, CaseIterable, Sendable {
  case all, summary
}

/// The part of a page that provides the file it has written: `bundle.js` finds it by its ids.
enum FileActions {
  static let markup: HTMLText = "\(said)\n\(ways)"

  /// What became of the file.
  static let said: HTMLText = "<p id=\"saved\" role=\"status\"></p>"

  static let ways: HTMLText = """
    <div id="file-ways" hidden>
    <p>No file in your downloads? Use one of these:</p>
    <div class="buttons">
    <button type="button" id="share">Share the file</button>
    <button type="button" id="copy">Copy file contents</button>
    <button type="button" id="show">Show file contents</button>
    </div></div>
    <div class="field" id="file-text-row" hidden><label for="file-text">File contents</label>
    <textarea id="file-text" class="code" readonly spellcheck="false"></textarea></div>
    """
}

/// A style or a script that is part of a page, with the hash by which the policy of the page allows it.
package struct PageAsset: Sendable {
  /// The text between the tags, byte for byte.
  package let text: String

  /// The source expression of a Content-Security-Policy: `'sha256-...'`.
  package var policy: String {
    "'sha256-\(SHA256.digest(of: Array(text.utf8)).withBytes { Base64Text.text($0) })'"
  }
}

extension PageAsset {
  /// - Parameter parts: in order, each on its own lines.
  private init(_ parts: [page_file]) { text = parts.map(Self.compact).joined(separator: "\n") }

  private init(style parts: [page_file]) { text = parts.map { Self.joined(Self.compact($0)) }.joined(separator: "\n") }

  /// Without comments of their own lines, empty lines, and indentation, which a reader of the page has no use for; no text
  /// of a script goes over several lines.
  private static func compact(_ part: page_file) -> String {
    var isComment = false
    return String(decoding: UnsafeBufferPointer(start: part.bytes, count: part.count), as: UTF8.self)
      .split(separator: "\n").compactMap { line -> Substring? in
        let text = line.drop { $0 == " " }
        if text.hasPrefix("/*") { isComment = true }
        let isLeftOut = isComment || text.isEmpty || text.hasPrefix("//")
        if isComment, text.hasSuffix("*/") { isComment = false }
        return isLeftOut ? nil : text
      }.joined(separator: "\n")
  }

  /// The lines of a style as one.
  private static func joined(_ style: String) -> String {
    style.split(separator: "\n").map { line -> String in
      if line.hasSuffix(" {") { return line.dropLast(2) + "{" }
      let name = line.prefix { $0.isLetter || $0 == "-" }
      let value = line.dropFirst(name.count)
      let text = !name.isEmpty && value.hasPrefix(": ") ? "\(name):\(value.dropFirst(2))" : String(line)
      return text.last.map { ";,}".contains($0) } ?? true ? text : text + " "
    }.joined().replacing(";}", with: "}")
  }

  static var worksheetStyle: PageAsset { PageAsset(style: [page_style(), page_form_style(), page_worksheet_style()]) }
  static var worksheetScript: PageAsset { PageAsset([page_bundle_script(), page_worksheet_script()]) }
  static var tapStyle: PageAsset { PageAsset(style: [page_style(), page_form_style(), page_tap_style()]) }
  static var tapScript: PageAsset { PageAsset([page_bundle_script(), page_tap_script()]) }
  static var reportStyle: PageAsset { PageAsset(style: [page_style(), page_report_style()]) }
  static var reportScript: PageAsset { PageAsset([page_report_script()]) }
  static var conformanceStyle: PageAsset { PageAsset(style: [page_style(), page_conformance_style()]) }
}

extension PageAsset {
  /// With a title at the foot of each printed page.
  fileprivate func printing(_ title: String) -> PageAsset {
    PageAsset(text: "\(text)\n@page { @bottom-left { content: \(Self.quoted(title)) } }\n")
  }

  /// With the names of the columns of a table: each is there once, for where its cells stand one below the other.
  func naming(columnsOf table: String, _ names: [String]) -> PageAsset {
    let rules = names.enumerated().map { ".\(table) td:nth-child(\($0.offset + 2)){--name:\(Self.quoted($0.element))}" }
    return PageAsset(text: ([text] + rules).joined(separator: "\n"))
  }

  private static func quoted(_ text: String) -> String {
    // Letters and digits of any language as they are; everything else that is shown as the number of its character.
    let text = text.unicodeScalars.prefix(120).map { scalar -> String in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: ""
      default:
        scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar == " "
          ? String(scalar) : "\\\(String(scalar.value, radix: 16)) "
      }
    }.joined()
    return "\"\(text)\""
  }
}

/// The source of a page, shown in its footer, so that a printed or mailed page can be traced.
package struct PageOrigin: Sendable {
  /// Of the facts: 64 hex digits.
  package var digest: String
  /// What was digested.
  package var digestOf: String
  package var facts: Int
  /// ISO 8601, UTC.
  package var asOf: String
  /// The filter, as on the command line; empty for everything.
  package var filter: String
  /// The revision of the built-in catalog.
  package var catalogue: String
  package var program: String

  package init(
    digest: String, digestOf: String = "their history", facts: Int, asOf: String, filter: String, catalogue: String,
    program: String
  ) {
    (self.digest, self.digestOf, self.facts, self.asOf) = (digest, digestOf, facts, asOf)
    (self.filter, self.catalogue, self.program) = (filter, catalogue, program)
  }

  var footer: HTMLText {
    let rows: [(HTMLText, HTMLText)] = [
      ("As of", "<time datetime=\"\(asOf)\">\(asOf)</time>"), ("Filter", filter.isEmpty ? "none" : .people(filter)),
      (
        "History",
        "\(counted(facts, "entry", "entries")), digest "
          + "of \(digestOf) <code>\(digest)</code>"
      ),
      ("Catalog", "\(catalogue)"), ("Program", "a11y \(program)"),
    ]
    let list: HTMLText = rows.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined(separator: "\n")
    return "<footer class=\"footer\">\n<h2>About this page</h2>\n<dl>\n\(list)\n</dl>\n</footer>\n"
  }
}
