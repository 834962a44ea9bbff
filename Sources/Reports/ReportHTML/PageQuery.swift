import Audit
import Base
import Store

/// What the script of a page needs to answer the query of a terminal: of each finding what a query may ask for, in the
/// order of the rows. Texts that many share are there once.
struct PageQuery {
  /// Testers have no names on a page, so a query for one is refused there.
  private static let left: Set<Filter.Field> = [.text, .tester]

  private let report: Report
  private let components: [String: Component]

  init(_ report: Report) {
    self.report = report
    components = Dictionary(
      report.components.compactMap(\.component).map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func data(_ groups: [PageFindings.Group]) -> HTMLText {
    var (places, notes) = (Numbered(), Numbered())
    let rows = groups.enumerated().flatMap { place, group in
      group.findings.filter(\.isListed).map { row($0, check: place, &places, &notes) }
    }
    let fields = Filter.Field.allCases.filter { !Self.left.contains($0) }.map { field in
      (field.rawValue, field.choices.map { JSONText.strings($0) } ?? .null)
    }
    let data = JSONText.object([
      ("fields", .object(fields)), ("components", .array(places.texts.map(component))),
      ("checks", .array(groups.map(check))), ("notes", .strings(notes.texts)), ("findings", .array(rows)),
    ])
    return HTMLText.data(data, id: "findings-data")
  }

  private func component(_ key: String) -> JSONText {
    let own = components[key]
    return .array([
      .strings(own?.allKeys ?? [key]), .string(own?.title ?? ""), .string(own?.kind ?? ""),
      .string(own?.profile.rawValue ?? ""), .strings(own?.screens ?? []), .string(own?.source ?? ""),
      .strings(own?.tags ?? []),
    ])
  }

  private func check(_ group: PageFindings.Group) -> JSONText {
    guard let check = group.details else {
      let category = group.check.split(separator: ".").first.map(String.init) ?? ""
      return .strings([group.check, "", "", category])
    }
    let names: [JSONText] = [check.id, check.title, check.failure, check.category, check.impact.rawValue].map {
      .string($0)
    }
    let criteria = JSONText.strings(Catalog.claims(of: check).map(\.criterion))
    let levels = JSONText.strings(CheckMatch.levels(of: check).sorted())
    let platforms = JSONText.strings(check.platforms.map(\.rawValue))
    return .array(
      names + [
        criteria, levels, .string(check.method.rawValue), platforms, .string(TicketMark.of(check: check.id)),
      ])
  }

  private func row(
    _ shown: PageFinding, check: Int, _ places: inout Numbered, _ notes: inout Numbered
  ) -> JSONText {
    let finding = shown.row.finding
    let severities = finding.severity.map { [String($0.rawValue), $0.word] } ?? []
    var marks = shown.blocker == nil ? "" : "b"
    if shown.reason == .newlyFailing { marks += "n" }
    if finding.isUsualSeverity { marks += "d" }
    if shown.isWaived { marks += "w" }
    var statuses = [Outcome.fail.rawValue]
    if finding.isDisputed { statuses.append("disputed") }
    if finding.isContradicted { statuses.append("contradicted") }
    if finding.isOverruled { statuses.append("overruled") }
    if finding.isBetterByRetest { statuses.append("retested") }
    if !finding.stale.isEmpty { statuses.append("stale") }
    let place: [JSONText] = [.int(places.number(finding.component)), .int(check)]
    let context: [JSONText] = [finding.condition, finding.build, finding.audit].map { .string($0) }
    let mark = String(TicketMark.of(finding.markedPlace).dropFirst(5))
    let own: [JSONText] = [
      .int(Int(clamping: finding.life.since)), .strings(severities), .string(marks), .string(mark), .strings(statuses),
      .strings(finding.stale.map(\.rawValue)), .string(finding.state.rawValue), .strings(finding.tickets),
      .string(orNull: finding.ticketState?.rawValue), .int(notes.number(shown.row.note)),
    ]
    return .array(place + context + own)
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
