package import Audit
import Base
package import Store

/// The cells of a tracker as EARL 1.0 in JSON-LD, written piece by piece: one assertion for each cell.
///
/// ```
///   {"@context":{...},"@graph":[     the context is in the document: nothing is loaded from a network
///   the program, the testers         assertors
///   the checks                       test criteria, each part of the success criteria that it tests
///   the components                   test subjects
///   the cells                        assertions
///   ]}
/// ```
/// Components and checks have global names (`urn:a11y:...`); testers are numbers of this document. What
/// tools found by themselves (signals) is not an outcome; the CAN'T TELL that it opened is one.
package struct EARLGraph {
  /// The program that reads it.
  package enum Form: String, CaseIterable, Sendable {
    case earl
    /// The WCAG-EM Report Tool reads an assertion whose test is a success criterion by the short name `WCAG22:reflow`
    /// and whose subject has the address of a page of the sample; each subject is in its assertion, since only the
    /// first mention of a node is read whole. Untested cells are left out.
    case wcagEM = "wcag-em"
  }

  /// A check that an assertion names.
  package struct Test: Sendable {
    package var id: String
    package var title: String
    /// The criteria that it tests.
    package var criteria: [Criterion]
    /// Its answer is a measured value.
    package var isMeasured = false

    /// A criterion that states a figure is not passed by eye alone.
    fileprivate func says(_ row: Cell, of criterion: Criterion) -> Cell {
      guard row.outcome == .pass, row.value == nil, isMeasured, CriterionRollUp.figures.contains(criterion.id) else {
        return row
      }
      var row = row
      row.outcome = .cantTell
      return row
    }
  }

  private let form: Form
  private let program: String
  /// What the global names of components begin with.
  private let namespace: String
  /// The address of the app; empty if not specified.
  private let address: String
  private let testers: [String]
  private let tests: [Test]
  private let components: [(key: String, title: String)]
  private let places: (testers: OrderedNames, tests: OrderedNames, components: OrderedNames)
  private let untested = UntestedEnds()
  /// Global names in the order of the tests and components: URNs, for any id and key.
  private let names: (tests: [String], components: [String])

  /// - Parameters:
  ///   - testers: each tester that an assertion names, each once; a person or a tool.
  ///   - tests: every check that an assertion names, each once; components likewise.
  ///   - tracker: whose components these are.
  ///   - address: the URL of the app, http or https; empty if not specified.
  package init(
    _ form: Form = .earl, program: String, tracker: String, address: String = "", testers: [String], tests: [Test],
    components: [(key: String, title: String)]
  ) {
    (self.form, self.program) = (form, program)
    let namespace = "urn:a11y:\(URIText.escaped(tracker)):component:"
    (self.namespace, self.address) = (namespace, address)
    (self.testers, self.tests, self.components) = (testers, tests, components)
    places = (OrderedNames(testers), OrderedNames(tests.map(\.id)), OrderedNames(components.map(\.key)))
    names = (
      tests.map { "urn:a11y:check:" + URIText.escaped($0.id) },
      components.map { namespace + URIText.escaped($0.key) }
    )
  }

  // MARK: Writing

  /// Everything before the first assertion.
  package func begin(to sink: (String) throws -> Void) rethrows {
    try sink("{\"@context\":\(Self.context.render()),\n\"@graph\":[\n")
    try sink(software.render())
    for (place, tester) in testers.enumerated() {
      try sink(",\n" + node("_:tester\(place + 1)", ["earl:Assertor"], ["name": tester]))
    }
    guard form == .earl else { return try beginCriteria(to: sink) }
    for (test, name) in zip(tests, names.tests) {
      try sink(
        ",\n"
          + node(
            name, ["earl:TestCase"],
            [
              "identifier": test.id, "title": test.title,
              "isPartOf": test.criteria.map { "https://www.w3.org/TR/WCAG22/#\($0.slug)" },
            ]))
    }
    for (component, name) in zip(components, names.components) {
      let title: JSONMembers = component.title.isEmpty ? [:] : ["title": component.title]
      try sink(",\n" + node(name, Self.subject, identity(component.key) + title))
    }
  }

  /// The success criteria that the checks test, each once.
  private func beginCriteria(to sink: (String) throws -> Void) rethrows {
    var told: Set<String> = []
    for criterion in tests.flatMap(\.criteria) where told.insert(criterion.id).inserted {
      try sink(
        ",\n"
          + node(
            "WCAG22:\(criterion.slug)", ["earl:TestRequirement"],
            ["title": "\(criterion.id) \(criterion.name)"]))
    }
  }

  /// - Parameters:
  ///   - tester: the displayed name; empty if unknown.
  ///   - isAutomatic: tested by a tool, or by a check for tools.
  package func write(
    _ row: Cell, tester: String = "", isAutomatic: Bool = false, to sink: (String) throws -> Void
  ) rethrows {
    guard let place = places.tests.place(of: row.check), let component = places.components.place(of: row.component)
    else { return }
    let test = tests[place]
    let tester = tester.isEmpty ? nil : places.testers.place(of: tester)
    func write(_ test: String, _ subject: JSONText, _ row: Cell, _ note: String) throws {
      // The names of tests are URNs or those of criteria, and need no escaping.
      var line = ",\n{\"@type\":\"earl:Assertion\",\"assertedBy\":\"_:"
      line += tester.map { "tester\($0 + 1)" } ?? "program"
      line += "\",\"subject\":"
      subject.write(into: &line, indent: nil, depth: 0)
      let mode = isAutomatic ? "automatic" : "manual"
      line += ",\"test\":\"\(test)\",\"mode\":\"earl:\(mode)\",\"result\":"
      writeResult(row, note, into: &line)
      line += "}"
      try sink(line)
    }
    switch form {
    case .earl:
      guard row.outcome != nil else {
        // There may be very many, alike but for these names.
        let end = untested.value(row.condition) {
          var end = "\"result\":"
          writeResult(row, "", into: &end)
          return end + "}"
        }
        return try sink(
          """
          ,
          {"@type":"earl:Assertion","assertedBy":"_:program","subject":"\(names.components[component])",\
          "test":"\(names.tests[place])","mode":"earl:unknownMode",\(end)
          """)
      }
      try write(names.tests[place], .string(names.components[component]), row, row.note ?? "")
    case .wcagEM:
      guard row.outcome != nil else { return }
      let parts = [test.title, OnWords.phrase(Self.parts(row)) ?? "", row.note ?? ""]
      let known = components[component].title
      let title: JSONMembers = ["title": known.isEmpty ? row.component : known]
      let subject: JSONText = .object(["@type": Self.subject] + identity(row.component) + title)
      let note = parts.filter { !$0.isEmpty }.joined(separator: ". ")
      for criterion in test.criteria {
        try write("WCAG22:\(criterion.slug)", subject, test.says(row, of: criterion), note)
      }
    }
  }

  /// The components that make the check of their screen fail: where in the subject it fails.
  private static func parts(_ row: Cell) -> [String] { row.outcome == .fail ? row.on ?? [] : [] }

  private static let subject = ["earl:TestSubject", "earl:Software"]

  private func identity(_ component: String) -> JSONMembers {
    let source: JSONMembers = address.isEmpty ? [:] : ["source": address]
    return ["identifier": component] + source
  }

  package func end(to sink: (String) throws -> Void) rethrows { try sink("\n]}\n") }

  private func writeResult(_ row: Cell, _ note: String, into line: inout String) {
    line += "{\"@type\":\"earl:TestResult\",\"outcome\":\"\(Self.outcome(row.outcome))\""
    func add(_ key: String, _ text: String) {
      if text.isEmpty { return }
      line += ",\"\(key)\":"
      JSONText.write(text, into: &line)
    }
    func add(_ key: String, _ texts: [String]) {
      if texts.isEmpty { return }
      line += ",\"\(key)\":"
      JSONText.strings(texts).write(into: &line, indent: nil, depth: 0)
    }
    add("date", row.outcome.map { _ in Timestamp(milliseconds: row.time).iso8601 } ?? "")
    add("description", note)
    add("condition", row.condition)
    add("build", row.build)
    add("device", row.device)
    add("os", row.os)
    add("severity", row.outcome == .fail ? row.severity?.word ?? "" : "")
    add("waivedUntil", row.waiver?.until ?? "")
    add("stale", row.stale.map(\.rawValue))
    if row.isUnsettled { line += ",\"disputed\":true" }
    if form == .earl { add("pointer", Self.parts(row).map { namespace + URIText.escaped($0) }) }
    line += "}"
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
      "@id": "_:program", "@type": JSONText.strings(["earl:Assertor", "earl:Software"]), "title": "a11y",
      "hasVersion": program,
    ])
  }

  private func node(_ id: String, _ types: [String], _ members: JSONMembers) -> String {
    JSONText.object(["@id": id, "@type": types] + members).render()
  }
}

