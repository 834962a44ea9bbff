import Audit
import Base
import Foundation
import Testing

@testable import Exchange

/// A folder with keys that ends with the test, and the `ssh-keygen` of this machine.
final class SigningPlace {
  /// Where CI is set the tool must be there; elsewhere tests that need it are left out without it.
  static let hasTool = variables["CI"] != nil || SSHKeygen(environment: { variables[$0] }).path != nil
  static let variables = ProcessInfo.processInfo.environment.filter { $0.key != "SSH_AUTH_SOCK" }
  /// 2026-03-01T00:00:00Z.
  static let now = Timestamp(milliseconds: 1_772_323_200_000)
  static let message = Array("a11y-bundle 1\ntracker aaaaaaaa\n".utf8)

  let folder: String
  let tool: SSHKeygen

  init() throws {
    folder = NSTemporaryDirectory() + "/a11y-signing-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    tool = SSHKeygen(environment: { Self.variables[$0] })
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Makes a file; its path.
  @discardableResult func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Makes a key; its path.
  func key(_ name: String, kind: String = "ed25519", passphrase: String = "") throws -> String {
    let size = kind == "rsa" ? ["-b", "2048"] : []
    try ssh(["-q", "-t", kind, "-N", passphrase, "-C", "of \(name)", "-f", path(name)] + size)
    return path(name)
  }

  /// Kind and key of a public key's file.
  func publicKey(_ name: String) throws -> String {
    let text = try String(contentsOfFile: path(name + ".pub"), encoding: .utf8)
    return text.split(separator: " ").prefix(2).joined(separator: " ")
  }

  func line(_ name: String, options: String = "") throws -> String {
    "\(name) namespaces=\"a11y-bundle\"\(options) \(try publicKey(name)) of \(name)\n"
  }

  func signers(_ lines: String) throws -> AllowedSigners {
    try AllowedSigners(path: try write("allowed_signers", lines), localOffset: { _ in 0 })
  }

  /// Runs ssh-keygen as it is.
  @discardableResult func ssh(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let path = try #require(tool.path, "ssh-keygen is missing")
    let outcome = try ToolProcess(program: path, environment: ["HOME=\(folder)"], limit: 60_000)
      .run(arguments, input: input)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  /// A tool of another behavior under the name of ssh-keygen, as a script of the shell.
  func fake(_ script: String) throws -> SSHKeygen {
    try FileManager.default.createDirectory(atPath: path("bin"), withIntermediateDirectories: true)
    try write("bin/ssh-keygen", "#!/bin/sh\n\(script)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path("bin/ssh-keygen"))
    let folders = "\(path("bin")):\(Self.variables["PATH"] ?? "")"
    return SSHKeygen(environment: { $0 == "PATH" ? folders : Self.variables[$0] })
  }
}

/// What a signing problem says; nil for a body that throws none.
func signingProblem(_ body: () throws -> Void) -> SigningProblem? {
  do {
    try body()
    return nil
  } catch {
    return error as? SigningProblem
  }
}
