import Arguments
import AuditCatalog
import AuditModel
import AuditReports
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

/// What a new component has without a flag: the fields of a similar one or of its kind, or advice on its usual style.
enum ComponentTemplate {
  /// Not owner, source, and title: they belong to one component.
  private static let copied = ["kind", "style", "size", "screens", "profile", "platforms", "tags", "target_tier"]

  /// Copies fields that the line does not set; a flag with an empty value omits its field.
  static func fill(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    guard change.record == nil, let typed = change.arguments.string(.like) else { return }
    if Catalog.componentKinds.contains(typed), try change.reader.component(typed) == nil {
      if fields["kind"] == nil { fields["kind"] = .string(typed) }
      if fields["style"] == nil, let style = Catalog.usualStyle(of: typed) { fields["style"] = .string(style.name) }
      return
    }
    let key = try NameFinder.component(typed, change.reader)
    for member in try change.reader.record("component", key)?.fields.members ?? [] {
      let isCopied = copied.contains(member.key) || member.key.hasPrefix(Component.plannedField)
      if isCopied, fields[member.key] == nil { fields[member.key] = member.value }
    }
  }

  /// A remark if the reference has a style for the kind, and the component has neither a style nor a size.
  static func advise(_ key: String, _ fields: JSONObject, _ change: RecordEdit) {
    func isMissing(_ field: String) -> Bool { fields[field]?.isNull ?? true }
    guard isMissing("style"), isMissing("size"), let kind = fields["kind"]?.stringValue,
      let style = Catalog.usualStyle(of: kind)
    else { return }
    let size = style.figures.first { $0.name == "size" }.map { " (\($0.value))" } ?? ""
    change.register.remark(
      "the usual style of \(MessageText.quoted(kind)) is \(style.name)\(size); run \"a11y edit component "
        + "\(ShellWord.quoted(key)) --style \(style.name)\" to set it")
  }
}
