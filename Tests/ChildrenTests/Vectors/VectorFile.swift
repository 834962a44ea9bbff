import Foundation
import Testing

/// The reference values: what scipy, statsmodels and mpmath say, with how near we have to come.
struct VectorFile: Decodable {
  let count: Int
  let vectors: [Vector]

  /// Read once; a missing file fails the tests that ask for it.
  static let shared: Result<VectorFile, any Error> = Result {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/statistics.json")
    return try JSONDecoder().decode(VectorFile.self, from: Data(contentsOf: path))
  }

  /// For the arguments of tests, which cannot fail.
  static var all: [Vector] { (try? shared.get())?.vectors ?? [] }
}

struct Vector: Decodable, CustomTestStringConvertible {
  let id: String
  let method: String
  let inputs: Value
  let expected: [String: Value]
  let tolerance: Double

  var testDescription: String { "\(id) \(method)" }

  enum CodingKeys: String, CodingKey {
    case id, method, inputs, expected
    case tolerance = "rel_tol"
  }
}
