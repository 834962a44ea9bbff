package import AuditModel
import CanonicalJSON

/// Reads what tools found by themselves: audits of XCTest as lines of JSON, and the reports of axe-core and a11y-check.
///
/// A report is taken whole or refused whole: what is wrong is named with its line and path. Members that are not known
/// are passed over, as these tools add to their reports.
package enum FindingsReport {
  /// The longest report, in bytes.
  package static let largest = 32 << 20
  /// The most findings in one.
  static let most = 100_000

  /// Whose report begins like this; nil where it is no report that is known. A bundle never is one.
  ///
  /// - Parameter start: the first bytes, up to 4096 are looked at.
  package static func recognise(_ start: some Sequence<UInt8>) -> ToolFinding.Tool? {
    var key: [UInt8]?
    for byte in start.prefix(4_096) {
      if let bytes = key {
        if byte == UInt8(ascii: "\"") { return tool(ofFirstKey: String(decoding: bytes, as: UTF8.self)) }
        key?.append(byte)
      } else {
        switch byte {
        case UInt8(ascii: "\""): key = []
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "["), UInt8(ascii: "{"): continue
        default: return nil
        }
      }
    }
    return nil
  }

  private static func tool(ofFirstKey key: String) -> ToolFinding.Tool? {
    if XCTestFindings.keys.contains(key) { return .xctest }
    if AxeFindings.keys.contains(key) { return .axe }
    return SourceFindings.keys.contains(key) ? .cvs : nil
  }

  /// The findings of a report, in its order.
  package static func read(_ bytes: [UInt8], of tool: ToolFinding.Tool) throws(FindingsProblem) -> [ToolFinding] {
    switch tool {
    case .xctest: try XCTestFindings.read(bytes)
    case .axe: try AxeFindings.read(try document(bytes))
    case .cvs: try SourceFindings.read(try document(bytes))
    }
  }

  /// Reports have fractions and nest deeper than bundles.
  static var options: JSONOptions {
    var options = JSONOptions()
    options.allowsFractions = true
    options.depth = 64
    options.documentBytes = largest
    options.stringBytes = 1 << 20
    return options
  }

  static func document(_ bytes: [UInt8]) throws(FindingsProblem) -> JSONValue {
    do throws(JSONError) {
      return try JSONReader.parse(bytes, options: options)
    } catch {
      throw FindingsProblem(error)
    }
  }
}
