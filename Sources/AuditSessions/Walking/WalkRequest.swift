package import Arguments
import AuditModel
package import Terminal

/// What a walk is asked to be about, as given on the command line.
package struct WalkRequest {
  /// Which cells of the scope; without a word those that nobody has answered yet.
  package enum Only: String, CaseIterable {
    case fail, stale, untested, disputed, signals, retest

    /// What is said of a cell that is meant.
    package var phrase: String {
      switch self {
      case .fail: "is a fail"
      case .stale, .untested, .disputed: "is \(rawValue)"
      case .signals: "has an open signal"
      case .retest: "has to be seen again"
      }
    }
  }

  enum Order: String, CaseIterable {
    case component, check
  }

  var component: String?
  var check: String?
  var checklists: [String]
  package var only: Only
  /// Whether the answers are given to look again at what others have said.
  package var isRetest: Bool { only == .retest || only == .fail || only == .disputed }
  /// Answered cells as well as open ones.
  var includesAll: Bool
  var order: Order
  /// The condition that was named, on the command line or, where there is no audit, in the configuration.
  var condition: Condition?

  package init(_ context: Context, _ defaults: LogDefaults) throws(Problem) {
    let arguments = context.arguments
    let wanted = try arguments.choice(.only, as: Only.self)
    includesAll = arguments.has(.all)
    only = wanted ?? .untested
    if only == .retest, arguments.has(.by) {
      throw .usage(
        "flag.unfit", "--only retest has an order of its own, so --by does not go with it",
        hints: ["a11y list retest shows it."])
    }
    order = try arguments.choice(.by, as: Order.self) ?? .component
    component = arguments.string(.component)
    check = arguments.string(.check)
    checklists = arguments.list(.checklist)
    let isNamed = arguments.has(.condition) || (defaults.audit.isEmpty && context.settings.value(.condition) != nil)
    condition = isNamed ? defaults.condition : nil
  }
}
