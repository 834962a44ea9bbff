package import AuditModel
package import CanonicalJSON

/// What a fact's identity is made of.
///
/// ```
///   salt, body ──SHA-256──> commitment c ─┐
///   at, kind, n, prev, r, saw ────────────┴─> header {"at","c","kind","n","prev","r","saw"} ──SHA-256──> identity
/// ```
/// The header alone is what is left of a fact whose content is not here. Its identity follows from it, so that it cannot
/// lie about whose fact it is, and without the salt it tells of no guess at the content whether it is right.
package enum FactSeal {
  /// SHA-256 of the salt's bytes and the canonical body; of the body alone for a control kind.
  package static func commitment(salt: FactSalt?, body: UnsafeRawBufferPointer) -> Digest {
    var hash = SHA256()
    salt?.withBytes { hash.update($0) }
    hash.update(body)
    return hash.finalize()
  }

  /// Appends the canonical header.
  package static func append(
    header commitment: Digest, clock: HybridTime, kind: String, sequence: Int64, previous: FactReference?,
    replica: String, saw: [FactReference], to buffer: inout [UInt8]
  ) {
    append(clock: clock, to: &buffer)
    CanonicalWriter.append(literal: ",\"c\":\"", to: &buffer)
    CanonicalWriter.append(hexOf: commitment, to: &buffer)
    CanonicalWriter.append(literal: "\",\"kind\":", to: &buffer)
    CanonicalWriter.append(string: kind, to: &buffer)
    append(sequence: sequence, previous: previous, to: &buffer)
    CanonicalWriter.append(literal: ",\"r\":", to: &buffer)
    CanonicalWriter.append(string: replica, to: &buffer)
    append(saw: saw, to: &buffer)
  }

  /// Appends `{"at":[ms,counter]`: the beginning of a fact and of a header.
  static func append(clock: HybridTime, to buffer: inout [UInt8]) {
    CanonicalWriter.append(literal: "{\"at\":[", to: &buffer)
    CanonicalWriter.append(integer: clock.milliseconds, to: &buffer)
    CanonicalWriter.append(literal: ",", to: &buffer)
    CanonicalWriter.append(integer: clock.counter, to: &buffer)
    CanonicalWriter.append(literal: "]", to: &buffer)
  }

  /// Appends `,"n":5,"prev":"..."`.
  static func append(sequence: Int64, previous: FactReference?, to buffer: inout [UInt8]) {
    CanonicalWriter.append(literal: ",\"n\":", to: &buffer)
    CanonicalWriter.append(integer: sequence, to: &buffer)
    CanonicalWriter.append(literal: ",\"prev\":\"", to: &buffer)
    if let previous { append(hexOf: previous, to: &buffer) }
    CanonicalWriter.append(literal: "\"", to: &buffer)
  }

  /// Appends `,"saw":[...]}`: the end of a fact and of a header.
  static func append(saw: [FactReference], to buffer: inout [UInt8]) {
    CanonicalWriter.append(literal: ",\"saw\":[", to: &buffer)
    for (place, reference) in saw.enumerated() {
      CanonicalWriter.append(literal: place == 0 ? "\"" : ",\"", to: &buffer)
      append(hexOf: reference, to: &buffer)
      CanonicalWriter.append(literal: "\"", to: &buffer)
    }
    CanonicalWriter.append(literal: "]}", to: &buffer)
  }

  static func append(hexOf reference: FactReference, to buffer: inout [UInt8]) {
    withUnsafeBytes(of: (reference.high.bigEndian, reference.low.bigEndian)) {
      CanonicalWriter.append(hexOf: $0, to: &buffer)
    }
  }

  /// The 32 bytes that a fact gives to the digest of a bundle: what is there of it counts as well as which one it is.
  package static func bundlePart(_ identity: Digest, isHeader: Bool) -> Digest {
    guard isHeader else { return identity }
    var hash = SHA256()
    hash.update(identity)
    hash.update(Array("stub".utf8))
    return hash.finalize()
  }
}

extension Digest {
  /// How other facts name the one with this identity.
  package var reference: FactReference { FactReference(high: words.0, low: words.1) }

  var bytes: [UInt8] { withBytes { [UInt8]($0) } }
}
