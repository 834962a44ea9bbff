import Base

/// What a team's file of checks holds.
package struct OwnChecks: Equatable, Sendable {
  package var checks: [Check]
  /// Titles for categories that the file brings; a category may also go without.
  package var categories: [CheckCategory]
}

/// Reads checks and checklists that a team wrote itself, in the format of the built-in ones.
///
/// A check is an object; `affects` and `remedy` are not required, the other members up to `impact` are, the rest may be absent or null:
///
///     {
///       "id": "sign-in.password-hint",         category.name, not the id of a built-in check
///       "title": "...",                        one line of text, up to 200 characters
///       "how": "...", "expected": "...",       one line of text, up to 2000 characters
///       "affects": "...", "remedy": "...",     who is affected and how; how to repair it
///       "method": "manual",                    manual, inspection, automated or child-test
///       "impact": "serious",                      critical, serious, moderate, or minor
///       "impact_origin": "assigned",           stated or assigned
///       "category": "sign-in",                 what the id begins with
///       "measurement": {                       type number (with its unit), ratio or percent;
///         "type": "number", "unit": "pt",      comparison >=, <=, =, between or multiple-of;
///         "comparison": ">=",                  threshold a number or the number as text, two for between,
///         "threshold": 44,                     null where the project sets it; note, formula and inputs
///         "platforms": {"macOS": 20},          other figures where a component is on one platform alone
///         "parts": {...}                       what is asked of each named part: see `PartRuleReading`
///       },
///       "applies_to": ["form-field"],          component kinds, or all-interactive; none means every kind
///       "platforms": ["iOS", "iPadOS"],        none means every platform
///       "profiles": ["child"],                 general, child; none means both
///       "min_os": {"iOS": "17"},
///       "wcag": [{"criterion": "3.3.2", "relation": "tests"}],
///       "xcui_audit": [], "conflicts": [],
///       "sources": [{"document": "...", "section": "..."}],
///       "note": "..."
///     }
///
/// A checklist has `id`, `title`, `checks` (identifiers in order) and perhaps `document`. Several go into an array, or
/// into a document: `{"format": "a11y-catalog", "version": 1, "categories": [{"id", "title"}], "checks": [...]}` and
/// `{"format": "a11y-checklists", "version": 1, "checklists": [...]}`.
package enum OwnFiles {
  /// Reads one check, an array of checks, or a whole document of the format `a11y-catalog`.
  ///
  /// Required of a check: `id`, `title`, `how`, `expected`, `method`, `impact`. The first problem ends the reading: a
  /// file is taken whole or not at all.
  /// - Parameter id: the id of a file that is one check and does not say it.
  package static func checks(in bytes: [UInt8], id: String? = nil) throws(CatalogProblem) -> OwnChecks {
    let value = naming(try Document.value(of: bytes), id)
    let reading = CheckReading.own(Catalog.knownWords)
    switch value {
    case .array:
      return OwnChecks(checks: try distinct(try Members.list(value, reading.check)), categories: [])
    case .object(let object) where object.names("format") || object.names("checks"):
      return try catalog(value, reading)
    default:
      return OwnChecks(checks: [try reading.check(value)], categories: [])
    }
  }

  /// Reads one checklist, an array of them, or a whole document of the format `a11y-checklists`.
  /// - Parameter teamChecks: identifiers of the team's own checks, which a list may name beside the built-in ones.
  /// - Parameter id: the id of a file that is one checklist and does not say it.
  package static func checklists(
    in bytes: [UInt8], teamChecks: [String], id: String? = nil
  ) throws(CatalogProblem) -> [Checklist] {
    let value = naming(try Document.value(of: bytes), id)
    let reading = ChecklistReading(
      knownChecks: Catalog.checks.map(\.id) + teamChecks, builtInChecklists: Catalog.checklists.map(\.id))
    switch value {
    case .array:
      return try distinct(try Members.list(value, reading.checklist))
    case .object(let object) where object.names("format") || object.names("checklists"):
      let members = try Document(value, format: "a11y-checklists").members
      try members.refuseUnknown(except: ["format", "version", "checklists"])
      let checklists = try members.requiredList("checklists", reading.checklist)
      return try at(.member("checklists")) { () throws(CatalogProblem) in try distinct(checklists) }
    default:
      return [try reading.checklist(value)]
    }
  }

  /// A single check or checklist without an id under the one it is to have.
  private static func naming(_ value: JSONValue, _ id: String?) -> JSONValue {
    guard let id, case .object(var object) = value, !object.names("format"), !object.names("id") else { return value }
    object["id"] = .string(id)
    return .object(object)
  }

  private static func catalog(_ value: JSONValue, _ reading: CheckReading) throws(CatalogProblem) -> OwnChecks {
    let members = try Document(value, format: "a11y-catalog").members
    try members.refuseUnknown(
      except: ["format", "version", "categories", "component_kinds", "platforms", "checks"])
    let known = Catalog.knownWords
    _ = try members.list("component_kinds") { value throws(CatalogProblem) in
      try KnownWords.member(value, of: known.kinds, what: "a component kind")
    }
    let _: [Platform] = try members.list("platforms") { value throws(CatalogProblem) in try Members.word(value) }
    let categories = try members.list("categories", RegisterReading.category)
    let checks = try members.requiredList("checks", reading.check)
    return OwnChecks(
      checks: try at(.member("checks")) { () throws(CatalogProblem) in try distinct(checks) }, categories: categories)
  }

  private static func distinct<Row: Identified>(_ rows: [Row]) throws(CatalogProblem) -> [Row] {
    var places: [String: Int] = [:]
    for (index, row) in rows.enumerated() {
      if let place = places[row.id] {
        throw CatalogProblem("\(row.id) is already the id of [\(place)]").inside(.member("id")).inside(.element(index))
      }
      places[row.id] = index
    }
    return rows
  }
}

private protocol Identified {
  var id: String { get }
}

extension Check: Identified {}

extension Checklist: Identified {}
