package import Audit
package import Base
package import Store

/// A worksheet: the items for a tester without the tool, as values. `page` makes the HTML of it.
package struct Worksheet: Sendable {
  /// How the items are grouped under headings.
  package enum Grouping: String, CaseIterable, Sendable {
    case component
    case check
  }

  /// One cell to test.
  package struct Item: Sendable {
    package var component: String
    /// The title and the place of the component, as phrases.
    package var about: [String] = []
    package var check: String
    package var title: String
    package var how: String
    package var expected: String
    /// Who is affected where it fails; empty where the check does not say.
    package var affects = ""
    /// How bad a fail is where the tester does not say otherwise.
    package var usual = Severity.serious
    /// Sorted tokens; empty for the default.
    package var condition: String
    /// The same with the setting of its check.
    package var seenUnder: String
    /// The measurement of the check; nil without one.
    package var measured: Measured?
    /// Nil if untested.
    package var last: Last?
    /// Version of the check's text: eight hex digits.
    package var text: String
    /// Digest of the component's source; empty if unknown.
    package var source = ""
    /// References of the results that the worksheet shows, 32 hex digits each.
    package var saw: [String] = []
    /// When the last of them was observed, ms UTC; 0 without any.
    package var after: Int64 = 0
    /// What a fail begins with, of the failure that those say who are followed here; nil where none of them does.
    package var kept: (severity: Severity?, on: [String])?
    /// Whether the answer is a retest of results of other testers.
    package var isRetest = false
    /// The components that a fail may name, in the order of their keys; empty where the check is not of a whole screen.
    package var parts: [(key: String, title: String)] = []
    /// Why it cannot pass under its condition; nil where it can.
    package var noPass: String?
  }

  /// What a check measures.
  package struct Measured: Sendable {
    /// The unit a value without one is in: `pt`, `ratio`, `percent`, a counted thing, or empty.
    package var unit: String
    /// As in `at least 44 pt`.
    package var wanted: String
    /// A value that meets it, as in `44 pt`.
    package var example: String
    /// The rule for named parts; nil if the value is not a list.
    package var parts: PartRule?
    /// Whether a total is required, which can be written as a sum.
    package var isSum = false
    /// What a value is compared with on the page; nil where a figure alone does not decide.
    package var limit: FigureLimit?
    package var partLimits: [(names: [String], limit: FigureLimit)] = []
  }

  /// The status of a cell, without its tester.
  package struct Last: Sendable {
    /// `pass`, `fail`, `na` or `cant-tell`.
    package var outcome: String
    /// As in `serious`, `build 3.2`, `disputed`.
    package var phrases: [String]
    package var note = ""
    /// `2026-03-01`
    package var day: String
  }

  /// Another page of the same work, next to this one.
  package struct Part: Sendable {
    /// The name of its file.
    package var file: String
    /// The `id` of its worksheet.
    package var worksheet: String
    package var items: Int

    package init(file: String, worksheet: String, items: Int) {
      (self.file, self.worksheet, self.items) = (file, worksheet, items)
    }
  }

  /// Of this file alone: a version 4 UUID.
  package var id: String
  package var tracker: String
  /// The subject, such as `audit spring-24`.
  package var subject: String
  package var part: (number: Int, of: Int)
  /// All parts with this one, where they were written together; empty where the others are not known.
  package var parts: [Part] = []
  package var grouping: Grouping
  package var audit: String
  /// The initial values of the fields at the top.
  package var build: String
  package var tester: String
  /// When it was made, ms UTC.
  package var made: Int64
  package var items: [Item]
  package var origin: PageOrigin

  package init(
    id: String, tracker: String, subject: String, part: (number: Int, of: Int) = (1, 1),
    grouping: Grouping = .component, audit: String = "", build: String = "", tester: String = "", made: Int64,
    items: [Item], origin: PageOrigin
  ) {
    (self.id, self.tracker, self.subject, self.part) = (id, tracker, subject, part)
    (self.grouping, self.audit, self.build) = (grouping, audit, build)
    (self.tester, self.made, self.items, self.origin) = (tester, made, items, origin)
  }

  var title: String {
    "Worksheet: \(subject)" + (part.of > 1 ? ", part \(part.number) of \(part.of)" : "")
  }

  /// The items that follow one another and share a heading, by their places.
  var groups: [(name: String, places: Range<Int>)] {
    var groups: [(name: String, places: Range<Int>)] = []
    for (place, item) in items.enumerated() {
      let name = heading(of: item)
      if let last = groups.last, last.name == name {
        groups[groups.count - 1].places = last.places.lowerBound..<(place + 1)
      } else {
        groups.append((name, place..<(place + 1)))
      }
    }
    return groups
  }

  private func heading(of item: Item) -> String {
    switch grouping {
    case .component: item.component
    case .check: item.title
    }
  }
}

