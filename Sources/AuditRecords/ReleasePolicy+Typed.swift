import Arguments
import AuditFigures
import AuditModel
package import Terminal

extension ReleasePolicy {
  /// The rules of a release as typed.
  package init(typed text: String) throws(Problem) {
    do {
      try self.init(parsing: text)
    } catch {
      let rule = MessageText.quoted(error.rule)
      switch error.kind {
      case .twice: throw .usage("policy.invalid", "rule \(rule) is used twice", hints: ["Remove one of them."])
      case .value(let wanted):
        throw .usage(
          "policy.invalid", "invalid rule \(rule); expected \(wanted)",
          hints: ["Separate rules with commas, e.g. 'max-critical 0, min-coverage 80'."])
      case .unknown(let name):
        let alike = Suggestion.nearest(to: name, among: Self.names)
        throw .usage(
          "policy.invalid", "unknown rule \(rule)",
          hints: (alike.isEmpty ? [] : ["Did you mean \(Suggestion.alternatives(alike))?"])
            + ["Use \(Self.names.joined(separator: ", "))."])
      }
    }
  }
}
