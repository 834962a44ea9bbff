package import Audit
import Base
import SQLite

/// What a tool found by itself in a cell. It never answers the cell: a person does.
package struct Signal: Equatable, Sendable {
  /// Empty where no component is known that it is about.
  package var component: String
  /// Empty where no check covers the rule.
  package var check: String
  package var condition: String
  /// `xctest`, `axe`, `cvs` and so on, or what a newer version knows.
  package var tool: String
  package var rule: String
  package var message: String
  package var detail: String
  /// Only for review: the tool does not report it as a failure.
  package var isReview: Bool
  package var elements: [String]
  package var screens: [String]
  package var device: String
  package var os: String
  package var build: String
  /// The tool's version, or another name of the run.
  package var run: String
  /// When the tool ran, in ms UTC, where its report says so.
  package var at: Int64?
  /// The success criteria that the tool names, by number.
  package var criteria: [String] = []
  /// How bad the tool calls it.
  package var impact: Severity?
  /// What a component may be found by, where none was found.
  package var names: [String] = []
  /// The source file, where the tool reads source and no component was found.
  package var file = ""
  /// The run it is of, as --run names it: a newer report of that run closes what it does not have.
  package var series = ""

  /// The cell it is about is not known yet.
  package var isUnmatched: Bool { component.isEmpty || check.isEmpty }

  package init(
    component: String, check: String, condition: String, tool: String, rule: String, message: String,
    detail: String = "", isReview: Bool = false, elements: [String] = [], screens: [String] = [], device: String = "",
    os: String = "", build: String = "", run: String = "", at: Int64? = nil
  ) {
    (self.component, self.check, self.condition, self.tool, self.rule) = (component, check, condition, tool, rule)
    (self.message, self.detail, self.isReview, self.elements) = (message, detail, isReview, elements)
    (self.screens, self.device, self.os, self.build, self.run, self.at) = (screens, device, os, build, run, at)
  }
}

extension Signal {
  /// Reads the body of a `signal` fact; nil where it is not of the form this version knows.
  ///
  ///     {"at":…,"build":…,"by":…,"check":…,"component":…,"condition":…,"detail":…,"device":…,"elements":[…],
  ///      "message":…,"os":…,"review":true,"rule":…,"run":…,"screens":[…],"tool":…,"criteria":[…],"impact":…,
  ///      "names":[…],"file":…,"series":…}
  ///
  /// check and component have to be there and may be empty; tool and rule have to say something; the others are left
  /// out where they are empty.
  init?(_ body: JSONObject) {
    guard let component = body["component"]?.stringValue, let check = body["check"]?.stringValue,
      let tool = body["tool"]?.stringValue, !tool.isEmpty,
      let rule = body["rule"]?.stringValue, !rule.isEmpty, let condition = Self.text(body, "condition"),
      let message = Self.text(body, "message"), let detail = Self.text(body, "detail"),
      let device = Self.text(body, "device"), let os = Self.text(body, "os"), let build = Self.text(body, "build"),
      let run = Self.text(body, "run"), let elements = Self.texts(body, "elements"),
      let screens = Self.texts(body, "screens"), let criteria = Self.texts(body, "criteria"),
      let names = Self.texts(body, "names"), let impact = Self.text(body, "impact"),
      let file = Self.text(body, "file"), let series = Self.text(body, "series")
    else { return nil }
    self.init(
      component: component, check: check, condition: condition, tool: tool, rule: rule, message: message,
      detail: detail, isReview: body["review"]?.boolValue ?? false, elements: elements, screens: screens,
      device: device, os: os, build: build, run: run)
    (self.criteria, self.names, self.impact) = (criteria, names, Severity(exactly: impact))
    (self.file, self.series) = (file, series)
    if let at = body["at"] {
      guard let time = at.integerValue else { return nil }
      self.at = time
    }
  }

