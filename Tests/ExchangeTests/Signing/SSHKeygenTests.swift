import Audit
import Base
import Foundation
import Testing

@testable import Exchange

/// What came of checking one signature.
enum Verdict: Equatable {
  case valid(String, String)
  case refused(SigningProblem)

  init(_ body: () throws(SigningProblem) -> AllowedSigners.Signer) {
    do throws(SigningProblem) {
      let signer = try body()
      self = .valid(signer.name, signer.key.fingerprint)
    } catch {
      self = .refused(error)
    }
  }

  var problem: SigningProblem? { if case .refused(let problem) = self { problem } else { nil } }
}

/// Tools run one after the other: see `ToolProcess`.
@Suite("Signing with ssh-keygen", .serialized) struct SigningWithTool {
  @Suite("verifies", .enabled(if: SigningPlace.hasTool)) struct Verifying {
    private let place: SigningPlace
    private let key: String
    private let signature: ArmoredSignature

    init() throws {
      place = try SigningPlace()
      key = try place.key("tia")
      signature = try place.tool.sign(SigningPlace.message, keyFile: key)
    }

    private func verdict(
      _ lines: String, message: [UInt8] = SigningPlace.message, signature: [UInt8]? = nil, name: String? = nil,
      revoked: RevokedKeys? = nil
    ) throws -> Verdict {
      let signers = try place.signers(lines)
      return Verdict { () throws(SigningProblem) in
        try place.tool.verify(
          message, signature: signature ?? Array(self.signature.text.utf8), name: name, signers: signers,
          revoked: revoked, at: SigningPlace.now)
      }
    }

    private var valid: Verdict { .valid("tia", signature.fingerprint) }

    @Test("a key of a line, by name and fingerprint", arguments: ["ed25519", "rsa", "ecdsa"])
    func valid(kind: String) throws {
      let key = try place.key("tom", kind: kind)
      let signature = try place.tool.sign(SigningPlace.message, keyFile: key)
      #expect(try place.tool.fingerprint(ofKeyFile: key) == signature.fingerprint)
      let lines = try place.line("tia") + place.line("tom")
      let expected = Verdict.valid("tom", signature.fingerprint)
      let bytes = Array(signature.text.utf8)
      #expect(try verdict(lines, signature: bytes) == expected)
      #expect(try verdict(lines, signature: bytes, name: "tom") == expected)
      #expect(try verdict(lines, signature: bytes, name: "tia").problem?.code == .unknownSigner)
      #expect(
        try verdict(lines, message: SigningPlace.message + [10], signature: bytes).problem?.code == .wrongSignature)
    }

    @Test("no key without a line") func unknown() throws {
      _ = try place.key("tom")
      for lines in [try place.line("tom"), ""] {
        let problem = try verdict(lines).problem
        #expect(problem?.code == .unknownSigner)
        #expect(problem?.sentence.contains(signature.fingerprint) == true)
      }
    }

    @Test("no other text, purpose or signature") func wrong() throws {
      let wrong = Verdict.refused(.wrongSignature(signature.fingerprint))
      #expect(try verdict(place.line("tia"), message: Array("a11y-bundle 1\n".utf8)) == wrong)
      #expect(try verdict(place.line("tia"), message: []) == wrong)
      let mail = try place.ssh(["-Y", "sign", "-n", "mail", "-f", key], input: SigningPlace.message)
      #expect(try verdict(place.line("tia"), signature: mail) == wrong)
      let other = try place.tool.sign(Array("other".utf8), keyFile: key)
      #expect(try verdict(place.line("tia"), signature: Array(other.text.utf8)) == wrong)
      #expect(try verdict(place.line("tia"), signature: Array("junk".utf8)).problem?.code == .malformed)
    }

