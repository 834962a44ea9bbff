import AuditModel
import CanonicalJSON
import Tapping

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
