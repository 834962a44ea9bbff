import AuditModel
import AuditStore

/// Finds items by a text in their names, or else by words: each begins a part of the check's id or title, or of the component's key, title, or screens.
///
/// `lab cl` finds `voiceover.label-present` of `sign-in/close-button`.
struct ItemSearch {
  /// A thing with a name, in the parts of its texts.
  private struct Entry {
    var text: String
    var parts: [String]

    init(_ texts: [String]) {
      text = texts.joined(separator: "\n").lowercased()
      parts = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    func accepts(_ word: String) -> Bool { parts.contains { $0.hasPrefix(word) } }
  }

  private let checks: [String: Entry]
  private let components: [String: Entry]

  /// - Parameters:
  ///   - checks: the id and title of every check.
  ///   - components: by key.
  init(checks: [(id: String, title: String)], components: [String: Component]) {
    self.checks = Dictionary(
      checks.map { ($0.id, Entry([$0.id, $0.title])) }, uniquingKeysWith: { first, _ in first })
    self.components = components.mapValues { Entry([$0.key, $0.title] + $0.screens) }
  }

  /// The items of a list that a typed text finds, in their order.
  func find(_ typed: String, in items: WorkItems) -> [Int] {
    let text = WalkLine.trimmed(typed).lowercased()
    let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
    guard !words.isEmpty else { return [] }
    let wholes = (names(checks) { $0.text.contains(text) }, names(components) { $0.text.contains(text) })
    let exact = items.indices.filter { wholes.0.contains(items[$0].check) || wholes.1.contains(items[$0].component) }
    guard exact.isEmpty else { return exact }
    let found = words.map { word in (names(checks) { $0.accepts(word) }, names(components) { $0.accepts(word) }) }
    return items.indices.filter { index in
      found.allSatisfy { $0.0.contains(items[index].check) || $0.1.contains(items[index].component) }
    }
  }

  private func names(_ entries: [String: Entry], where isFound: (Entry) -> Bool) -> Set<String> {
    Set(entries.filter { isFound($0.value) }.keys)
  }
}
