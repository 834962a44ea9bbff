import Base
import Store

/// One pass over a bundle: a state machine over tokens, with a window that moves over the file.
///
/// The window lies in the buffer that becomes the batch's: what is read from the file is never copied, but for the
/// piece of a fact that a full window cuts. A fact that is not in canonical form is rewritten after the window.
///
/// ```
///   bytes  ┌ facts of this batch ┬ read, not yet looked at ┬ free ┐┬ rewritten facts …
///          0                  cursor                    filled  capacity
/// ```
struct BundleParse {
  enum State {
    case start
    /// Before a member of the document, or its end.
    case member
    /// Inside the value of a member beside the facts.
    case value(String)
    /// Before the `[` of the facts.
    case facts
    /// Before a fact, or the end of the list.
    case element
    /// Inside a fact that is read a second time once it is whole.
    case wholeFact
    case end
  }

  /// Why the scan of a window stopped.
  enum Stop {
    case needsMore
    /// The fact from `factStart` to the cursor has to be read a second time.
    case again
    case end
  }

  let limits: BundleLimits
  let source: ByteSource
  /// Bytes of the file that are looked at at once.
  let windowBytes: Int
  let header: (BundleHeader) throws -> Void
  let facts: (FactBatch) throws -> Void

  var tokens: JSONTokenizer
  var state = State.start
  var builder = JSONBuilder()
  var members = JSONObject()
  /// Where the value or the fact that is being read begins, counted from the start of the file.
  var valueStart = 0
  var headerBytes = 0
  var hasHeader = false
  var hasFacts = false

  // The batch that is being filled. Its arrays live here until then: through the class each use would be checked.
  let batch = FactBatch()
  var bytes: [UInt8] = []
  var rows: [FactBatch.Row] = []
  var capacity = 0
  var filled = 0
  var isLast = false

  var chain = FactChain()
  var firstHeader: Int?
  var lines = SHA256()
  var count = 0
  var factStart = 0
  var factLine = 1

  init(
    limits: BundleLimits, windowBytes: Int, source: ByteSource, header: @escaping (BundleHeader) throws -> Void,
    facts: @escaping (FactBatch) throws -> Void
  ) {
    (self.limits, self.source) = (limits, source)
    // A small file needs no large window; one byte more shows its end.
    self.windowBytes = max(16, min(windowBytes, source.size.map { $0 &+ 1 } ?? windowBytes))
    (self.header, self.facts) = (header, facts)
    tokens = JSONTokenizer(options: limits.json)
    grow(to: self.windowBytes)
  }

  /// Reads all of it.
  mutating func run() throws -> BundleSummary {
    do {
      if let size = source.size, size > limits.fileBytes { throw tooLarge }
      while filled < ContentKind.bytes, filled < capacity, !isLast { try fill() }
      // A program that opened and saved the file may have put a mark before it.
      let text = Array(UTF8Text.unmarked(Array(bytes[..<filled])))
      if text.count < filled { bytes.replaceSubrange(..<text.count, with: text) }
      filled = text.count
      if filled == 0 { throw BundleProblem(.incomplete, "the file is empty; the file may be incomplete") }
      if let kind = ContentKind(start: bytes[..<filled]) {
        throw BundleProblem(.foreign, "not a bundle: it is \(kind.name); \(kind.advice)")
      }
      while true {
        switch try scanWindow() {
        case .needsMore: try fill()
        case .again: try readAgain()
        case .end: return try finish()
        }
      }
    } catch let error as JSONError {
      var problem = BundleProblem(error)
      if case .start = state, error.kind == .unexpectedByte {
        problem.code = .foreign
        problem.sentence = "not a bundle: " + problem.sentence
      }
      throw problem
    }
  }

  private mutating func scanWindow() throws -> Stop {
    // The array is only held a second time, not copied: nothing is written to it in the meantime.
    let current = bytes
    return try current.withUnsafeBytes { try scan(UnsafeRawBufferPointer(rebasing: $0[..<filled])) }
  }

  private mutating func scan(_ window: UnsafeRawBufferPointer) throws -> Stop {
    while true {
      switch state {
      case .element:
        if let stop = try scanFacts(window) { return stop }
      case .wholeFact:
        guard try tokens.skip(toDepth: 2, in: window, isLast: isLast) else { return .needsMore }
        return .again
      default:
        let token = try tokens.next(in: window, isLast: isLast)
        if case .needsMore = token { return .needsMore }
        if try step(token, window) { return .end }
      }
    }
  }

