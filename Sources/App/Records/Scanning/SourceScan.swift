import Base

/// Finds the screens and controls of an app in its SwiftUI sources.
package struct SourceScan {
  /// A component that a person may want to register.
  package struct Found {
    package let key: String
    package let kind: String
    package let source: String
    package let screens: [String]
    /// Empty if the source has no literal for it.
    package let title: String
    package let style: String
    /// Empty for all.
    package let platforms: [String]
    /// Those of the catalog that the code names.
    package let features: [String]
    package let line: Int
  }

  /// What a scan has found beside the components of the tracker.
  package struct Outcome {
    package var found: [Found] = []
    /// How many components of the tracker are in the sources.
    package var known = 0
    /// Keys of components of the tracker that are in another file now, with their new places.
    package var moved: [(key: String, place: String)] = []
    /// Keys of components of the tracker that came from a scan and are in no file any more.
    package var gone: [String] = []
    /// How many are only for systems that the tracker does not have.
    package var ofOthers = 0
  }

  private struct File {
    let path: String
    let outline: SourceOutline
  }

  private let files: [File]
  private let types: SourceTypes
  /// The views of each type, and where each is shown.
  private var users: [String: Set<String>] = [:]
  private var destinations: [String: Set<String>] = [:]
  private var rows: Set<String> = []
  /// The key of each screen, by its type.
  private var screens: [String: String] = [:]
  private var known: KnownComponents
  private var outcome = Outcome()

  /// The components of files, in the order of the files and their lines, except those that are known.
  ///
  /// - Parameters:
  ///   - catalogs: files with the words of the app, `.strings` and `.xcstrings`.
  ///   - folder: the path of what was scanned; what is known outside of it is not missed.
  package static func find(
    _ files: [(path: String, bytes: [UInt8])], catalogs: [(path: String, bytes: [UInt8])] = [],
    known: [KnownComponent] = [], in folder: String = ""
  ) -> Outcome {
    var sources = files.map { SourceCode($0.bytes) }
    SourceCode.separate(&sources)
    let strings = SourceStrings(catalogs, sources)
    for place in sources.indices { sources[place].strings = strings }
    let types = SourceTypes(sources)
    let views = SourceViews(sources, types)
    for place in sources.indices { sources[place].views = views }
    let platforms = sources.map(SourcePlatforms.init)
    // An app is for what its conditions and folders name: `#else` of one for iOS is for the others among them.
    let folders = files.map { SourcePlatforms.named(in: $0.path) }
    let systems = folders.compactMap { $0 }.reduce(into: Set<SourcePlatforms.System>()) { $0.formUnion($1) }
    let named = platforms.reduce(into: systems.union([.iOS])) { $0.formUnion($1.named) }
    let outlines = sources.indices.map { place in
      File(
        path: files[place].path,
        outline: SourceOutline(
          sources[place], types, platforms[place], named, folders[place] ?? SourcePlatforms.all))
    }
    var scan = SourceScan(outlines, types, KnownComponents(known, files.map(\.path), folder))
    return scan.find()
  }

  private init(_ files: [File], _ types: SourceTypes, _ known: KnownComponents) {
    (self.files, self.types, self.known) = (files, types, known)
    let titled = Set(files.flatMap(\.outline.titled))
    for use in files.flatMap(\.outline.uses) where types.declared.contains(use.name) && use.name != use.owner {
      // What another part of the program creates, such as a coordinator, or what is alone in a navigation of the app.
      let isAlone =
        !use.owner.isEmpty && !types.isView(use.owner) && types.declared.contains(use.owner)
        || titled.contains(use.around) && use.around != use.owner
      switch use.place {
      case .part where isAlone && SourceWords.stem(use.name) != use.name:
        destinations[use.name, default: []].insert("screen")
      case .part: users[use.name, default: []].insert(use.owner)
      case .row:
        users[use.name, default: []].insert(use.owner)
        rows.insert(use.name)
      case .destination(let kind): destinations[use.name, default: []].insert(kind)
      }
    }
  }

  /// A screen or control before it has a key.
  private struct Candidate {
    let file: Int
    let kind: String
    let words: String
    let title: String
    let style: String
    let line: Int
    let systems: Set<SourcePlatforms.System>
    var features: Set<String> = []
    /// The type of a screen; empty for a control.
    var type = ""
    var parent = ""
    var screens: [String] = []
  }

  private mutating func find() -> Outcome {
    // Screens first: their names are in the keys of all others.
    let candidates = screenCandidates()
    var found: [(file: Int, component: Found)] = []
    let names = keys(of: candidates)
    for (candidate, key) in zip(candidates, names) { screens[candidate.type] = key.key }
    let shown = features()
    for (candidate, key) in zip(candidates, names) {
      var candidate = candidate
      candidate.features = shown[key.key] ?? []
      if let one = component(candidate, key, screens: [key.key]) { found.append((candidate.file, one)) }
    }
    let controls = controlCandidates()
    for (candidate, key) in zip(controls, keys(of: controls)) {
      if let one = component(candidate, key, screens: candidate.screens) { found.append((candidate.file, one)) }
    }
    outcome.found = found.enumerated().sorted { one, other in
      (one.element.file, one.element.component.line, one.offset)
        < (other.element.file, other.element.component.line, other.offset)
    }.map(\.element.component)
    (outcome.known, outcome.moved, outcome.gone) = (known.count, known.moved, known.gone)
    return outcome
  }

  /// What the views on each screen have beside their controls, by its key.
  private func features() -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for (type, features) in files.flatMap(\.outline.features) {
      for screen in shownOn(type) { found[screen, default: []].formUnion(features) }
    }
    return found
  }

  private mutating func keys(of candidates: [Candidate]) -> [KnownComponents.Answer] {
    known.answers(
      candidates.map {
        .init(
          words: $0.words, parent: $0.parent, source: files[$0.file].path, kind: $0.kind, title: $0.title, line: $0.line
        )
      })
  }

  /// The component of a candidate; nil for one that is known.
  private func component(_ candidate: Candidate, _ key: KnownComponents.Answer, screens: [String]) -> Found? {
    guard !key.isKnown, let platforms = SourcePlatforms.names(candidate.systems) else { return nil }
    return Found(
      key: key.key, kind: candidate.kind, source: files[candidate.file].path, screens: screens,
      title: candidate.title, style: candidate.style, platforms: platforms,
      features: SourceFeatures.listed(candidate.features), line: candidate.line)
  }

  private mutating func screenCandidates() -> [Candidate] {
    let titled = Set(files.flatMap(\.outline.titled))
    // Where a type is shown tells its title, if it has none itself.
    let titles = Dictionary(firstOf: files.flatMap(\.outline.titles))
    var found: [Candidate] = []
    var listed: Set<String> = []
    for (place, file) in files.enumerated() {
      for type in file.outline.types where type.isView && isScreen(type.name, titled) {
        // One that its own file does not show is not in the app.
        if type.isPrivate, users[type.name] == nil, destinations[type.name] == nil { continue }
        guard isOfTracker(type.systems), listed.insert(type.name).inserted else { continue }
        let words = SourceWords.ofIdentifier(SourceWords.stem(type.name))
        let kinds = destinations[type.name] ?? []
        let kind = kinds.isEmpty || kinds.contains("screen") ? "screen" : kinds.sorted()[0]
        found.append(
          Candidate(
            file: place, kind: kind, words: words.isEmpty ? "screen" : words,
            title: SourceWords.line(file.outline.titles[type.name] ?? titles[type.name] ?? ""), style: "",
            line: type.line,
            systems: type.systems, type: type.name))
      }
    }
    return found
  }

  private mutating func controlCandidates() -> [Candidate] {
    // A type of the app with the name of a control replaces it, where both are for one system.
    var replaced: [String: Set<SourcePlatforms.System>] = [:]
    for type in files.flatMap(\.outline.types) where type.isTop {
      replaced[type.name, default: []].formUnion(type.systems)
    }
    let wrappers = SourceWrappers(files.map(\.outline), types, screens)
    var found: [Candidate] = []
    for (place, file) in files.enumerated() {
      var counts: [String: Int] = [:]
      let own = file.outline.uses.compactMap { wrappers.control(of: $0) }
      let made = file.outline.controls.filter { control in
        let left = control.systems.subtracting(replaced[control.maker] ?? [])
        return !wrappers.replaces(control)
          && (SourcePlatforms.names(left) != nil || !left.isEmpty && left == control.systems)
      }
      for control in (made + own).sorted(by: { $0.start < $1.start }) {
        guard !isScreen(control), isOfTracker(control.systems) else { continue }
        let shownOn = shownOn(control.owner)
        let parent = shownOn.count == 1 ? shownOn[0] : home(of: control.owner, in: file.path)
        counts[parent + control.kind, default: 0] += 1
        var words = SourceWords.ofText(control.label.title)
        if words.isEmpty { words = SourceWords.ofIdentifier(control.label.name) }
        if words.isEmpty { words = SourceWords.ofLatinParts(control.label.title) }
        if words.isEmpty { words = "\(control.kind)-\(counts[parent + control.kind] ?? 1)" }
        found.append(
          Candidate(
            file: place, kind: control.kind, words: words, title: SourceWords.line(control.label.title),
            style: control.label.style, line: control.line, systems: control.systems,
            features: control.features, parent: parent, screens: shownOn))
      }
    }
    return found
  }

  /// Whether what a control presents is a component by itself. A view of UIKit beside it is not.
  private func isScreen(_ control: SourceOutline.Control) -> Bool {
    !control.shown.contains(where: types.wrapping.contains)
      && control.shown.contains { types.views.contains($0) || types.made[$0].map { screens[$0] != nil } == true }
  }

  /// Whether the tracker has a platform for what was found; counts it otherwise.
  private mutating func isOfTracker(_ systems: Set<SourcePlatforms.System>) -> Bool {
    if SourcePlatforms.names(systems) != nil { return true }
    outcome.ofOthers += 1
    return false
  }

  /// The first part of the key of a control that is on no screen, or on several.
  private func home(of type: String, in path: String) -> String {
    SourceWords.ofIdentifier(SourceWords.stem(types.views.contains(type) ? type : SourceWords.baseName(path)))
  }

  /// A view is a screen if it has a title or a navigation, is named so, or is shown alone: as the destination of a
  /// link, in a sheet or a window, or by no other view, as those that UIKit shows. A row of a list is none.
  private func isScreen(_ view: String, _ titled: Set<String>) -> Bool {
    if titled.contains(view) || view.hasSuffix("Screen") { return true }
    let isAlone = users[view] == nil && SourceWords.stem(view) != view
    return (destinations[view] != nil || isAlone) && !rows.contains(view)
  }

  /// The screens that show a type, directly or in other views.
  private func shownOn(_ type: String) -> [String] {
    var found: Set<String> = []
    var reached: Set = [type]
    var waiting = [type]
    while let next = waiting.popLast() {
      if let screen = screens[next] {
        found.insert(screen)
      } else {
        for user in users[next] ?? [] where reached.insert(user).inserted { waiting.append(user) }
      }
    }
    return found.sorted()
  }
}
