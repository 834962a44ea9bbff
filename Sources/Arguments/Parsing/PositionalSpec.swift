/// An argument without a flag, with its documentation.
package struct PositionalSpec: Sendable {
  package enum Arity: Sendable {
    case one, optional
    /// None or more; takes all that is left.
    case many
  }

  /// What it is called in help: `COMPONENT`.
  package let name: String
  package let arity: Arity
  /// The only values allowed, if there are any.
  package let choices: [String]
  package let completes: CompletionSource
  /// A phrase without capital and full stop.
  package let doc: String
  /// The flags that stand in the place of an optional one; none where it may be missing anyway.
  package let unless: [FlagName]

  package init(
    _ name: String, arity: Arity = .one, choices: [String] = [], completes: CompletionSource = .nothing,
    unless: [FlagName] = [], _ doc: String
  ) {
    self.name = name
    self.arity = arity
    self.choices = choices
    self.completes = completes
    self.doc = doc
    self.unless = unless
  }

  /// `COMPONENT`, `[COMPONENT]` or `[COMPONENT...]`.
  package var heading: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "[\(name)...]"
    }
  }
}
