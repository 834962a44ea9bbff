import Audit
import Base
import Exchange
import Store

/// A row of a batch with its slices looked up.
struct Taken: Equatable {
  var replica: String
  var sequence: Int64
  var clock: HybridTime
  var previous: FactReference?
  var saw: [FactReference]
  var salt: FactSalt?
  var kind: String
  var digest: Digest
  var fact: [UInt8]
  var body: [UInt8]
  var isStub: Bool
  /// The body made of the columns of a result.
  var rebuilt: [UInt8]?

  init(_ row: FactBatch.Row, of batch: FactBatch) {
    func bytes(_ slice: FactBatch.Slice) -> [UInt8] {
      Array(batch.bytes[Int(slice.start)..<Int(slice.start + slice.count)])
    }
    func text(_ slice: FactBatch.Slice) -> String { String(decoding: bytes(slice), as: UTF8.self) }
    replica = text(row.replica)
    sequence = row.sequence
    clock = row.clock
    previous = row.previous
    saw = row.saw
    salt = row.salt
    kind = text(row.kind)
    digest = row.digest
    fact = bytes(row.fact)
    body = bytes(row.body)
    isStub = row.isStub
    guard row.isResult else { return }
    let columns = row.columns
    var object = JSONObject()
    for (name, slice) in [
      ("audit", columns.audit), ("build", columns.build), ("check", columns.check), ("component", columns.component),
      ("condition", columns.condition), ("device", columns.device), ("os", columns.os), ("source", columns.source),
      ("tester", columns.tester),
    ] where slice.count > 0 { object[name] = .string(text(slice)) }
    if columns.hasNote { object["note"] = .string(text(columns.note)) }
    object["outcome"] = .string(columns.outcome.rawValue)
    if columns.isRetest { object["retest"] = true }
    object["severity"] = columns.severity.map { .integer(Int64($0.rawValue)) }
    object["text"] = columns.text.map { .string(TextVersion.hex($0)) }
    object["time"] = columns.time.map { .integer($0) }
    if columns.value.count > 0 { object["value"] = try? JSONReader.parse(bytes(columns.value)) }
    rebuilt = try? CanonicalWriter.bytes(of: .object(object))
  }
}

extension ByteSource {
  /// Bytes in memory, handed out in pieces of at most `piece`.
  init(bytes: [UInt8], piece: Int = .max) {
    var position = 0
    self.init(size: bytes.count) { buffer in
      let count = min(buffer.count, bytes.count - position, max(1, piece))
      bytes.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<(position + count)]))
      }
      position += count
      return count
    }
  }
}

extension BundleReader {
  /// Reads bytes and looks everything up.
  func taken(_ source: ByteSource) throws -> (summary: BundleSummary, facts: [Taken]) {
    var facts: [Taken] = []
    let summary = try read(source) { batch in facts += batch.rows.map { Taken($0, of: batch) } }
    return (summary, facts)
  }

  func taken(_ bytes: [UInt8]) throws -> (summary: BundleSummary, facts: [Taken]) {
    try taken(ByteSource(bytes: bytes))
  }

  /// Why bytes are refused; nil when they are not.
  func problem(_ bytes: [UInt8]) -> BundleProblem? {
    do {
      _ = try read(ByteSource(bytes: bytes), facts: { _ in })
      return nil
    } catch {
      return error as? BundleProblem ?? BundleProblem(.foreign, "another error: \(error)")
    }
  }
}
