/// Devices to choose from, with the points to the inch of their screens if all devices of that name have the same.
///
/// Sources: the makers' pixels per inch over the scale of the system: 264 / 2, 326 / 2, 460 / 3.
package struct TapDevice: Sendable {
  /// The name in a session: names of makers only.
  package let model: String
  package let label: String
  /// Points to the inch.
  package let density: Int?

  package static let all = [
    TapDevice(model: "iPad", label: "iPad, iPad Air, iPad Pro", density: 132),
    TapDevice(model: "iPad mini", label: "iPad mini", density: 163),
    TapDevice(model: "iPhone", label: "iPhone 12 and later, X, XS, 11 Pro", density: 153),
    TapDevice(model: "iPhone SE", label: "iPhone SE, XR, 11, 8", density: 163),
    TapDevice(model: "Galaxy Tab", label: "Galaxy Tab", density: nil),
    TapDevice(model: "tablet", label: "Another tablet", density: nil),
    TapDevice(model: "phone", label: "Another phone", density: nil),
  ]

  var option: HTMLText {
    let points: HTMLText = density.map { " data-density=\"\($0)\"" } ?? ""
    return "<option value=\"\(model)\"\(points)>\(label)</option>"
  }
}
