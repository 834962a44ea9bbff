package import Base

extension Check {
  /// The check as the body of a fact: the members of the file format, plus where it comes from, with every number
  /// that is not whole as text, so that the value can be written canonically.
  package var fact: JSONValue {
    var object = JSONObject()
    object["id"] = .string(id)
    object["category"] = .string(category)
    object["title"] = .string(title)
    object["fails"] = fails.map(JSONValue.string) ?? .null
    object["how"] = .string(how)
    object["expected"] = .string(expected)
    object["affects"] = affects.map(JSONValue.string) ?? .null
    object["remedy"] = remedy.map(JSONValue.string) ?? .null
    object["method"] = .string(method.rawValue)
    object["impact"] = .string(impact.word)
    object["impact_origin"] = .string(impactOrigin)
    object["measurement"] = measurement?.fact ?? .null
    object["applies_to"] = .texts(appliesTo)
    object["platforms"] = .texts(platforms.map(\.rawValue))
    object["profiles"] = .texts(profiles.map(\.rawValue))
    object["min_os"] = .object(JSONObject(minOS.map { ($0.key, .string($0.value)) }))
    object["wcag"] = .array(
      wcag.map { ["criterion": .string($0.criterion), "relation": .string($0.relation.rawValue)] })
    object["xcui_audit"] = .texts(xcuiAudits)
    object["sources"] = .array(
      sources.map { ["document": .string($0.document), "section": .string($0.section)] })
    object["conflicts"] = .texts(conflicts)
    object["note"] = note.map(JSONValue.string) ?? .null
    object["origin"] = .string(origin.rawValue)
    return .object(object)
  }

  /// Reads the body of a fact, or a check of the file format.
  ///
  /// Members that this version does not know are skipped, and references may dangle: a fact may come from a newer
  /// version. Known members follow the same rules as in a file.
  package init(from fact: JSONValue) throws(CatalogProblem) {
    self = try CheckReading.fact.check(fact)
  }
}

extension Measurement {
  /// See `Check.fact`. A threshold is null, one number, or two for `between`.
  package var fact: JSONValue {
    var object = JSONObject()
    object["type"] = .string(type)
    if !unit.isEmpty { object["unit"] = .string(unit) }
    object["comparison"] = .string(comparison.rawValue)
    object["threshold"] = Self.fact(threshold, comparison)
    object["note"] = note.map(JSONValue.string)
    object["formula"] = formula.map(JSONValue.string)
    if !inputs.isEmpty { object["inputs"] = .texts(inputs) }
    if !platforms.isEmpty { object["platforms"] = Self.fact(platforms, comparison) }
    object["parts"] = parts?.fact
    return .object(object)
  }

  static func fact(_ figures: [FixedPoint], _ comparison: Comparison) -> JSONValue {
    let figures = figures.map { figure in
      DecimalText.integer(figure).map(JSONValue.integer) ?? .string(DecimalText.text(figure))
    }
    return comparison == .between && !figures.isEmpty ? .array(figures) : figures.first ?? .null
  }

  static func fact(_ platforms: [Platform: [FixedPoint]], _ comparison: Comparison) -> JSONValue {
    .object(JSONObject(platforms.map { ($0.key.rawValue, fact($0.value, comparison)) }))
  }

  /// Reads what `fact` writes.
  package init(from fact: JSONValue) throws(CatalogProblem) {
    self = try MeasurementReading.measurement(fact, refusesUnknown: false)
  }
}

extension Checklist {
  /// The checklist as the body of a fact: the members of the file format.
  package var fact: JSONValue {
    var object: JSONObject = [
      "id": .string(id), "title": .string(title), "document": document.map(JSONValue.string) ?? .null,
      "checks": .texts(checks),
    ]
    object["groups"] = groups.map(JSONValue.string)
    return .object(object)
  }

  /// Reads the body of a fact, as lenient as `Check.init(from:)`.
  package init(from fact: JSONValue) throws(CatalogProblem) {
    self = try ChecklistReading(knownChecks: nil, refusesUnknown: false).checklist(fact)
  }
}

extension JSONValue {
  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

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

extension Check {
  /// Eight hexadecimal digits that change when, and only when, what a tester judges by changes.
  ///
  /// They open the SHA-256 of the canonical JSON of title, how, expected, method and measurement. Impact, scope,
  /// criteria, sources, who is affected and how to repair are left out: they decide no outcome. A result keeps
  /// the text version it was given against, so this form is frozen.
  package var textVersion: String {
    let judged: JSONValue = [
      "title": .string(title), "how": .string(how), "expected": .string(expected),
      "method": .string(method.rawValue), "measurement": measurement?.fact ?? .null,
    ]
    // Cannot fail for a check that was read by this room: its texts are short and hold no NUL.
    let bytes = (try? CanonicalWriter.bytes(of: judged)) ?? []
    return String(SHA256.digest(of: bytes).hex.prefix(8))
  }
}
