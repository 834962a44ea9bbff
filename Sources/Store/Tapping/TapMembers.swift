import Audit
package import Base
import Children

/// Reads the members of a body. `isWhole` is false once one was not of its form: then the fact is of a newer version.
struct TapMembers {
  private let body: JSONObject
  private(set) var isWhole = true

  init(_ body: JSONObject) { self.body = body }

  /// A text that fits; without a fallback it has to be there.
  mutating func text(_ key: String, or fallback: String? = nil, where fits: (String) -> Bool = { _ in true }) -> String
  {
    guard let value = body[key] else { return absent(fallback) ?? "" }
    guard let text = value.stringValue, fits(text) else { return failed("") }
    return text
  }

  /// A word of a closed list; nil where it is not there and needs not be.
  mutating func word<Word: RawRepresentable>(_ key: String, isNeeded: Bool = false) -> Word?
  where Word.RawValue == String {
    guard let value = body[key] else { return isNeeded ? failed(nil) : nil }
    return value.stringValue.flatMap(Word.init(rawValue:)) ?? failed(nil)
  }

  mutating func words<Word: RawRepresentable>(_ key: String) -> [Word] where Word.RawValue == String {
    guard let value = body[key] else { return [] }
    guard let list = value.arrayValue else { return failed([]) }
    let words = list.compactMap { $0.stringValue.flatMap(Word.init(rawValue:)) }
    return words.count == list.count ? words : failed([])
  }

  mutating func texts(_ key: String, where fits: (String) -> Bool) -> [String] {
    guard let value = body[key] else { return [] }
    guard let list = value.arrayValue else { return failed([]) }
    let texts = list.compactMap(\.stringValue).filter(fits)
    return texts.count == list.count ? texts : failed([])
  }

  /// A number in its range; nil where it is not there and needs not be.
  mutating func number(_ key: String, in range: ClosedRange<Int>, isNeeded: Bool = false) -> Int? {
    guard let value = body[key] else { return isNeeded ? failed(nil) : nil }
    return Self.number(value, in: range) ?? failed(nil)
  }

  /// Two numbers.
  mutating func pair(_ key: String, in range: ClosedRange<Int>) -> [Int]? {
    guard let value = body[key] else { return nil }
    guard let list = value.arrayValue, list.count == 2 else { return failed(nil) }
    let pair = list.compactMap { Self.number($0, in: range) }
    return pair.count == 2 ? pair : failed(nil)
  }

  mutating func flag(_ key: String) -> Bool {
    guard let value = body[key] else { return false }
    return value.boolValue ?? failed(false)
  }

  mutating func object(_ key: String) -> TapMembers {
    guard let object = body[key]?.objectValue else { return failed(TapMembers(JSONObject())) }
    return TapMembers(object)
  }

  mutating func objects(_ key: String) -> [JSONObject] {
    guard let list = body[key]?.arrayValue else { return failed([]) }
    let objects = list.compactMap(\.objectValue)
    return objects.count == list.count ? objects : failed([])
  }

  private mutating func absent(_ fallback: String?) -> String? {
    if fallback == nil { isWhole = false }
    return fallback
  }

  private mutating func failed<Value>(_ value: Value) -> Value {
    isWhole = false
    return value
  }

