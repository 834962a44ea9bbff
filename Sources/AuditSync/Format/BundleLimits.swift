import CanonicalJSON

/// What a bundle may hold at most, so that no file can use up the machine. Each is adjustable.
package struct BundleLimits: Sendable, Equatable {
  /// Bytes of the whole file.
  package var fileBytes = 512 << 20
  /// Canonical bytes of one fact.
  package var factBytes = 1 << 20
  /// UTF-8 bytes of one string, its escapes resolved.
  package var stringBytes = 256 << 10
  /// Members of one object.
  package var members = 256
  package var facts = 2_000_000
  /// Objects and arrays inside each other, the document itself included.
  package var depth = 16
  /// Bytes of everything but the facts, and of white space in one piece. Of a replica there are some 60.
  package var headerBytes = 128 << 20
  /// Replicas in `since`, `upto` and `ends`, and among the facts. Each worksheet window and each session is one.
  package var replicas = 1 << 20

  /// Files that a writer lists at most; the facts name the others as well.
  static let evidence = 30_000
  /// Signatures of others in a bundle.
  static let signatures = 256

  package static let standard = BundleLimits()

  package init() {}

  /// No fact is shorter: `{"at":[0,0],"body":{},"kind":"a","n":1,"prev":"","r":"aaaaaaaa"}` has 64.
  static let leastFactBytes = 60
  /// A fact is an object and holds one, so it takes two of these, and no escape can stand for them.
  static let bracesOfAFact = 2

  /// Bytes of one fact as it is spelled in the file: white space and escapes may make it this much longer.
  var spelledFactBytes: Int { factBytes.multipliedReportingOverflow(by: 16).partialValue }

  /// The limits that the JSON reader holds by itself.
  var json: JSONOptions {
    var options = JSONOptions()
    options.documentBytes = fileBytes
    options.stringBytes = stringBytes
    options.members = members
    options.openKeyBytes = headerBytes
    options.depth = depth
    return options
  }
}