/// How assertions of what is not tested end, by condition.
private final class UntestedEnds {
  private var known: [ExactText: String] = [:]

  func value(_ condition: String, _ make: () -> String) -> String {
    known.value(ExactText(condition)) { make() }
  }
}

/// The places of names. Most are asked for in their order, or several times in a row: these are found without a search.
private final class OrderedNames {
  private let names: [ExactText]
  private let places: [ExactText: Int]
  private var next = 0

  init(_ names: [String]) {
    self.names = names.map(ExactText.init)
    places = Dictionary(placesOf: names)
  }

  func place(of name: String) -> Int? {
    let name = ExactText(name)
    if next > 0, names[next - 1] == name { return next - 1 }
    if next < names.count, names[next] == name {
      next += 1
      return next - 1
    }
    guard let place = places[name] else { return nil }
    next = place + 1
    return place
  }
}

extension EARLGraph {
  /// The words of the document: those of EARL, Dublin Core and FOAF, and our own for what they do not cover.
  static let context: JSONText = {
    func reference(_ word: String) -> JSONText { .object(["@id": word, "@type": "@id"]) }
    let words: JSONMembers = [
      "earl": "http://www.w3.org/ns/earl#", "dct": "http://purl.org/dc/terms/", "foaf": "http://xmlns.com/foaf/0.1/",
      "xsd": "http://www.w3.org/2001/XMLSchema#", "a11y": "urn:a11y:earl:", "assertedBy": reference("earl:assertedBy"),
      "subject": reference("earl:subject"), "test": reference("earl:test"), "mode": reference("earl:mode"),
      "result": reference("earl:result"), "outcome": reference("earl:outcome"), "isPartOf": reference("dct:isPartOf"),
      "pointer": reference("earl:pointer"), "source": reference("dct:source"), "identifier": "dct:identifier",
      "title": "dct:title", "description": "dct:description", "hasVersion": "dct:hasVersion",
      "date": JSONText.object(["@id": "dct:date", "@type": "xsd:dateTime"]), "name": "foaf:name",
    ]
    let ours = ["condition", "build", "device", "os", "severity", "waivedUntil", "stale", "disputed"]
    return .object(words + JSONMembers(ours.map { ($0, .string("a11y:\($0)")) }))
  }()
}

