/// What is registered of a component, compared with what a check measures.
extension Component {
  /// The planned value or the registered size that the check's figure does not allow, in words such as
  /// `the registered size 40x40 misses at least 44 pt`; nil where nothing registered speaks against a PASS.
  package func contradiction(of check: String, _ measurement: Measurement) -> String? {
    if let text = planned[check], misses(text, measurement) {
      return "the specified value \(text) does not meet \(measurement.wording(on: self))"
    }
    if measurement.measuresSize, !size.isEmpty, misses(size, measurement) {
      return "the registered size \(size) does not meet \(measurement.wording(on: self))"
    }
    return nil
  }

  private func misses(_ text: String, _ measurement: Measurement) -> Bool {
    guard let value = try? MeasuredValue.parse(text, of: measurement) else { return false }
    return measurement.judge(value, on: self) == .fail
  }
}

extension Measurement {
  /// Whether the registered size of a component is what is measured.
  package var measuresSize: Bool { inputs.contains("size") }

  /// The outcome that a measured size alone decides; nil where it decides none. A target that is too small for a
  /// rule with an exception for spacing may still meet it.
  package func outcome(ofSize size: MeasuredValue, on component: Component) -> Outcome? {
    guard measuresSize || inputs.contains("spacing") else { return nil }
    let outcome = judge(size, on: component).outcome
    return measuresSize || outcome == .pass ? outcome : nil
  }
}
