package import Audit
package import Base
package import CommandLine
import Sessions
package import Store

/// `--planned CHECK=VALUE`, or a column `planned.CHECK` of a file: the planned value of a component, validated against
/// the check.
package struct PlannedFlag {
  /// The planned value for one check.
  package struct Promise {
    /// As typed: an id or unique prefix.
    var check: String
    /// Empty removes the planned value.
    var value: String
  }

  private let given: [Promise]

  package init(_ given: [Promise]) {
    self.given = given
  }

  package init(_ arguments: ParsedArguments) throws(Problem) {
    var given: [Promise] = []
    for text in arguments.strings(.planned) {
      guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        throw .usage(
          "flag.value", "invalid value \(MessageText.quoted(text)) for --planned; expected CHECK=VALUE",
          hints: ["Pass a value such as --planned visual-feedback.scale-range=0.95."])
      }
      given.append(
        Promise(check: String(text[..<sign]), value: String(text[text.utf8.index(after: sign)...])))
    }
    self.given = given
  }

  /// The fields of the flags, null for an empty value.
  ///
  /// - Parameters:
  ///   - component: before the edit; nil if it is new.
  ///   - fields: the other fields that the same command sets.
  /// - Throws: usage: a check without a measured value, an invalid value, or one that does not meet the check.
  package func fields(of component: Component?, key: String, with fields: JSONObject, _ register: Register) throws
    -> JSONObject
  {
    guard !given.isEmpty else { return [:] }
    let component = try edited(component ?? Component(key: key), fields, register.reader)
    var found = JSONObject()
    for promise in given {
      let check = try NameFinder.check(promise.check, register.reader)
      let field = Component.plannedField + check
      guard found[field] == nil else {
        throw Problem.usage("flag.value", "\(check) is listed twice in --planned", hints: ["Specify it once."])
      }
      let value = promise.value
      found[field] = value.isEmpty ? .null : .string(try kept(value, check, component, register))
    }
    return found
  }

  /// The component after the edit: kind, profile, platforms, and style determine which values are allowed.
  private func edited(_ component: Component, _ fields: JSONObject, _ reader: Reader) throws -> Component {
    var component = component
    if let kind = fields["kind"]?.stringValue { component.kind = kind }
    if let profile = fields["profile"] {
      component.profile = profile.stringValue.flatMap(Profile.init(rawValue:)) ?? .general
    }
    if let platforms = fields["platforms"] {
      component.platforms = platforms.arrayValue?.compactMap { $0.stringValue.flatMap(Platform.init(rawValue:)) } ?? []
    }
    if let style = fields["style"] {
      component.style = style.stringValue ?? ""
      component.take(style: component.style.isEmpty ? nil : try reader.style(component.style))
    }
    return component
  }

  private func kept(_ text: String, _ id: String, _ component: Component, _ register: Register) throws -> String {
    guard let check = try register.reader.check(id)?.check else { throw Refusal.unknownCheck(id) }
    guard let measurement = check.measurement else {
      throw Problem.usage("planned.unfit", "\(id) has no measured value, so no value can be planned for it")
    }
    let value: MeasuredValue
    do throws(MeasureError) {
      value = try MeasuredValue.parse(text, of: measurement)
    } catch {
      throw Problem.usage("planned.invalid", "\(id): \(error.problem)", hints: [error.hint])
    }
    switch measurement.judge(value, on: component) {
    case .pass: break
    case .notComparable(let reason):
      guard measurement.threshold.isEmpty else { throw Problem.usage("planned.invalid", "\(id): \(reason)") }
    case .fail:
      let faults = measurement.faults(of: value, on: component)
      let reason = faults.isEmpty ? "" : ": " + faults.joined(separator: "; ")
      throw Problem.usage(
        "planned.broken",
        "\(value.text) does not meet \(id) (required: "
          + "\(measurement.wording(on: component)))\(reason)",
        hints: ["Use a value that meets the requirement. Run \"a11y show \(id)\" for details."]
          + Catalog.conflicts(for: check).map { "See source conflict \($0.id): \($0.reading)" })
    }
    if let list = measurement.list(of: value), measurement.parts?.fit == .haptics {
      for remark in HapticFit.remarks(on: list, component) { register.remark(remark) }
    }
    if case .out(let reason) = check.applies(to: component) { register.remark(reason) }
    let readings = Catalog.conflicts(for: check).map(\.id)
    if !readings.isEmpty {
      register.remark(
        "\(id) follows \(readings.joined(separator: ", ")); run \"a11y show \(id)\" for details", once: true
      )
    }
    return value.text
  }
}
