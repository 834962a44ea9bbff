import Audit
package import Base

extension PageSection {
  /// The items in their order: labeled ones as terms, rows as a list, sentences as paragraphs.
  var html: HTMLText {
    var output: HTMLText = ""
    var facts: HTMLText = ""
    var rows: HTMLText = ""
    /// What belongs together is one list.
    func close() {
      if !facts.text.isEmpty { output = output + "<dl class=\"facts\">\n\(facts)</dl>\n" }
      if !rows.text.isEmpty { output = output + "<ul class=\"li\" role=\"list\">\n\(rows)</ul>\n" }
      (facts, rows) = ("", "")
    }
    for item in filled {
      switch item {
      case .row(let row):
        if !facts.text.isEmpty { close() }
        rows = rows + "<li>\(Self.html(row))</li>\n"
      case .text(let text), .decision(let text, _), .more(_, let text):
        close()
        output = output + "<p>\(HTMLText.people(text))</p>\n"
      case .fact, .steps, .names, .links, .rate:
        if !rows.text.isEmpty { close() }
        facts = facts + Self.term(item)
      }
    }
    close()
    return output
  }

  private static func term(_ item: PageItem) -> HTMLText {
    let (label, text): (String, HTMLText) =
      switch item {
      case .fact(let label, let text): (label, HTMLText.people(text))
      case .steps(let label, let how): (label, CheckWords.steps(how, HTMLText.people))
      case .names(let label, let names): (label, names.map(HTMLText.people).joined(separator: ", "))
      case .links(let label, let links): (label, links.map { HTMLText.people($0.name) }.joined(separator: ", "))
      case .rate(let label, let part, let whole, let phrase): (label, "\(Percent(of: part, whole).text), \(phrase)")
      default: ("", "")
      }
    return "<dt>\(HTMLText.people(label))</dt><dd>\(text)</dd>\n"
  }

  private static func html(_ row: PageRow) -> HTMLText {
    let head: HTMLText = row.head.map { "<b>\(HTMLText.people($0))</b>" }.joined(separator: ", ")
    let words: HTMLText = row.words.filter { !$0.isEmpty }.map(HTMLText.people).joined(separator: ", ")
    let details: HTMLText = row.filledDetails.map { "<p>\($0.label): \(HTMLText.people($0.text))</p>" }.joined()
    return "\(head)\(words.text.isEmpty ? "" : ": ")\(words)\(details)"
  }
}

/// The text output of a report, in each of its forms.
package protocol ReadableReport {
  /// For a terminal of `width` columns.
  func text(width: Int, painter: Styler) -> String
  /// One fact per line, for a screen reader.
  var plain: String { get }
  var markdown: String { get }
}

extension Page: ReadableReport {}
extension GateReport: ReadableReport {}
extension StatusReport: ReadableReport {}
