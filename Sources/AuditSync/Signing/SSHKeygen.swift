import AuditStore
import Platform

/// `ssh-keygen`, which signs and verifies (OpenSSH 8.2 and later). It never asks: it has no terminal and no window.
///
/// It ends with 0 for success and 255 for every failure; the reason is a line of text. What can be checked without it
/// is checked here, and its output is used to name the reason of a failure, never for a success.
package struct SSHKeygen: Sendable {
  /// What signatures are made for: one that was made for git or mail proves nothing here.
  package static let purpose = "a11y-bundle"

  /// The tool; nil where there is none.
  package let path: String?
  /// Milliseconds to sign: an agent may ask, and a security key may want a touch.
  package var signingLimit: Int64 = 60_000
  /// Milliseconds for everything else.
  package var limit: Int64 = 10_000
  private let environment: [String]

  /// What the tool gets of the environment: what leads to agents and security keys, and nothing that opens windows.
  private static let variables = [
    "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TZ", "SSH_AUTH_SOCK", "SSH_SK_HELPER", "SSH_SK_PROVIDER",
    "SSH_PKCS11_HELPER", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH",
  ]

  /// Looks for the tool on PATH; folders that are not absolute are passed over.
  package init(environment: (String) -> String?) {
    path = ToolProcess.program("ssh-keygen", in: environment("PATH"))
    self.environment =
      Self.variables.compactMap { name in environment(name).map { "\(name)=\($0)" } }
      + ["SSH_ASKPASS_REQUIRE=never", "LC_ALL=C"]
  }

  /// - Throws: `SigningProblem` where there is no tool, or it does not start, does not end or says too much.
  func run(
    _ arguments: [String], input: [UInt8] = [], files: [[UInt8]] = [], limit: Int64? = nil
  ) throws(SigningProblem) -> ToolProcess.Outcome {
    guard let path else { throw .toolMissing }
    let limit = limit ?? self.limit
    let process = ToolProcess(program: path, environment: environment, limit: limit)
    do throws(ToolProcess.Failure) {
      return try process.run(arguments, input: input, files: files)
    } catch {
      switch error {
      case .system(let number): throw .init(.failed, "cannot run \(path): \(SystemText.of(number))")
      case .time: throw .init(.failed, "ssh-keygen did not finish within \(Double(limit) / 1000) s; try again")
      case .tooMuch: throw .init(.failed, "cannot use \(path): it writes more than expected")
      }
    }
  }

  /// The problem that any use of the tool may meet; nil where its failure has another reason.
  static func tooOld(_ outcome: ToolProcess.Outcome) -> SigningProblem? {
    let text = outcome.errors
    let isUnknown = ["unknown option", "illegal option", "unrecognized option", "invalid option"].contains {
      text.contains($0)
    }
    return isUnknown || text.contains("Unsupported operation for -Y") ? .toolTooOld : nil
  }
}
