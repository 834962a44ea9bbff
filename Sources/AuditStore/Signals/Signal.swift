package import AuditModel
import CanonicalJSON

/// What a tool found by itself in a cell. It never answers the cell: a person does.
package struct Signal: Equatable, Sendable {
  /// Empty where no component is known that it is about.
  package var component: String
  /// Empty where no check covers the rule.
  package var check: String
  package var condition: String
  /// `xctest`, `axe`, `cvs` and so on, or what a newer version knows.
  package var tool: String
  package var rule: String
  package var message: String
  package var detail: String
  /// Only for review: the tool does not report it as a failure.
  package var isReview: Bool
  package var elements: [String]
  package var screens: [String]
  package var device: String
  package var os: String
  package var build: String
  /// The tool's version, or another name of the run.
  package var run: String
  /// When the tool ran, in ms UTC, where its report says so.
  package var at: Int64?
  /// The success criteria that the tool names, by number.
  package var criteria: [String] = []
  /// How bad the tool calls it.
  package var impact: Impact?
  /// What a component may be found by, where none was found.
  package var names: [String] = []
  /// The source file, where the tool reads source and no component was found.
  package var file = ""
  /// The run it is of, as --run names it: a newer report of that run closes what it does not have.
  package var series = ""

  /// The cell it is about is not known yet.
  package var isUnmatched: Bool { component.isEmpty || check.isEmpty }

  package init(
    component: String, check: String, condition: String, tool: String, rule: String, message: String,
    detail: String = "", isReview: Bool = false, elements: [String] = [], screens: [String] = [], device: String = "",
    os: String = "", build: String = "", run: String = "", at: Int64? = nil
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.tool = tool
    self.rule = rule
    self.message = message
    self.detail = detail
    self.isReview = isReview
    self.elements = elements
    self.screens = screens
    self.device = device
    self.os = os
    self.build = build
    self.run = run
    self.at = at
  }
}

extension Signal {
  /// Reads the body of a `signal` fact; nil where it is not of the form this version knows.
  ///
  ///     {"at":…,"build":…,"by":…,"check":…,"component":…,"condition":…,"detail":…,"device":…,"elements":[…],
  ///      "message":…,"os":…,"review":true,"rule":…,"run":…,"screens":[…],"tool":…,"criteria":[…],"impact":…,
  ///      "names":[…],"file":…,"series":…}
  ///
  /// check and component have to be there and may be empty; tool and rule have to say something; the others are left
  /// out where they are empty.
  init?(_ body: JSONObject) {
    guard let component = body["component"]?.stringValue, let check = body["check"]?.stringValue,
      let tool = body["tool"]?.stringValue, !tool.isEmpty,
      let rule = body["rule"]?.stringValue, !rule.isEmpty, let condition = Self.text(body, "condition"),
      let message = Self.text(body, "message"), let detail = Self.text(body, "detail"),
      let device = Self.text(body, "device"), let os = Self.text(body, "os"), let build = Self.text(body, "build"),
      let run = Self.text(body, "run"), let elements = Self.texts(body, "elements"),
      let screens = Self.texts(body, "screens"), let criteria = Self.texts(body, "criteria"),
      let names = Self.texts(body, "names"), let impact = Self.text(body, "impact"),
      let file = Self.text(body, "file"), let series = Self.text(body, "series")
    else { return nil }
    self.init(
      component: component, check: check, condition: condition, tool: tool, rule: rule, message: message,
      detail: detail, isReview: body["review"]?.boolValue ?? false, elements: elements, screens: screens,
      device: device, os: os, build: build, run: run)
    (self.criteria, self.names, self.impact) = (criteria, names, Impact(rawValue: impact))
    (self.file, self.series) = (file, series)
    if let at = body["at"] {
      guard let time = at.integerValue else { return nil }
      self.at = time
    }
  }

  func body(by tester: String) -> JSONObject {
    var body: JSONObject = [
      "check": .string(check), "component": .string(component), "rule": .string(rule), "tool": .string(tool),
    ]
    let texts = [
      ("build", build), ("by", tester), ("condition", condition), ("detail", detail), ("device", device),
      ("message", message), ("os", os), ("run", run), ("impact", impact?.rawValue ?? ""), ("file", file),
      ("series", series),
    ]
    for (key, text) in texts where !text.isEmpty { body[key] = .string(text) }
    let lists = [("elements", elements), ("screens", screens), ("criteria", criteria), ("names", names)]
    for (key, list) in lists where !list.isEmpty {
      body[key] = .array(list.map { .string($0) })
    }
    if isReview { body["review"] = true }
    if let at { body["at"] = .integer(at) }
    return body
  }

  /// Empty where it is not there, nil where it is no text.
  private static func text(_ body: JSONObject, _ key: String) -> String? {
    guard let value = body[key] else { return "" }
    return value.stringValue
  }

  private static func texts(_ body: JSONObject, _ key: String) -> [String]? {
    guard let value = body[key] else { return [] }
    guard let values = value.arrayValue else { return nil }
    let texts = values.compactMap(\.stringValue)
    return texts.count == values.count ? texts : nil
  }
}
