import AuditModel

/// The forms of cells by group: every rate with its counts and its coverage.
extension ConditionGroups {
  var json: JSONText {
    .array(
      rows.map { row in
        let counts = row.counts
        return .object([
          ("name", .string(row.name)), ("pass", .int(counts.pass)), ("fail", .int(counts.fail)),
          ("na", .int(counts.na)),
          ("cant_tell", .int(counts.cantTell)), ("untested", .int(counts.untested)), ("judged", .int(counts.judged)),
          ("applicable", .int(counts.applicable)), ("ratio", .ratio(counts.pass, counts.judged)),
          ("coverage", .ratio(counts.judged, counts.applicable)),
        ])
      })
  }

  var markdown: String {
    var output =
      "| \(title.dropFirst(3).description.capitalizedFirst) | Pass | Fail | Can't tell | Untested | Compliance | "
      + "Coverage |\n"
    output += "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    for row in rows {
      let counts = row.counts
      let line: MarkdownText = """
        | \(row.name) | \(counts.pass) | \(counts.fail) | \(counts.cantTell) | \(counts.untested) \
        | \(counts.compliance.text), \(counts.pass) of \(counts.judged) \
        | \(counts.coverage.text), \(counts.judged) of \(counts.applicable) |

        """
      output += line.text
    }
    return output
  }
}
