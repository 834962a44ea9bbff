import Audit
import Base

/// Which of the values that were written to a field at once asks for more: a waiver that ends earlier, covers less or
/// was removed, a component that is in use, or of a kind with more checks, a threshold that fewer values meet, the lower
/// limit of a policy. Where each
/// of them asks for something that another does not, all of it is asked for.
enum Strictness {
  /// Whether the first of two values asks for more.
  static func of(_ field: String, ofKind kind: String) -> (String, String) -> Bool {
    switch (kind, field) {
    case ("waiver", "until"): isEarlier
    case ("waiver", "component"), ("waiver", "check"): { breadth($0) < breadth($1) }
    case ("waiver", "condition"): { text($0) != nil && text($1) == nil }
    case ("waiver", RecordProjector.deletedField): { $0 == "true" && $1 != "true" }
    case (_, RecordProjector.deletedField), ("component", "retired"), ("audit", "whole_app"):
      { $0 != "true" && $1 == "true" }
    case ("verdict", "level"): { rank($0) < rank($1) }
    case (Triages.kind, Triages.field): isMoreSevere
    case ("component", "kind"): { isMore(checks(ofKind: $0), checks(ofKind: $1), $0, $1) }
    case ("component", "style"): { isMore(asked(ofStyle: $0), asked(ofStyle: $1), $0, $1) }
    case ("component", "size"), ("component", "hit_area"): { isMore(side(of: $1), side(of: $0), $0, $1) }
    case ("component", "profile"): { isMore(checks(ofProfile: $0), checks(ofProfile: $1), $0, $1) }
    case ("component", "target_tier"), ("plan", "target"), ("plan", "children"), ("plan", "taps"):
      { number($0) ?? 0 > number($1) ?? 0 }
    case ("setting", "catalog"): { asked($0) > asked($1) }
    case ("check", "measurement"): isHarder
    case ("check", "impact"): isWorse
    case ("setting", "stale_days"): { days($0) < days($1) }
    case ("setting", "current_build"), ("audit", "build"): isNewer
    case ("finding", _) where field.utf8.starts(with: TicketIndex.stateField.utf8):
      { isMore(asked(ofState: $0), asked(ofState: $1), $0, $1) }
    case ("component", _) where field.utf8.starts(with: Component.plannedField.utf8):
      plansMore(of: String(Substring(field.utf8.dropFirst(Component.plannedField.utf8.count))))
    default: { _, _ in false }
    }
  }

  /// What asks for all that some different values ask for; nil for a field of which one value is shown.
  static func joined(_ values: [String], _ field: String, ofKind kind: String) -> String? {
    switch (kind, field) {
    case ("setting", "policy"), ("audit", "policy"): policy(values)
    // Without a list all of them are meant; of checklists the plan of the edition, which is less than all in some.
    case ("setting", "checklists"):
      union(values, isWhole: { $0.isEmpty || $0.contains(Self.all) }, whole: json(.array([all])))
    case ("setting", "conditions"), ("audit", "checklists"), ("audit", "components"),
      ("check", "applies_to"), ("check", "platforms"), ("check", "profiles"), ("component", "platforms"),
      ("component", "has"):
      union(values, isWhole: { $0.isEmpty })
    case ("audit", "conditions"), ("checklist", "checks"), ("component", "screens"), ("reference", "checks"):
      union(values, isWhole: { _ in false })
    case ("check", "wcag"): criteria(values)
    case ("check", "min_os"): lowest(values)
    case ("reference", "omits"): common(values)
    default: nil
    }
  }

  // MARK: Lists and policies

  private static func policy(_ values: [String]) -> String? {
    // Who has no policy asks for nothing.
    let stricter = ReleasePolicy(strictest: values.compactMap(text).map { ReleasePolicy(stored: $0) })
    return stricter.isEmpty ? nil : json(.string(stricter.text))
  }

  private static let all = JSONValue.string(Checklist.everything.id)

  private static func union(
    _ values: [String], isWhole: ([JSONValue]) -> Bool, whole: String? = "null"
  ) -> String? {
    var (union, known): ([JSONValue], Set<JSONValue>) = ([], [])
    for value in values {
      let list = self.list(value)
      if isWhole(list) { return whole }
      union += list.filter { !known.contains($0) }
      known.formUnion(list)
    }
    return json(.array(union))
  }

