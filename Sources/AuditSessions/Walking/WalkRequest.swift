package import Arguments
package import AuditModel
import AuditStore
package import Terminal
import TrackerAccess

/// The selection of a walk, from the command line.
package struct WalkRequest {
  /// The cells of the scope to walk (default: untested).
  package enum Only: String, CaseIterable {
    case fail, stale, untested, disputed, signals, retest

    /// The predicate of a selected cell.
    package var phrase: String {
      switch self {
      case .fail: "is a fail"
      case .stale, .untested, .disputed: "is \(rawValue)"
      case .signals: "has open tool findings"
      case .retest: "needs retest"
      }
    }
  }

  /// The cells that a query asks for.
  package let query: Filter
  /// Whether it asks about results, so that the walk is through tested cells.
  let asksResults: Bool
  var component: String?
  var check: String?
  var checklists: [String]
  /// Whether `check` is one check, and no pattern or query.
  var namesOneCheck: Bool { check.map { !$0.utf8.contains(UInt8(ascii: ":")) && !Glob($0).isPattern } ?? false }
  package var only: Only
  /// Whether the answers retest other testers' results.
  package var isRetest: Bool { only == .retest || only == .fail || only == .disputed || asksResults }
  /// Only the components that the audit assigns to the tester.
  let isMine: Bool
  let tester: String
  /// Answered cells as well as open ones.
  var includesAll: Bool
  var order: WorkScope.Order
  /// The condition of the command line, of the detected device or, without an audit, of the configuration.
  var condition: Condition?

  /// What a query may ask of a tested cell alone.
  private static let ofResults: Set<Filter.Field> = [
    .ticket, .audit, .tester, .build, .severity, .since, .until, .stale, .disputed, .waived,
  ]

  package init(_ context: Context, _ defaults: LogDefaults) throws(Problem) {
    let arguments = context.arguments
    query = try Problem.named { () throws(NameProblem) in
      try Filter(parsing: arguments.positionals.joined(separator: " "))
    }
    try query.require(Set(Filter.Field.allCases).subtracting([.state]), of: "items")
    asksResults =
      !arguments.has(.all) && !arguments.has(.only)
      && query.terms.contains {
        Self.ofResults.contains($0.field) || $0.field == .status && !($0.isNegated || $0.values.contains("untested"))
      }
    let wanted = try arguments.choice(.only, as: Only.self)
    includesAll = arguments.has(.all)
    isMine = arguments.has(.mine)
    tester = defaults.tester
    only = wanted ?? .untested
    if only == .retest, arguments.has(.by) {
      throw .usage(
        "flag.unfit", "--by cannot be combined with --only retest, which has a fixed order",
        hints: ["Run \"a11y list retest\" to see the order."])
    }
    order = try arguments.choice(.by, as: WorkScope.Order.self) ?? .component
    component = arguments.string(.component)
    check = arguments.string(.check)
    checklists = arguments.list(.checklist)
    let isDetected = context.settings.detected[.condition] != nil
    let isNamed =
      arguments.has(.condition) || isDetected || (defaults.audit.isEmpty && context.settings.value(.condition) != nil)
    condition = isNamed ? defaults.condition : nil
  }
}
