import Audit
import Base
import Store

/// A finding with its place on the page: an object, since it is in many lists of the page and large.
final class PageFinding {
  /// Of its row: its own ID, as long as the page lists it, else that of its check.
  var anchor: String
  let row: ReportFinding
  let blocker: ReleaseBlocker?
  /// Why it was not open at the time that the report is compared with; nil where it was, or there is none.
  let reason: ChangeClass?
  /// What marks a blocker.
  private let blocks: String
  /// It has a row on the page.
  let isListed: Bool
  // Asked for by each sort.
  let isWaived: Bool
  let severity: Severity?

  init(
    _ row: ReportFinding, _ blocker: ReleaseBlocker?, _ reason: ChangeClass?, isListed: Bool, blocks: String
  ) {
    (anchor, self.row, self.blocker, self.reason, self.isListed) = ("", row, blocker, reason, isListed)
    (isWaived, severity) = (row.finding.cell.waiver != nil, row.finding.cell.severity)
    self.blocks = blocks
  }

  var id: String { row.finding.findingID }
  // By the cell itself, which is nearer than by the path of a member.
  var component: String { row.finding.cell.component }

  /// As `a11y list findings` says it, or by the baseline of the release check. The mark and the filter are of the same ones,
  /// also beside a comparison: what regressed since then is among the changes.
  var hasRegressed: Bool {
    row.finding.state == .regressed || blocker?.rules.contains(.noRegressions) ?? false
  }

  /// Rules that are only proposed block nothing.
  static func tag(ofBlockersIn gate: GateReport) -> String { gate.isProposal ? "WOULD BLOCK" : "BLOCKS" }

  var tags: [String] {
    [
      blocker == nil ? nil : blocks, hasRegressed ? "REGRESSED" : reason == .newlyFailing ? "NEW" : nil,
      reason == .componentAdded ? "NEW COMPONENT" : nil, isWaived ? "WAIVED" : nil,
      row.finding.expired == nil ? nil : "WAIVER EXPIRED", row.finding.cell.disagreement?.uppercased(),
      row.finding.stale.isEmpty ? nil : "STALE",
    ].compactMap { $0 }
  }
}

/// The findings of a page by check.
///
/// All findings are here, and every figure is made of all of them; a limit cuts the rows alone.
struct PageFindings {
  struct Group {
    var check: String
    /// Nil where the check is unknown here.
    var details: Check?
    /// Open ones first, each worst first.
    var findings: [PageFinding]

    var title: String { details?.failure ?? check }
    var open: [PageFinding] { findings.filter { !$0.isWaived } }
    var anchor: String { "c-" + PageAnchor.escaped(check) }
    /// Who tested all of them; nil where several did.
    var tester: String? {
      guard let first = findings.first?.row.finding.cell.tester, !first.isEmpty,
        findings.allSatisfy({ $0.row.finding.cell.tester == first })
      else { return nil }
      return first
    }
  }

  /// The groups with the worst finding first.
  private(set) var groups: [Group] = []
  /// The number of findings without a row on the page.
  let left: Int
  private var places: [ScopeCell: (group: Int, finding: Int)] = [:]

  init(_ report: Report) {
    let rows = report.findings.rows
    let blockers = Dictionary(firstOf: report.gate.blockers.map { (report.gate.place($0), $0) })
    let places = rows.map(\.finding.place)
    let found = places.map { blockers[$0] }
    let blocking = rows.indices.filter { found[$0] != nil }
    let others = rows.indices.filter { found[$0] == nil }
    let listed = Set((blocking + others).prefix(Report.mostFindings))
    left = report.findings.count - listed.count
    let reasons = Dictionary(
      firstOf: (report.change?.changes.cells ?? []).compactMap { cell in
        cell.reason(for: .open).map { (cell.place, $0) }
      })
    let blocks = PageFinding.tag(ofBlockersIn: report.gate)
    var byCheck: [String: [PageFinding]] = [:]
    for (position, row) in rows.enumerated() {
      byCheck[places[position].check, default: []].append(
        PageFinding(
          row, found[position], reasons[places[position]], isListed: listed.contains(position), blocks: blocks))
    }
    let ranked = byCheck.map { check, findings in
      let group = Group(check: check, details: report.checks[check], findings: findings.sorted(by: Self.isBefore))
      return (group: group, rank: Self.rank(group))
    }
    groups = ranked.sorted { left, right in
      left.rank == right.rank
        ? left.group.check < right.group.check : right.rank.lexicographicallyPrecedes(left.rank)
    }.map(\.group)
    anchor()
    worst = Dictionary(grouping: open + all.filter(\.isWaived), by: \.component)
      .mapValues { $0.sorted { Severity.place($0.severity) < Severity.place($1.severity) } }
    plan = FixPlan(
      open.map { finding in
        let found = finding.row.finding
        var item = FixPlan.Item(
          component: finding.component, kind: found.kind, check: found.cell.check, severity: finding.severity,
          isBlocker: finding.blocker != nil)
        (item.source, item.screens, item.criteria) = (found.source, found.screens, found.criteria)
        if let pattern = found.pattern { item.pattern = (pattern.name, pattern.remedy) }
        return item
      }, most: 6)
  }

