import Audit
import Base
package import CommandLine
import Reports
import Store

extension WalkSession {
  /// Names what the component of the item has, so that no item is left that it has nothing for.
  func takeFeatures(_ rest: String?) throws {
    guard let component = item?.component else { return try complain(WalkSentences.nowhere) }
    let known = FeatureNames.words.joined(separator: ", ")
    guard let typed = try rest ?? ask("Features (\(known); comma-separated, Enter to cancel):"), !typed.isEmpty else {
      return try rest == nil ? output.say("Not changed.") : complain("missing features, e.g. h glass,haptics")
    }
    let names: [String]
    do throws(Problem) {
      names = try FeatureNames.read(typed.split { ",;".contains($0) }.map { WalkLine.trimmed(String($0)) })
    } catch {
      return try complain("not recorded: \(error.message)", hint: error.hints.first ?? "Use \(known).")
    }
    let before = try writer.name(names, of: component.key)
    let changed = try renew(component.key)
    let words = [
      changed.left > 0 ? "\(counted(changed.left, "item does", "items do")) not apply" : "",
      changed.new > 0 ? "\(counted(changed.new, "new item comes", "new items come")) next" : "",
    ].filter { !$0.isEmpty }
    try output.say(
      "Recorded: \(component.key) has \(names.joined(separator: ", "))."
        + (before.isEmpty ? "" : " Before: \(before.joined(separator: ", ")).")
        + (words.isEmpty ? "" : " " + words.joined(separator: ", ").capitalizedFirst + "."))
    if queue.currentMark == .notAsked {
      queue.advance()
      try showNext()
    }
  }

  /// Once for a component whose features are unknown, at an item that depends on one.
  func sayFeatures(_ shown: WalkItem) throws {
    guard isForgiving, let component = shown.component, component.features.isEmpty,
      Catalog.features.contains(where: { $0.only.contains(shown.place.check) }),
      explained.features.insert(component.key).inserted
    else { return }
    try output.say(WalkSentences.features)
  }

  /// Looks at the scope again; a walk through results keeps all of them.
  private func renew(_ component: String) throws -> (left: Int, new: Int) {
    guard request.only == .untested, !request.asksResults else { return (0, 0) }
    let defaults = writer.defaults
    scope = try writer.tracker.read { reader in
      let audit = try defaults.audit.isEmpty ? nil : reader.audit(defaults.audit)
      return try WalkScope(reader, request, audit: audit, device: defaults.device)
    }
    return queue.renew(
      component, asked: Set(scope.reach.filter { $0.component == component }),
      new: scope.cells.filter { $0.component == component })
  }
}

/// The features of a component, as typed.
package enum FeatureNames {
  package static var words: [String] { Catalog.features.map(\.id) + [Feature.none] }

  package static func read(_ texts: [String]) throws(Problem) -> [String] {
    var names: [String] = []
    for text in texts {
      let typed = CellText.name(text)
      guard let name = words.first(where: { CellText.name($0) == typed }) else {
        throw .usage(
          "feature.unknown", "invalid feature \(MessageText.quoted(text))",
          hints: Suggestion.hint(for: text, among: words) + ["Use \(words.joined(separator: ", "))."])
      }
      if !names.contains(name) { names.append(name) }
    }
    guard !names.contains(Feature.none) || names.count == 1 else {
      throw .usage(
        "feature.none", "none cannot be combined with other features", hints: ["Remove none, or the other features."])
    }
    return names
  }
}
