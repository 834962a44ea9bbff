import AuditModel
import CanonicalJSON
import SQLite

/// When which waivers were in force.
struct WaiverSpans {
  /// A waiver, as it was written, while it was in force.
  struct Span {
    var waiver: Waiver
    /// The first and the last millisecond, UTC.
    var from: Int64
    var to: Int64
  }

  private(set) var spans: [Span] = []

  init(database: Connection) throws {
    var fields: [ExactText: [RecordWrites.Field]] = [:]
    try RecordWrites.visit("waiver", from: database) { fields[ExactText($0.key), default: []].append($0) }
    for (key, fields) in fields {
      let times = Set(fields.flatMap(\.writes).map(\.clock.milliseconds)).sorted()
      for (place, time) in times.enumerated() {
        var record = Reader.Record(
          key: key.text, fields: JSONObject(), isDeleted: false, conflicts: 0, changed: time)
        for field in fields where field.field != RecordProjector.deletedField {
          record.fields[field.field] = try field.value(at: time)
        }
        let isDeleted = try fields.contains {
          try $0.field == RecordProjector.deletedField && $0.value(at: time)?.boolValue ?? false
        }
        let waiver = Reader.waiver(record)
        guard !isDeleted, !record.fields.isEmpty, let day = try? Timestamp.span(waiver.until, localOffset: { _ in 0 })
        else { continue }
        let end = place + 1 < times.count ? times[place + 1] - 1 : Int64.max
        let span = Span(waiver: waiver, from: time, to: min(end, day.upperBound))
        if span.from <= span.to { spans.append(span) }
      }
    }
    spans.sort { ($0.waiver.component, $0.waiver.check, $0.from) < ($1.waiver.component, $1.waiver.check, $1.from) }
  }
}
