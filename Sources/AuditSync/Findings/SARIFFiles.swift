import CanonicalJSON

/// The addresses of one SARIF run: files that results name by their number, and the folders that addresses begin at.
struct SARIFFiles {
  private var files: [String] = []
  private var bases: [String: FindingMembers] = [:]

  /// The most folders that are named one after the other; a base may name itself.
  private static let deepest = 16

  init(_ run: FindingMembers) throws(FindingsProblem) {
    bases = Dictionary(
      try run.each("originalUriBaseIds").map { ($0.key, $0.members) }, uniquingKeysWith: { first, _ in first })
    files = try run.objects("artifacts").map { file throws(FindingsProblem) in
      guard let location = try file.members("location") else { return "" }
      return try address(location, 0)
    }
  }

  /// The address of a location, a page's as it is and a file's as a path: `Sources/Écran.swift` of
  /// `%C3%89cran.swift` with the base `file:///app/Sources/`.
  func address(_ location: FindingMembers) throws(FindingsProblem) -> String {
    var address = try address(location, 0)
    if address.isEmpty, let index = location.integer("index"), files.indices.contains(Int(clamping: index)) {
      address = files[Int(clamping: index)]
    }
    guard !Self.isPage(address) else { return address }
    if address.lowercased().hasPrefix("file:") {
      address.removeFirst("file:".count)
      if address.hasPrefix("//") { address = String(address.dropFirst(2).drop { $0 != "/" }) }
    }
    let path = ReportText.decoded(address)
    return ReportText.oneLine(Self.plain(path.contains("/") ? path : Self.slashes(path)), limit: 4_096)
  }

  static func isPage(_ address: String) -> Bool {
    ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
  }

  private func address(_ location: FindingMembers, _ depth: Int) throws(FindingsProblem) -> String {
    let own = try location.line("uri", limit: 4_096)
    let name = location.value("uriBaseId")?.stringValue ?? ""
    let isWhole = own.hasPrefix("/") || own.prefix { $0 != "/" }.contains(":")
    guard !isWhole, depth < Self.deepest, let base = bases[name], !own.isEmpty || depth > 0 else { return own }
    let folder = try address(base, depth + 1)
    return folder.isEmpty || folder.hasSuffix("/") ? folder + own : "\(folder)/\(own)"
  }

  /// The path without `..`: `/app/Shared/A.swift` of `/app/Sources/../Shared/A.swift`.
  private static func plain(_ path: String) -> String {
    guard path.contains("/..") else { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) where part != "." {
      let isUp = part == ".." && !["", ".."].contains(parts.last ?? "")
      if isUp { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// Tools on Windows write their paths where an address belongs.
  private static func slashes(_ path: String) -> String {
    String(String.UnicodeScalarView(path.unicodeScalars.map { $0 == "\\" ? "/" : $0 }))
  }
}