  func body(by tester: String) -> JSONObject {
    var body: JSONObject = [
      "check": .string(check), "component": .string(component), "rule": .string(rule), "tool": .string(tool),
    ]
    let texts = [
      ("build", build), ("by", tester), ("condition", condition), ("detail", detail), ("device", device),
      ("message", message), ("os", os), ("run", run), ("impact", impact?.word ?? ""), ("file", file),
      ("series", series),
    ]
    for (key, text) in texts where !text.isEmpty { body[key] = .string(text) }
    let lists = [("elements", elements), ("screens", screens), ("criteria", criteria), ("names", names)]
    for (key, list) in lists where !list.isEmpty {
      body[key] = .array(list.map { .string($0) })
    }
    if isReview { body["review"] = true }
    if let at { body["at"] = .integer(at) }
    return body
  }

  /// Empty where it is not there, nil where it is no text.
  private static func text(_ body: JSONObject, _ key: String) -> String? {
    guard let value = body[key] else { return "" }
    return value.stringValue
  }

  private static func texts(_ body: JSONObject, _ key: String) -> [String]? {
    guard let value = body[key] else { return [] }
    guard let values = value.arrayValue else { return nil }
    let texts = values.compactMap(\.stringValue)
    return texts.count == values.count ? texts : nil
  }
}

/// A cell in which tools found something.
package struct SignalCell: Sendable {
  package var component: String
  package var check: String
  package var condition: String
  /// Oldest first, by the time of the run; at least one.
  package var signals: [SeenSignal]
  /// What the cell shows now; nil where it is untested.
  package var state: CellState?
  /// Whether a review is needed: the cell has no result since the latest of them, and it does not fail anyway, by what
  /// those say who are followed.
  package var isOpen: Bool
  /// Neither the component nor, maybe, the check it belongs to is known: the names are empty.
  package var isUnmatched: Bool { component.isEmpty || check.isEmpty }

  /// `open` where a person is to look, `reviewed`, or `unmatched`.
  package var standing: String { isUnmatched ? "unmatched" : isOpen ? "open" : "reviewed" }

  package var place: ScopeCell { ScopeCell(component: component, check: check, condition: condition) }

  package var latest: SeenSignal? { signals.last }

  /// The distinct values of something all its signals have, in order of first appearance; empty ones are left out.
  package func distinct(_ value: (Signal) -> [String]) -> [String] {
    signals.flatMap { value($0.signal) }.filter { !$0.isEmpty }.unique()
  }

  /// The worst that a tool calls it; nil where none says.
  package var impact: Severity? { signals.compactMap(\.signal.impact).min() }

  package var screens: [String] { distinct(\.screens).sorted() }
}

/// A signal with what the tracker knows about it.
package struct SeenSignal: Sendable {
  /// `<replica>-<sequence>`.
  package var id: String
  /// Of its fact.
  let number: Int64
  package var signal: Signal
  /// When the tool ran, in ms UTC, or when that was recorded.
  package var time: Int64
}

extension Reader {
  /// The cells in which tools found something, in order of component, check and condition; without those that
  /// belong to no known cell.
  ///
  /// - Parameters:
  ///   - component: only cells of this one.
  ///   - check: only cells of this one.
  package func signals(component: String? = nil, check: String? = nil) throws -> [SignalCell] {
    guard let places = try terms([component, check]) else { return [] }
    let found = try signals(places)
    let registry = self.registry
    return try found.filter { $0.value.first?.signal.isUnmatched == false }
      .map { try cell($0.key, $0.value, registry) }.sorted {
        ($0.component, $0.check, $0.condition) < ($1.component, $1.check, $1.condition)
      }
  }

  /// What tools found that belongs to no cell, each for itself, in the order in which it came.
  package func unmatchedSignals() throws -> [SignalCell] {
    let names = try names
    return try signals([.null, .null]).values.flatMap(\.self).filter(\.signal.isUnmatched)
      .sorted { $0.number < $1.number }
      .map { seen in
        SignalCell(
          component: names.present(seen.signal.component), check: seen.signal.check,
          condition: seen.signal.condition, signals: [seen], state: nil, isOpen: true)
      }
  }

  /// Of these signals those that this machine wrote, without what others wrote under its ID.
  package func own(_ signals: [SeenSignal]) throws -> [SeenSignal] {
    let replica = try identity().replica
    return try followed(signals).filter { $0.id.utf8.starts(with: "\(replica)-".utf8) }
  }

