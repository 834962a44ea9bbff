extension HTMLText {
  /// Text that people wrote, kept from turning the direction of what stands around it.
  package static func people(_ text: String) -> HTMLText { "<bdi>\(text)</bdi>" }

  /// JSON for a script of the page to read: an element of its own that is never run.
  ///
  /// `<` is written as an escape, so that no text in it can end the element or begin a comment.
  package static func data(_ json: JSONText, id: String) -> HTMLText {
    let text = json.render().split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
    return "<script type=\"application/json\" id=\"\(id)\">\(HTMLText(verbatim: text))</script>\n"
  }
}
