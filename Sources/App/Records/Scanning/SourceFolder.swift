import Base
package import CommandLine

/// The Swift files of a folder, without tests, previews, packages, submodules, and built files.
package struct SourceFolder {
  /// By path, in the order of their bytes.
  package private(set) var files: [(path: String, bytes: [UInt8])] = []
  /// Files with the words of the app.
  package private(set) var catalogs: [(path: String, bytes: [UInt8])] = []
  /// The path of the folder, as those of the files; empty where they begin.
  package let path: String
  package private(set) var remarks: [String] = []

  /// In bytes, far above any file that a person writes.
  private static let largestFile = 4 << 20
  private static let mostFiles = 20_000
  /// Of all languages; a catalog of strings has all in one file.
  private static let largestCatalog = 32 << 20
  private static let mostCatalogs = 2_000

  /// - Throws: a path that is missing, not a folder, or not readable; a folder without Swift files.
  package init(_ named: String, _ context: Context) throws(Problem) {
    let disk = context.world.files
    let root = disk.target(of: try context.world.absolute(named))
    let shown = MessageText.quoted(named)
    let kind = disk.kind(of: root)
    guard kind == .directory else {
      throw Problem(
        kind == nil ? .notFound : .badInput, code: "scan.folder", "cannot scan \(shown): not a folder",
        hints: ["Specify the folder that contains the SwiftUI sources."])
    }
    let bases = try Self.bases(context)
    path = bases.contains { root.hasSameBytes(as: $0) } ? "" : Self.path(root, bases)
    var waiting = [root]
    var (unreadable, leftOut, links): ([String], [String], [String]) = ([], [], [])
    var submodules: Set<String> = []
    while let folder = waiting.popLast() {
      guard let names = FileNames.listing(of: folder) else {
        unreadable.append(Self.path(folder, bases))
        continue
      }
      // The folder itself was asked for.
      let isOfOthers = FolderOfOthers.isOne(holding: names) || submodules.contains(folder) && !names.isEmpty
      if folder != root, isOfOthers || names.contains(".git") && disk.kind(of: Paths.join(folder, ".git")) == .file {
        leftOut.append(Self.path(folder, bases))
        continue
      }
      if names.contains(FolderOfOthers.listOfSubmodules) {
        let list = try? disk.readFile(Paths.join(folder, FolderOfOthers.listOfSubmodules), limit: Self.largestFile)
        submodules.formUnion(FolderOfOthers.submodules(list ?? []).map { Paths.join(folder, $0) })
      }
      // Of the hidden folders the one that has sources.
      if names.contains(".build") { leftOut.append(Self.path(Paths.join(folder, ".build"), bases)) }
      for name in names where !Self.isSkipped(name) {
        let path = Paths.join(folder, name)
        guard let kind = disk.kind(of: path) else { continue }
        // A link may lead to a folder above, or to what is found by itself.
        guard !disk.isLink(path) else {
          let (inner, outer) = ("\(disk.target(of: path))/", "\(root)/")
          let isElsewhere = !inner.hasPrefix(outer) && !outer.hasPrefix(inner)
          if isElsewhere, kind == .directory || name.hasSuffix(".swift") { links.append(Self.path(path, bases)) }
          continue
        }
        if kind == .directory {
          if FolderOfOthers.isPackagesOrBuild(name) { leftOut.append(Self.path(path, bases)) }
          if !FolderOfOthers.isOne(named: name) { waiting.append(path) }
        }
        let isCatalog = name.hasSuffix(".strings") || name.hasSuffix(".xcstrings")
        guard kind == .file, isCatalog ? catalogs.count < Self.mostCatalogs : name.hasSuffix(".swift"),
          files.count < Self.mostFiles
        else { continue }
        do throws(Problem) {
          let limit = isCatalog ? Self.largestCatalog : Self.largestFile
          let bytes = try disk.readFile(path, limit: limit)
          if isCatalog {
            catalogs.append((Self.path(path, bases), bytes))
          } else {
            let text = ByteReader(bytes: bytes).asText()
            files.append((Self.path(path, bases), try text.readAll(limit: 2 * limit, name: name)))
          }
        } catch {
          unreadable.append(Self.path(path, bases))
        }
      }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    if files.count == Self.mostFiles { remarks.append("only the first \(Self.mostFiles) files were read") }
    if let first = unreadable.sorted().first {
      let more = unreadable.count == 1 ? "" : " and \(unreadable.count - 1) more"
      remarks.append("cannot read \(MessageText.quoted(first))\(more); the components in it are missing")
    }
    if !leftOut.isEmpty {
      remarks.append(
        "left out packages, submodules, and built files in \(Self.listed(leftOut)); scan such a folder by its name")
    }
    if !links.isEmpty {
      remarks.append(
        "left out what is behind \(Self.listed(links)), as links are not followed; scan it by its own name")
    }
    guard files.isEmpty else { return }
    let others = leftOut + links
    throw Problem(
      unreadable.isEmpty ? .notFound : .badInput, code: "scan.empty", "no readable Swift files found in \(shown)",
      hints: ["Specify the folder that contains the SwiftUI sources."]
        + (others.isEmpty ? [] : ["Name \(Self.listed(others)) to scan what was left out."]))
  }

  /// The first ones by name, and how many more there are.
  private static func listed(_ paths: [String]) -> String {
    firstNamed(paths.sorted().map { MessageText.quoted($0) }, 3)
  }

  private static func isSkipped(_ name: String) -> Bool {
    name.hasPrefix(".")
      || ["Tests", "Test", "Tests.swift", "Test.swift", "Package.swift"].contains(where: name.hasSuffix)
  }

  /// Where paths of sources begin: at the tracker, else in the current folder.
  private static func bases(_ context: Context) throws(Problem) -> [String] {
    var bases: [String] = []
    if let store = try? locateDatabase(context.world, context.arguments) { bases = [SourceFiles.home(of: store)] }
    return (bases + [try context.world.currentDirectory()]).map(context.world.files.target)
  }

  private static func path(_ path: String, _ bases: [String]) -> String {
    for base in bases where path.utf8.starts(with: "\(base)/".utf8) { return String(path.dropFirst(base.count + 1)) }
    return path
  }
}

/// Folders whose sources are not those of the app: checked-out packages, and what a build has made.
enum FolderOfOthers {
  /// In lowercase; a name that begins with a dot, such as `.build`, is never looked into.
  private static let names: Set = [
    // Packages, and what was copied from others.
    "sourcepackages", "pods", "carthage", "node_modules", "bower_components", "thirdparty", "third-party",
    "third_party", "3rdparty", "3rd-party", "3rd_party", "vendor", "vendors", "vendored", "external", "externals",
    // Builds.
    "deriveddata", "build", "buck-out", "cmake-build-debug", "cmake-build-release", "__macosx",
  ]
  /// Of folders that Xcode and its packages make whole, and of previews.
  private static let endings = [
    "preview content",
    ".noindex", ".app", ".appex", ".artifactbundle", ".bundle", ".docc", ".dsym", ".framework", ".playground",
    ".xcarchive", ".xcassets", ".xcframework", ".xcodeproj", ".xcresult", ".xctest", ".xcworkspace",
  ]
  /// What only the folders of a package manager or a build have in them, under any name:
  /// `-clonedSourcePackagesDirPath` and `-derivedDataPath` name them.
  private static let contents: Set = [
    "workspace-state.json", "ModuleCache.noindex", "Index.noindex", "CompilationCache.noindex", "CACHEDIR.TAG",
  ]

  static func isOne(named name: String) -> Bool {
    isPackagesOrBuild(name) || endings.contains(where: name.lowercased().hasSuffix)
  }

  /// Whether a person may want to know that it was left out, as an app can have a folder of that name.
  static func isPackagesOrBuild(_ name: String) -> Bool {
    let name = name.lowercased()
    return names.contains(name) || name.hasPrefix("bazel-")
  }

  /// The file of git that says where the repositories of others are. A checked-out one has a file named `.git`, and not a
  /// folder as the repository itself.
  static let listOfSubmodules = ".gitmodules"

  /// The paths in such a file: `path = Packages/Design`.
  static func submodules(_ list: [UInt8]) -> [String] {
    String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: "=", maxSplits: 1).map { CellText.trimmed($0.filter { $0 != "\"" }) }
      guard parts.count == 2, parts[0] == "path" else { return nil }
      let path = parts[1].split(separator: "/").joined(separator: "/")
      return path.isEmpty ? nil : path
    }
  }

  static func isOne(holding entries: [String]) -> Bool { entries.contains(where: contents.contains) }
}
