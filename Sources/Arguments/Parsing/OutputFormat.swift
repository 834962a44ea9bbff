/// Output formats. Each command lists those that it supports.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  case table, plain, json, ndjson, csv, tsv, md, xlsx

  /// The formats of a command without rows.
  package static let ofSentences: [OutputFormat] = [.table, .plain, .json]

  /// One phrase for help.
  package var meaning: String {
    switch self {
    case .table: "human-readable columns (default)"
    case .plain: "one statement per line, for screen readers"
    case .json: "one document with schema, time, filter, and rows"
    case .ndjson: "one JSON object per line, without the enclosing document"
    case .csv: "comma-separated with a header row (RFC 4180)"
    case .tsv: "tab-separated with a header row"
    case .md: "a Markdown table"
    case .xlsx: "a workbook for Excel, Numbers, and LibreOffice"
    }
  }
}