    @Test("long texts and names that are not ASCII") func long() throws {
      let message = [UInt8](repeating: 0x61, count: 3 << 20)
      let signature = Array(try place.tool.sign(message, keyFile: key).text.utf8)
      let line = try place.line("tia").replacing("tia ", with: "Zoë_(Köln) ", maxReplacements: 1)
      #expect(
        try verdict(line, message: message, signature: signature)
          == .valid("Zoë_(Köln)", self.signature.fingerprint))
    }

    @Test("keys in force only, by our clock and the tool's") func times() throws {
      let print = signature.fingerprint
      func verdict(_ options: String) throws -> Verdict {
        try self.verdict(place.line("tia", options: options))
      }
      #expect(try verdict(",valid-after=\"20260228Z\",valid-before=\"20260302Z\"") == valid)
      #expect(try verdict(",valid-before=\"20260301Z\"") == valid)
      let late = try verdict(",valid-before=\"20260228Z\"")
      #expect(late.problem?.code == .expired)
      #expect(late.problem?.sentence.hasPrefix("the key \(print) of tia expired") == true)
      #expect(late.problem?.sentence.contains("2026-02-28T00:00:00Z") == true)
      let early = try verdict(",valid-after=\"20260302Z\"")
      #expect(early.problem?.code == .notYetValid)
      #expect(early.problem?.sentence.hasPrefix("the key \(print) of tia is not valid") == true)
      // A forged signature is forged above all.
      let lines = try place.line("tia", options: ",valid-before=\"20260228Z\"")
      #expect(try self.verdict(lines, message: []) == .refused(.wrongSignature(print)))
    }

    @Test("no revoked key, in a list or a KRL") func revoked() throws {
      _ = try place.key("tom")
      try place.write("list", "# stolen\n\n\(place.publicKey("tia")) laptop\n")
      try place.write("others", "\(place.publicKey("tom"))\n")
      try place.ssh(["-q", "-k", "-f", place.path("krl"), place.path("tia.pub")])
      try place.ssh(["-q", "-k", "-f", place.path("otherskrl"), place.path("tom.pub")])
      for name in ["list", "krl"] {
        let keys = try RevokedKeys(path: place.path(name))
        let problem = try verdict(place.line("tia"), revoked: keys).problem
        #expect(problem?.code == .revoked)
        #expect(problem?.sentence.hasPrefix("the key \(signature.fingerprint) of tia is revoked") == true)
        #expect(
          try verdict(place.line("tia"), message: [], revoked: keys)
            == .refused(.wrongSignature(signature.fingerprint)))
      }
      for name in ["others", "otherskrl"] {
        #expect(try verdict(place.line("tia"), revoked: RevokedKeys(path: place.path(name))) == valid)
      }
      // Cut after its mark: the tool would call it a failure without a word.
      let krl = try #require(FileManager.default.contents(atPath: place.path("krl")))
      try krl.prefix(30).write(to: URL(fileURLWithPath: place.path("cut")))
      let cut = try verdict(place.line("tia"), revoked: RevokedKeys(path: place.path("cut")))
      #expect(cut.problem?.code == .revokedKeys)
    }

    @Test("with a list of revoked keys that can be read") func lists() throws {
      #expect(signingProblem { _ = try RevokedKeys(path: place.path("none")) }?.code == .revokedKeys)
      for line in ["junk", "SHA256: \(signature.fingerprint)", "tia \(try place.publicKey("tia"))", "ssh-ed25519 AAAA"]
      {
        let path = try place.write("list", "# one\n\(line)\n")
        let problem = signingProblem { _ = try RevokedKeys(path: path) }
        #expect(problem?.code == .revokedKeys)
        #expect(problem?.line == 2)
      }
    }
  }

  @Suite("signs", .enabled(if: SigningPlace.hasTool)) struct Signs {
    private let place: SigningPlace

    init() throws { place = try SigningPlace() }

    private func problem(_ key: String, _ message: [UInt8] = SigningPlace.message) -> SigningProblem? {
      signingProblem { _ = try place.tool.sign(message, keyFile: key) }
    }

    @Test("not with a passphrase, and does not wait for one", .timeLimit(.minutes(10))) func passphrase() throws {
      let key = try place.key("tia", passphrase: "secret")
      #expect(problem(key)?.code == .passphrase)
      #expect(PublicKey.isFingerprint(try place.tool.fingerprint(ofKeyFile: key)))
    }

    @Test("not with a passphrase that is the first line of the text") func firstLine() throws {
      let key = try place.key("tia", passphrase: "a11y-bundle 1")
      #expect(problem(key)?.code == .passphrase)
    }

    @Test("with a passphrase where an agent holds the key") func agent() throws {
      let key = try place.key("tia")
      let agent = try Agent(place)
      defer { agent.end() }
      try agent.add(key)
      try place.ssh(["-q", "-p", "-P", "", "-N", "secret", "-f", key])
      #expect(problem(key)?.code == .passphrase)
      let socket = agent.socket
      let tool = SSHKeygen { $0 == "SSH_AUTH_SOCK" ? socket : SigningPlace.variables[$0] }
      let signature = try tool.sign(SigningPlace.message, keyFile: key)
      try FileManager.default.removeItem(atPath: key)
      // Only the public half is left.
      #expect(try tool.sign(SigningPlace.message, keyFile: key).fingerprint == signature.fingerprint)
      #expect(try tool.sign(SigningPlace.message, keyFile: key + ".pub").fingerprint == signature.fingerprint)
      #expect(problem(key + ".pub")?.code == .keyMissing)
    }

    @Test("not with a file that is no key of its owner alone") func keys() throws {
      let key = try place.key("tia")
      #expect(problem(place.path("none"))?.code == .keyMissing)
      #expect(problem(place.folder)?.code == .keyUnreadable)
      try place.write("junk", "junk\n")
      #expect(problem(place.path("junk"))?.code == .keyUnreadable)
      #expect(signingProblem { _ = try place.tool.fingerprint(ofKeyFile: place.path("junk")) }?.code == .keyUnreadable)
      #expect(mkfifo(place.path("pipe"), 0o600) == 0)
      #expect(problem(place.path("pipe"))?.code == .keyUnreadable)
      #expect(problem(key + "\0x") != nil)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
      let open = problem(key)
      #expect(open?.code == .keyUnreadable)
      #expect(open?.sentence.contains("chmod 600") == true)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
      _ = try place.key("tom")
      try FileManager.default.removeItem(atPath: key + ".pub")
      try FileManager.default.copyItem(atPath: place.path("tom.pub"), toPath: key + ".pub")
      #expect(problem(key)?.sentence.contains("another key") == true)
    }
  }

  @Suite("meets tools") struct Tools {}
}

/// An agent that ends with the test.
private struct Agent {
  let socket: String
  private let number: Int32

  init(_ place: SigningPlace) throws {
    // The path of a socket has room for a hundred letters.
    socket = "/tmp/a11y-agent-\(UInt32.random(in: 0 ... .max))"
    let outcome = try Self.tool("ssh-agent").run(["-a", socket])
    let text = String(decoding: outcome.output, as: UTF8.self)
    let mark = try #require(text.range(of: "SSH_AGENT_PID="))
    number = try #require(Int32(text[mark.upperBound...].prefix { $0.isNumber }))
  }

  func add(_ key: String) throws {
    let outcome = try Self.tool("ssh-add", ["SSH_AUTH_SOCK=\(socket)"]).run([key])
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  func end() {
    kill(number, SIGTERM)
    unlink(socket)
  }

  private static func tool(_ name: String, _ variables: [String] = []) throws -> ToolProcess {
    let folders = (SigningPlace.variables["PATH"] ?? "").split(separator: ":")
    let path = try #require(folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) })
    return ToolProcess(program: path, environment: variables, limit: 10_000)
  }
}
