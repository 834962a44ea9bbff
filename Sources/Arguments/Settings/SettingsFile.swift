import Terminal

/// The configuration file: `key = value` lines, `#` comments, empty lines.
///
/// An invalid line stays in the file and is named in `warnings`. If a key occurs twice, the last line counts.
package struct SettingsFile: Sendable {
  /// The lines without their line feeds.
  private var lines: [String]
  private(set) package var values: [SettingKey: String] = [:]
  /// One warning per invalid line, with its number.
  private(set) package var warnings: [String] = []

  package init(text: String = "") {
    // An old editor ends lines with CR alone.
    let end = UInt8(ascii: text.utf8.contains(UInt8(ascii: "\n")) ? "\n" : "\r")
    lines = text.utf8.split(separator: end, omittingEmptySubsequences: false).map { part in
      let line = String(Substring(part))
      return line.utf8.last == UInt8(ascii: "\r") ? String(line.unicodeScalars.dropLast()) : line
    }
    if lines.last == "" { lines.removeLast() }
    for (index, line) in lines.enumerated() { take(line, number: index + 1) }
  }

  /// The file as text, with a final line feed.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// Sets a key: its last line is replaced, comments and order stay; a new key goes to the end.
  package mutating func set(_ key: SettingKey, to value: String) {
    let line = "\(key.rawValue) = \(value)"
    if let index = lines.lastIndex(where: { SettingsFile.split($0)?.key == key.rawValue }) {
      lines[index] = line
    } else {
      lines.append(line)
    }
    values[key] = value
  }

  /// Removes every line of a key; returns whether one existed.
  package mutating func unset(_ key: SettingKey) -> Bool {
    let before = lines.count
    lines.removeAll { SettingsFile.split($0)?.key == key.rawValue }
    values[key] = nil
    return lines.count < before
  }

  private mutating func take(_ line: String, number: Int) {
    guard let (name, value) = SettingsFile.split(line) else {
      if !SettingsFile.isBlankOrRemark(line) { warnings.append("line \(number): expected key = value") }
      return
    }
    guard let key = SettingKey(rawValue: name) else {
      let near = Suggestion.nearest(to: name, among: SettingKey.allCases.map(\.rawValue))
      let question = near.isEmpty ? "" : "; did you mean \(Suggestion.alternatives(near))?"
      warnings.append("line \(number): unknown key \(MessageText.quoted(name))\(question)")
      return
    }
    if key.belongsToTracker {
      warnings.append(
        "line \(number): ignored \(name), because each tracker has its own; run \"a11y config \(name) VALUE\" in the "
          + "tracker's folder")
    } else if let objection = key.objection(to: value) {
      warnings.append("line \(number): invalid value \(MessageText.quoted(value)) for \(name); \(objection)")
    } else {
      values[key] = value
    }
  }

  private static func isBlankOrRemark(_ line: String) -> Bool {
    let first = CellText.trimmed(line).utf8.first
    return first == nil || first == UInt8(ascii: "#")
  }

  private static func split(_ line: String) -> (key: String, value: String)? {
    guard !isBlankOrRemark(line), let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let value = line[line.utf8.index(after: equals)...]
    return (CellText.trimmed(String(line[..<equals])), CellText.trimmed(String(value)))
  }
}
