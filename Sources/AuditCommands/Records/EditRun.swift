import Arguments
import AuditModel
import AuditRecords
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

/// What every `a11y edit KIND KEY...` shares: short keys, several records at once, deletion and restoration.
enum EditRun {
  /// Edits the named records.
  ///
  /// - Parameter fields: the new values for a current record; null clears.
  static func run(
    _ context: Context, kind: String, _ fields: (Register, Reader.Record) throws -> JSONObject
  ) throws -> ExitCode {
    let arguments = context.arguments
    return try RegisterRun.run(context) { register in
      for key in try keys(context, kind, register.reader) {
        if arguments.has(.delete) || arguments.has(.revoke) {
          try register.delete(kind, key)
        } else {
          guard let record = try register.reader.record(kind, key) else {
            throw Refusal.unknownRecord(kind: kind, key: key)
          }
          try register.change(kind, key, try fields(register, record), restoring: arguments.has(.restore))
        }
      }
    }
  }

  /// The full keys, each once.
  private static func keys(_ context: Context, _ kind: String, _ reader: Reader) throws -> [String] {
    var keys: [String] = []
    for typed in context.arguments.positionals {
      let key = try NameFinder.record(kind, typed, reader)
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }
}
