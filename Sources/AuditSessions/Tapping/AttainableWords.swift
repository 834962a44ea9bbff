import AuditReports
package import CanonicalJSON
import FirstTap

/// What a plan can show, in a sentence.
package enum AttainableWords {
  package static func sentence(_ fields: JSONObject) -> String? {
    guard let target = fields["target"]?.integerValue, let taps = fields["taps"]?.integerValue,
      let children = fields["children"]?.integerValue
    else { return nil }
    return sentence(target: Int(clamping: target), children: Int(clamping: children), taps: Int(clamping: taps))
  }

  /// `Met at a rate of 98% or more; without a miss, 8 children can show 91%.` Nil for too few children.
  package static func sentence(target: Int, children: Int, taps: Int) -> String? {
    guard let best = Attainable.target(children: children, taps: taps) else { return nil }
    let shown = "without a miss, \(counted(children, "child", "children")) can show \(RateText.symbol.low(best))"
    guard let rate = Attainable.rate(for: Double(target) / 100, children: children, taps: taps) else {
      return "Best possible result: \(shown)"
    }
    return "Met at a rate of \(RateText.symbol.high(rate)) or more; \(shown)"
  }
}
