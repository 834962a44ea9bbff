package import Audit
package import Base
import SQLite

extension Reader {
  /// The periods of a trend, in their order; empty where there is nothing to make them of: no result, no closed audit,
  /// no build.
  ///
  /// Days, weeks and months are whole ones in local time, the first and the last cut off at the bounds. The period of an audit
  /// ends when it was closed, that of a build when the first result of the next was observed.
  /// - Parameters:
  ///   - since: where the first begins, ms UTC; nil for the day of the first result, or so much later that there are not
  ///     too many: anyone may state a result of the year 1.
  ///   - until: where the last ends, ms UTC.
  ///   - clock: of which the days are; nil for local time.
  /// - Throws: `Refusal.invalid` where there would be too many.
  package func periods(
    _ step: TrendStep, since: Int64?, until: Int64, in clock: LocalClock? = nil
  ) throws -> [TrendPeriod] {
    guard let first = try changes()?.first else { return [] }
    let offset = (clock ?? self.clock).offset
    let start = since ?? LocalDay.start(of: LocalDay.number(of: first, offset), offset)
    guard start <= until else { return [] }
    switch step {
    case .day, .week, .month:
      var asked = CalendarPeriods(step: step, from: start, to: until, localOffset: offset)
      if since == nil { asked.beginLate() }
      return try asked.periods()
    case .audit: return try auditPeriods(start, until, hasStart: since != nil)
    case .build: return try buildPeriods(start, until, hasStart: since != nil)
    }
  }

  /// The periods until now, and the moment by which what counts in the last one was observed: what was seen at a time
  /// ahead of the clock counts now, in every figure. Nil where that is the end of the period.
  package func periodsUntilNow(
    _ step: TrendStep, since: Int64?, in clock: LocalClock? = nil
  ) throws -> (periods: [TrendPeriod], reach: Int64?) {
    let clock = clock ?? self.clock
    let today = endOfDay(now, clock)
    let latest = max(today, try changes().map { endOfDay($0.last, clock) } ?? today)
    var periods = try periods(step, since: since, until: today, in: clock)
    if periods.isEmpty, since == nil, latest > today {
      periods = try self.periods(step, since: today, until: today, in: clock)
    }
    return (periods, step == .audit || latest == today ? nil : latest)
  }

  /// Whether the latest answer to any cell is ahead of the clock by more than clocks may differ.
  package func hasAnswersAhead() throws -> Bool {
    let (limit, overflow) = now.addingReportingOverflow(HybridTime.tolerance)
    guard !overflow else { return false }
    return try database.scalar("SELECT 1 FROM cell WHERE outcome <> 0 AND latest_time > ? LIMIT 1", [.integer(limit)])
      != nil
  }

  /// Now, or the end of the day of what was seen ahead of the clock: by then all that counts now is observed.
  func presentMoment() throws -> Int64 {
    guard let latest = try changes()?.last,
      LocalDay.number(of: latest, localOffset) > LocalDay.number(of: now, localOffset)
    else { return now }
    return endOfDay(latest, clock)
  }

  /// When what cells show changed for the first and for the last time, ms UTC; nil where nothing was observed.
  private func changes() throws -> (first: Int64, last: Int64)? {
    try kept(\.keptChanges) {
      try database.first("SELECT min(time), max(time) FROM transition HAVING count(*) > 0", []) {
        ($0.int64(0), $0.int64(1))
      }
    }
  }

  private func endOfDay(_ time: Int64, _ clock: LocalClock) -> Int64 {
    let next = LocalDay.start(of: LocalDay.number(of: time, clock.offset) + 1, clock.offset)
    return next > time ? next - 1 : .max
  }

  /// Days, ISO weeks or months from one moment to another, ms UTC, also empty ones.
  ///
  /// - Throws: `Refusal.invalid` where there would be too many.
  package func calendarPeriods(_ step: TrendStep, from: Int64, to: Int64) throws -> [TrendPeriod] {
    try CalendarPeriods(step: step, from: from, to: to, localOffset: localOffset).periods()
  }

  private func auditPeriods(
    _ start: Int64, _ until: Int64, hasStart: Bool
  ) throws -> [TrendPeriod] {
    // Those of others stand alone, or move where the others begin.
    let followed = try followedAudits()
    let closed = try (followed.contains { $0.closed != nil } ? followed : audits())
      .compactMap { audit in audit.closed.map { (audit: audit, at: $0) } }
      .filter { $0.at <= until && (!hasStart || $0.at >= start) }
      .sorted { ($0.at, $0.audit.name) < ($1.at, $1.audit.name) }
    var from = start
    // What was typed in since, for an earlier day, does not move where the first one begins.
    if !hasStart, let first = closed.first?.audit, let late = try lateEntries(closed: first),
      let known = try late.firstResult(enteredBy: first.closed ?? .max)
    {
      from = max(start, LocalDay.start(of: LocalDay.number(of: known, localOffset), localOffset))
    }
    return closed.map { audit, at in
      defer { from = at == Int64.max ? at : at + 1 }
      return TrendPeriod(name: audit.name, from: min(from, at), to: at)
    }
  }

  private func buildPeriods(_ start: Int64, _ until: Int64, hasStart: Bool) throws -> [TrendPeriod] {
    let all = try firstResultsOfBuilds()
    let named = all.contains { !$0.isOfOthers } ? all.filter { !$0.isOfOthers } : all
    let builds = named.filter { $0.at <= until }
    return builds.indices.compactMap { place in
      let isLast = place + 1 == builds.count
      let end = isLast ? until : max(builds[place].at, builds[place + 1].at - 1)
      return hasStart && end < start ? nil : TrendPeriod(name: builds[place].name, from: builds[place].at, to: end)
    }
  }

