import AuditModel
import CanonicalJSON
import Measuring

extension PartRule {
  /// See `Measurement.fact`.
  var fact: JSONValue {
    var object = JSONObject()
    object["of"] = .string(noun)
    object["example"] = .string(example)
    if !words.isEmpty { object["words"] = .string(words) }
    if !spellings.isEmpty {
      object["spellings"] = .object(JSONObject(spellings.map { ($0.key, .string($0.value)) }))
    }
    if isOfUsualTextSize { object["usual_text_size"] = true }
    object["fits"] = fit.map { .string($0.rawValue) }
    switch form {
    case .all(let members):
      object["wanted"] = .string(PartRuleReading.Wanted.all.rawValue)
      object["members"] = .texts(members)
    case .atMostOne(let members):
      object["wanted"] = .string(PartRuleReading.Wanted.atMostOne.rawValue)
      object["members"] = .texts(members)
    case .figures(let figures):
      object["wanted"] = .string(PartRuleReading.Wanted.figure.rawValue)
      object["figures"] = .array(figures.map(\.fact))
    }
    return .object(object)
  }
}

extension PartFigure {
  fileprivate var fact: JSONValue {
    var object = JSONObject()
    object["names"] = .texts(names)
    object["comparison"] = .string(comparison.rawValue)
    object["threshold"] = Measurement.fact(threshold, comparison)
    if !platforms.isEmpty { object["platforms"] = Measurement.fact(platforms, comparison) }
    if isNeeded { object["needed"] = true }
    return .object(object)
  }
}
