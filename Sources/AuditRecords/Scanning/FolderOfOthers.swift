/// Folders whose sources are not those of the app: checked-out packages, and what a build has made.
enum FolderOfOthers {
  /// In lowercase; a name that begins with a dot, such as `.build`, is never looked into.
  private static let names: Set = [
    // Packages.
    "sourcepackages", "pods", "carthage", "node_modules", "bower_components", "thirdparty", "third-party",
    "third_party",
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

  static func isOne(holding entries: [String]) -> Bool { entries.contains(where: contents.contains) }
}