  private static func isBefore(_ left: PageFinding, _ right: PageFinding) -> Bool {
    func rank(_ finding: PageFinding) -> (Int, Int, Int) {
      (finding.isWaived ? 1 : 0, Severity.place(finding.severity), finding.blocker == nil ? 1 : 0)
    }
    let (one, other) = (rank(left), rank(right))
    if one != other { return one < other }
    if left.component != right.component { return NaturalOrder.precedes(left.component, right.component) }
    return left.row.finding.cell.condition < right.row.finding.cell.condition
  }

  /// Open findings by severity, then their number; larger is worse.
  private static func rank(_ group: Group) -> [Int] {
    let open = group.open
    return Severity.allCases.map { severity in open.count { $0.severity == severity } } + [open.count]
  }

  private mutating func anchor() {
    var anchors: Set<String> = []
    for group in groups.indices {
      let ofCheck = groups[group].anchor
      for place in groups[group].findings.indices {
        places[groups[group].findings[place].row.finding.place] = (group, place)
        guard groups[group].findings[place].isListed else {
          groups[group].findings[place].anchor = ofCheck
          continue
        }
        var anchor = groups[group].findings[place].id
        // An element has one place, even where two findings have the same letters.
        while !anchors.insert(anchor).inserted { anchor += "_" }
        groups[group].findings[place].anchor = anchor
      }
    }
  }

  subscript(place: ScopeCell) -> PageFinding? {
    places[place].map { groups[$0.group].findings[$0.finding] }
  }

  /// The fixes to make first, over all open findings.
  private(set) var plan = FixPlan([], most: 0)
  private var worst: [String: [PageFinding]] = [:]

  /// The worst finding of a component in some categories.
  func worst(_ component: String, in categories: [String]) -> PageFinding? {
    worst[component]?.first { categories.contains($0.row.finding.cell.category) }
  }

  var all: [PageFinding] { groups.flatMap(\.findings) }
  var open: [PageFinding] { all.filter { !$0.isWaived } }

  /// Those that keep the release, the most urgent first.
  func blockers(_ gate: GateReport) -> [PageFinding] {
    gate.blockers.compactMap { self[gate.place($0)] }
  }
}

/// Identifiers on a page, made of names.
enum PageAnchor {
  /// Every byte outside letters, digits, `.` and `-` as `_` and two hex digits.
  static func escaped(_ name: String) -> String {
    name.utf8.map { byte -> String in
      if byte.isLetterOrDigit || ".-".utf8.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16)
      return "_" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}

extension ReportFinding {
  /// Its file, at the line in its note.
  var location: SourceLocation { SourceLocation(source: finding.source).narrowed(by: note) }
  /// Its note, without the line that is shown with its file.
  var words: String { finding.source.isEmpty ? note : SourceLocation.withoutLine(note) }
}

/// What the script of a page needs to answer the query of a terminal: of each finding what a query may ask for, in the
/// order of the rows. Texts that many share are there once.
struct PageQuery {
  /// Testers have no names on a page, so a query for one is refused there.
  private static let left: Set<Filter.Field> = [.text, .tester]

  private let components: [String: Component]

  init(_ report: Report) {
    components = Dictionary(firstOf: report.components.compactMap(\.component).map { ($0.key, $0) })
  }

  func data(_ groups: [PageFindings.Group]) -> HTMLText {
    var (places, texts) = (Numbered(), Numbered())
    let rows = groups.enumerated().flatMap { place, group in
      group.findings.filter(\.isListed).map { row($0, check: place, &places, &texts) }
    }
    let folder = self.folder(of: places.texts)
    let fields = Filter.Field.allCases.filter { !Self.left.contains($0) }.map { field in
      (field.rawValue, field.choices.map { JSONText.strings($0) } ?? .null)
    }
    let data = JSONText.object([
      "fields": JSONMembers(fields), "folder": folder, "components": places.texts.map { component($0, in: folder) },
      "checks": groups.map(check), "texts": texts.texts, "findings": rows,
      "left": groups.contains { $0.findings.contains { !$0.isListed } },
    ])
    return HTMLText.data(data, id: "findings-data")
  }

