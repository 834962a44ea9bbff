import Audit
import Base
import CommandLine
import Sessions

/// How to say what the columns of a team's own table of components are.
extension ComponentLines {
  package static let columnNames = (names + [Component.plannedField + "CHECK"]).joined(separator: ", ")
  static let wanted = "Add a header row; only key is required: \(columnNames)."

  /// What people call the columns, as `CellText.name` has it; of two headers for one column the first one is taken.
  private static let usual: [(column: String, names: Set<String>)] = [
    ("key", ["name", "id", "identifier", "component", "component_name", "component_id", "element", "control"]),
    ("title", ["label", "caption", "display_name", "description"]),
    ("kind", ["type", "role", "control_type", "component_type"]),
    ("screens", ["page", "pages", "view", "views"]),
    ("owner", ["assignee", "developer", "responsible", "team"]),
    ("source", ["file", "path", "file_name", "source_file"]),
  ]

  /// The pairs of `--map` that read a table with these headers, as far as their names say what they are.
  static func mapHints(_ headers: [String], _ map: ColumnMap?) -> [String] {
    let headers = headers.filter { !$0.isEmpty }
    func column(_ header: String) -> String? { map.map { $0.column(of: header, among: names) } ?? known(header) }
    var taken = Set(headers.compactMap(column))
    var (pairs, ignored): ([String], [String]) = ([], [])
    for header in headers where column(header) == nil && plannedCheck(header.lowercased()) == nil {
      let name = CellText.name(header)
      guard let meant = usual.first(where: { $0.names.contains(name) })?.column, taken.insert(meant).inserted else {
        ignored.append(header)
        continue
      }
      pairs.append("\(header.contains { ",=:\"".contains($0) } ? "\"\(header)\"" : header)=\(meant)")
    }
    let verb = map == nil ? "Pass --map" : "Add to --map"
    func listed(_ names: [String]) -> String { firstNamed(names.map { MessageText.quoted($0) }, 12) }
    guard taken.contains("key") else {
      return ["\(verb) \"HEADER=key\" with one of: \(listed(headers)).", wanted]
    }
    guard !pairs.isEmpty else { return ["\(verb) key=key to ignore \(listed(ignored)).", wanted] }
    let rest = ignored.isEmpty ? "" : ", which ignores \(listed(ignored))"
    return ["\(verb) \(ShellWord.quoted(pairs.joined(separator: ",")))\(rest).", wanted]
  }
}
