import Children
import Foundation
import Testing

/// Contacts that the tap page's script sorts as well, in a test of its own: both have to say the same.
private struct Vectors: Decodable {
  struct Scene: Decodable {
    var width: Int
    var height: Int
    var shown: Int
    var target: [Int]
    var neighbours: [[Int]]
  }

  struct Case: Decodable {
    var name: String
    var recorded: String
    var contacts: [[Int?]]
    var classes: [String]
    var outcome: String
    var filtered: String
  }

  var scene: Scene
  var cases: [Case]

  static func read() throws -> Vectors {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try JSONDecoder().decode(
      Vectors.self, from: try Data(contentsOf: tests.appending(path: "EndToEnd/Fixtures/tap-scoring.json")))
  }
}

@Suite("what a contact was")
struct ContactSortingTests {
  @Test("is said as the vectors say it, and so is the outcome")
  func vectors() throws {
    let vectors = try Vectors.read()
    func box(_ numbers: [Int]) -> TapScene.Box {
      TapScene.Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    let scene = TapScene(
      width: vectors.scene.width, height: vectors.scene.height, shown: vectors.scene.shown,
      target: box(vectors.scene.target), neighbours: vectors.scene.neighbours.map(box))
    for one in vectors.cases {
      let contacts = try one.contacts.map { numbers in
        let whole = try numbers.enumerated().filter { $0.offset != 1 }.map { try #require($0.element) }
        return SeenContact(
          down: whole[0], up: numbers[1], x: whole[1], y: whole[2], endX: whole[3], endY: whole[4], moved: whole[5],
          area: whole[6], isForeign: whole[7] == 1)
      }
      let classes = ContactSorting.classes(contacts, on: scene)
      #expect(classes.map(\.rawValue) == one.classes, "\(one.name)")
      let recorded = try #require(TrialOutcome(rawValue: one.recorded))
      let kept = zip(contacts, classes).map { TapContact(down: $0.down, up: $0.up, x: $0.x, y: $0.y, kind: $1) }
      let (strict, filtered) = (
        TapScoring.strict(kept, recorded: recorded), TapScoring.filtered(kept, recorded: recorded)
      )
      #expect(strict.rawValue == one.outcome, "\(one.name)")
      #expect(filtered.rawValue == one.filtered, "\(one.name)")
    }
    #expect(vectors.cases.count > 30)
    #expect(Set(vectors.cases.flatMap(\.classes)) == Set(ContactClass.allCases.map(\.rawValue)))
  }

  @Test("of a thousand random trials is what the page says of them")
  func random() {
    // The page draws the same trials and comes to the same sum (test_tap_scoring.py).
    var draw = Draw(state: 7)
    var sum: UInt64 = 14_695_981_039_346_656_037
    for _ in 0..<1000 {
      let scene = draw.scene()
      for kind in ContactSorting.classes((0..<draw.below(5)).map { _ in draw.contact() }, on: scene) {
        for byte in kind.rawValue.utf8 { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
      }
    }
    #expect(sum == 10_861_217_735_133_483_848)
  }
}

/// A generator that is short in every language.
private struct Draw {
  var state: UInt64

  mutating func below(_ count: Int) -> Int {
    state = (state &* 48271) % 2_147_483_647
    return Int(state % UInt64(count))
  }

  mutating func scene() -> TapScene {
    let target = TapScene.Box(x: 500 + below(1000), y: 500 + below(1000), width: 1 + below(600), height: 1 + below(600))
    let beside = TapScene.Box(x: target.x + 600, y: target.y, width: 400, height: 400)
    return TapScene(width: 2000, height: 2000, shown: below(300), target: target, neighbours: [beside])
  }

  mutating func contact() -> SeenContact {
    let down = below(3000)
    let lasts = below(900)
    return SeenContact(
      down: down, up: lasts < 800 ? down + lasts : nil, x: below(2000), y: below(2000), endX: below(2000),
      endY: below(2000), moved: below(150), area: below(900), isForeign: below(10) == 0)
  }
}
