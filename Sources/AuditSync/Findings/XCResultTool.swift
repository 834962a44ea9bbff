/// `xcrun xcresulttool`, which reads the results of Xcode on a Mac.
package struct XCResultTool {
  private let path: String?
  private let environment: [String]

  private static let variables = ["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "DEVELOPER_DIR"]

  package init(environment: (String) -> String?) {
    path = ToolProcess.program("xcrun", in: environment("PATH"))
    self.environment = Self.variables.compactMap { name in environment(name).map { "\(name)=\($0)" } }
  }

  /// The tests of a result bundle as JSON.
  ///
  /// - Parameter bundle: path of the .xcresult.
  package func tests(of bundle: String) throws(FindingsProblem) -> [UInt8] {
    guard let path else {
      throw FindingsProblem(
        refusing:
          "cannot find xcrun, which reads an .xcresult; on a Mac, run \"xcrun xcresulttool get test-results tests "
          + "--path NAME.xcresult > tests.json\", and import tests.json")
    }
    let process = ToolProcess(program: path, environment: environment, limit: 120_000, most: FindingsReport.largest)
    let outcome: ToolProcess.Outcome
    do throws(ToolProcess.Failure) {
      outcome = try process.run(["xcresulttool", "get", "test-results", "tests", "--path", bundle, "--compact"])
    } catch {
      throw FindingsProblem(refusing: "xcresulttool did not finish: \(error)")
    }
    guard outcome.status == 0 else {
      let reason = ReportText.oneLine(outcome.errors, limit: ReportText.line)
      throw FindingsProblem(refusing: "xcresulttool could not read it (exit \(outcome.status)): \(reason)")
    }
    return outcome.output
  }
}
