import AuditModel

/// The options of a line of `allowed_signers`. The tool knows more of them and more spellings; here each has one.
enum SignerOptions {
  static let required = "namespaces=\"\(SSHKeygen.purpose)\""

  /// What the options say of time.
  ///
  /// - Throws: what is wrong: the purpose is missing or another one, an option is unknown or comes twice, or a time is
  ///   none.
  static func validity(_ word: String, localOffset: (Int64) -> Int) throws(SignerLine.Fault) -> SignerValidity {
    var values: [String: String] = [:]
    for option in word.split(separator: ",", omittingEmptySubsequences: false) {
      let (name, value) = try read(String(option))
      guard values.updateValue(value, forKey: name) == nil else {
        throw .init("\(name) is repeated; remove one of them")
      }
    }
    guard values["namespaces"] != nil else {
      throw .init("\(required) is missing; without it the key can sign for any purpose")
    }
    let validity = SignerValidity(
      after: try time("valid-after", values, localOffset), before: try time("valid-before", values, localOffset))
    if let after = validity.after, let before = validity.before, before <= after {
      throw .init("valid-before is not later than valid-after; correct one of them")
    }
    return validity
  }

  private static func read(_ option: String) throws(SignerLine.Fault) -> (name: String, value: String) {
    if option == required { return ("namespaces", SSHKeygen.purpose) }
    if option == "cert-authority" {
      throw .init("cert-authority lets others say who signs; write the key of one person")
    }
    if option.hasPrefix("namespaces=") || option == "namespaces" {
      throw .init("the key is for other purposes; write exactly \(required)")
    }
    for name in ["valid-after", "valid-before"] where option.hasPrefix(name) {
      let rest = option.dropFirst(name.count)
      guard rest.hasPrefix("=\""), rest.hasSuffix("\""), rest.utf8.count >= 3 else {
        throw .init("\(name) needs a time in quotes, e.g. \(name)=\"20270101Z\"")
      }
      return (name, String(rest.dropFirst(2).dropLast()))
    }
    throw .init("unknown option; expected \(required), valid-after or valid-before, separated by commas only")
  }

  private static func time(
    _ name: String, _ values: [String: String], _ localOffset: (Int64) -> Int
  ) throws(SignerLine.Fault) -> Timestamp? {
    guard let value = values[name] else { return nil }
    guard let time = SignerValidity.moment(value, localOffset: localOffset) else {
      throw .init("invalid time in \(name); expected YYYYMMDD or YYYYMMDDhhmmss, with Z for UTC")
    }
    return time
  }
}
