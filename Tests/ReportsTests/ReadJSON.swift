import Base
import Foundation
import Testing

@testable import Reports

/// What other programs read of our output.
enum ReadJSON {
  static func object(_ json: JSONText) throws -> [String: Any] { try object(json.render()) }

  static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The rows of a table by the keys of its columns.
  static func rows<Row>(_ table: Table<Row>) throws -> [[String: Any]] {
    try table.render(SheetStyle(.ndjson, generated: "")).split(separator: "\n").map { try object(String($0)) }
  }
}
