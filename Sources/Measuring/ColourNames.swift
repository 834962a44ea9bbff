/// Colors that have a name: the basic ones of CSS and those of the system that audits meet.
package enum ColourNames {
  /// Found without regard to case; nil for every other name.
  package static func colour(named name: String) -> Colour? {
    let key = name.lowercased()
    if let value = basic[key] { return opaque(value) }
    guard let (value, percent) = system[key] else { return nil }
    let base = opaque(value)
    return Colour(red: base.red, green: base.green, blue: base.blue, alpha: Double(percent) / 100)
  }

  /// Whether a name stands for a color of the system, whose values may differ between versions.
  package static func isSystem(_ name: String) -> Bool { system[name.lowercased()] != nil }

  private static func opaque(_ value: UInt32) -> Colour {
    Colour(
      red: Double((value >> 16) & 0xFF) / 255, green: Double((value >> 8) & 0xFF) / 255,
      blue: Double(value & 0xFF) / 255)
  }

  /// The color of the system that a name of CSS may be taken for, as it is typed; nil where it means the same.
  package static func systemName(for name: String) -> String? {
    let key = name.lowercased()
    let plain = key == "grey" ? "gray" : key
    guard basic[key] != nil, system["system" + plain] != nil else { return nil }
    return "system" + plain.prefix(1).uppercased() + plain.dropFirst()
  }

  /// The basic color keywords of CSS, and the second spelling of gray.
  private static let basic: [String: UInt32] = [
    "aqua": 0x00FFFF, "black": 0x000000, "blue": 0x0000FF, "fuchsia": 0xFF00FF, "gray": 0x808080, "grey": 0x808080,
    "green": 0x008000, "lime": 0x00FF00, "maroon": 0x800000, "navy": 0x000080, "olive": 0x808000, "orange": 0xFFA500,
    "purple": 0x800080, "red": 0xFF0000, "silver": 0xC0C0C0, "teal": 0x008080, "white": 0xFFFFFF, "yellow": 0xFFFF00,
  ]

  /// Classic values and alpha in percent, those behind the figures of E-11, E-12 and E-13: light ones, and with `dark`
  /// behind the name those of the dark appearance.
  private static let system: [String: (UInt32, Int)] = [
    "label": (0x000000, 100), "secondarylabel": (0x3C3C43, 60), "tertiarylabel": (0x3C3C43, 30),
    "quaternarylabel": (0x3C3C43, 18), "systemblue": (0x007AFF, 100), "systemgray": (0x8E8E93, 100),
    "systemgreen": (0x34C759, 100), "systemindigo": (0x5856D6, 100), "systemorange": (0xFF9500, 100),
    "systempink": (0xFF2D55, 100), "systempurple": (0xAF52DE, 100), "systemred": (0xFF3B30, 100),
    "systemteal": (0x30B0C7, 100), "systemyellow": (0xFFCC00, 100), "systembackground": (0xFFFFFF, 100),
    "secondarysystembackground": (0xF2F2F7, 100), "tertiarysystembackground": (0xFFFFFF, 100),
    "labeldark": (0xFFFFFF, 100), "secondarylabeldark": (0xEBEBF5, 60), "tertiarylabeldark": (0xEBEBF5, 30),
    "quaternarylabeldark": (0xEBEBF5, 16), "systembluedark": (0x0A84FF, 100), "systemgraydark": (0x8E8E93, 100),
    "systemgreendark": (0x30D158, 100), "systemindigodark": (0x5E5CE6, 100), "systemorangedark": (0xFF9F0A, 100),
    "systempinkdark": (0xFF375F, 100), "systempurpledark": (0xBF5AF2, 100), "systemreddark": (0xFF453A, 100),
    "systemtealdark": (0x40C8E0, 100), "systemyellowdark": (0xFFD60A, 100), "systembackgrounddark": (0x000000, 100),
    "secondarysystembackgrounddark": (0x1C1C1E, 100), "tertiarysystembackgrounddark": (0x2C2C2E, 100),
  ]
}
