// swift-tools-version: 6.2
import PackageDescription

/// No warning is left standing in the gate. A newer compiler's warnings must not break somebody's install.
let strict: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// House settings: Swift 6 mode, and every import said where it is used.
let house: [SwiftSetting] =
  strict + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Types are named in the program instead of being looked up by name at run time: a fifth of logging one result.
    // That no variable is used while it is changed is checked at run time in the tests' build: 8 % of an import.
    .unsafeFlags(
      [
        "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors", "-enforce-exclusivity=unchecked",
      ], .when(configuration: .release)),
  ]

/// One room of the house. The arrows (`uses`) point one way; `Scripts/test` builds with the import check that holds them.
func room(_ name: String, uses: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: uses, swiftSettings: house)
}

/// A room that every test and the quick build run through a thousand times and that seldom changes: it is optimized
/// there too.
func hotRoom(_ name: String, uses: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: uses, swiftSettings: house + [.unsafeFlags(["-O"], .when(configuration: .debug))])
}

/// A room whose code runs once for a command and never for each row: optimizing it takes the compiler three times as
/// long and makes no command faster.
func coldRoom(_ name: String, uses: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: uses,
    swiftSettings: house + [.unsafeFlags(["-Onone"], .when(configuration: .release))])
}

/// The tests of one room, beside what they need to drive it.
func tests(_ name: String, uses: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: uses, exclude: exclude, swiftSettings: house)
}

