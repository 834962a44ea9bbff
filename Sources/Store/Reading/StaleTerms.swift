import Audit
import SQLite

/// Whether results are stale, told from small integers, so that it costs next to nothing for each of many cells: the
/// one definition of `StaleRule` for figures, as `Registry.staleReasons` is for rows.
struct StaleTerms {
  private let rule: StaleRule
  private let now: Int64
  /// The terms of builds that the rule accepts; nil where any build will do.
  private let builds: ByTerm<Bool>?
  /// Version of the current text by the check's term.
  private let texts: ByTerm<Int64>
  /// Term of the current source digest by the component's term; 0 is a digest no result was seen against.
  private let sources: ByTerm<Int64>
  /// What is registered that questions results, by the terms of component and check.
  private let questions: ByTerm<[Int64: [RegisteredFigures.Question]]>?

  init(_ reader: Reader, _ registry: Registry) throws {
    rule = try registry.rule.get()
    now = reader.now
    var builds = ByTerm<Bool>()
    if !rule.build.isEmpty {
      let sql = "SELECT id, text FROM term WHERE id IN (SELECT build FROM context)"
      for (term, build) in try reader.database.all(sql, [], { ($0.int64(0), $0.text(1)) })
      where rule.accepts(build: build) { builds[term] = true }
    }
    self.builds = rule.build.isEmpty ? nil : builds
    texts = try reader.currentTextTerms()
    var sources = ByTerm<Int64>()
    for (key, component) in try registry.componentsByKey.get() where !component.sourceDigest.isEmpty {
      if let place = try reader.term(key.text) { sources[place] = try reader.term(component.sourceDigest) ?? 0 }
    }
    self.sources = sources
    let figures = try registry.figures.get().questions
    var questions = ByTerm<[Int64: [RegisteredFigures.Question]]>()
    for (key, checks) in figures {
      guard let place = try reader.term(key.text) else { continue }
      var asked: [Int64: [RegisteredFigures.Question]] = [:]
      for (check, questions) in checks {
        if let term = try reader.term(check.text) { asked[term] = questions }
      }
      questions[place] = asked
    }
    self.questions = figures.isEmpty ? nil : questions
  }

  /// - Parameters:
  ///   - component: its term, and so for the check, the source digest that was seen (0 for none) and the build.
  ///   - time: when it was observed, ms UTC.
  ///   - text: the version of the check's text used for the test; nil where it is not known.
  ///   - isPass: whether it says that the check is met.
  func reasons(
    component: Int64, check: Int64, time: Int64, text: Int64?, source: Int64, build: Int64, isPass: Bool
  ) -> StaleMarks {
    var reasons: StaleMarks = []
    if source != 0, let current = sources[component], current != source { reasons.insert(.source) }
    if let builds, builds[build] == nil { reasons.insert(.build) }
    if let text, let current = texts[check],
      !RewordedChecks.areSame(UInt32(truncatingIfNeeded: text), UInt32(truncatingIfNeeded: current))
    {
      reasons.insert(.check)
    }
    if let asked = questions?[component]?[check], asked.contains(where: { $0.asks(time: time, isPass: isPass) }) {
      reasons.insert(.registered)
    }
    if rule.isTooOld(time, now: now) { reasons.insert(.age) }
    return reasons
  }

  func isStale(
    component: Int64, check: Int64, time: Int64, text: Int64?, source: Int64, build: Int64, isPass: Bool
  ) -> Bool {
    !reasons(component: component, check: check, time: time, text: text, source: source, build: build, isPass: isPass)
      .isEmpty
  }
}

/// Reasons of staleness as bits, in the order of `StaleReason`.
struct StaleMarks: OptionSet, Hashable {
  let rawValue: UInt8

  static let source = StaleMarks(.source)
  static let build = StaleMarks(.build)
  static let check = StaleMarks(.check)
  static let registered = StaleMarks(.registered)
  static let age = StaleMarks(.age)

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(_ reason: StaleReason) {
    let place = StaleReason.allCases.firstIndex(of: reason) ?? 0
    self.init(rawValue: 1 << UInt8(place))
  }

  init(_ reasons: [StaleReason]) {
    self = reasons.reduce(into: []) { $0.insert(StaleMarks($1)) }
  }
}

extension Reader {
  fileprivate func currentTextTerms() throws -> ByTerm<Int64> {
    var texts = ByTerm<Int64>()
    guard past == nil else {
      for (check, version) in try currentTexts() {
        if let term = try term(check) { texts[term] = Int64(version) }
      }
      return texts
    }
    let sql = "SELECT term.id, version FROM check_text JOIN term ON term.text = check_id WHERE current = 1"
    try database.rows(sql) { texts[$0.int64(0)] = $0.int64(1) }
    return texts
  }
}
