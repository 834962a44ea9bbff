/// What a reader refuses beyond the grammar. The standard limits are those of the bundle format; the writer keeps to
/// them too, so that everything it writes can be read back.
package struct JSONOptions: Sendable {
  /// The whole document, in bytes.
  package var documentBytes = 512 << 20
  /// How many arrays and objects may be open inside each other.
  package var depth = 16
  /// One string or key, in UTF-8 bytes after its escapes are resolved.
  package var stringBytes = 256 << 10
  /// Members of one object.
  package var members = 256
  /// The same where their keys do not come sorted: telling duplicates costs up to the square of this.
  package var unsortedMembers = 4096
  /// The keys of all objects that are open at one place, in bytes together: what the reader has to remember.
  package var openKeyBytes = 1 << 20
  /// Whether numbers with a fraction or an exponent, and integers too large to be exact, are read, as
  /// `JSONValue.decimal`. No bundle has them; reports of other tools do.
  package var allowsFractions = false

  /// The limits of the bundle format.
  package static let standard = JSONOptions()

  package init() {}
}

/// The largest magnitude of an integer that every JSON tool keeps exact: 2^53-1.
let largestInteger: Int64 = 9_007_199_254_740_991
