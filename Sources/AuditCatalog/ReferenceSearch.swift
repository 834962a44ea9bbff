package import AuditModel

extension Catalog {
  /// A built-in style by its name or what it is called in code.
  package static func style(_ name: String) -> ReferenceEntry? {
    let wanted = ReferenceEntry.folded(name)
    return ownReference.first { entry in
      entry.table == ReferenceTable.style.rawValue
        && ([entry.name] + entry.aliases).contains { ReferenceEntry.folded($0) == wanted }
    }
  }

  /// The built-in style of a kind of component: the one with its title (`icon`: Icon button), else with its name.
  package static func usualStyle(of kind: String) -> ReferenceEntry? {
    let styles = ownReference.filter { $0.table == ReferenceTable.style.rawValue }
    func kinds(_ name: String) -> [String] {
      componentKinds.filter { ReferenceEntry.folded($0) == ReferenceEntry.folded(name) }
    }
    return styles.first { style in
      let titled = kinds(style.title)
      return (titled.isEmpty ? kinds(style.name) : titled).contains(kind)
    }
  }
}

extension Catalog {
  /// A built-in entry of the documents by its table and full name.
  package static func entry(_ table: ReferenceTable, _ name: String) -> ReferenceEntry? {
    ownReference.first { $0.table == table.rawValue && $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// Finds what a person means by a word of the reference.
package struct ReferenceSearch {
  package struct Found: Sendable {
    package var entry: ReferenceEntry
    /// Set where the word is a name that does not exist.
    package var wrongName: ReferenceEntry.WrongName?

    package init(entry: ReferenceEntry, wrongName: ReferenceEntry.WrongName? = nil) {
      self.entry = entry
      self.wrongName = wrongName
    }
  }

  private let entries: [ReferenceEntry]

  package init(_ entries: [ReferenceEntry]) {
    self.entries = entries
  }

  /// The entries that a word means, the surest way first: a name or an alias, a name that does not exist, the beginning
  /// of a name; else those in whose title, meaning or names all its words stand. None where nothing does.
  ///
  /// - Parameter isLoose: where no entry has all words, those that have the most of them will do, if that is more than
  ///   half. For people who look around, not for what is recorded.
  package func find(_ typed: String, isLoose: Bool = false) -> [Found] {
    let word = ReferenceEntry.folded(typed)
    guard !word.isEmpty, typed.utf8.count <= 200 else { return [] }
    // `.tabBar` is wrong in this spelling, although `tabBar` folded may begin a right name.
    let wrong = entries.compactMap { entry in
      entry.wrongNames.first { ReferenceEntry.folded($0.name) == word }.map { Found(entry: entry, wrongName: $0) }
    }
    let named = entries.filter { names($0).contains(word) && !wrong.map(\.entry.key).contains($0.key) }
    let exact = wrong + named.map { Found(entry: $0) }
    if !exact.isEmpty { return exact }
    let begun = entries.filter { entry in names(entry).contains { $0.utf8.starts(with: word.utf8) } }
    if !begun.isEmpty { return begun.map { Found(entry: $0) } }
    let parts = typed.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
    guard parts.contains(where: { $0.utf8.count > 2 }) else { return [] }
    let texts = entries.map { entry in
      ([entry.title, entry.meaning, entry.useWhen, entry.name] + entry.aliases).joined(separator: " ").lowercased()
    }
    let all = zip(entries, texts).filter { _, text in parts.allSatisfy { text.contains($0) } }
    if !all.isEmpty || !isLoose { return all.map { Found(entry: $0.0) } }
    return most(parts, texts)
  }

  /// The entries that have the most of the words and more than half of them, whether of one or of several.
  private func most(_ parts: [String], _ texts: [String]) -> [Found] {
    let stems = Set(parts.filter { $0.utf8.count > 2 }.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 })
    let counts = texts.map { text in stems.count { text.contains($0) } }
    guard let best = counts.max(), best * 2 > stems.count else { return [] }
    return zip(entries, counts).filter { $0.1 == best }.map { Found(entry: $0.0) }
  }

  /// Names that look like what was typed.
  package func nearest(to typed: String) -> [String] {
    var seen: Set<String> = []
    let names = entries.flatMap { [$0.name] + $0.aliases }.filter { seen.insert($0).inserted }
    return suggestions(for: typed, among: names)
  }

  private func names(_ entry: ReferenceEntry) -> [String] {
    ([entry.name] + entry.aliases).map(ReferenceEntry.folded)
  }
}
