/// Yes and no in their usual spellings.
package enum Switch: Sendable {
  case on, off

  package init?(_ text: String) {
    switch text {
    case "1", "yes", "true", "on": self = .on
    case "0", "no", "false", "off": self = .off
    default: return nil
    }
  }
}
