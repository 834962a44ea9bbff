import AuditModel

extension CellCounts {
  /// `3 of 4 evaluated items pass; 4 of 9 applicable items evaluated (44%): 3 PASS, 1 FAIL, 5 UNTESTED`.
  var phrase: String {
    let cells = StatusCounts(pass: pass, fail: fail, na: na, cantTell: cantTell, untested: untested)
    let listed = cells.listed.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
    return "\(pass) of \(judged) evaluated items pass; "
      + "\(judged) of \(applicable) applicable items evaluated (\(cells.coverage.text))"
      + (listed.isEmpty ? "" : ": \(listed)")
  }
}

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
        | \(Percent(of: counts.pass, counts.judged).text), \(counts.pass) of \(counts.judged) \
        | \(Percent(of: counts.judged, counts.applicable).text), \(counts.judged) of \(counts.applicable) |

        """
      output += line.text
    }
    return output
  }
}
