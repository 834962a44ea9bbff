/// A flag with its documentation. Parser, help, manual and completions use this value.
package struct FlagSpec: Sendable {
  package let name: FlagName
  /// The letter after one hyphen.
  package let short: Unicode.Scalar?
  /// What the value is called in help (`FILE`); nothing for a switch.
  package let value: String?
  /// The only values allowed, if there are any.
  package private(set) var choices: [String]
  /// An empty value is allowed beside the choices: it clears the field.
  package let isClearable: Bool
  /// May be given more than once.
  package let isRepeatable: Bool
  /// What a shell offers for the value.
  package let completes: CompletionSource
  /// A phrase without capital and full stop: "app build".
  package private(set) var doc: String
  /// What the flag requires of the rest of the line; checked after the line is parsed.
  package var rules: [FlagRule] = []

  /// A flag that takes a value.
  package init(
    _ name: FlagName, short: Unicode.Scalar? = nil, value: String, choices: [String] = [], clearable: Bool = false,
    repeatable: Bool = false, completes: CompletionSource = .nothing, _ doc: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.choices = choices
    isClearable = clearable
    self.isRepeatable = repeatable
    self.completes = completes
    self.doc = doc
  }

  /// A flag that is there or not.
  package init(switch name: FlagName, short: Unicode.Scalar? = nil, _ doc: String) {
    self.name = name
    self.short = short
    value = nil
    choices = []
    isClearable = false
    isRepeatable = false
    completes = .nothing
    self.doc = doc
  }

  /// The same flag with more choices, each once.
  package func offering(_ more: [String]) -> FlagSpec {
    var flag = self
    flag.choices += more.filter { !choices.contains($0) }
    return flag
  }

  /// The same flag with another documentation.
  package func saying(_ doc: String) -> FlagSpec {
    var flag = self
    flag.doc = doc
    return flag
  }

  package var isSwitch: Bool { value == nil }

  /// `-o, --output FILE`, as help shows it.
  package var heading: String {
    let names = (short.map { "-\($0), " } ?? "") + name.long
    return value.map { names + " " + $0 } ?? names
  }

  /// The documentation with the choices, and whether the flag repeats.
  package var fullDoc: String {
    var text = doc
    if !choices.isEmpty { text += ": " + choices.joined(separator: ", ") }
    if isRepeatable, !doc.hasSuffix("(comma-separated)") { text += " (may be repeated)" }
    return text
  }
}
