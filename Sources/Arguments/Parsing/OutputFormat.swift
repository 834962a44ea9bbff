/// The forms a result can take. Each command says which fit it.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  case table, plain, json, ndjson, csv, tsv, md, xlsx

  /// What a command without rows can do.
  package static let ofSentences: [OutputFormat] = [.table, .plain, .json]

  /// One phrase for help.
  package var meaning: String {
    switch self {
    case .table: "columns for people, the default on a terminal and in a pipe"
    case .plain: "one fact per line in sentence order, for a screen reader"
    case .json: "one document: schema, time, filter, rows"
    case .ndjson: "one JSON object per line, without the envelope"
    case .csv: "comma-separated with a header row (RFC 4180)"
    case .tsv: "tab-separated with a header row"
    case .md: "a Markdown table"
    case .xlsx: "a workbook for Excel, Numbers, and LibreOffice"
    }
  }
}
