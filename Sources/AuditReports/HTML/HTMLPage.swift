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
  package var lead: HTMLText
  package var main: HTMLText
  package var origin: PageOrigin
  package var style: PageAsset
  package var script: PageAsset?
  /// `HTMLText.data` elements that the script reads.
  package var data: HTMLText

  package init(
    title: String, lead: HTMLText = "", main: HTMLText, origin: PageOrigin, style: PageAsset,
    script: PageAsset? = nil, data: HTMLText = ""
  ) {
    self.title = title
    self.lead = lead
    self.main = main
    self.origin = origin
    self.style = style
    self.script = script
    self.data = data
  }

  /// The generator of a page, which identifies our pages.
  package static let generator = "a11y"

  /// The page, ready to be written.
  package var text: String { document.text }

  private var document: HTMLText {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(HTMLText(verbatim: policy))">
    <meta name="generator" content="\(Self.generator)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="referrer" content="no-referrer">
    <title>\(windowTitle.isEmpty ? title : windowTitle)</title>
    \(description)\
    <style>\(HTMLText(verbatim: style.text))</style>
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

  private var bodyClass: HTMLText { printed == .all ? "" : " class=\"\(printed.rawValue)\"" }

  private var description: HTMLText {
    subject.isEmpty ? "" : "<meta name=\"description\" content=\"\(subject)\">\n"
  }

  private var policy: String {
    let scripts = script.map { "; script-src \($0.policy)" } ?? ""
    let pictures = showsPictures ? "; img-src data:" : ""
    return "default-src 'none'\(pictures); style-src \(style.policy)\(scripts); base-uri 'none'; form-action 'none'"
  }

  /// A module, so that nothing in it is visible from outside.
  private var element: HTMLText {
    script.map { "<script type=\"module\">\(HTMLText(verbatim: $0.text))</script>\n" } ?? ""
  }
}

/// How much of a page goes to paper.
package enum PagePrint: String, CaseIterable, Sendable {
  case all, summary
}