extension EARLGraph {
  /// Writes the cells of a tracker, or of an audit, piece by piece.
  ///
  /// - Parameter address: where the app is found; empty where not given.
  /// - Returns: how many assertions there are.
  package static func write(
    _ request: ExchangeRequest, _ form: Form, program: String, address: String, _ output: (String) throws -> Void
  ) throws -> Int {
    let (reader, table) = (request.reader, try request.table())
    let names = try table.wholeNames()
    let components = try names.components.map { key in
      (key: key, title: try reader.component(key)?.title ?? "")
    }
    let checks = try names.checks.map { id in (id: id, check: try reader.check(id)?.check) }
    let judge = try reader.criteriaJudge(of: request.audit)
    let codes = TesterCodes(Array(try table.testers()), namesTesters: request.namesTesters)
    let automatic = Set(checks.filter { $0.check?.method == .automated }.map(\.id))
    let graph = EARLGraph(
      form, program: program, tracker: try reader.identity().tracker, address: address, testers: codes.all,
      tests: checks.map { Test($0.id, $0.check, isOfCriteria: form == .wcagEM || !judge.isAdjusted($0.id)) },
      components: components)
    var written = 0
    func count(_ text: String) throws {
      written += 1
      try output(text)
    }
    try graph.begin(to: output)
    try table.visitWhole(
      tested: { row in
        var row = row
        // Of a criterion, by the figure of the built-in check.
        if form == .wcagEM { row.outcome = try judge.outcome(row) }
        let isAutomatic = automatic.contains(row.check) || ToolFinding.Tool(rawValue: row.tester) != nil
        try graph.write(row, tester: codes.code(of: row.tester), isAutomatic: isAutomatic, to: count)
      }, untested: { try graph.write(Cell(untested: $0), to: count) })
    try graph.end(to: output)
    return written
  }
}

extension EARLGraph.Test {
  /// - Parameter isOfCriteria: false where an outcome of the check is none of its criteria.
  fileprivate init(_ id: String, _ check: Check?, isOfCriteria: Bool) {
    let tested = isOfCriteria ? check?.wcag.filter { $0.relation == .tests } ?? [] : []
    self.init(
      id: id, title: check?.title ?? id, criteria: tested.compactMap { Catalog.criterion($0.criterion) },
      isMeasured: check?.measurement != nil)
  }
}
