/// Text that is safe as HTML content and inside a quoted attribute value.
///
/// Markup characters become character references, hazards become visible (`\u{202e}`); line feeds and tabs stay, a
/// CR LF pair becomes a line feed. Not for `<script>`, `<style>`, URLs or unquoted attributes.
package struct HTMLText: EscapedText {
  package let text: String

  package init(verbatim text: String) {
    self.text = text
  }

  package static func escape(_ foreign: String, into output: inout String) {
    rewrite(foreign, into: &output) { place in
      switch place.scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\n", "\t": nil
      default: place.isCarriageReturnOfPair ? "" : place.visibleIfHazard
      }
    }
  }
}