  /// Takes a token beside the facts; true at the end of the document.
  private mutating func step(_ token: JSONToken, _ window: UnsafeRawBufferPointer) throws -> Bool {
    switch (state, token) {
    case (.start, .objectStart):
      state = .member
    case (.start, _):
      throw BundleProblem(.foreign, "JSON, but not a bundle: expected an object", line: 1)
    case (.member, .key(let text)):
      try begin(text.string(in: window), window)
    case (.member, .objectEnd):
      state = .end
    case (.value(let name), _):
      guard let value = builder.take(token, in: window) else { break }
      headerBytes += tokens.dropped + tokens.cursor - valueStart
      guard headerBytes <= limits.headerBytes else { throw headerTooLarge }
      try HeaderForm.judge(name, value)
      members[name] = value
      tokens.options.members = limits.members
      state = .member
    case (.facts, .arrayStart):
      hasFacts = true
      try takeHeader(isLate: false)
      state = .element
    case (.facts, _):
      throw BundleProblem(.header, "\"facts\" of a bundle is a list", path: "$.facts")
    case (_, .end):
      return true
    default:
      throw BundleProblem(.syntax, "the bundle is not laid out as one", path: tokens.path)
    }
    return false
  }

  private mutating func begin(_ name: String, _ window: UnsafeRawBufferPointer) throws {
    if !HeaderForm.known.contains(name) {
      let place = tokens.place(at: tokens.tokenStart)
      guard members["bundle"] != nil else {
        throw BundleProblem(
          .foreign, "JSON, but not a bundle: no \"bundle\" at its beginning", line: place.line)
      }
      // A newer version may have said something that an older one can do without.
      if let version = members["version"]?.integerValue, version <= BundleHeader.version {
        throw BundleProblem(
          .header, "a bundle has no such member", line: place.line, column: place.column, path: tokens.path)
      }
    }
    if name == "facts" {
      state = .facts
      return
    }
    valueStart = tokens.dropped + tokens.cursor
    builder = JSONBuilder()
    tokens.options.members = max(limits.members, limits.replicas)
    state = .value(name)
  }

  /// Hands the header on as soon as everything is there that it needs.
  mutating func takeHeader(isLate: Bool) throws {
    guard !hasHeader, isLate || HeaderForm.isComplete(members) else { return }
    hasHeader = true
    try header(try HeaderForm.header(members))
  }

  private mutating func finish() throws -> BundleSummary {
    try deliver()
    guard members["bundle"] != nil else {
      throw BundleProblem(.foreign, "JSON, but not a bundle: no \"bundle\"")
    }
    let summary = try HeaderForm.summary(members)
    guard hasFacts else { throw BundleProblem(.header, "the bundle has no \"facts\"") }
    if summary.header.version == BundleHeader.version {
      for member in members.members where !HeaderForm.known.contains(member.key) {
        throw BundleProblem(.header, "a bundle has no such member", path: "$.\(member.key)")
      }
    }
    try takeHeader(isLate: true)
    try BundleVerdict(
      summary: summary, members: members, limits: limits, chain: chain, lines: lines, count: count,
      firstHeader: firstHeader
    ).check()
    return summary
  }

  var headerTooLarge: BundleProblem {
    BundleProblem(.limit, "the members beside the facts are longer than \(limits.headerBytes) bytes together")
  }

  var tooLarge: BundleProblem {
    BundleProblem(.limit, "the file is larger than \(limits.fileBytes) bytes")
  }
}

/// The facts of a bundle, one after the other.
extension BundleParse {
  /// Reads facts until the window or the list ends; nil at the end of the list.
  mutating func scanFacts(_ window: UnsafeRawBufferPointer) throws -> Stop? {
    let scan = FactScan(window: window, isLast: isLast)
    while true {
      switch try tokens.next(in: window, isLast: isLast) {
      case .objectStart: break
      case .needsMore: return .needsMore
      case .arrayEnd:
        state = .member
        return nil
      default:
        let place = tokens.place(at: tokens.tokenStart)
        throw BundleProblem(
          .fact, "a fact is an object", line: place.line, column: place.column, path: "$.facts[\(count)]")
      }
      tokens.markCanonical()
      factStart = tokens.tokenStart
      valueStart = tokens.dropped + factStart
      factLine = tokens.line
      do {
        try take(try scan.read(&tokens), window)
      } catch let stop as ScanStop {
        state = .wholeFact
        guard case .irregular = stop else { return .needsMore }
        guard try tokens.skip(toDepth: 2, in: window, isLast: isLast) else { return .needsMore }
        return .again
      } catch var problem as BundleProblem where problem.path == "$.facts" {
        problem.path = "$.facts[\(count)]"
        throw problem
      }
    }
  }

