package import AuditFigures
import AuditModel
import Measuring

/// The shortcuts of a tracker beside those of the system.
package struct ShortcutTable {
  package let shortcuts: [RegisteredShortcut]
  private let register: ShortcutRegister

  package init(_ reader: Reader) throws {
    shortcuts = try reader.records("shortcut").map(Self.shortcut)
    register = ShortcutRegister(shortcuts, reference: try reader.reference())
  }

  package func conflicts(of shortcut: RegisteredShortcut) -> [ShortcutConflict] { register.conflicts(of: shortcut) }

  package static func shortcut(_ record: Reader.Record) -> RegisteredShortcut {
    RegisteredShortcut(
      key: record.key, keys: try? KeyShortcut(parsing: record.text("keys")), action: record.text("action"),
      screens: record.list("screens"), component: record.text("component"),
      platforms: record.list("platforms").compactMap(Platform.init(rawValue:)))
  }
}
