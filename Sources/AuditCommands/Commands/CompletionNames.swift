/// Names of records for the shell.
enum CompletionNames {
  static func names(_ context: inout Context, _ kind: RecordKind, _ prefix: String) throws -> [String] { [] }
}
