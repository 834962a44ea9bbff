import Base

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

  /// What a style promises, and for which kinds: `{"kinds": ["button"], "size": "56x56", "haptics": ["medium"], "measures": ["visual-feedback.scale-range"],
  /// "planned": {"haptics.intensity-in-range": "0.7"}}`.
  private static func style(_ value: JSONValue, name: String, source: String) throws(CatalogProblem) -> StyleTemplate {
    let members = try Members(of: value, name: "promise of a style")
    try members.refuseUnknown(except: ["kinds", "size", "haptics", "measures", "planned"])
    var style = StyleTemplate(name: name, size: nil, haptics: [], source: source)
    style.haptics = try members.list("haptics") { value throws(CatalogProblem) in try Members.word(value) }
    style.kinds = try members.texts("kinds")
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

/// Reads the tables of automatic audits.
enum AuditTypeReading {
  static func type(_ value: JSONValue) throws(CatalogProblem) -> AuditTypeEntry {
    let members = try Members(of: value, name: "audit type")
    return AuditTypeEntry(
      name: try members.text("name"), bit: members.value("bit")?.integerValue.flatMap { Int(exactly: $0) },
      run: try members.optionalText("run"), finds: try members.texts("finds"))
  }

  static func tool(_ value: JSONValue) throws(CatalogProblem) -> ToolRules {
    let members = try Members(of: value, name: "tool")
    return ToolRules(
      tool: try members.word("tool"),
      rules: try members.requiredList("rules") { value throws(CatalogProblem) in
        let rule = try Members(of: value, name: "rule")
        return ToolRules.Rule(name: try rule.text("rule"), finds: try rule.texts("finds"))
      })
  }
}

/// Reads a row of the table of WCAG criteria.
enum CriterionReading {
  static func criterion(_ value: JSONValue) throws(CatalogProblem) -> Criterion {
    let members = try Members(of: value, name: "criterion")
    let row = try members.required("en301549", wanted: "the row of EN 301 549")
    let texts = try members.required("native_note", wanted: "the notes for apps")
    return Criterion(
      id: try members.text("id"), name: try members.text("handle"), slug: try members.text("slug"),
      level: try members.optionalWord("level"), formerLevel: try members.optionalWord("former_level"),
      principle: try members.text("principle"), guideline: try members.text("guideline"),
      addedIn: try members.text("added_in"), removedIn: try members.optionalText("removed_in"),
      european: try at(.member("en301549")) { () throws(CatalogProblem) in try european(row) },
      notes: try at(.member("native_note")) { () throws(CatalogProblem) in try notes(texts) },
      noCheck: try members.optionalText("no_check"))
  }

  private static func european(_ value: JSONValue) throws(CatalogProblem) -> EuropeanClause {
    let members = try Members(of: value, name: "row of EN 301 549")
    return EuropeanClause(
      version: try members.text("version"), clause: try members.optionalText("clause"),
      status: try members.word("status"), note: members.value("note") == "" ? "" : try members.text("note"))
  }

  private static func notes(_ value: JSONValue) throws(CatalogProblem) -> NativeNotes {
    let members = try Members(of: value, name: "set of notes")
    return NativeNotes(
      wcag2ict: try members.text("wcag2ict"), wcag2mobile: try members.text("wcag2mobile"),
      apple: try members.text("apple"))
  }
}

/// Reads the editions of the conformance report and the chapters that they share.
enum EditionReading {
  typealias Rows = (editions: [ConformanceEdition], chapters: [ConformanceChapter])

  static func rows(_ members: Members) throws(CatalogProblem) -> Rows {
    let shared = try members.requiredList("chapters", chapter)
    let editions = try members.requiredList("editions") { value throws(CatalogProblem) in try edition(value, shared) }
    return (editions, shared.map(\.chapter))
  }

  /// A chapter with the ids that it has in the editions.
  private typealias Shared = (ids: [String], chapter: ConformanceChapter)

  private static func chapter(_ value: JSONValue) throws(CatalogProblem) -> Shared {
    let members = try Members(of: value, name: "chapter")
    let ids = try members.texts("ids")
    let rows = try members.requiredList("criteria") { value throws(CatalogProblem) in
      let row = try Members(of: value, name: "criterion")
      return ConformanceChapter.Row(id: try row.text("id"), name: try row.text("name"))
    }
    return (
      ids,
      ConformanceChapter(
        id: ids.first ?? "", heading: try members.text("heading"), reason: try members.text("reason"), rows: rows)
    )
  }

  private static func edition(_ value: JSONValue, _ shared: [Shared]) throws(CatalogProblem) -> ConformanceEdition {
    let members = try Members(of: value, name: "edition")
    let chapters = try members.texts("chapters").map { id throws(CatalogProblem) -> ConformanceChapter in
      guard var chapter = shared.first(where: { $0.ids.contains(id) })?.chapter else {
        throw CatalogProblem("unknown chapter \(Excerpt.quoted(id))").inside(.member("chapters"))
      }
      chapter.id = id
      return chapter
    }
    return ConformanceEdition(
      id: try members.text("id"), name: try members.text("name"), wcag: try members.text("wcag"), chapters: chapters)
  }
}

/// Reads where in a document something comes from.
enum SourceReading {
  static func source(_ value: JSONValue) throws(CatalogProblem) -> SourcePlace {
    let members = try Members(of: value, name: "source")
    return SourcePlace(
      document: try members.text("document", limit: Members.shortText),
      section: try members.text("section", limit: Members.shortText))
  }
}

/// Reads the reference of traits and of the modifiers around them.
enum TraitReading {
  static func trait(_ value: JSONValue) throws(CatalogProblem) -> TraitEntry {
    let members = try Members(of: value, name: "trait")
    let swiftUI = try optionalObject(members, "swiftui")
    let uiKit = try optionalObject(members, "uikit")
    return TraitEntry(
      name: try members.text("name"), document: try members.text("source"),
      sourceSays: try members.text("source_says"), swiftUIName: try swiftUI?.optionalText("name"),
      swiftUISince: try swiftUI?.dictionary("since") ?? [:], uiKitName: try uiKit?.optionalText("name"),
      uiKitSinceIOS: try uiKit?.optionalText("since_iOS"), validity: try members.word("validity"),
      meaning: try members.text("meaning"), useWhen: try members.text("use_when"), check: try members.text("check"),
      note: try members.optionalText("note"))
  }

  static func uiKitTrait(_ value: JSONValue) throws(CatalogProblem) -> UIKitTrait {
    let members = try Members(of: value, name: "UIKit trait")
    return UIKitTrait(
      name: try members.text("uikit"), sinceIOS: try members.text("since_iOS"), meaning: try members.text("meaning"),
      swiftUIWay: try members.text("swiftui_way"))
  }

  private static func optionalObject(_ members: Members, _ key: String) throws(CatalogProblem) -> Members? {
    guard let value = members.value(key) else { return nil }
    return try at(.member(key)) { () throws(CatalogProblem) in try Members(of: value, name: "member of \(key)") }
  }
}

/// Reads the rows of the smaller registers besides the checks.
enum RegisterReading {
  static func feature(_ value: JSONValue) throws(CatalogProblem) -> Feature {
    let members = try Members(of: value, name: "feature")
    return Feature(
      id: try members.text("id"), title: try members.text("title"), asks: try members.texts("asks"),
      only: try members.texts("only"), kinds: try members.texts("kinds"))
  }

  static func declaredFeature(_ value: JSONValue) throws(CatalogProblem) -> DeclaredFeature {
    let members = try Members(of: value, name: "declared feature")
    var feature = DeclaredFeature(
      id: try members.text("id"), title: try members.text("title"), attribute: try members.text("attribute"))
    if members.has("families") { feature.families = try members.list("families", Members.word) }
    feature.checks = try members.texts("checks")
    feature.criteria = try members.texts("criteria")
    return feature
  }

  /// `f24a181c d072284b`: an earlier version of a text, and the current one.
  static func rewording(_ value: JSONValue) throws(CatalogProblem) -> (earlier: UInt32, current: UInt32) {
    let words = try Members.text(value, limit: Members.shortText).split(separator: " ")
    let versions = words.compactMap { UInt32($0, radix: 16) }
    guard words.count == 2, versions.count == 2 else {
      throw CatalogProblem(wanted: "two text versions", found: Excerpt.of(value))
    }
    return (versions[0], versions[1])
  }

  static func conflict(_ value: JSONValue) throws(CatalogProblem) -> SourceConflict {
    let members = try Members(of: value, name: "conflict")
    return SourceConflict(
      id: try members.text("id"), title: try members.text("title"), place: try members.text("where"),
      sourcesSay: try members.text("sources_say"), fact: try members.text("fact"),
      evidence: try members.text("evidence"), reading: try members.text("reading"),
      checks: try members.texts("checks"))
  }

  static func category(_ value: JSONValue) throws(CatalogProblem) -> CheckCategory {
    let members = try Members(of: value, name: "category")
    try members.refuseUnknown(except: ["id", "title"])
    let id = try members.text("id")
    if let form = Identifiers.faultInWord(id) {
      throw CatalogProblem(wanted: form, found: Excerpt.quoted(id)).inside(.member("id"))
    }
    return CheckCategory(id: id, title: try members.text("title", limit: Members.shortText))
  }

  static func profileRule(_ value: JSONValue) throws(CatalogProblem) -> ProfileRule {
    let members = try Members(of: value, name: "rule of profiles")
    return ProfileRule(
      check: try members.text("check"),
      profiles: try members.requiredList("profiles") { value throws(CatalogProblem) in try Members.word(value) },
      reason: try members.text("reason"))
  }
}
