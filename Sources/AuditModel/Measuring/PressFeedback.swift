/// How a control looks while it is pressed: the ranges of child-touch-guide, Animation Standards.
///
/// They are design constants of a project and may be overridden (E-70). Scaling is motion, so Reduce Motion needs
/// another signal (E-51).
package enum PressFeedback {
  private static let source = "child-touch-guide, Animation Standards"
  private static let constants = "E-70: the figures are constants of the projects and can be overridden."

  package static let scale = NumericLimit(
    "press-scale", "Scale while pressed", .between, [FixedPoint(thousandths: 920), FixedPoint(thousandths: 970)],
    unit: "scale factor", check: "visual-feedback.scale-range", source: source, reading: constants)
  package static let duration = NumericLimit(
    "press-duration", "Duration of the press animation", .atMost, [FixedPoint(thousandths: 300)], unit: "s",
    check: "visual-feedback.duration", source: source, reading: constants)
  package static let damping = NumericLimit(
    "press-damping", "Damping of the press spring", .atLeast, [FixedPoint(thousandths: 600)],
    unit: "damping fraction", check: "visual-feedback.damping", source: source, reading: constants)
  /// Over both appearances; ``brightnessLight`` and ``brightnessDark`` know the sign.
  package static let brightness = NumericLimit(
    "press-brightness", "Brightness shift while pressed", .between,
    [FixedPoint(thousandths: -50), FixedPoint(thousandths: 100)], unit: "brightness delta",
    check: "visual-feedback.brightness-shift", source: source, reading: signs)
  package static let brightnessLight = NumericLimit(
    "press-brightness-light", "Brightness shift in light appearance", .between, [FixedPoint(thousandths: -50), 0],
    unit: "brightness delta", check: "visual-feedback.brightness-shift", source: source, reading: signs)
  package static let brightnessDark = NumericLimit(
    "press-brightness-dark", "Brightness shift in dark appearance", .between, [0, FixedPoint(thousandths: 100)],
    unit: "brightness delta", check: "visual-feedback.brightness-shift", source: source, reading: signs)
  package static let disabledOpacity = NumericLimit(
    "disabled-opacity", "Opacity of a disabled control", .equal, [50], unit: "percent",
    check: "visual-feedback.disabled-state", source: "child-touch-guide, Color States", reading: constants)

  private static let signs = "E-53: from -0.05 to +0.10, darker in light appearance and brighter in dark."
}
