import AuditModel

/// Issue trackers refuse what is too long, so it is cut here, with a count and the place that has all of it.
///
/// Lengths are in units of UTF-16, as Jira and Azure count: never fewer than characters.
extension TicketDraft {
  /// The title, cut where it is longer than a tracker takes.
  func title(within limit: Int, as shown: (String) -> String = { $0 }) -> String {
    var rest = limit
    while true {
      let text = shown(Self.cut(title, rest))
      if text.utf16.count <= limit || rest < 2 { return text }
      rest -= max(1, text.utf16.count - limit)
    }
  }

  /// The text of a form; where it is too long, long lines are cut first, and then the longest list.
  ///
  /// - Parameter render: the form; it escapes the lines.
  func text(within limit: Int, _ render: ([Section]) -> String) -> String {
    let whole = sections
    let text = render(whole)
    if text.utf16.count <= limit { return text }
    var longest = limit / 4
    while true {
      var parts = whole
      for place in parts.indices { parts[place].lines = parts[place].lines.map { Self.cut($0, longest) } }
      let sizes = parts.map { render([$0]).utf16.count }
      let place = parts.indices.max { sizes[$0] < sizes[$1] } ?? 0
      let lines = parts[place].lines
      func kept(_ count: Int) -> String {
        parts[place].lines = count < lines.count ? lines.prefix(count) + [pointer(lines.count - count)] : lines
        return render(parts)
      }
      // The most lines that fit; one of several at least, else the lines themselves are cut more.
      var (most, tooMany) = (0, lines.count + 1)
      while tooMany - most > 1 {
        let middle = (most + tooMany) / 2
        if kept(middle).utf16.count <= limit { most = middle } else { tooMany = middle }
      }
      if most > 0 || longest < 64 { return kept(most) }
      longest /= 2
    }
  }

  /// What takes the place of the lines that are left out.
  private func pointer(_ count: Int) -> String {
    "and \(count) more: see the page that a11y report --html writes, or run a11y list findings "
      + "check:\(findings[0].check.id)"
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    guard text.utf16.count > limit else { return text }
    var (length, kept) = (0, String.UnicodeScalarView())
    for scalar in text.unicodeScalars {
      length += scalar.value > 0xFFFF ? 2 : 1
      if length >= limit { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }
}
