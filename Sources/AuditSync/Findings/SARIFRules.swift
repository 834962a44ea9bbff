/// The rules of one SARIF run: those of the tool itself and those of its extensions.
struct SARIFRules {
  /// A rule as its run tells it.
  struct Rule {
    var id = ""
    var guid = ""
    var level = ""
    var title = ""
    var criteria: [String] = []
    /// Texts that results name instead of having them.
    var messages: [String: String] = [:]
    /// Its place among all rules of the run; nil where the run does not describe it.
    fileprivate var place: Int?
  }

  private struct Component {
    var name: String
    var guid: String
    var rules: [Rule]
    private var byID: [String: Int]

    /// - Parameter start: how many rules come before its own.
    init(_ members: FindingMembers, start: Int) throws(FindingsProblem) {
      name = try members.line("name")
      guid = try members.line("guid").lowercased()
      rules = try members.objects("rules").map(SARIFRules.rule)
      for index in rules.indices { rules[index].place = start + index }
      byID = Dictionary(
        rules.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// A result may add parts to the name of its rule: `CA5350/md5` is of `CA5350`.
    func rule(named id: String) -> Rule? {
      var id = id[...]
      while !id.isEmpty {
        if let place = byID[String(id)] { return rules[place] }
        guard let slash = id.lastIndex(of: "/") else { return nil }
        id = id[..<slash]
      }
      return nil
    }
  }

  /// The tool itself, then its extensions.
  private let components: [Component]

  /// By invocation, the levels that it was started with instead of those of the rules, by their places.
  private var levels: [[Int: String]] = []

  init(_ tool: FindingMembers, driver: FindingMembers, invocations: [FindingMembers]) throws(FindingsProblem) {
    var components = [try Component(driver, start: 0)]
    for extending in try tool.objects("extensions") {
      let start = components.reduce(0) { $0 + $1.rules.count }
      components.append(try Component(extending, start: start))
    }
    self.components = components
    for invocation in invocations {
      var own: [Int: String] = [:]
      for override in try invocation.objects("ruleConfigurationOverrides") {
        let level = try override.members("configuration")?.line("level") ?? ""
        guard !level.isEmpty, let descriptor = try override.members("descriptor"),
          let place = try known(
            descriptor.line("id"), descriptor.integer("index").flatMap { Int(exactly: $0) },
            descriptor.line("guid").lowercased(), descriptor)?.place
        else { continue }
        own[place] = level
      }
      levels.append(own)
    }
  }

  /// The rule of a result; one without more than a name, which may be empty, where the run does not describe it.
  func rule(of result: FindingMembers) throws(FindingsProblem) -> Rule {
    let reference = try result.members("rule")
    let names = [try result.line("ruleId"), try reference?.line("id") ?? ""]
    let name = names.first { !$0.isEmpty } ?? ""
    let index = (reference?.integer("index") ?? result.integer("ruleIndex")).flatMap { Int(exactly: $0) }
    var found = try known(name, index, try reference?.line("guid").lowercased() ?? "", reference) ?? Rule()
    if found.id.isEmpty { found.id = name }
    let started = try result.members("provenance")?.integer("invocationIndex").flatMap { Int(exactly: $0) } ?? 0
    guard levels.indices.contains(started) else { return found }
    if let level = found.place.flatMap({ levels[started][$0] }) {
      found.level = level
    }
    return found
  }

  private func known(
    _ name: String, _ index: Int?, _ guid: String, _ reference: FindingMembers?
  ) throws(FindingsProblem) -> Rule? {
    let component = try component(reference?.members("toolComponent"))
    // Without a component an index is of the tool itself, also where the rule is not.
    if let rules = (component ?? components.first)?.rules, let index, rules.indices.contains(index) {
      let rule = rules[index]
      if name.isEmpty || rule.id.isEmpty || name == rule.id || name.hasPrefix(rule.id + "/") { return rule }
    }
    let searched = [component].compactMap(\.self) + components
    if !guid.isEmpty, let rule = searched.lazy.flatMap(\.rules).first(where: { $0.guid == guid }) { return rule }
    return name.isEmpty ? nil : searched.lazy.compactMap { $0.rule(named: name) }.first
  }

  /// The part of the tool that a reference names; nil for none and for one that is not there.
  private func component(_ reference: FindingMembers?) throws(FindingsProblem) -> Component? {
    guard let reference else { return nil }
    if let index = reference.integer("index"), let place = Int(exactly: index), place >= 0 {
      return components.indices.contains(place + 1) ? components[place + 1] : nil
    }
    let (name, guid) = (try reference.line("name"), try reference.line("guid").lowercased())
    return components.first { !guid.isEmpty && $0.guid == guid }
      ?? components.first { !name.isEmpty && $0.name == name }
  }

  private static func rule(_ members: FindingMembers) throws(FindingsProblem) -> Rule {
    var rule = Rule(id: try members.line("id"), guid: try members.line("guid").lowercased())
    rule.level = try members.members("defaultConfiguration")?.line("level") ?? ""
    for name in ["shortDescription", "fullDescription"] where rule.title.isEmpty {
      rule.title = try members.members(name)?.line("text") ?? ""
    }
    if rule.title.isEmpty { rule.title = try members.line("name") }
    var tags = try members.members("properties")?.lines("tags") ?? []
    for relation in try members.objects("relationships") {
      tags.append(try relation.members("target")?.line("id") ?? "")
    }
    rule.criteria = ReportText.criteria(tags: tags) + ReportText.criteria(in: tags.joined(separator: " "))
    for message in try members.each("messageStrings") { rule.messages[message.key] = try message.members.line("text") }
    return rule
  }
}
