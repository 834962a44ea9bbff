import Audit
import Base
import Children
import Foundation
import Testing

@testable import App
@testable import Store

@Suite("Derived data after an edit")
struct DerivedDataTests {
  /// Values of each form that a field can have; some mean something to some fields, others are what a file may hold.
  private static let values: [JSONValue] = [
    "toggle", "child", "64x64", .integer(64), .integer(1), true, .array(["iOS"]),
    .array([.string(SampleTracker.target), "default"]),
    ["at": .integer(TrackerFixture.now), "by": "lead", "level": 4],
  ]

  /// The kinds of which items, their severities and claimed builds follow; of others the last values are enough.
  private static let planning = ["component", "check", "checklist", "reference", "setting", "audit", "finding"]

  /// Those of the form of a field's value; all where nothing tells the form.
  private static func values(like value: JSONValue?) -> [JSONValue] {
    values.filter { other in
      switch (value, other) {
      case (.string, .string), (.integer, .integer), (.bool, .bool), (.array, .array), (nil, _): true
      default: false
      }
    }
  }

  /// Every third of a field's values, the others for the next fields and in other runs, or all with `A11Y_SWEEPS=all`; and none.
  private static func drawn(_ values: [JSONValue], at place: Int) -> [JSONValue] {
    let isWhole = ProcessInfo.processInfo.environment["A11Y_SWEEPS"] == "all"
    return values.enumerated().filter { isWhole || ($0.offset + place + start) % 3 == 0 }.map(\.element) + [.null]
  }
  private static let start = ProcessInfo.processInfo.environment["A11Y_START"].flatMap(Int.init) ?? .random(in: 0...2)

  /// What `new` and `edit` name, as it is stored.
  private static let stored = ["tracker": "setting"]

  /// Names that mean something without a record, of which items follow.
  private static let builtIn: [String: [String]] = [
    "check": [SampleTracker.target], "checklist": ["critical-rules"], "reference": ["style/glass"],
  ]

  @Test(
    "Each field of each kind of record, with any value, leaves what a rebuild makes",
    arguments: RecordKind.all.map(\.name))
  func rebuild(kindName: String) throws {
    let kind = try #require(RecordKind.all.first { $0.name == kindName })
    let fixture = try SampleTracker.make()
    let name = Self.stored[kind.name] ?? kind.name
    let environment = StoreEnvironment(
      now: { TrackerFixture.now }, random: { [UInt8](repeating: 9, count: $0) }, host: "host")
    let tracker = try Tracker.open(path: fixture.path, environment: environment, access: .write)
    defer { tracker.close() }
    try tracker.write { writer in
      // Measured under each value, so that a threshold that becomes another one decides.
      for check in [SampleTracker.target, "touch-target.large-56pt-primary"] {
        try writer.log(
          NewResult(
            component: SampleTracker.play, check: check, outcome: .pass, value: try .parse("50x50"), tester: "t1"))
      }
    }
    let records = try tracker.read { try $0.records(name) }
    var fields = Set(kind.fields.map(\.name) + records.flatMap { $0.fields.members.map(\.key) })
    if name == "component" {
      fields.formUnion(
        ComponentField.allCases.map(\.rawValue) + ["planned.\(SampleTracker.target)", ComponentNames.field])
    }
    if name == "check" { fields.formUnion(Catalog.checkMembers) }
    let rules = DecidingFields.of(name)
    fields.formUnion(rules.harmless.union(rules.adding).union(["of.later"]))
    let made = records.isEmpty ? [name == "setting" ? "tracker" : "new"] : records.prefix(1).map(\.key)
    for key: String in made + (Self.builtIn[name] ?? []) {
      let record = records.first { $0.key == key }
      for (place, field) in fields.sorted().enumerated() {
        let values = Self.drawn(Self.values(like: record?.fields[field]), at: place)
        for (number, value) in values.enumerated() {
          // Of a name that means something without a record one value or two, others for each field.
          if !made.contains(key), !value.isNull, (number + place) % 8 != 0 { continue }
          try tracker.write { try $0.set(kind: name, key: key, fields: [field: value], by: "lead") }
          if !Self.planning.contains(name), number < values.count - 2 { continue }
          try Self.expectNothingToRebuild(tracker, "\(name) \(key): \(field) = \(value)")
        }
      }
      try tracker.write { try $0.delete(kind: name, key: key, by: "lead") }
      try Self.expectNothingToRebuild(tracker, "\(name) \(key) deleted")
      try tracker.write { try $0.restore(kind: name, key: key, by: "lead") }
      try Self.expectNothingToRebuild(tracker, "\(name) \(key) restored")
    }
  }

  private static func expectNothingToRebuild(_ tracker: Tracker, _ edit: String) throws {
    let changed = try tracker.rebuild(isDryRun: true).changed
    #expect(changed.isEmpty, "\(edit)")
  }
}
