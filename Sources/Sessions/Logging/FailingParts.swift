import Audit
import Base
import CommandLine
import Reports
import Store

/// The components that make a check of their screen fail, as testers name them.
enum FailingParts {
  /// Names separated by commas or semicolons.
  static func names(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == ";" }.map { WalkLine.trimmed(String($0)) }.filter { !$0.isEmpty }
  }

  /// The keys of the components that a typed result names.
  static func keys(_ typed: [String], of result: NewResult, _ writer: Writer) throws -> [String] {
    guard !typed.isEmpty else { return [] }
    guard result.outcome == .fail else {
      throw Problem.usage(
        "components.unfit", "components apply only to a fail, not to \(result.outcome.rawValue)",
        hints: ["Log the \(result.outcome.rawValue) without them."])
    }
    let screen = try writer.component(result.component)
    guard isAsked(CheckUnit(of: try writer.check(result.check).appliesTo), of: screen) else {
      throw Problem.usage(
        "components.unfit", "components apply only to checks of whole screens, not to \(result.check)",
        hints: [
          "Run \"a11y log fail \(result.check) \(ShellWord.quoted(typed[0]))\" for each component that fails."
        ])
    }
    return try keys(typed, on: screen, writer.reader)
  }

  /// Whether a failure of a check may name components of a screen.
  static func isAsked(_ unit: CheckUnit?, of component: Component?) -> Bool {
    unit == .screen && component.map { CheckUnit.screens.contains($0.kind) } == true
  }

  /// The components of a screen that are in use, for a failure to name; none before the third edition, which asks for them.
  static func offered(on screen: Component, _ reader: Reader) throws -> [Component] {
    try reader.edition < .third ? [] : all(on: screen, reader)
  }

  private static func all(on screen: Component, _ reader: Reader) throws -> [Component] {
    try reader.components().filter { !$0.isRetired && $0.isOn(screen) }
  }

  /// The keys of names, each once: a key, its unique beginning, or what follows the key of the screen.
  static func keys(_ typed: [String], on screen: Component, _ reader: Reader) throws -> [String] {
    let parts = try all(on: screen, reader)
    var seen: Set<String> = []
    return try typed.map { name in
      let short = screen.key + "/" + name
      if parts.contains(where: { $0.key == short }) { return short }
      let key = try NameFinder.component(name, reader)
      guard parts.contains(where: { $0.key == key }) else {
        let (part, place) = (ShellWord.quoted(key), ShellWord.quoted(screen.screens.first ?? screen.key))
        throw Problem.usage(
          "components.elsewhere", "component \(key) is not on \(screen.key)",
          hints: ["Run \"a11y edit component \(part) --add-screen \(place)\" if it is, then log the fail again."])
      }
      return key
    }.filter { seen.insert($0).inserted }
  }
}
