import AuditModel
import CanonicalJSON
import Tapping

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
