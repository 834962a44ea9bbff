package import Arguments
package import AuditSync
package import Terminal

/// `--max facts=5000000,file=1024M`: the upper limits of a bundle.
package enum LimitFlag {
  static let names = ["depth", "fact", "facts", "file", "members", "string"]

  /// The usual limits with those that the line changes.
  package static func limits(_ arguments: ParsedArguments) throws(Problem) -> BundleLimits {
    var limits = BundleLimits.standard
    for text in arguments.list(.max) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let number = number(parts[1]) else { throw wanted(text) }
      switch parts[0] {
      case "file": limits.fileBytes = number
      case "fact": limits.factBytes = number
      case "string": limits.stringBytes = number
      case "members": limits.members = number
      case "facts": limits.facts = number
      case "depth": limits.depth = number
      default: throw wanted(text)
      }
    }
    return limits
  }

  /// A whole number, K, M or G behind it for 1024, its square and its cube.
  private static func number(_ text: String) -> Int? {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[$0] }
    guard let count = Int(shift == nil ? Substring(text) : text.dropLast()), count > 0 else { return nil }
    let (number, overflows) = count.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    return overflows || number > 1 << 40 ? nil : number
  }

  private static func wanted(_ text: String) -> Problem {
    let valid = names.joined(separator: ", ")
    return .usage(
      "flag.value", "invalid value \(MessageText.quoted(text)) for --max; expected NAME=NUMBER",
      hints: [
        "Use one of the names \(valid). K, M, and G after a number multiply it by 1024, 1024^2, and 1024^3."
      ])
  }
}