  /// Of these signals those of people who are followed: what others sent they may undo at any time.
  package func followed(_ signals: [SeenSignal]) throws -> [SeenSignal] {
    try signals.filter { try lineage.follows($0.number) }
  }

  /// What newer reports of their runs closed, by where it was; what was undone by itself is not among it.
  package func closedSignals() throws -> [(place: ScopeCell, signals: [SeenSignal])] {
    try signals([.null, .null], areClosed: true).map { place, signals in
      let (component, check, condition) = (try text(place[0]), try text(place[1]), try text(place[2]))
      return (ScopeCell(component: component, check: check, condition: condition), signals)
    }
  }

  private func signals(_ places: [Value], areClosed: Bool = false) throws -> [[Int64]: [SeenSignal]] {
    let closed = """
      AND signal.fact IN (
        SELECT number FROM request JOIN fact AS closing ON closing.id = request.fact
        WHERE request.kind = '\(FactRequest.Kind.undo.rawValue)' AND standing = \(RequestState.inForce)
          AND CASE closing.body WHEN '' THEN 0 ELSE json_extract(closing.body, '$.deletes') END)
      """
    let sql = """
      SELECT signal.fact, signal.time, fact.body, signal.component, signal.check_id, signal.condition
      FROM signal JOIN fact ON fact.id = signal.fact
      WHERE retracted = \(areClosed ? 1 : 0) AND component = ifnull(?, component) AND check_id = ifnull(?, check_id)
        \(areClosed ? closed : "")
      ORDER BY signal.fact
      """
    var found: [[Int64]: [SeenSignal]] = [:]
    try database.rows(sql, places) { row in
      guard let signal = RecordJSON.object(row.text(2)).flatMap(Signal.init) else { return }
      found[[row.int64(3), row.int64(4), row.int64(5)], default: []].append(
        SeenSignal(id: try name(of: row.int64(0)), number: row.int64(0), signal: signal, time: row.int64(1)))
    }
    return found
  }

  /// What tools found in one cell; nil where they found nothing.
  package func signals(in cell: ScopeCell) throws -> SignalCell? {
    try signals(component: cell.component, check: cell.check).first { $0.condition == cell.condition }
  }

