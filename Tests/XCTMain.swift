import Foundation
import Testing

/// Where the tests of the rooms begin. SwiftPM would write such a file itself, and would have the compiler index every
/// source for it, to find tests of XCTest, of which there are none: a tenth of each build.
@main enum Start {
  static func main() async {
    // `swift test` asks for tests of XCTest alone where a package has this file; that none of them failed says nothing.
    guard CommandLine.arguments.contains("swift-testing") else {
      FileHandle.standardError.write(
        Data("a11y: no test was run; run Scripts/test, or swift test --enable-swift-testing --disable-xctest.\n".utf8))
      exit(1)
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
