import Audit

/// What changed on the components that were in use at both times.
struct LikeForLike {
  typealias Pair = (before: Int, after: Int)

  let open: Pair
  let openInAll: Pair
  let pass: Pair
  let judged: Pair
  /// The open findings of components that were retired since.
  let retired: Int

  /// Nil where nothing was open or evaluated at either time.
  init?(_ change: ChangeReport) {
    let changes = change.changes
    func total(_ measure: ChangeMeasure) -> Pair { (changes.before[measure] ?? 0, changes.after[measure] ?? 0) }
    func alike(_ measure: ChangeMeasure) -> Pair {
      var pair = total(measure)
      for part in changes.parts {
        guard let difference = part.difference[measure] else { continue }
        switch part.reason {
        case .componentRetired: pair.before += difference
        case .componentAdded, .componentRestored: pair.after -= difference
        default: break
        }
      }
      return pair
    }
    open = alike(.open)
    openInAll = total(.open)
    pass = alike(.pass)
    let fail = alike(.fail)
    judged = (pass.before + fail.before, pass.after + fail.after)
    retired = -(changes.parts.first { $0.reason == .componentRetired }?.difference[.open] ?? 0)
    guard judged.before > 0 || judged.after > 0 || openInAll.before > 0 else { return nil }
  }
}
