import AuditModel
package import AuditReports
package import AuditStore
import Measuring

/// Builds the items of a worksheet from cells: the texts of their checks and their last results.
package final class WorksheetBuilder {
  private let reader: Reader
  private var checks: [String: Reader.CurrentCheck?] = [:]
  private var components: [String: Component?] = [:]

  package init(_ reader: Reader) {
    self.reader = reader
  }

  /// A cell as an item of the page, with its last result.
  package func item(_ cell: ScopeCell, _ row: Cell?, isRetest: Bool) throws -> Worksheet.Item {
    guard let current = try check(cell.check) else { throw Refusal.unknownCheck(cell.check) }
    let component = try component(cell.component)
    let end = try reader.end(of: cell)
    let family = DeviceFamily.of(device: "", condition: cell.condition, platforms: component?.platforms ?? [])
    return Worksheet.Item(
      component: cell.component, about: component.map(Self.about) ?? [], check: cell.check,
      title: current.check.title, how: current.check.how(on: family), expected: current.check.expected,
      condition: cell.condition,
      measured: current.check.measurement.map {
        Worksheet.Measured(
          unit: $0.valueUnit, wanted: $0.wording(on: component), parts: $0.parts, isSum: $0.formula != nil)
      },
      last: row.flatMap(Self.last), text: TextVersion.hex(current.text), source: component?.sourceDigest ?? "",
      saw: end.heads, after: end.time, isRetest: isRetest)
  }

  private func check(_ id: String) throws -> Reader.CurrentCheck? {
    if let known = checks[id] { return known }
    let found = try reader.check(id)
    checks[id] = .some(found)
    return found
  }

  private func component(_ key: String) throws -> Component? {
    if let known = components[key] { return known }
    let found = try reader.component(key)
    components[key] = .some(found)
    return found
  }

  private static func about(_ component: Component) -> [String] {
    var phrases = component.title.isEmpty ? [] : [component.title]
    phrases.append(component.kind)
    if !component.screens.isEmpty { phrases.append("on " + component.screens.joined(separator: ", ")) }
    if !component.size.isEmpty { phrases.append("\(component.size) pt") }
    return phrases
  }

  /// Without the tester: other people read the page.
  private static func last(_ row: Cell) -> Worksheet.Last? {
    guard let outcome = row.outcome else { return nil }
    var phrases: [String] = []
    if let severity = row.severity { phrases.append(severity.word) }
    if let value = row.value { phrases.append(value.text) }
    if !row.build.isEmpty { phrases.append("build \(row.build)") }
    if !row.device.isEmpty { phrases.append(row.device) }
    phrases += row.doubtWords
    if !row.stale.isEmpty { phrases.append("stale (\(row.stale.map(\.rawValue).joined(separator: ", ")))") }
    return Worksheet.Last(
      outcome: outcome.rawValue, severity: row.isUsualSeverity ? nil : row.triage.map(\.tester) ?? row.severity,
      phrases: phrases,
      note: row.note ?? "", time: row.time)
  }
}
