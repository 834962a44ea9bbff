import AuditReports

/// Facts in words.
package enum FactWords {
  /// `1 result`, `2 edits`: kinds of facts as people call what makes them.
  package static func words(_ count: Int, _ kind: String) -> String {
    switch kind {
    case "set": counted(count, "edit")
    case "delete": counted(count, "deletion")
    case "restore": counted(count, "restoration")
    case "result", "note", "signal", "session", "trial", "remark": counted(count, kind)
    case "evidence": counted(count, "evidence file")
    case "contact": counted(count, "contact record")
    default: counted(count, "entry", "entries") + " of kind \(kind)"
    }
  }
}
