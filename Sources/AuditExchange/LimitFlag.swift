package import Arguments
package import AuditSync
package import Terminal

/// `--max facts=5000000,file=1024M`: what a bundle may hold at most.
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
    .usage(
      "flag.value", "--max takes NAME=NUMBER, not \(MessageText.quoted(text))",
      hints: ["The names: \(names.joined(separator: ", ")). K, M and G behind a number are 1024, its square and cube."])
  }
}