let package = Package(
  name: "a11y",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "a11y", targets: ["a11y"])],
  targets: [
    .executableTarget(
      name: "a11y", dependencies: ["AuditCommands", "Arguments", "Terminal"], swiftSettings: house,
      // A command that starts, commits one result and ends would spend half of its time loading shared libraries, and the
      // tests of the whole program run many thousand of them.
      linkerSettings: [.unsafeFlags(["-static-executable"], .when(platforms: [.linux]))]),
    coldRoom(
      "AuditCommands",
      uses: [
        "AuditExchange", "AuditRecords", "AuditStanding", "AuditSessions", "TrackerAccess", "Arguments", "Terminal",
        "AuditReports", "AuditSync", "AuditStore", "AuditCatalog", "Evidence", "Tapping", "AuditFigures", "Measuring",
        "AuditModel", "CanonicalJSON", "DemoData", "FirstTap",
      ]),
    room(
      "AuditStanding",
      uses: [
        "AuditSessions", "Arguments", "Terminal", "AuditReports", "AuditStore", "AuditCatalog", "Evidence", "Tapping",
        "AuditFigures", "Measuring", "AuditModel", "CanonicalJSON",
      ]),
    coldRoom(
      "AuditExchange",
      uses: [
        "AuditRecords", "TrackerAccess", "Arguments", "Terminal", "AuditReports", "AuditSync", "AuditStore",
        "AuditCatalog", "Measuring", "AuditModel", "CanonicalJSON",
      ]),
    coldRoom(
      "AuditRecords",
      uses: [
        "TrackerAccess", "Arguments", "Terminal", "AuditReports", "AuditStore", "AuditCatalog", "AuditFigures",
        "Measuring", "AuditModel", "CanonicalJSON",
      ]),
    room(
      "AuditSessions",
      uses: [
        "TrackerAccess", "Arguments", "Terminal", "AuditReports", "AuditStore", "AuditCatalog", "Evidence", "Tapping",
        "AuditFigures", "Measuring", "AuditModel", "CanonicalJSON", "FirstTap",
      ]),
    coldRoom(
      "TrackerAccess",
      uses: [
        "Arguments", "Terminal", "AuditReports", "AuditStore", "AuditCatalog", "Tapping", "Measuring", "AuditModel",
        "CanonicalJSON",
      ]),
    coldRoom("Arguments", uses: ["Terminal", "AuditReports", "AuditModel"]),
    room("Terminal", uses: ["AuditReports", "AuditModel", "Platform"]),
    room(
      "AuditReports",
      uses: [
        "AuditStore", "AuditCatalog", "Tapping", "AuditFigures", "Measuring", "AuditModel", "CanonicalJSON", "FirstTap",
        "PageData",
      ]),
    room(
      "AuditSync", uses: ["AuditStore", "Evidence", "Tapping", "AuditModel", "CanonicalJSON", "Platform"]),
    room(
      "AuditStore",
      uses: [
        "AuditCatalog", "Evidence", "Tapping", "AuditFigures", "Measuring", "AuditModel", "CanonicalJSON", "Migrations",
        "Platform", "SQLite",
      ]),
    hotRoom("AuditCatalog", uses: ["AuditFigures", "Measuring", "AuditModel", "CanonicalJSON", "CatalogData"]),
    room("AuditFigures", uses: ["Measuring", "AuditModel"]),
    room("Evidence", uses: ["AuditModel"]),
    room("Tapping"),
    room("AuditModel", uses: ["Measuring"]),
    room("Measuring"),
    hotRoom("CanonicalJSON", uses: ["CDigest"]),
    room("FirstTap", uses: ["Platform"]),
    hotRoom("SQLite", uses: ["CSQLite", "Platform"]),
    // What is of the operating system; all that differs between them.
    room("Platform"),
    .target(
      name: "Migrations", path: "Migrations",
      resources: [
        .embedInCode("V001__initial.sql"), .embedInCode("V002__transition_context.sql"),
        .embedInCode("V003__following.sql"), .embedInCode("V004__named_by.sql"),
      ], swiftSettings: house + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(name: "CatalogData", exclude: ["data"]),
    .target(name: "DemoData", exclude: ["data"]),
    .target(name: "PageData", exclude: ["data"]),
    .target(name: "CDigest", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    tests("CanonicalJSONTests", uses: ["CanonicalJSON"]),
    tests("FirstTapTests", uses: ["FirstTap", "AuditReports", "AuditModel"], exclude: ["Fixtures"]),
    tests("PlatformTests", uses: ["Platform"]),
    tests("SQLiteTests", uses: ["SQLite"]),
    tests("MeasuringTests", uses: ["Measuring", "FirstTap", "AuditModel"]),
    tests("AuditModelTests", uses: ["FirstTap", "AuditModel"]),
    // Cells by their names, for the tests of what is decided and of how it is told.
    .target(
      name: "NamedCells", dependencies: ["AuditFigures", "AuditModel"], path: "Tests/NamedCells", swiftSettings: house),
    tests("AuditFiguresTests", uses: ["NamedCells", "AuditFigures", "Measuring", "AuditModel"]),
    tests("EvidenceTests", uses: ["Evidence"]),
    tests("TappingTests", uses: ["Tapping"]),
    tests("AuditCatalogTests", uses: ["AuditCatalog", "Measuring", "AuditModel", "CanonicalJSON"]),
    tests(
      "AuditStoreTests",
      uses: [
        "AuditStore", "AuditCatalog", "Tapping", "AuditFigures", "Measuring", "AuditModel", "CanonicalJSON", "SQLite",
      ]),
    // A disk that fails on purpose, for the tests alone.
    .target(name: "FaultVFS", dependencies: ["CSQLite"], path: "Tests/FaultVFS"),
    tests(
      "AuditSyncTests",
      uses: [
        "AuditSync", "AuditStore", "AuditCatalog", "Measuring", "AuditModel", "CanonicalJSON", "Migrations", "SQLite",
        "FaultVFS",
      ]),
    tests(
      "AuditReportsTests",
      uses: [
        "NamedCells", "AuditReports", "AuditStore", "Tapping", "AuditFigures", "Measuring", "AuditModel",
        "CanonicalJSON", "FirstTap",
      ]),
    tests("AuditExchangeTests", uses: ["AuditExchange", "AuditModel"]),
    tests("AuditSessionsTests", uses: ["AuditSessions", "AuditStore", "AuditCatalog", "Measuring", "AuditModel"]),
    tests("ArgumentsTests", uses: ["Arguments", "Terminal"]),
    tests("TerminalTests", uses: ["Terminal"]),
    tests(
      "AuditCommandsTests",
      uses: [
        "AuditCommands", "AuditRecords", "AuditSessions", "Arguments", "Terminal", "AuditReports", "AuditStore",
        "AuditCatalog", "Tapping", "AuditFigures", "Measuring", "AuditModel", "CanonicalJSON", "SQLite", "FaultVFS",
      ],
      exclude: ["Fixtures"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)