  /// The folders in which all sources are, with a slash; empty for none. Something is left of each source.
  private func folder(of keys: [String]) -> String {
    let sources = keys.compactMap { components[$0]?.source }.filter { !$0.isEmpty }
    guard var common = sources.first.map({ Array($0.utf8) }) else { return "" }
    for source in sources { common = zip(common, source.utf8.dropLast()).prefix { $0 == $1 }.map(\.0) }
    let end = common.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return String(decoding: common[..<end], as: UTF8.self)
  }

  private func component(_ key: String, in folder: String) -> JSONText {
    let own = components[key]
    let source = String(decoding: (own?.source ?? "").utf8.dropFirst(folder.utf8.count), as: UTF8.self)
    return .array([
      .strings(own?.allKeys ?? [key]), .string(own?.title ?? ""), .string(own?.kind ?? ""),
      .string(own?.profile.rawValue ?? ""), .strings(own?.shownOn ?? []), .string(source),
      .strings(own?.tags ?? []),
    ])
  }

  private func check(_ group: PageFindings.Group) -> JSONText {
    guard let check = group.details else {
      let category = group.check.split(separator: ".").first.map(String.init) ?? ""
      return .strings([group.check, "", "", category])
    }
    let names: [JSONText] = [check.id, check.title, check.failure, check.category, check.impact.word].map {
      .string($0)
    }
    let criteria = JSONText.strings(Catalog.claims(of: check).map(\.criterion))
    let levels = JSONText.strings(CheckMatch.levels(of: check).sorted())
    // Most checks are of all platforms, which the fields name.
    let platforms: JSONText =
      check.platforms.count == Platform.allCases.count ? .null : .strings(check.platforms.map(\.rawValue))
    return .array(
      names + [
        criteria, levels, .string(check.method.rawValue), platforms, .string(TicketMark.of(check: check.id)),
      ])
  }

  /// What most findings have not comes last, and is left out there.
  private func row(
    _ shown: PageFinding, check: Int, _ places: inout Numbered, _ texts: inout Numbered
  ) -> JSONText {
    let finding = shown.row.finding
    var marks = shown.blocker == nil ? "" : "b"
    if shown.reason == .newlyFailing { marks += "n" }
    if finding.isUsualSeverity { marks += "d" }
    if shown.isWaived { marks += "w" }
    if shown.hasRegressed { marks += "r" }
    var statuses: [String] = []
    if finding.isDisputed { statuses.append("disputed") }
    if finding.isContradicted { statuses.append("contradicted") }
    if finding.isOverruled { statuses.append("overruled") }
    if finding.isBetterByRetest { statuses.append("retested") }
    if !finding.stale.isEmpty { statuses.append("stale") }
    let words =
      [finding.condition, finding.build, finding.audit, shown.row.note, finding.owner]
      + (finding.remark.isEmpty ? [] : [finding.remark])
    let context = words.map { texts.number($0) }
    let mark = String(TicketMark.of(finding.markedPlace).dropFirst(5))
    let own: [JSONText] = [
      .int(places.number(finding.component)), .int(check), .array(context.map { .int($0) }),
      .int(Int(clamping: finding.life.since)), .int(finding.severity?.rawValue ?? 0), .string(mark),
    ]
    let stale = finding.stale.map(\.rawValue)
    let rare: [(value: JSONText, isUsual: Bool)] = [
      (.string(marks), marks.isEmpty), (.string(finding.state.rawValue), finding.state == .open),
      (.strings(finding.tickets), finding.tickets.isEmpty),
      ((finding.ticketState?.rawValue).json, finding.ticketState == nil), (.strings(statuses), statuses.isEmpty),
      (.strings(stale), stale.isEmpty),
      // With the setting that its check brings, as a query of a terminal reads it.
      (.int(texts.number(finding.cell.seenUnder)), finding.cell.seenUnder == finding.condition),
    ]
    let kept = rare.lastIndex { !$0.isUsual }.map { $0 + 1 } ?? 0
    return .array(own + rare.prefix(kept).map(\.value))
  }

  /// Texts, each once, and the numbers by which they are named.
  private struct Numbered {
    private(set) var texts: [String] = []
    private var numbers: [[UInt8]: Int] = [:]

    mutating func number(_ text: String) -> Int {
      let bytes = Array(text.utf8)
      if let known = numbers[bytes] { return known }
      numbers[bytes] = texts.count
      texts.append(text)
      return texts.count - 1
    }
  }
}
