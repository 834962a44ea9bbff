package import CanonicalJSON
import Tapping

extension TapPlan {
  package static let recordKind = "plan"

  /// Reads a record of kind `plan`; nil where a field it cannot do without is missing or not of its form.
  ///
  ///     {"build":"3.2","children":8,"closed":1790000000000,"component":"sign-in/close-button","gap":80,"height":440,
  ///      "input":"finger","looks":1,"parts":["close"],"practice":2,"script":"1.2","taps":10,"target":90,"width":440}
  ///
  /// component, height, target and width have to be there.
  init?(_ record: Reader.Record) {
    var members = TapMembers(record.fields)
    self.init(
      key: record.key, component: members.text("component", where: { !$0.isEmpty }),
      width: members.number("width", in: Self.sizes, isNeeded: true) ?? 1,
      height: members.number("height", in: Self.sizes, isNeeded: true) ?? 1, gap: members.number("gap", in: Self.gaps),
      target: members.number("target", in: Self.targets, isNeeded: true) ?? 90,
      children: members.number("children", in: Self.childCounts) ?? 8,
      taps: members.number("taps", in: Self.tapCounts) ?? 10, looks: members.number("looks", in: Self.lookCounts) ?? 1,
      script: members.text("script", or: "1", where: TapForm.isScript), build: members.text("build", or: ""),
      input: members.word("input") ?? .finger,
      practice: members.number("practice", in: 0...20) ?? 2, parts: members.texts("parts", where: TapForm.isPart),
      closed: record.fields["closed"]?.integerValue)
    guard members.isWhole else { return nil }
  }

  /// The fields as they are written when a plan is made.
  package var fields: JSONObject {
    var fields: JSONObject = [
      "children": .integer(Int64(children)), "component": .string(component), "height": .integer(Int64(height)),
      "looks": .integer(Int64(looks)), "practice": .integer(Int64(practice)), "script": .string(script),
      "taps": .integer(Int64(taps)), "target": .integer(Int64(target)), "width": .integer(Int64(width)),
    ]
    fields.put("build", build)
    fields.put("gap", gap)
    fields.put("input", input.rawValue, unless: TapInput.finger.rawValue)
    if !parts.isEmpty { fields["parts"] = .array(parts.map { .string($0) }) }
    if let closed { fields["closed"] = .integer(closed) }
    return fields
  }
}
