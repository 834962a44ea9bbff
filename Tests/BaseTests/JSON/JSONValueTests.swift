import Testing

@testable import Base

@Suite("JSON values")
struct JSONValueTests {
  static let composed = "\u{e9}"
  static let decomposed = "e\u{301}"

  @Test("text is compared by bytes, not by Unicode equivalence")
  func equality() {
    #expect(JSONValue.string(Self.composed) != .string(Self.decomposed))
    #expect(JSONValue.string("a\u{323}\u{307}") != .string("a\u{307}\u{323}"))
    #expect(JSONValue.array([.string(Self.composed)]) == .array([.string(Self.composed)]))
    #expect(JSONObject([(Self.composed, 1)]) != JSONObject([(Self.decomposed, 1)]))
    #expect(JSONValue.integer(1) != .decimal("1.0"))
    #expect(JSONValue.null != false)
  }

  @Test("in a set values differ by bytes, and by where lists and objects end")
  func hashes() {
    let values: [JSONValue] = [
      .string(Self.composed), .string(Self.decomposed), .object([Self.composed: 1]), .object([Self.decomposed: 1]),
      ["a", "bc"], ["ab", "c"], [["a"], "b"], [["a", "b"]], .object(["a": "b"]), [], .object([:]), .null, false, 7,
    ]
    #expect(Set(values).count == values.count)
    #expect(Set(values.map(\.hashValue)).count == values.count)
    #expect(Set(values + values).count == values.count)
  }

  @Test("equivalent keys with different bytes are two members")
  func keysAsBytes() {
    var object: JSONObject = [Self.composed: 1]
    object[Self.decomposed] = 2
    #expect(object.count == 2)
    #expect(object[Self.composed] == 1)
    #expect(object[Self.decomposed] == 2)
  }

  @Test("members stay sorted by bytes whatever happens to them")
  func order() {
    var random = SeededRandom(seed: 77)
    let keys = ["", "a", "b", "aa", "B", "é", "e\u{301}", "\u{fb33}", "\u{1f600}", "zz", "0"]
    var object = JSONObject()
    var reference: [[UInt8]: Int64] = [:]
    for step in 0..<2000 {
      guard let key = keys.randomElement(using: &random) else { continue }
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let removed = object.removeValue(forKey: key)
        #expect(removed?.integerValue == reference.removeValue(forKey: Array(key.utf8)))
      case 1:
        object[key] = nil
        reference[Array(key.utf8)] = nil
      default:
        object[key] = .integer(Int64(step))
        reference[Array(key.utf8)] = Int64(step)
      }
      let expected = reference.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      #expect(object.members.map { Array($0.key.utf8) } == expected.map(\.key))
      #expect(object.members.map(\.value.integerValue) == expected.map(\.value))
      #expect(object.isEmpty == reference.isEmpty)
    }
  }

  @Test("a key that is repeated in a literal keeps its last value")
  func repeated() {
    #expect(JSONObject([("a", 1), ("b", 2), ("a", 3)]) == ["a": 3, "b": 2])
  }

  @Test("setting nil removes a member, setting null keeps it")
  func nilAndNull() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = .some(.null)
    object["b"] = nil
    #expect(object.members == [JSONObject.Member(key: "a", value: .null)])
  }

  @Test("each accessor answers for its own case only")
  func accessors() {
    let values: [JSONValue] = [.null, true, 7, .decimal("1.5"), "x", [1], ["k": 2]]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false, false])
    #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil])
    #expect(values.map(\.integerValue) == [nil, nil, 7, nil, nil, nil, nil])
    #expect(values.map(\.stringValue) == [nil, nil, nil, nil, "x", nil, nil])
    #expect(values.map(\.arrayValue) == [nil, nil, nil, nil, nil, [1], nil])
    #expect(values.map(\.objectValue) == [nil, nil, nil, nil, nil, nil, ["k": 2]])
    #expect(values.map { $0["k"] } == [nil, nil, nil, nil, nil, nil, 2])
  }
}
