extension EARLGraph {
  /// The words of the document: those of EARL, Dublin Core and FOAF, and our own for what they do not cover.
  static let context: JSONText = {
    func reference(_ word: String) -> JSONText { .object([("@id", .string(word)), ("@type", .string("@id"))]) }
    let words: [(String, JSONText)] = [
      ("earl", .string("http://www.w3.org/ns/earl#")), ("dct", .string("http://purl.org/dc/terms/")),
      ("foaf", .string("http://xmlns.com/foaf/0.1/")), ("xsd", .string("http://www.w3.org/2001/XMLSchema#")),
      ("a11y", .string("urn:a11y:earl:")),
      ("assertedBy", reference("earl:assertedBy")), ("subject", reference("earl:subject")),
      ("test", reference("earl:test")), ("mode", reference("earl:mode")), ("result", reference("earl:result")),
      ("outcome", reference("earl:outcome")), ("isPartOf", reference("dct:isPartOf")),
      ("source", reference("dct:source")), ("identifier", .string("dct:identifier")), ("title", .string("dct:title")),
      ("description", .string("dct:description")), ("hasVersion", .string("dct:hasVersion")),
      ("date", .object([("@id", .string("dct:date")), ("@type", .string("xsd:dateTime"))])),
      ("name", .string("foaf:name")),
    ]
    let ours = ["condition", "build", "device", "os", "severity", "waivedUntil", "stale", "disputed"]
    return .object(words + ours.map { ($0, .string("a11y:\($0)")) })
  }()
}
