import AuditModel
import CanonicalJSON
import Measuring

/// Reads entries of the reference, the built-in ones and a team's own.
enum ReferenceReading {
  static let format = "a11y-reference"

  static func entry(_ value: JSONValue) throws(CatalogProblem) -> ReferenceEntry {
    let members = try Members(of: value, name: "reference entry")
    try members.refuseUnknown(except: [
      "table", "name", "title", "aliases", "wrong_names", "meaning", "use_when", "goes_wrong", "interfaces",
      "platforms", "instead", "figures", "expects", "checks", "omits", "conflicts", "sources",
    ])
    var entry = ReferenceEntry(
      table: try word(members, "table"), name: try members.text("name", limit: Members.shortText),
      title: try members.text("title", limit: Members.shortText), meaning: try members.text("meaning"),
      useWhen: try members.text("use_when"))
    guard !ReferenceEntry.folded(entry.name).isEmpty, !entry.name.utf8.contains(UInt8(ascii: "/")) else {
      throw CatalogProblem(wanted: "a name of letters and digits without /", found: Excerpt.quoted(entry.name))
        .inside(.member("name"))
    }
    entry.aliases = try members.texts("aliases")
    entry.wrongNames = try members.list("wrong_names") { value throws(CatalogProblem) in
      let (name, why) = try pair(value, "name", "why")
      return ReferenceEntry.WrongName(name: name, why: why)
    }
    entry.goesWrong = try members.list("goes_wrong") { value throws(CatalogProblem) in
      try Members.text(value, limit: Members.longText)
    }
    entry.interfaces = try members.list("interfaces") { value throws(CatalogProblem) in
      let interface = try Members(of: value, name: "interface")
      try interface.refuseUnknown(except: ["name", "since"])
      return ReferenceEntry.Interface(
        name: try interface.text("name", limit: Members.shortText), since: try interface.dictionary("since"))
    }
    entry.platforms = try members.texts("platforms")
    entry.instead = try members.optionalText("instead")
    entry.figures = try members.list("figures") { value throws(CatalogProblem) in
      let (name, value) = try pair(value, "name", "value")
      return ReferenceEntry.Figure(name: name, value: value)
    }
    entry.checks = try members.texts("checks")
    entry.omits = try members.texts("omits")
    entry.conflicts = try members.texts("conflicts")
    entry.sources = try members.list("sources", SourceReading.source)
    if let value = members.value("expects") {
      let place = entry.sources.first.map { "\($0.document), \($0.section)" } ?? "your team's"
      entry.expects = try at(.member("expects")) { () throws(CatalogProblem) in
        try style(value, name: entry.name, source: place)
      }
    }
    return entry
  }

  /// What a style promises: `{"size": "56x56", "haptics": ["medium"], "measures": ["visual-feedback.scale-range"],
  /// "planned": {"haptics.intensity-in-range": "0.7"}}`.
  private static func style(_ value: JSONValue, name: String, source: String) throws(CatalogProblem) -> StyleTemplate {
    let members = try Members(of: value, name: "promise of a style")
    try members.refuseUnknown(except: ["size", "haptics", "measures", "planned"])
    var style = StyleTemplate(name: name, size: nil, haptics: [], source: source)
    style.haptics = try members.list("haptics") { value throws(CatalogProblem) in try Members.word(value) }
    style.measures = try members.texts("measures")
    style.planned = try members.dictionary("planned")
    if let text = try members.optionalText("size", limit: Members.shortText) {
      do throws(MeasureError) {
        style.size = try TargetSize.parse(text)
      } catch {
        throw CatalogProblem(error.problem).inside(.member("size"))
      }
    }
    return style
  }

  private static func word(_ members: Members, _ key: String) throws(CatalogProblem) -> String {
    let text = try members.text(key, limit: Members.shortText)
    if let form = Identifiers.faultInWord(text) {
      throw CatalogProblem(wanted: form, found: Excerpt.quoted(text)).inside(.member(key))
    }
    return text
  }

  private static func pair(
    _ value: JSONValue, _ first: String, _ second: String
  ) throws(CatalogProblem) -> (String, String) {
    let members = try Members(of: value, name: "pair of \(first) and \(second)")
    try members.refuseUnknown(except: [first, second])
    return (try members.text(first, limit: Members.shortText), try members.text(second))
  }
}