  private static func common(_ values: [String]) -> String? {
    let (first, others) = (values.first.map(list) ?? [], values.dropFirst().map { Set(list($0)) })
    let common = first.filter { item in others.allSatisfy { $0.contains(item) } }
    return common.isEmpty ? "null" : json(.array(common))
  }

  /// Of a criterion that one value tests and another only relates to, that it is tested: a check that tests it decides on it.
  private static func criteria(_ values: [String]) -> String? {
    let links = values.flatMap(list)
    let tested = Set(links.filter(isTest).compactMap { $0.objectValue?["criterion"] })
    var known: Set<JSONValue> = []
    let all = links.filter { link in
      guard let criterion = link.objectValue?["criterion"] else { return known.insert(link).inserted }
      return isTest(link) == tested.contains(criterion) && known.insert(criterion).inserted
    }
    return json(.array(all))
  }

  private static func isTest(_ link: JSONValue) -> Bool {
    link.objectValue?["relation"]?.stringValue == CriterionLink.Relation.tests.rawValue
  }

  /// Of each platform the lowest system: where one value names none, the check has no lowest one there.
  private static func lowest(_ values: [String]) -> String? {
    let (first, others) = (values.first.map(systems) ?? JSONObject(), values.dropFirst().map(systems))
    let common = first.members.compactMap { member -> (String, JSONValue)? in
      let same = others.compactMap { $0[member.key] }
      guard same.count == others.count else { return nil }
      return (member.key, same.reduce(member.value) { isLower($1, $0) ? $1 : $0 })
    }
    return common.isEmpty ? "null" : json(.object(JSONObject(common)))
  }

  private static func systems(_ json: String) -> JSONObject { RecordJSON.value(json)?.objectValue ?? JSONObject() }

  /// Of two that are as low, or of which one is no version, the first by its bytes.
  private static func isLower(_ one: JSONValue, _ other: JSONValue) -> Bool {
    let (first, second) = (one.stringValue ?? "", other.stringValue ?? "")
    let (system, otherSystem) = (BuildNumber(first), BuildNumber(second))
    if let system, let otherSystem, system != otherSystem { return system < otherSystem }
    if (system == nil) != (otherSystem == nil) { return system != nil }
    return first.utf8.lexicographicallyPrecedes(second.utf8)
  }

  private static func list(_ json: String) -> [JSONValue] { RecordJSON.value(json)?.arrayValue ?? [] }

  private static func json(_ value: JSONValue) -> String? {
    try? RecordJSON.text(value)
  }

  // MARK: Single values

  private static func isMoreSevere(_ one: String, _ other: String) -> Bool {
    guard let first = RecordJSON.value(one).flatMap(Triage.init),
      let second = RecordJSON.value(other).flatMap(Triage.init)
    else { return false }
    return first.severity.rawValue < second.severity.rawValue
  }

  private static func isEarlier(_ one: String, _ other: String) -> Bool {
    guard let day = text(one), let otherDay = text(other) else { return false }
    return day < otherDay
  }

  /// Of a verdict: says less for the product than a supported criterion; `supports` is the least strict.
  private static func rank(_ json: String) -> Int {
    let order: [ConformanceTerm] = [.doesNotSupport, .partiallySupports, .notEvaluated, .notApplicable, .supports]
    return text(json).flatMap(ConformanceTerm.init(rawValue:)).flatMap(order.firstIndex) ?? order.count
  }

  /// One name, a pattern, everything.
  private static func breadth(_ json: String) -> Int {
    text(json).flatMap { $0 == "**" ? nil : Glob($0).isPattern ? 1 : 0 } ?? 2
  }

  private static func isWorse(_ one: String, _ other: String) -> Bool {
    guard let first = text(one).flatMap(Severity.init(word:)), let second = text(other).flatMap(Severity.init(word:))
    else { return false }
    return first < second
  }

  /// 0 turns the limit off.
  private static func days(_ json: String) -> Int64 {
    let days = number(json) ?? Int64(StaleRule.standardDays)
    return days == 0 ? .max : days
  }

  private static func isNewer(_ one: String, _ other: String) -> Bool {
    guard let build = text(one).flatMap(BuildNumber.init) else { return false }
    return text(other).flatMap(BuildNumber.init).map { $0 < build } ?? (text(other) ?? "").isEmpty
  }