  /// Reads the whole fact from `factStart` to the cursor, which a window had cut or which is not in canonical form.
  mutating func readAgain() throws {
    let end = tokens.cursor
    let spelled = bytes
    let isCanonical = tokens.isCanonical
    var start = factStart
    if !isCanonical {
      start = bytes.count
      let value = try spelled.withUnsafeBytes {
        try JSONReader.parse(UnsafeRawBufferPointer(rebasing: $0[factStart..<end]), options: limits.json)
      }
      do throws(CanonicalError) {
        try CanonicalWriter.append(value: value, to: &bytes, options: limits.json)
      } catch {
        throw BundleProblem(.limit, "the fact has no canonical form: \(error)", line: factLine)
      }
    }
    let whole = bytes
    let stop = isCanonical ? end : bytes.count
    try whole.withUnsafeBytes { all in
      let window = UnsafeRawBufferPointer(rebasing: all[..<stop])
      var inner = JSONTokenizer(options: limits.json, at: start)
      do {
        // The first token is known to be `{`.
        _ = try inner.next(in: window, isLast: true)
        inner.markCanonical()
        try take(try FactScan(window: window, isLast: true).read(&inner), window)
      } catch var problem as BundleProblem where problem.code == .fact {
        problem.line = factLine
        problem.column = nil
        problem.path = "$.facts[\(count)]" + (problem.path ?? "$").dropFirst()
        throw problem
      } catch is ScanStop {
        throw BundleProblem(.fact, "the fact cannot be brought into canonical form", line: factLine)
      }
    }
    state = .element
  }

  /// Takes a fact whose slices point into `window`.
  @inline(never)
  private mutating func take(_ row: FactBatch.Row, _ window: UnsafeRawBufferPointer) throws {
    guard Int(row.fact.count) <= limits.factBytes else {
      throw BundleProblem(
        .limit, "the fact is longer than \(limits.factBytes) bytes", line: factLine, path: "$.facts[\(count)]")
    }
    guard count < limits.facts else {
      throw BundleProblem(.limit, "the bundle holds more than \(limits.facts) facts", line: factLine)
    }
    let replica = row.replica.bytes(in: window)
    if row.isStub, firstHeader == nil { firstHeader = factLine }
    lines.update(FactSeal.bundlePart(row.digest, isHeader: row.isStub))
    guard
      chain.add(
        replica: replica, sequence: row.sequence, previous: row.previous, identity: row.digest, line: factLine)
    else {
      throw BundleProblem(
        .fact,
        "fact \(row.sequence) of replica \(String(decoding: replica, as: UTF8.self)) is here a second time",
        line: factLine, path: "$.facts[\(count)]")
    }
    guard chain.replicaCount <= limits.replicas else {
      throw BundleProblem(
        .limit, "the facts are of more than \(limits.replicas) replicas", line: factLine, path: "$.facts[\(count)]")
    }
    count += 1
    rows.append(row)
  }
}

/// Moving the window over the file.
extension BundleParse {
  /// Reads more of the file behind what is in the window, which is moved on or made larger where it is full.
  mutating func fill() throws {
    if isLast { throw BundleProblem(.syntax, "the bundle is not laid out as one", path: tokens.path) }
    try checkLength()
    if filled == capacity { try makeRoom() }
    let (start, end, source) = (filled, capacity, source)
    let count = try bytes.withUnsafeMutableBytes { buffer in
      try source.read(UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end]))
    }
    guard count > 0 else {
      isLast = true
      return
    }
    filled += min(count, end - start)
  }

  /// What is open at the end of the window must not have become too long.
  private func checkLength() throws {
    let open = tokens.dropped + filled - valueStart
    switch state {
    case .value:
      guard headerBytes + open <= limits.headerBytes else { throw headerTooLarge }
    case .wholeFact:
      guard open <= limits.spelledFactBytes else {
        throw BundleProblem(
          .limit, "the fact takes more than \(limits.spelledFactBytes) bytes of the file", line: factLine,
          path: "$.facts[\(count)]")
      }
    default: break
    }
  }

  /// Room behind `filled`: the batch is passed on, finished bytes are dropped, or the window grows.
  private mutating func makeRoom() throws {
    var kept = tokens.cursor
    if case .wholeFact = state { kept = factStart }
    if kept == 0 {
      grow(to: capacity * 2)
      return
    }
    let rest = Array(bytes[kept..<filled])
    bytes.withUnsafeBytes { tokens.drop(kept, of: UnsafeRawBufferPointer(rebasing: $0[..<filled])) }
    try deliver()
    if capacity <= rest.count { grow(to: rest.count + windowBytes) }
    bytes.withUnsafeMutableBytes { $0.copyBytes(from: rest) }
    filled = rest.count
    factStart -= kept
  }

  private mutating func grow(to wanted: Int) {
    // An array at once: one zero after another takes a build that is not optimized longer than all of the reading.
    bytes.append(contentsOf: [UInt8](repeating: 0, count: max(0, wanted - bytes.count)))
    capacity = wanted
  }

  /// Hands the batch on, if there is anything in it, and empties it for the facts that follow.
  mutating func deliver() throws {
    guard !rows.isEmpty else { return }
    swap(&bytes, &batch.bytes)
    swap(&rows, &batch.rows)
    try facts(batch)
    swap(&bytes, &batch.bytes)
    swap(&rows, &batch.rows)
    rows.removeAll(keepingCapacity: true)
    if bytes.count > windowBytes { bytes.removeLast(bytes.count - windowBytes) }
    grow(to: windowBytes)
  }
}
