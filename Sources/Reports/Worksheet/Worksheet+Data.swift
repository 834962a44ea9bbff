import Audit
import Base

/// Data for the script that the page does not show.
extension Worksheet {
  var data: JSONText {
    .object([
      ("worksheet", .string(id)), ("tracker", .string(tracker)), ("audit", .string(audit)), ("made", .int(Int(made))),
      (
        "parts",
        .array(parts.map { .object([("worksheet", .string($0.worksheet)), ("items", .int($0.items))]) })
      ),
      ("screens", screens), ("items", .array(items.map(Self.data))),
    ])
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
        ("component", .string(item.component)), ("check", .string(item.check)), ("condition", .string(item.condition)),
        ("text", .string(item.text)), ("source", .string(item.source)), ("saw", .strings(item.saw)),
        ("after", .int(Int(item.after))), ("retest", .bool(item.isRetest)),
        ("unit", .string(orNull: item.measured?.unit)),
        ("parts", item.measured?.parts.map { data($0) } ?? .null), ("sum", .bool(item.measured?.isSum ?? false)),
      ] + limits(of: item) + kept(of: item))
  }

  /// What a value is compared with while it is typed.
  private static func limits(of item: Item) -> [(String, JSONText)] {
    guard let measured = item.measured else { return [] }
    let parts = measured.partLimits.map { part in
      JSONText.object([("names", .strings(part.names.map(ASCIIFold.small))), ("limit", data(part.limit))])
    }
    return [("wanted", .string(measured.wanted))] + (measured.limit.map { [("limit", data($0))] } ?? [])
      + (parts.isEmpty ? [] : [("partLimits", .array(parts))])
  }

  private static func data(_ limit: FigureLimit) -> JSONText {
    .object([
      ("comparison", .string(limit.comparison.rawValue)),
      ("figures", .array(limit.figures.map { .int(Int($0.millionths)) })), ("excludesZero", .bool(limit.excludesZero)),
    ])
  }

  /// What a fail that is answered again begins with.
  private static func kept(of item: Item) -> [(String, JSONText)] {
    let asks: [(String, JSONText)] = item.parts.isEmpty ? [] : [("asks", .bool(true))]
    guard let last = item.last, last.outcome == Outcome.fail.rawValue else { return asks }
    let on = item.parts.map(\.key).filter(last.on.contains)
    return asks + (last.severity.map { [("kept", .string(String($0.rawValue)))] } ?? [])
      + (on.isEmpty ? [] : [("on", .strings(on))])
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
      ("of", .string(rule.noun)), ("wanted", .string(wanted)), ("names", .strings(names)),
      ("members", .strings(rule.members.map(ASCIIFold.small))),
      (
        "spellings",
        .object(rule.spellings.sorted { $0.key < $1.key }.map { ($0.key, .string(ASCIIFold.small($0.value))) })
      ),
      ("example", .string(rule.example)),
    ])
  }
}