  /// The cells that wait for a person to confirm or refute what a tool found: what matters most first, by the impact
  /// that the tool says or else that of the check, then by component, check and condition.
  package func openSignals() throws -> [SignalCell] {
    let open = try signals().filter(\.isOpen)
    var ranks: [String: Int] = [:]
    for check in Set(open.map(\.check)) {
      ranks[check] = Severity.place(try self.check(check)?.check.impact)
    }
    func rank(_ cell: SignalCell) -> Int { cell.impact?.rawValue ?? ranks[cell.check] ?? 0 }
    return open.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  /// How many signals are kept, answered ones too.
  package func signalCount() throws -> Int {
    Int(try database.scalar("SELECT count(*) FROM signal WHERE retracted = 0") ?? 0)
  }

  /// Whether a tool finding needs no review: the cell fails anyway, or was answered since. Only what those say counts who
  /// are followed: else a word of others would decide whether this machine's tools open a cell, or close a failure.
  ///
  /// - Parameters:
  ///   - time: when the tool ran, ms UTC.
  ///   - build: what it ran on; empty where that is not known.
  package func isAnswered(
    component: String, check: String, condition: Condition, since time: Int64, build: String
  ) throws -> Bool {
    guard let component = try term(component), let check = try term(check), let condition = try term(condition.text)
    else { return false }
    let place = [component, check, condition]
    let state = try state(place)
    // A failure that only others see counts too, until one who is followed says something else.
    let isFailing = state?.followed == .fail || state?.followed == nil && state?.shown?.outcome == .fail
    return try isFailing || isAnswered(place, since: time, build: build, otherThan: [])
  }

  /// What a cell shows, and what those say of it who are followed.
  private func state(_ place: [Int64]) throws -> (shown: CellState?, followed: Outcome?)? {
    let sql = "SELECT id, outcome, severity, marks FROM cell WHERE component = ? AND check_id = ? AND condition = ?"
    let found = try database.first(sql, place.map { .integer($0) }) { row in
      (row.int64(0), Codes.state(outcome: row.int64(1), severity: row.int64(2), marks: row.int64(3)))
    }
    return try found.map { cell, shown in
      (shown, followed: try Observations(self).seen(cell: cell, until: LateEntries.limit(nil, self)))
    }
  }

  private func cell(_ place: [Int64], _ signals: [SeenSignal], _ registry: Registry) throws -> SignalCell {
    let signals = signals.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    let component = try text(place[0])
    let tools = Set(signals.map { ExactText($0.signal.tool) })
    let state = try state(place)
    // What others sent last may name an older build, which would answer what came before.
    let latest = [signals.last, try followed(signals).last].compactMap(\.self)
    let isOpen =
      try state?.followed != .fail && registry.isInUse(component)
      && latest.contains { try !isAnswered(place, since: $0.time, build: $0.signal.build, otherThan: tools) }
    return SignalCell(
      component: component, check: try text(place[1]), condition: try text(place[2]), signals: signals,
      state: state?.shown, isOpen: isOpen)
  }

  /// Whether a person who is followed gave a result that stands, on no older build. What a tool opened carries the tool's
  /// name. A time ahead of the clock answers nothing: it would answer all that tools find until then.
  private func isAnswered(
    _ place: [Int64], since time: Int64, build: String, otherThan tools: Set<ExactText>
  ) throws -> Bool {
    let sql = """
      SELECT tester.text, build.text, result.id FROM cell
      JOIN result ON result.cell = cell.id JOIN context ON context.id = result.context
      JOIN term AS tester ON tester.id = context.tester JOIN term AS build ON build.id = context.build
      WHERE cell.component = ? AND cell.check_id = ? AND cell.condition = ?
        AND min(coalesce(result.time, result.ms), result.ms) BETWEEN ? AND ?
        AND result.undone & 1 = 0
      """
    let seen = BuildNumber(build)
    let values: [Value] = place.map { .integer($0) } + [.integer(time), .integer(now)]
    return try database.all(sql, values) { (ExactText($0.text(0)), BuildNumber($0.text(1)), $0.int64(2)) }
      .contains { tester, build, number in
        if let build, let seen, build < seen { return false }
        return try !tools.contains(tester) && lineage.follows(number)
      }
  }
}

extension Projector {
  /// Adds a stored `signal` fact; false where its body is not understood.
  func addSignal(_ fact: Fact, number: Int64) throws -> Bool {
    guard let signal = Signal(fact.body) else { return false }
    // A tool's clock that is ahead would keep a cell open after it was answered.
    let time = min(signal.at ?? fact.clock.milliseconds, fact.clock.milliseconds)
    try database.run(
      """
      INSERT OR REPLACE INTO signal (fact, component, check_id, condition, time, retracted) VALUES (?, ?, ?, ?, ?, 0)
      """,
      [
        .integer(number), .integer(try interner.number(records.names().present(signal.component))),
        .integer(try interner.number(signal.check)), .integer(try interner.number(signal.condition)), .integer(time),
      ])
    return true
  }
}

extension Writer {
  /// Keeps what a tool found. It changes nothing in the state of its cell.
  package func add(_ signal: Signal, by tester: String) throws {
    try append("signal", signal.body(by: tester))
  }

  /// Takes signals away that a newer run of the tool does not have, or that stand elsewhere now. Unlike an undo this is
  /// something done: undo brings them back.
  ///
  /// - Parameter signals: of this machine; what others found is theirs to take away.
  package func end(_ signals: [SeenSignal], by tester: String) throws {
    for start in stride(from: 0, to: signals.count, by: 100) {
      var targets: [FactReference: Int64] = [:]
      var named: [JSONValue] = []
      for signal in signals[start..<min(start + 100, signals.count)] {
        guard let digest = try FactTable.digest(database, number: signal.number) else { continue }
        targets[digest.reference] = signal.number
        named.append(.string(digest.reference.hex))
      }
      guard !named.isEmpty else { continue }
      var body: JSONObject = ["deletes": true, "targets": .array(named)]
      if !tester.isEmpty { body["by"] = .string(tester) }
      try append("retract", body, targets: targets)
    }
  }
}
