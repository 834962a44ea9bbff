/// The source of the completions of a value.
package enum CompletionSource: Hashable, Sendable {
  case nothing, files, folders
  /// Names from the tracker or the catalog; the shell asks `a11y __complete`.
  case records(NameKind)
}

/// Kinds of names that a shell can ask for. The raw value is the word after `a11y __complete`.
package enum NameKind: String, CaseIterable, Hashable, Sendable {
  case component, audit, check, checklist, waiver, question, task, shortcut, gesture, note, reference, style, plan,
    verdict
  case componentKind = "component-kind"
  case gestureKind = "gesture-kind"
  case pattern, criterion, edition
  case condition, owner, screen, tag, tester, build, device, standard
  /// What `a11y show` shows, words of a query with their values, values of a setting, and entries of the reference.
  case subject, query, setting, entry

  /// Whether commands find such a name by a part of it.
  package var isFoundByPart: Bool {
    switch self {
    case .component, .audit, .check, .waiver, .question, .task, .shortcut, .gesture, .note, .plan, .verdict, .subject:
      true
    default: false
    }
  }
}
