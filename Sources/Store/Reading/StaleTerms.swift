import Audit
import SQLite

/// What `StaleRule` decides by, told from small integers, so that it costs next to nothing for each of many cells;
/// `Registry.staleReasons` tells it of a row.
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
    let isOtherSource = source != 0 && sources[component].map { $0 != source } ?? false
    return rule.marks(
      time: time, now: now, isOtherSource: isOtherSource,
      isOtherBuild: builds.map { $0[build] == nil } ?? false,
      isOtherText: text.flatMap { text in texts[check].map { !areSame(text, $0) } } ?? false,
      isQuestioned: questions?[component]?[check]?.contains { $0.asks(time: time, isPass: isPass) } ?? false)
  }

  private func areSame(_ text: Int64, _ other: Int64) -> Bool {
    RewordedChecks.areSame(UInt32(truncatingIfNeeded: text), UInt32(truncatingIfNeeded: other))
  }

  func isStale(
    component: Int64, check: Int64, time: Int64, text: Int64?, source: Int64, build: Int64, isPass: Bool
  ) -> Bool {
    !reasons(component: component, check: check, time: time, text: text, source: source, build: build, isPass: isPass)
      .isEmpty
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
