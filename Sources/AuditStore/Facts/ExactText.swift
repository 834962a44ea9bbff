import SQLite

/// A text as a key: equal only to the same bytes. Swift's own equality folds composed and decomposed letters, and to
/// the facts and to SQLite those are two names.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension [ExactText: Int] {
  /// Where each of some names is; of equal ones the first.
  package init(placesOf names: some Sequence<String>) {
    self.init(names.enumerated().map { (ExactText($0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
  }
}
