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
    .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]),
    // That no variable is used while it is changed is checked at run time in the quick build: 8 % of an import.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
  ]

/// What a room offers to others is written by itself, so that these are compiled beside it instead of after it: a third of
/// the time on two processors. It takes that no code is taken from one room into another; no command is slower without that.
/// Tests offer nothing.
let offered: [SwiftSetting] = [
  .unsafeFlags(
    ["-emit-module-separately-wmo", "-disable-cmo"], .when(platforms: [.linux], configuration: .release))
]

/// One room of the house. The arrows (`uses`) point one way; `Scripts/test` builds with the import check that holds them.
func room(_ name: String, uses: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: uses, swiftSettings: house + offered)
}

/// A room whose code runs once for a command and never for each row: optimizing it takes the compiler three times as
/// long and makes no command faster.
func coldRoom(_ name: String, uses: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: uses,
    swiftSettings: house + offered + [.unsafeFlags(["-Onone"], .when(configuration: .release))])
}

/// A room that makes texts of what others have worked out, or reads what a person typed: optimized for size, it takes the
/// compiler three quarters of the time, and its commands a twentieth more.
func textRoom(_ name: String, uses: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: uses,
    swiftSettings: house + offered + [.unsafeFlags(["-Osize"], .when(configuration: .release))])
}

/// The tests of one room, beside what they need to drive it.
func tests(_ name: String, uses: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: uses, exclude: exclude,
    swiftSettings: house + [.unsafeFlags(["-Onone"], .when(configuration: .release))])
}

let package = Package(
  name: "a11y",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "a11y", targets: ["a11y"])],
  targets: [
    .executableTarget(
      name: "a11y", dependencies: ["App", "CommandLine"], swiftSettings: house,
      // A command that starts, commits one result and ends would spend half of its time loading shared libraries, and the
      // tests of the whole program run many thousand of them.
      linkerSettings: [.unsafeFlags(["-static-executable"], .when(platforms: [.linux]))]),
    coldRoom(
      "App",
      uses: [
        "Sessions", "Reports", "CommandLine", "Exchange", "Store", "Children", "Audit", "Base", "DemoData", "HelpData",
      ]),
    textRoom("Sessions", uses: ["Reports", "CommandLine", "Store", "Children", "Audit", "Base"]),
    textRoom("Reports", uses: ["Store", "Children", "Audit", "Base", "PageData"]),
    room("Exchange", uses: ["Store", "Children", "Audit", "Base"]),
    room("Store", uses: ["Children", "Audit", "Base", "SchemaData", "SQLite"]),
    textRoom("CommandLine", uses: ["Audit", "Base", "HelpData"]),
    room("Children", uses: ["Base"]),
    room("Audit", uses: ["Base", "CatalogData"]),
    room("SQLite", uses: ["CSQLite", "Base"]),
    room("Base", uses: ["CDigest"]),
    .target(
      name: "SchemaData", path: "Migrations",
      exclude: ["V001__initial.sql", "V002__transition_context.sql", "V003__following.sql", "V004__named_by.sql"]),
    .target(name: "CatalogData", exclude: ["data"]),
    .target(name: "DemoData", exclude: ["data"]),
    .target(name: "HelpData", exclude: ["data"]),
    .target(name: "PageData", exclude: ["data"]),
    .target(name: "CDigest", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // Cells by their names, and seeds, for the tests of what is decided and of how it is told.
    .target(name: "NamedCells", dependencies: ["Audit", "Base"], path: "Tests/NamedCells", swiftSettings: house),
    // Facts as values, for the tests of what is stored and of what travels.
    .target(
      name: "StoredFacts", dependencies: ["Store", "Audit", "Base", "SQLite"], path: "Tests/StoredFacts",
      swiftSettings: house),
    // A disk that fails on purpose, for the tests alone.
    .target(name: "FaultVFS", dependencies: ["CSQLite"], path: "Tests/FaultVFS"),
    tests("BaseTests", uses: ["Base"]),
    tests("SQLiteTests", uses: ["SQLite"]),
    tests("AuditTests", uses: ["NamedCells", "Children", "Audit", "Base"]),
    tests("ChildrenTests", uses: ["Reports", "Children", "Audit", "Base"], exclude: ["Fixtures"]),
    tests("StoreTests", uses: ["NamedCells", "StoredFacts", "Store", "Children", "Audit", "Base", "SQLite"]),
    tests(
      "ExchangeTests", uses: ["NamedCells", "StoredFacts", "Exchange", "Store", "Audit", "Base", "SQLite", "FaultVFS"]),
    tests("ReportsTests", uses: ["NamedCells", "Reports", "Store", "Children", "Audit", "Base"]),
    tests("CommandLineTests", uses: ["CommandLine", "Base"]),
    tests("SessionsTests", uses: ["Sessions", "Store", "Audit"]),
    tests(
      "AppTests",
      uses: [
        "App", "Sessions", "Reports", "CommandLine", "Store", "Children", "Audit", "Base", "SQLite", "FaultVFS",
        "StoredFacts",
      ],
      exclude: ["Fixtures"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)
