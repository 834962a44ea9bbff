import Arguments
import AuditModel
import AuditReports
import AuditStore
import Measuring
import Terminal
import TrackerAccess

/// A result that `a11y log` recorded or would record.
struct LoggedLine {
  var result: NewResult
  var before: CellState?
  let kept: KeptOfFinding
  /// Remarks that do not prevent logging.
  var advice: [String]
  /// Source conflicts whose resolution applies to the value.
  var readings: [String]

  init(_ result: NewResult, after stored: LoggedResult, _ defaults: LogDefaults, _ writer: Writer) throws {
    self.result = result
    before = stored.before
    kept = stored.kept
    advice = try Self.advice(result, defaults, writer)
    if let stays = stored.stays, let before {
      let time = Timestamp(milliseconds: stays).localMinute(offset: writer.reader.localOffset(stays))
      advice.append("\(before.outcome.rawValue.uppercased()) of \(time) stays: this is older")
    }
    if let build = stored.newerBuild { advice.append("the result \(LogReport.overtaken(before?.outcome, build))") }
    readings = try Self.readings(of: result, writer)
  }

  var place: ScopeCell { result.place }

  /// `voiceover.label-present sign-in/close-button (dark)`
  var words: String {
    let condition = result.condition.text
    return "\(result.check) \(result.component)" + (condition.isEmpty ? "" : " (\(condition))")
  }

  /// The earlier result, where it had another outcome.
  var otherBefore: CellState? { before.flatMap { $0.outcome == result.outcome ? nil : $0 } }

  /// The source conflicts that apply; for a check with a threshold only if a value was measured.
  private static func readings(of result: NewResult, _ writer: Writer) throws -> [String] {
    let isMeasured = try result.value != nil || writer.check(result.check).measurement == nil
    return isMeasured ? try writer.reader.readings(of: result.check) : []
  }

  /// Remarks: the value contradicts the outcome, the check does not apply to the component, or the condition is
  /// contradictory or does not count.
  private static func advice(_ result: NewResult, _ defaults: LogDefaults, _ writer: Writer) throws -> [String] {
    var advice = defaults.remark(on: result.condition).map { [$0] } ?? []
    if let remark = try defaults.remark(on: result.place, writer.reader) { advice.append(remark) }
    let check = try writer.check(result.check)
    let component = try writer.component(result.component)
    if let measurement = check.measurement?.under(result.condition.text) {
      advice += ValueAdvice.remarks(result, measurement, component)
    }
    if component.isRetired {
      advice.append(
        "\(component.key) is retired: the result is kept but does not count; run "
          + "\"a11y edit component \(component.key) --restore\" to restore it")
    }
    if let remark = Self.remark(onDevice: result, check) { advice.append(remark) }
    let answer = check.applies(to: component)
    if case .out(let reason) = answer, result.outcome != .na { advice.append(reason) }
    return advice
  }

  /// A remark if the check does not apply to the device, or if a simulator cannot show the result.
  private static func remark(onDevice result: NewResult, _ check: LoggedCheck) -> String? {
    guard result.outcome != .na else { return nil }
    if result.device.lowercased().contains("simulator"), check.id.hasPrefix("haptics.") {
      return "a simulator has no haptics; test \(check.id) on a device"
    }
    guard let family = DeviceFamily.of(device: result.device, condition: result.condition.text, platforms: []),
      let platform = family.platform, !check.platforms.isEmpty, !check.platforms.contains(platform)
    else { return nil }
    let wanted = check.platforms.map(\.rawValue).joined(separator: " and ")
    return "\(check.id) applies to \(wanted), but was tested on \(family.rawValue); log na for this device"
  }
}
