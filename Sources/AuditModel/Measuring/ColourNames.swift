/// Colours that have a name: the sixteen basic ones of CSS and a few of the system.
enum ColourNames {
  /// Found without regard to case; nil for every other name.
  static func colour(named name: String) -> Colour? {
    let key = name.lowercased()
    if let value = basic[key] { return opaque(value) }
    guard let (value, percent) = system[key] else { return nil }
    let base = opaque(value)
    return Colour(red: base.red, green: base.green, blue: base.blue, alpha: Double(percent) / 100)
  }

  /// Whether a name stands for a colour of the system, whose values may differ between versions.
  static func isSystem(_ name: String) -> Bool { system[name.lowercased()] != nil }

  private static func opaque(_ value: UInt32) -> Colour {
    Colour(
      red: Double((value >> 16) & 0xFF) / 255, green: Double((value >> 8) & 0xFF) / 255,
      blue: Double(value & 0xFF) / 255)
  }

  /// The basic colour keywords of CSS, and the second spelling of gray.
  private static let basic: [String: UInt32] = [
    "aqua": 0x00FFFF, "black": 0x000000, "blue": 0x0000FF, "fuchsia": 0xFF00FF, "gray": 0x808080, "grey": 0x808080,
    "green": 0x008000, "lime": 0x00FF00, "maroon": 0x800000, "navy": 0x000080, "olive": 0x808000, "purple": 0x800080,
    "red": 0xFF0000, "silver": 0xC0C0C0, "teal": 0x008080, "white": 0xFFFFFF, "yellow": 0xFFFF00,
  ]

  /// Classic light values and alpha in percent, those behind the figures of E-11, E-12 and E-13.
  private static let system: [String: (UInt32, Int)] = [
    "label": (0x000000, 100), "secondarylabel": (0x3C3C43, 60), "tertiarylabel": (0x3C3C43, 30),
    "quaternarylabel": (0x3C3C43, 18), "systemblue": (0x007AFF, 100), "systemgreen": (0x34C759, 100),
    "systemorange": (0xFF9500, 100), "systemred": (0xFF3B30, 100), "systemyellow": (0xFFCC00, 100),
  ]
}
