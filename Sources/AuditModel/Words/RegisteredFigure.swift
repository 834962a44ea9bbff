package import Measuring

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

  /// Whether a size is what a tester measures; below the size of the check, the spacing may decide.
  package var takesSize: Bool { measuresSize || inputs.contains(Self.spacing) }
}
