import AuditModel
import Measuring
import SQLite

/// Which results are no longer current because of what is registered of their components: a PASS that the registered
/// size or a planned value contradicts, and any value measured before the size or the style changed.
struct RegisteredFigures {
  struct Question {
    /// ms UTC: results observed before it are questioned; a contradiction questions every one.
    var until: Int64
    var isOfPassAlone: Bool
    /// Half a sentence.
    var why: String
  }

  /// By component, then by check.
  private(set) var questions: [ExactText: [ExactText: [Question]]] = [:]

  /// Costs next to nothing where no component registers a size, a style or a plan.
  init(_ reader: Reader, _ components: [ExactText: Component]) throws {
    let told = components.filter { !$0.value.size.isEmpty || !$0.value.planned.isEmpty || !$0.value.style.isEmpty }
    guard !told.isEmpty else { return }
    let measurements = try reader.measurements()
    let sizes = measurements.filter { $0.value.measuresSize }.map(\.key)
    for (key, component) in told {
      let planned = component.planned.keys.map(ExactText.init)
      for check in Set(planned + (component.size.isEmpty ? [] : sizes)) {
        guard let measurement = measurements[check],
          let why = component.contradiction(of: check.text, measurement)
        else { continue }
        questions[key, default: [:]][check, default: []].append(
          Question(until: .max, isOfPassAlone: true, why: why))
      }
    }
    for change in try reader.changesOfMeasures() {
      guard let component = told[change.component] else { continue }
      let isSize = change.field == "size"
      let checks = isSize ? sizes : component.styleChecks.map(ExactText.init)
      for check in checks {
        questions[change.component, default: [:]][check, default: []].append(
          Question(
            until: change.time, isOfPassAlone: false,
            why: "the registered \(isSize ? "size" : "style") of the component has changed since"))
      }
    }
  }

  /// Why a result is questioned; nil where nothing speaks against it.
  /// - Parameter time: when it was observed, ms UTC.
  func question(_ component: String, _ check: String, time: Int64, isPass: Bool) -> String? {
    questions[ExactText(component)]?[ExactText(check)]?.first { $0.asks(time: time, isPass: isPass) }?.why
  }
}

extension RegisteredFigures.Question {
  func asks(time: Int64, isPass: Bool) -> Bool { time < until && (isPass || !isOfPassAlone) }
}

extension Reader {
  /// What every check measures that measures something, as it reads now.
  fileprivate func measurements() throws -> [ExactText: Measurement] {
    var found: [ExactText: Measurement] = [:]
    let sql = "SELECT check_id, rules FROM check_text WHERE current = 1 AND rules NOT LIKE '%,null]'"
    try database.rows(sql) { row in
      if let read = CheckRules.read(row.text(0), row.text(1)) { found[ExactText(row.text(0))] = read.measurement }
    }
    return found
  }

  /// When the size or the style of a component was last changed, for those that had another one before.
  fileprivate func changesOfMeasures() throws -> [(component: ExactText, field: String, time: Int64)] {
    let sql = """
      SELECT key, field, max(fact.ms) FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = 'component' AND field IN ('size', 'style') AND value NOT IN ('null', '""') AND fact.ms <= ?
        AND register.live < \(RegisterState.waits)
      GROUP BY key, field HAVING count(DISTINCT value) > 1
      """
    return try database.all(sql, [.integer(now)]) { (ExactText($0.text(0)), $0.text(1), $0.int64(2)) }
  }
}
