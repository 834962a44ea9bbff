import CanonicalJSON

/// Why a bundle was refused or could not be written, and where.
package struct BundleProblem: Error, Equatable, Sendable {
  /// What is wrong, for programs; stable from version to version.
  package enum Code: String, Sendable, CaseIterable {
    /// The file ends too early: it is probably still being copied.
    case incomplete = "bundle.incomplete"
    /// Not the JSON that the format requires.
    case syntax = "bundle.syntax"
    /// Something else than a bundle.
    case foreign = "bundle.foreign"
    /// A member beside the facts is missing, unknown or not of its form.
    case header = "bundle.header"
    /// A fact is not of its form, or is there twice.
    case fact = "bundle.fact"
    /// A value was changed since the bundle was written.
    case digest = "bundle.digest"
    /// A bundle of another tracker. The reader does not know ours; who imports throws this.
    case tracker = "bundle.tracker"
    /// A bundle of another tracker, and ours is empty: it could become part of that one. Thrown by who imports.
    case join = "bundle.join"
    /// Of a worksheet whose checks read differently here. Thrown by who imports.
    case changed = "bundle.changed"
    /// It is unsigned, and the importer must vouch for it. Thrown by the importer.
    case unsigned = "bundle.unsigned"
    /// The signature beside it is wrong, or gives no right here. Thrown by who imports.
    case signature = "bundle.signature"
    /// Made by a newer version, which says that this one cannot read it.
    case newer = "bundle.newer"
    /// Larger, longer or deeper than `BundleLimits`.
    case limit = "bundle.limit"
    /// Not a regular file.
    case kind = "bundle.kind"
    case missing = "bundle.missing"
    case unreadable = "bundle.unreadable"
    /// Could not be written; `sentence` names the path and what is needed.
    case unwritable = "bundle.unwritable"
    /// There is a file of this name already.
    case exists = "bundle.exists"
  }

  package var code: Code
  /// What is wrong, without the place; no capital, no full stop, no control characters.
  package var sentence: String
  /// From 1.
  package var line: Int?
  /// From 1, in bytes.
  package var column: Int?
  /// As in `$.facts[3].body.note`.
  package var path: String?

  package init(_ code: Code, _ sentence: String, line: Int? = nil, column: Int? = nil, path: String? = nil) {
    self.code = code
    self.sentence = sentence
    self.line = line
    self.column = column
    self.path = path
  }
}

extension BundleProblem: CustomStringConvertible {
  /// Place and sentence in one.
  package var description: String {
    var place: [String] = []
    if let line { place.append("line \(line)") }
    if let column { place.append("column \(column)") }
    if let path, path != "$" { place.append("at \(path)") }
    return place.isEmpty ? sentence : place.joined(separator: ", ") + ": " + sentence
  }
}

extension BundleProblem {
  init(_ error: JSONError) {
    let code: Code
    switch error.kind {
    case .truncated: code = .incomplete
    case .tooDeep, .stringTooLong, .tooManyMembers, .keysTooLong, .documentTooLong: code = .limit
    default: code = .syntax
    }
    let ending = code == .incomplete ? "; the file may be incomplete" : ""
    self.init(
      code, "expected \(error.wanted), found \(error.found)\(ending)", line: error.line, column: error.column,
      path: error.path)
  }
}