  private static func text(_ json: String) -> String? { RecordJSON.value(json)?.stringValue }
  private static func number(_ json: String) -> Int64? { RecordJSON.value(json)?.integerValue }

  /// Of two that ask for as much the order of their bytes decides, so that no clock does.
  private static func isMore(_ one: Int, _ other: Int, _ first: String, _ second: String) -> Bool {
    one == other ? first.utf8.lexicographicallyPrecedes(second.utf8) : one > other
  }

  private static func checks(ofKind json: String) -> Int {
    let kind = text(json) ?? ""
    return Catalog.checks.count { $0.appliesTo.isEmpty || $0.appliesTo.contains(kind) }
  }

  /// A component for children is asked most, also where its checks are fewer.
  private static func checks(ofProfile json: String) -> Int {
    guard let profile = text(json).flatMap(Profile.init(rawValue:)) else { return 0 }
    return profile == .child ? .max : Catalog.checks.count { $0.profiles.isEmpty || $0.profiles.contains(profile) }
  }

  /// How many checks a built-in style adds, less those that it leaves out.
  private static func asked(ofStyle json: String) -> Int {
    text(json).flatMap(Catalog.style).map { $0.checks.count - $0.omits.count } ?? 0
  }

  /// Of the state of a ticket: a release check asks about what fails with a closed one, and an open one beside it answers.
  private static func asked(ofState json: String) -> Int {
    switch text(json).flatMap(Ticket.State.init(rawValue:)) {
    case .closed: 2
    case nil: 1
    case .open: 0
    }
  }

  /// Of what is planned for a check: a value before none; of two values that the check compares the one that is harder
  /// to meet.
  private static func plansMore(of check: String) -> (String, String) -> Bool {
    let measurement = Catalog.checks[id: check]?.measurement
    func figure(_ text: String) -> FixedPoint? {
      guard let measurement, let value = try? MeasuredValue.parse(text, of: measurement),
        case .success(let figures) = measurement.convert(value)
      else { return nil }
      return switch measurement.comparison {
      case .atLeast: figures.min()
      // The less, the harder.
      case .atMost: figures.max().map { FixedPoint(millionths: 0 &- $0.millionths) }
      default: nil
      }
    }
    return { one, other in
      let (first, second) = (text(one) ?? "", text(other) ?? "")
      if first.isEmpty || second.isEmpty { return second.isEmpty && !first.isEmpty }
      switch (figure(first), figure(second)) {
      case (let figure?, let otherFigure?) where figure != otherFigure: return figure > otherFigure
      case (.some, nil): return true
      case (nil, .some): return false
      default: return first.utf8.lexicographicallyPrecedes(second.utf8)
      }
    }
  }

  /// The smaller one of a size such as `40x44`.
  private static func side(of json: String) -> Int {
    text(json).flatMap { try? TargetSize.parse($0) }?.smallerSide.wholePart ?? .max
  }

  /// The place of an edition by how much it asks.
  private static func asked(_ json: String) -> Int {
    switch CatalogEdition(setting: number(json)) {
    case .second: 6
    case .fourth: 5
    case .third: 4
    case .fifth: 3
    case .sixth: 2
    case .first: 1
    case nil: 0
    }
  }

  /// Of two measurements in the same unit and direction the one whose figure is harder to meet; one with a figure
  /// before one without.
  private static func isHarder(_ one: String, _ other: String) -> Bool {
    guard let first = RecordJSON.value(one).flatMap({ try? Measurement(from: $0) }), let figure = first.threshold.first
    else { return false }
    guard let second = RecordJSON.value(other).flatMap({ try? Measurement(from: $0) }),
      let otherFigure = second.threshold.first
    else { return true }
    guard first.valueUnit == second.valueUnit, first.comparison == second.comparison else { return false }
    return switch first.comparison {
    case .atLeast: figure > otherFigure
    case .atMost: figure < otherFigure
    default: false
    }
  }
}

extension FieldFold {
  /// The fold of a field of a kind of record.
  init(_ writes: [FieldWrite], _ lineage: FactGraph, of field: String, _ kind: String) throws {
    try self.init(
      writes, lineage, isStricter: Strictness.of(field, ofKind: kind),
      joined: { Strictness.joined($0, field, ofKind: kind) })
  }
}