  /// The builds in the order of their first results, and when those were observed. One pass over all results.
  ///
  /// Of a build that those have tested who are followed here, by theirs: what others say of when it was moves no other.
  package func firstResultsOfBuilds() throws -> [(name: String, at: Int64, isOfOthers: Bool)] {
    let following = try Following(database, lineage)
    var found: [Int64: (at: Int64, isOfOthers: Bool)] = [:]
    func add(_ build: Int64, _ at: Int64, isOfOthers: Bool) {
      guard let known = found[build], known.isOfOthers == isOfOthers else {
        if found[build]?.isOfOthers ?? true { found[build] = (at, isOfOthers) }
        return
      }
      found[build] = (min(known.at, at), isOfOthers)
    }
    for (build, at, first, last) in try linesOfBuilds() {
      let isFollowed = try following.follows(first)
      guard try isFollowed != following.follows(last) else {
        add(build, at, isOfOthers: !isFollowed)
        continue
      }
      // Of a chain that names a key only what the key signed is followed.
      let each = """
        SELECT result.id, coalesce(result.time, result.ms) FROM result JOIN context ON context.id = result.context
        WHERE result.undone & 1 = 0 AND context.build = ? AND result.id BETWEEN ? AND ?
        """
      try database.rows(each, [.integer(build), .integer(first), .integer(last)]) { row in
        add(build, row.int64(1), isOfOthers: try !following.follows(row.int64(0)))
      }
    }
    return try found.map { (try text($0), $1.at, $1.isOfOthers) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  /// The results of each build in each line: when the first of them was observed, and the least and the largest number.
  ///
  /// Added up here: SQL sorts all results to group them.
  private func linesOfBuilds() throws -> [(build: Int64, at: Int64, first: Int64, last: Int64)] {
    typealias Seen = (at: Int64, first: Int64, last: Int64)
    let contexts = try contexts()
    var found: [[Int64]: Seen] = [:]
    // Results come line by line, and a line has few contexts.
    var (line, seen, touched) = (Int64.min, ByTerm<Seen>(), [Int64]())
    func merged(_ one: Seen, _ other: Seen?) -> Seen {
      guard let other else { return one }
      return (min(one.at, other.at), min(one.first, other.first), max(one.last, other.last))
    }
    func close() {
      for context in touched {
        guard let one = seen[context] else { continue }
        seen[context] = nil
        guard let build = contexts[context]?.build, build != 0 else { continue }
        found[[build, line]] = merged(one, found[[build, line]])
      }
      touched.removeAll(keepingCapacity: true)
    }
    try database.rows("SELECT id, context, coalesce(time, ms) FROM result WHERE undone & 1 = 0") { row in
      let (number, context, at) = (row.int64(0), row.int64(1), row.int64(2))
      if FactNumber.line(of: number) != line {
        close()
        line = FactNumber.line(of: number)
      }
      let before = seen[context]
      if before == nil { touched.append(context) }
      seen[context] = merged((at, number, number), before)
    }
    close()
    return found.map { ($0[0], $1.at, $1.first, $1.last) }
  }
}

/// Days, ISO weeks or months from one moment to another.
struct CalendarPeriods {
  let step: TrendStep
  private(set) var from: Int64
  let to: Int64
  let localOffset: (Int64) -> Int

  private static let most = 5_000

  private var shortest: Int { step == .day ? 1 : step == .week ? 7 : 28 }

  /// Begins where there are not too many of them.
  mutating func beginLate() {
    let first = LocalDay.number(of: to, localOffset) - Self.most * shortest
    from = max(from, LocalDay.start(of: first, localOffset))
  }

  func periods() throws -> [TrendPeriod] {
    let (first, last) = (LocalDay.number(of: from, localOffset), LocalDay.number(of: to, localOffset))
    let (days, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, days / shortest <= Self.most else {
      throw Refusal.invalid("more than \(Self.most) periods; choose longer periods or a later start")
    }
    var periods: [TrendPeriod] = []
    var day = first
    while day <= last {
      let (name, next) = period(of: day)
      let (start, end) = (LocalDay.start(of: day, localOffset), LocalDay.start(of: next, localOffset))
      periods.append(TrendPeriod(name: name, from: max(start, from), to: min(end - 1, to)))
      day = next
    }
    return periods
  }

  /// The name of the period that a day is in, and the day after it.
  private func period(of day: Int) -> (name: String, next: Int) {
    let date = CivilDate(dayNumber: day)
    switch step {
    case .week: return (ISOWeek(dayNumber: day).text, ISOWeek.monday(of: day) + 7)
    case .month:
      let days = CivilDate.days(inMonth: date.month, of: date.year)
      return (String(date.iso8601.dropLast(3)), day + days - date.day + 1)
    default: return (date.iso8601, day + 1)
    }
  }
}

/// The last milliseconds of the periods of a trend, in their order.
struct PeriodEnds {
  let times: [Int64]
  /// What was observed by then counts in the last period as well.
  let reach: Int64

  init(_ times: [Int64], reach: Int64? = nil) {
    self.times = times
    self.reach = max(times.last ?? .min, reach ?? .min)
  }

  /// By when that was observed which counts in a period.
  func limit(_ bucket: Int) -> Int64 { bucket == times.count - 1 ? reach : times[bucket] }

  /// The first period in which what was observed at a moment counts; nil for what is later than all.
  func bucket(_ time: Int64) -> Int? {
    if let last = times.last, time > last { return time <= reach ? times.count - 1 : nil }
    let low = (0..<times.count).partition { times[$0] < time }
    return low < times.count ? low : nil
  }
}
