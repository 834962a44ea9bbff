package import AuditModel

/// The cells of a tracker as EARL 1.0 in JSON-LD, written piece by piece: one assertion for each cell.
///
/// ```
///   {"@context":{...},"@graph":[     the context stands in the document: nothing is asked of a network
///   the program, the testers         assertors
///   the checks                       test criteria, each part of the success criteria that it tests
///   the components                   test subjects
///   the cells                        assertions
///   ]}
/// ```
/// Nodes have names that hold within the document alone; `dct:identifier` has the name that holds everywhere. What tools
/// found by themselves (signals) is no outcome; the doubt that it opened is one.
package struct EARLGraph {
  /// A cell.
  package struct Assertion: Sendable {
    package var component: String
    package var check: String
    package var condition: String
    /// Nil: untested.
    package var outcome: Outcome?
    /// A tool saw it, or would have to.
    package var isAutomatic: Bool
    /// As it is to be told; empty where nobody is named.
    package var tester: String
    /// When it was observed, ms UTC; nil where it was not.
    package var time: Int64?
    package var severity: Severity?
    package var note: String
    package var build: String
    package var device: String
    package var os: String
    package var isDisputed: Bool
    package var stale: [StaleReason]
    /// The last day of the waiver that covers it; nil without one.
    package var waivedUntil: String?

    package init(
      component: String, check: String, condition: String, outcome: Outcome?, isAutomatic: Bool, tester: String,
      time: Int64?, severity: Severity?, note: String, build: String, device: String, os: String, isDisputed: Bool,
      stale: [StaleReason], waivedUntil: String?
    ) {
      self.component = component
      self.check = check
      self.condition = condition
      self.outcome = outcome
      self.isAutomatic = isAutomatic
      self.tester = tester
      self.time = time
      self.severity = severity
      self.note = note
      self.build = build
      self.device = device
      self.os = os
      self.isDisputed = isDisputed
      self.stale = stale
      self.waivedUntil = waivedUntil
    }
  }

  /// A check that an assertion names.
  package struct Test: Sendable {
    package var id: String
    package var title: String
    /// The addresses of the criteria that it tests, in the recommendation.
    package var criteria: [String]

    package init(id: String, title: String, criteria: [String]) {
      self.id = id
      self.title = title
      self.criteria = criteria
    }
  }

  private let program: String
  private let testers: [String]
  private let tests: [Test]
  private let components: [(key: String, title: String)]
  /// By the bytes of a name: Swift's own equality folds composed and decomposed letters.
  private typealias Places = [[UInt8]: Int]
  private let places: (testers: Places, tests: Places, components: Places)

  /// - Parameters:
  ///   - testers: everyone whom an assertion names, each once; a person or a tool.
  ///   - tests: every check that an assertion names, each once; components likewise.
  package init(program: String, testers: [String], tests: [Test], components: [(key: String, title: String)]) {
    func places(_ names: [String]) -> Places {
      Dictionary(
        names.enumerated().map { (Array($0.element.utf8), $0.offset) }, uniquingKeysWith: { first, _ in first })
    }
    self.program = program
    self.testers = testers
    self.tests = tests
    self.components = components
    self.places = (places(testers), places(tests.map(\.id)), places(components.map(\.key)))
  }

  // MARK: Writing

  /// Everything before the first assertion.
  package func begin(to sink: (String) throws -> Void) rethrows {
    try sink("{\"@context\":\(Self.context.render()),\n\"@graph\":[\n")
    try sink(software.render())
    for (place, tester) in testers.enumerated() {
      try sink(",\n" + node("_:tester\(place + 1)", ["earl:Assertor"], [("name", .string(tester))]))
    }
    for (place, test) in tests.enumerated() {
      try sink(
        ",\n"
          + node(
            "_:check\(place + 1)", ["earl:TestCase"],
            [
              ("identifier", .string(test.id)), ("title", .string(test.title)),
              ("isPartOf", .strings(test.criteria)),
            ]))
    }
    for (place, component) in components.enumerated() {
      let title: [(String, JSONText)] = component.title.isEmpty ? [] : [("title", .string(component.title))]
      try sink(
        ",\n"
          + node(
            "_:component\(place + 1)", ["earl:TestSubject", "earl:Software"],
            [("identifier", .string(component.key))] + title))
    }
  }

  package func write(_ assertion: Assertion, to sink: (String) throws -> Void) rethrows {
    let test = places.tests[Array(assertion.check.utf8)]
    let tester = assertion.tester.isEmpty ? nil : places.testers[Array(assertion.tester.utf8)]
    let members: [(String, JSONText)] = [
      ("@type", .string("earl:Assertion")),
      ("assertedBy", .string(tester.map { "_:tester\($0 + 1)" } ?? "_:program")),
      ("subject", .string("_:component\((places.components[Array(assertion.component.utf8)] ?? 0) + 1)")),
      ("test", .string("_:check\((test ?? 0) + 1)")),
      ("mode", .string(Self.mode(assertion))), ("result", result(assertion)),
    ]
    try sink(",\n" + JSONText.object(members).render())
  }

  package func end(to sink: (String) throws -> Void) rethrows { try sink("\n]}\n") }

  private func result(_ assertion: Assertion) -> JSONText {
    var members: [(String, JSONText)] = [
      ("@type", .string("earl:TestResult")), ("outcome", .string(Self.outcome(assertion.outcome))),
    ]
    if let time = assertion.time { members.append(("date", .string(Timestamp(milliseconds: time).iso8601))) }
    let texts: [(String, String)] = [
      ("description", assertion.note), ("condition", assertion.condition), ("build", assertion.build),
      ("device", assertion.device), ("os", assertion.os), ("severity", assertion.severity?.word ?? ""),
      ("waivedUntil", assertion.waivedUntil ?? ""),
    ]
    members += texts.filter { !$0.1.isEmpty }.map { ($0.0, .string($0.1)) }
    if !assertion.stale.isEmpty { members.append(("stale", .strings(assertion.stale.map(\.rawValue)))) }
    if assertion.isDisputed { members.append(("disputed", .bool(true))) }
    return .object(members)
  }

  /// How it was seen; nobody has seen what is untested, by hand or by a tool.
  private static func mode(_ assertion: Assertion) -> String {
    if assertion.outcome == nil { return "earl:unknownMode" }
    return assertion.isAutomatic ? "earl:automatic" : "earl:manual"
  }

  private static func outcome(_ outcome: Outcome?) -> String {
    switch outcome {
    case .pass: "earl:passed"
    case .fail: "earl:failed"
    case .na: "earl:inapplicable"
    case .cantTell: "earl:cantTell"
    case nil: "earl:untested"
    }
  }

  private var software: JSONText {
    .object([
      ("@id", .string("_:program")), ("@type", .strings(["earl:Assertor", "earl:Software"])),
      ("title", .string("a11y")), ("hasVersion", .string(program)),
    ])
  }

  private func node(_ id: String, _ types: [String], _ members: [(String, JSONText)]) -> String {
    JSONText.object([("@id", .string(id)), ("@type", .strings(types))] + members).render()
  }
}
