/// Yes and no in their usual spellings; spreadsheets write TRUE.
package enum Switch: Sendable {
  case on, off

  package init?(_ text: String) {
    switch text.lowercased() {
    case "1", "yes", "true", "on": self = .on
    case "0", "no", "false", "off": self = .off
    default: return nil
    }
  }
}