extension Worksheet.Item {
  /// A cell as an item of the page.
  ///
  /// - Parameters:
  ///   - row: its last result; nil if untested.
  ///   - followed: what those say alone who are followed here.
  ///   - end: the results that the worksheet shows.
  ///   - clock: of which the day of its last result is.
  package init(
    _ cell: ScopeCell, _ current: Reader.CurrentCheck, _ component: Component?, _ row: Cell?, followed: FollowedAnswer?,
    _ end: CellEnd, isRetest: Bool, clock: LocalClock
  ) {
    let check = current.check
    let family = DeviceFamily.of(device: "", condition: cell.condition, platforms: component?.platforms ?? [])
    self.init(
      component: cell.component, about: component.map(Self.about) ?? [], check: cell.check, title: check.title,
      how: check.how(on: family), expected: check.expected, affects: check.affects ?? "",
      usual: check.impact, condition: cell.condition, seenUnder: cell.condition,
      measured: check.measurement.map { .init($0, component, under: cell.condition) },
      last: row.flatMap { Worksheet.Last($0, clock) },
      text: TextVersion.hex(current.text), source: component?.sourceDigest ?? "", saw: end.heads, after: end.time,
      isRetest: isRetest)
    if let followed, followed.state.outcome == .fail { kept = (followed.rated, followed.on ?? []) }
  }

  private static func about(_ component: Component) -> [String] {
    [
      component.title.filled, component.kind,
      component.screens.joined(separator: ", ").filled.map { "on \($0)" }, component.size.filled.map { "\($0) pt" },
      component.hitArea.filled.map { "hit area \($0) pt" },
    ].compactMap(\.self)
  }
}

extension Worksheet.Measured {
  fileprivate init(_ measurement: Measurement, _ component: Component?, under condition: String) {
    let compared = measurement.under(condition)
    self.init(
      unit: measurement.valueUnit, wanted: measurement.wording(on: component),
      example: compared.example(on: component), parts: measurement.parts, isSum: measurement.formula != nil,
      limit: compared.limit(on: component), partLimits: compared.partLimits(on: component))
  }
}

extension Worksheet.Last {
  /// Without the tester: other people read the page.
  fileprivate init?(_ row: Cell, _ clock: LocalClock) {
    guard let outcome = row.outcome else { return nil }
    let phrases =
      [row.severity?.word, row.value?.text, row.build.filled.map { "build \($0)" }, row.device.filled] + row.doubtWords
      + [row.staleWords]
    self.init(
      outcome: outcome.rawValue, phrases: phrases.compactMap(\.self), note: row.note ?? "",
      day: clock.date(row.time).iso8601)
  }
}

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
    let asked = items.filter { !$0.parts.isEmpty }.unique(by: \.component)
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
    guard let kept = item.kept else { return asks }
    let on = item.parts.map(\.key).filter(kept.on.contains)
    return asks + (kept.severity.map { ["kept": String($0.rawValue)] } ?? [:])
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
