/// A name as an SQL identifier, in double quotes. The only place that does this; values are bound, never quoted.
package func quoteIdentifier(_ name: String) -> String {
  var quoted = "\""
  for scalar in name.unicodeScalars {
    if scalar == "\"" { quoted.unicodeScalars.append("\"") }
    quoted.unicodeScalars.append(scalar)
  }
  return quoted + "\""
}
