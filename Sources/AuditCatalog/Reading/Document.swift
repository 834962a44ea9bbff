import CanonicalJSON

/// A file of the catalog: an object with its format, its version, and lists of rows.
struct Document {
  let members: Members

  /// Reads the bytes and looks at the format before anything else.
  init(_ bytes: [UInt8], format: String) throws(CatalogProblem) {
    try self.init(try Document.value(of: bytes), format: format)
  }

  init(_ value: JSONValue, format: String) throws(CatalogProblem) {
    members = try Members(of: value, name: "file of the format \(format)")
    let found = try members.required("format", wanted: Excerpt.quoted(format))
    guard found == .string(format) else {
      throw CatalogProblem(wanted: Excerpt.quoted(format), found: Excerpt.of(found)).inside(.member("format"))
    }
    let version = try members.required("version", wanted: "1")
    guard version == .integer(1) else {
      throw CatalogProblem(wanted: "1, the only version", found: Excerpt.of(version))
        .inside(.member("version"))
    }
  }

  /// Far above the size of any catalog; a larger file is not a catalog.
  private static let largest = 16 << 20

  static func value(of bytes: [UInt8]) throws(CatalogProblem) -> JSONValue {
    var options = JSONOptions.standard
    options.allowsFractions = true
    options.documentBytes = largest
    do {
      return try JSONReader.parse(bytes, options: options)
    } catch {
      throw CatalogProblem(error)
    }
  }
}