  private static func number(_ value: JSONValue, in range: ClosedRange<Int>) -> Int? {
    value.integerValue.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension JSONObject {
  /// What is empty or usual is left out.
  mutating func put(_ key: String, _ text: String, unless usual: String = "") {
    if text != usual { self[key] = .string(text) }
  }

  mutating func put(_ key: String, _ number: Int?, unless usual: Int? = nil) {
    if let number, number != usual { self[key] = .integer(Int64(number)) }
  }

  mutating func put(_ key: String, _ numbers: [Int]?) {
    if let numbers { self[key] = .array(numbers.map { .integer(Int64($0)) }) }
  }
}

extension TapSession {
  static let densities = 4_000...200_000

  /// Reads the body of a `session` fact; nil where it is not of the form this version knows.
  ///
  ///     {"age":"6-8","assistive":["zoom"],"by":"m1","consent":{"assent":true,"full":true,"guardian":true,
  ///      "reference":"c-17"},"device":"iPad mini 6","hold":"two-hands","input":"finger","orientation":"portrait",
  ///      "os":18,"plan":"close-44","ppi":16300,"record":"observer","scale":100,
  ///      "seat":"table","seed":81234,"subject":"<32 hex>","week":"2026-W47"}
  ///
  /// Usual values are left out: no assistive technology, finger, observer, 100 percent. So are values that are not
  /// given: how the screen was turned, the device held and the child seated. `subject` stands for the child; which code
  /// that is a machine knows by itself or not at all.
  ///
  /// - Parameter code: the code of a subject, or what is shown in its place.
  init?(_ body: JSONObject, code: (String) -> String) {
    var members = TapMembers(body)
    var consent = members.object("consent")
    let age: AgeBand? = members.word("age", isNeeded: true)
    self.init(
      plan: members.text("plan", where: { !$0.isEmpty }),
      participant: code(members.text("subject", where: { FactReference(hex: $0) != nil })), age: age ?? .six,
      week: members.text("week", where: TapForm.isWeek), device: members.text("device", where: DeviceModel.isModel),
      pointsPerInch: members.number("ppi", in: Self.densities), os: members.number("os", in: 0...999) ?? 0,
      orientation: members.word("orientation"), hold: members.word("hold"),
      seating: members.word("seat"), textScale: members.number("scale", in: 10...1_000) ?? 100,
      assistive: members.words("assistive"), input: members.word("input") ?? .finger,
      recorder: members.word("record") ?? .observer,
      seed: Int64(members.number("seed", in: 0...9_007_199_254_740_991, isNeeded: true) ?? 0),
      moderator: members.text("by", where: TapForm.isModerator),
      consent: Consent(
        reference: consent.text("reference", where: TapForm.isConsent), guardian: consent.flag("guardian"),
        assent: consent.flag("assent"), full: consent.flag("full")))
    guard members.isWhole, consent.isWhole else { return nil }
  }

  func body(subject: String) -> JSONObject {
    var body: JSONObject = [
      "age": .string(age.rawValue), "by": .string(moderator), "device": .string(device),
      "plan": .string(plan), "seed": .integer(seed), "subject": .string(subject), "week": .string(week),
    ]
    var words: JSONObject = [
      "assent": .bool(consent.assent), "guardian": .bool(consent.guardian), "reference": .string(consent.reference),
    ]
    if consent.full { words["full"] = true }
    body["consent"] = .object(words)
    if !assistive.isEmpty { body["assistive"] = .array(assistive.map { .string($0.rawValue) }) }
    if let hold { body["hold"] = .string(hold.rawValue) }
    body.put("input", input.rawValue, unless: TapInput.finger.rawValue)
    if let orientation { body["orientation"] = .string(orientation.rawValue) }
    body.put("os", os, unless: 0)
    body.put("ppi", pointsPerInch)
    body.put("record", recorder.rawValue, unless: TapRecorder.observer.rawValue)
    body.put("scale", textScale, unless: 100)
    if let seating { body["seat"] = .string(seating.rawValue) }
    return body
  }
}

extension TapTrial {
  static let positions = -20_000...20_000

  /// Reads the body of a `trial` fact; nil where it is not of the form this version knows.
  ///
  ///     {"centre":[1600,2400],"component":"sign-in/close-button","edge":120,"filtered":"first_tap","first":"palm_edge",
  ///      "gap":80,"hand":"left","height":440,"kind":"scored","n":3,"outcome":"retry_success","part":"close",
  ///      "prompt":"spoken","retries":1,"scoring":1,"session":"<32 hex of the session's identity>","visual":[240,240],
  ///      "width":440}
  ///
  /// component, height, kind, n, outcome, scoring, session and width have to be there.
  init?(_ body: JSONObject) {
    var members = TapMembers(body)
    let kind: TrialKind? = members.word("kind", isNeeded: true)
    let outcome: TrialOutcome? = members.word("outcome", isNeeded: true)
    self.init(
      number: members.number("n", in: 1...10_000, isNeeded: true) ?? 1, kind: kind ?? .filler,
      component: members.text("component", where: { !$0.isEmpty }),
      part: members.text("part", or: "", where: TapForm.isPart),
      width: members.number("width", in: TapPlan.sizes, isNeeded: true) ?? 1,
      height: members.number("height", in: TapPlan.sizes, isNeeded: true) ?? 1,
      visual: members.pair("visual", in: TapPlan.sizes), centre: members.pair("centre", in: Self.positions),
      edge: members.number("edge", in: TapPlan.gaps), gap: members.number("gap", in: TapPlan.gaps),
      prompt: members.word("prompt") ?? .spoken, outcome: outcome ?? .interrupted, filtered: members.word("filtered"),
      first: members.word("first"), retries: members.number("retries", in: 0...1_000) ?? 0,
      hand: members.word("hand") ?? .unknown, scoring: members.number("scoring", in: 1...1_000, isNeeded: true) ?? 1)
    guard members.isWhole else { return nil }
  }

  func body(session: FactReference) -> JSONObject {
    var body: JSONObject = [
      "component": .string(component), "height": .integer(Int64(height)), "kind": .string(kind.rawValue),
      "n": .integer(Int64(number)), "outcome": .string(outcome.rawValue), "scoring": .integer(Int64(scoring)),
      "session": .string(session.hex), "width": .integer(Int64(width)),
    ]
    body.put("centre", centre)
    body.put("edge", edge)
    body.put("filtered", filtered?.rawValue ?? "")
    body.put("first", first?.rawValue ?? "")
    body.put("gap", gap)
    body.put("hand", hand.rawValue, unless: TapHand.unknown.rawValue)
    body.put("part", part)
    body.put("prompt", prompt.rawValue, unless: TapPrompt.spoken.rawValue)
    body.put("retries", retries, unless: 0)
    body.put("visual", visual)
    return body
  }
}

extension TapContact {
  private static let day = 0...86_400_000

  /// Reads the contacts of a `contact` fact, which belong to one trial and can be erased without it; nil where they are
  /// not of the form this version knows.
  ///
  ///     {"contacts":[{"class":"near","digit":"thumb","down":1200,"hand":"left","up":1290,"x":1610,"y":2390},...],
  ///      "session":"<32 hex of the session's identity>","trial":"<32 hex of the trial's identity>"}
  ///
  /// class, down, x and y have to be there.
  static func read(_ body: JSONObject) -> [TapContact]? {
    var members = TapMembers(body)
    let contacts = members.objects("contacts").compactMap(TapContact.init)
    guard members.isWhole, contacts.count == body["contacts"]?.arrayValue?.count,
      body["trial"]?.stringValue.flatMap({ FactReference(hex: $0) }) != nil
    else { return nil }
    return contacts
  }

  private init?(_ object: JSONObject) {
    var members = TapMembers(object)
    let kind: ContactClass? = members.word("class", isNeeded: true)
    self.init(
      down: members.number("down", in: Self.day, isNeeded: true) ?? 0, up: members.number("up", in: Self.day),
      x: members.number("x", in: TapTrial.positions, isNeeded: true) ?? 0,
      y: members.number("y", in: TapTrial.positions, isNeeded: true) ?? 0, hand: members.word("hand") ?? .unknown,
      digit: members.word("digit") ?? .unknown, kind: kind ?? .far)
    guard members.isWhole else { return nil }
  }

  private var json: JSONValue {
    var object: JSONObject = [
      "class": .string(kind.rawValue), "down": .integer(Int64(down)), "x": .integer(Int64(x)), "y": .integer(Int64(y)),
    ]
    object.put("digit", digit.rawValue, unless: TapDigit.unknown.rawValue)
    object.put("hand", hand.rawValue, unless: TapHand.unknown.rawValue)
    object.put("up", up)
    return .object(object)
  }

  static func body(_ contacts: [TapContact], trial: FactReference, session: FactReference) -> JSONObject {
    [
      "contacts": .array(contacts.map(\.json)), "session": .string(session.hex),
      "trial": .string(trial.hex),
    ]
  }
}

extension TapRemark {
  /// Reads the body of a `remark` fact; nil where it is not of the form this version knows.
  ///
  ///     {"code":"sigh","session":"<32 hex of the session's identity>","severity":2,"topic":"frustration","trial":4}
  init?(_ body: JSONObject) {
    var members = TapMembers(body)
    let topic: TapRemarkTopic? = members.word("topic", isNeeded: true)
    self.init(
      topic: topic ?? .end, code: members.text("code"), severity: members.number("severity", in: 0...3),
      trial: members.number("trial", in: 1...10_000))
    guard members.isWhole, isKnown else { return nil }
  }

  func body(session: FactReference) -> JSONObject {
    var body: JSONObject = [
      "code": .string(code), "session": .string(session.hex), "topic": .string(topic.rawValue),
    ]
    body.put("severity", severity)
    body.put("trial", trial)
    return body
  }
}

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
