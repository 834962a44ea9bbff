import Audit
import Base

/// Data for the script that the page does not show.
extension Worksheet {
  var data: JSONText {
    .object([
      "worksheet": id, "tracker": tracker, "audit": audit, "made": Int(made),
      "parts": JSONText.objects(parts) { ["worksheet": $0.worksheet, "items": $0.items] },
      "deviceNames": JSONText.array(DeviceFamily.words.map { .strings([$0.word, $0.family.rawValue]) }),
      "elsewhere": elsewhere, "screens": screens, "items": items.map(Self.data),
    ])
  }

  /// For each condition that some devices do not have: their families, and why.
  private var elsewhere: JSONText {
    let found = Set(items.map(\.condition)).sorted().compactMap { text -> (String, JSONText)? in
      guard let condition = try? Condition(parsing: text) else { return nil }
      let reasons = DeviceFamily.allCases.compactMap { family in
        condition.contradiction(on: family).map { (family.rawValue, JSONText.string($0)) }
      }
      return reasons.isEmpty ? nil : (text, .object(reasons))
    }
    return .object(found)
  }

  /// The components that fails of each screen may name: once, as many items ask for them.
  private var screens: JSONText {
    var seen: Set<String> = []
    let asked = items.filter { !$0.parts.isEmpty && seen.insert($0.component).inserted }
    return .object(
      asked.map { item in
        (item.component, .array(item.parts.map { .strings([$0.key, $0.title]) }))
      })
  }

  private static func data(_ item: Item) -> JSONText {
    .object(
      [
        "component": item.component, "check": item.check, "condition": item.condition, "text": item.text,
        "source": item.source, "saw": item.saw, "after": Int(item.after), "retest": item.isRetest,
        "unit": item.measured?.unit, "parts": item.measured?.parts.map { data($0) },
        "sum": item.measured?.isSum ?? false,
      ] + (item.noPass == nil ? [:] : ["noPass": true]) + limits(of: item) + kept(of: item))
  }

  /// What a value is compared with while it is typed.
  private static func limits(of item: Item) -> JSONMembers {
    guard let measured = item.measured else { return [:] }
    let parts = measured.partLimits.map { part in
      JSONText.object(["names": part.names.map(ASCIIFold.small), "limit": data(part.limit)])
    }
    return ["wanted": measured.wanted] + (measured.limit.map { ["limit": data($0)] } ?? [:])
      + (parts.isEmpty ? [:] : ["partLimits": parts])
  }

  private static func data(_ limit: FigureLimit) -> JSONText {
    .object([
      "comparison": limit.comparison.rawValue,
      "figures": JSONText.array(limit.figures.map { .int(Int($0.millionths)) }), "excludesZero": limit.excludesZero,
    ])
  }

  /// What a fail that is answered again begins with.
  private static func kept(of item: Item) -> JSONMembers {
    let asks: JSONMembers = item.parts.isEmpty ? [:] : ["asks": true]
    guard let last = item.last, last.outcome == Outcome.fail.rawValue else { return asks }
    let on = item.parts.map(\.key).filter(last.on.contains)
    return asks + (last.severity.map { ["kept": String($0.rawValue)] } ?? [:])
      + (on.isEmpty ? [:] : ["on": on])
  }

  /// A rule for named parts as `values.js` reads it: compared texts are in lowercase.
  private static func data(_ rule: PartRule) -> JSONText {
    var (wanted, names): (String, [String]) = ("all", [])
    switch rule.form {
    case .all: break
    case .atMostOne: wanted = "at-most-one"
    case .figures(let figures): (wanted, names) = ("figure", figures.flatMap(\.names).map(ASCIIFold.small))
    }
    return .object([
      "of": rule.noun, "wanted": wanted, "names": names, "members": rule.members.map(ASCIIFold.small),
      "spellings": JSONText.object(
        rule.spellings.sorted { $0.key < $1.key }.map { ($0.key, .string(ASCIIFold.small($0.value))) }),
      "example": rule.example,
    ])
  }
}
