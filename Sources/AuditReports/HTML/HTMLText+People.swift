extension HTMLText {
  /// Text that people wrote, kept from changing the direction of the text around it.
  package static func people(_ text: String) -> HTMLText { "<bdi>\(text)</bdi>" }

  /// The same for long lists: the element is added only around text that could change a direction.
  ///
  /// Printable ASCII has no letter that runs from right to left, and the text next to it is the page's own or isolated
  /// in the same way. In a list of 1,000 findings this saves a tenth of the page.
  static func brief(_ text: String) -> HTMLText {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? "\(text)" : people(text)
  }

  /// JSON for a script of the page to read: an element of its own that is never run.
  ///
  /// `<` is written as an escape, so that no text in it can end the element or begin a comment.
  package static func data(_ json: JSONText, id: String) -> HTMLText {
    var text = ""
    rewrite(json.render(), into: &text) { $0.scalar == "<" ? "\\u003c" : nil }
    return "<script type=\"application/json\" id=\"\(id)\">\(HTMLText(verbatim: text))</script>\n"
  }
}
