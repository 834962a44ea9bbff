import AuditModel
import AuditStore

extension HTMLReport {
  /// The open findings by owner and by screen: counts that lead to the list, and no second list.
  var owners: Part {
    let open = findings.open
    guard !open.isEmpty else { return Part("owners", "Owners", "", "") }
    let byOwner = Dictionary(grouping: open, by: \.row.finding.owner)
    var byScreen: [String: [PageFinding]] = [:]
    for finding in open {
      let screens = finding.row.finding.screens
      for screen in screens.isEmpty ? [""] : screens { byScreen[screen, default: []].append(finding) }
    }
    let owners = table("Open findings by owner", "Owner", "No owner", "owner", byOwner)
    let screens: HTMLText = Self.when(
      byScreen.keys.contains { !$0.isEmpty },
      "<div class=\"card\">\(table("Open findings by screen", "Screen", "No screen", "screen", byScreen))</div>\n")
    return Part(
      "owners", "Owners", "By owner and screen",
      """
      <p class="lead">To list the findings of one: <code>a11y list findings owner:OWNER</code>. A finding on several \
      screens counts on each.</p>
      <div class="two"><div class="card">\(owners)</div>
      \(screens)</div>

      """)
  }

  private func table(
    _ caption: HTMLText, _ head: HTMLText, _ none: HTMLText, _ field: String, _ parts: [String: [PageFinding]]
  ) -> HTMLText {
    let ordered = parts.sorted { left, right in
      if left.key.isEmpty != right.key.isEmpty { return right.key.isEmpty }
      return left.value.count == right.value.count ? left.key < right.key : left.value.count > right.value.count
    }
    let rows: HTMLText = ordered.map { key, findings in
      let name: HTMLText = key.isEmpty ? none : field == "screen" ? self.name(key) : HTMLText.brief(key)
      let query: HTMLText = Self.when(
        !key.isEmpty && !key.contains("*") && findings.contains(where: \.isListed),
        " data-q=\"\(field):\(Self.quoted(key))\"")
      return """
        <tr><th scope="row"\(query)>\(name)</th><td class="num">\(findings.count)</td>\
        <td class="num">\(findings.count { $0.blocker != nil })</td><td>\(Self.severities(findings))</td></tr>

        """
    }.joined()
    return """
      <table><caption>\(caption)</caption><thead><tr><th scope="col">\(head)</th><th scope="col" class="num">Open</th>\
      <th scope="col" class="num">Blockers</th><th scope="col">Severities</th></tr></thead><tbody>
      \(rows)</tbody></table>
      """
  }

  /// A value of a query: in quotation marks where it would be several.
  private static func quoted(_ value: String) -> String {
    let parts = value.contains { $0.isWhitespace || $0 == "," || $0 == "\"" }
    return parts ? "\"\(value.filter { $0 != "\"" })\"" : value
  }
}
