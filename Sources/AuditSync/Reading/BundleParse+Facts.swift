import AuditStore
import CanonicalJSON

/// The facts of a bundle, one after the other.
extension BundleParse {
  /// Reads facts until the window or the list ends; nil at the end of the list.
  mutating func scanFacts(_ window: UnsafeRawBufferPointer) throws -> Stop? {
    let scan = FactScan(window: window, isLast: isLast)
    // A result has at most 16 members, and its value is the sixth thing inside another.
    let isRoomy = limits.members >= 16 && limits.depth >= 6
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
      if isRoomy {
        var line = ResultLine(window: window, start: factStart, stringBytes: limits.stringBytes)
        if let row = line?.read() {
          tokens.passObject(to: factStart + Int(row.fact.count))
          try take(row, window)
          continue
        }
      }
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
    if row.isResult, numbersNames { names.number(&rows[rows.count - 1].columns, in: window) }
  }
}

extension FactBatch.Slice {
  /// The bytes of the slice, in the window it was made for.
  @inline(__always)
  func bytes(in window: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: window[Int(start)..<(Int(start) + Int(count))])
  }
}
