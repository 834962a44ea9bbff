import Audit
import Foundation
import Testing

@testable import Exchange

/// Part of the suite that runs tools one after the other.
extension SigningWithTool.Tools {
  private static let signature = Array(ArmoredSignatureTests.sample.utf8)

  private static func signers(_ options: String = "") throws -> AllowedSigners {
    let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJjFOJ/FuJxumNFBqUBLja4MPQmsAjaVMgN2ovHdifs5"
    return try AllowedSigners(
      Array("tia namespaces=\"a11y-bundle\"\(options) \(key)\n".utf8), localOffset: { _ in 0 })
  }

  private static func verdict(_ tool: SSHKeygen, options: String = "") throws -> Verdict {
    let signers = try signers(options)
    return Verdict { () throws(SigningProblem) in
      try tool.verify(SigningPlace.message, signature: signature, signers: signers, at: SigningPlace.now)
    }
  }

  @Test("that are missing", arguments: [nil, "", ":", "relative:.", "/nonexistent"] as [String?])
  func missing(path: String?) throws {
    let place = try SigningPlace()
    let tool = SSHKeygen(environment: { $0 == "PATH" ? path : nil })
    #expect(tool.path == nil)
    #expect(try Self.verdict(tool) == .refused(.toolMissing))
    let key = try place.write("key", "")
    #expect(signingProblem { _ = try tool.sign([], keyFile: key) }?.code == .toolMissing)
  }

  @Test(
    "that are too old",
    arguments: ["unknown option -- Y", "ssh-keygen: illegal option -- Y", "Unsupported operation for -Y: \"verify\""])
  func old(words: String) throws {
    let place = try SigningPlace()
    let tool = try place.fake("echo '\(words)' >&2; echo 'usage: ssh-keygen' >&2; exit 1")
    #expect(try Self.verdict(tool) == .refused(.toolTooOld))
    let key = try place.write("key", "")
    #expect(signingProblem { _ = try tool.sign([], keyFile: key) }?.code == .toolTooOld)
  }

  @Test(
    "that know no times, whose times were judged before",
    arguments: ["bad options: unknown key option", "Invalid \"verify-time\" option"])
  func times(words: String) throws {
    let place = try SigningPlace()
    let print = "SHA256:df3PgY3I2hO76T+LxoJnoI5QlSK7ke43nKyc3XKfCsQ"
    let tool = try place.fake(
      """
      case "$*" in *verify-time*) echo '\(words)' >&2; exit 255;; esac
      grep -q valid /dev/fd/4 && exit 255
      echo 'Good "a11y-bundle" signature for tia with ED25519 key \(print)'
      """)
    #expect(try Self.verdict(tool, options: ",valid-before=\"20270101Z\"") == .valid("tia", print))
  }

  @Test("that praise another key, or say nothing") func lies() throws {
    let place = try SigningPlace()
    for words in [
      "", "Good \"a11y-bundle\" signature for tia with ED25519 key SHA256:x",
      "Good \"mail\" signature for tia with ED25519 key SHA256:df3PgY3I2hO76T+LxoJnoI5QlSK7ke43nKyc3XKfCsQ",
    ] {
      #expect(try Self.verdict(place.fake("echo '\(words)'")).problem?.code == .failed)
    }
    let key = try place.write("key", "")
    let tool = try place.fake("echo 'no signature'")
    #expect(signingProblem { _ = try tool.sign([], keyFile: key) }?.code == .failed)
  }

  @Test("that do not end, and ends what they have started", .timeLimit(.minutes(10))) func endless() throws {
    let place = try SigningPlace()
    for script in [
      "sleep 9999 & echo $! >PID; wait", "exec >&- 2>&-; echo $$ >PID; exec sleep 9999", "sleep 9999 & echo $! >PID",
    ] {
      var tool = try place.fake(script.replacing("PID", with: place.path("pid")))
      tool.limit = 300
      #expect(try Self.verdict(tool).problem?.sentence.contains("did not finish") == true)
      let number = try String(contentsOfFile: place.path("pid"), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(Self.ends(try #require(Int32(number))))
    }
  }

  @Test("that write without end, do not start, or are ended", .timeLimit(.minutes(10))) func strange() throws {
    let place = try SigningPlace()
    for script in ["exec cat /dev/zero", "exec cat /dev/zero >&2"] {
      #expect(try Self.verdict(place.fake(script)).problem?.sentence.contains("more than expected") == true)
    }
    #expect(try Self.verdict(place.fake("kill -9 $$")).problem?.code == .failed)
    let broken = try place.fake("")
    try place.write("bin/ssh-keygen", "#!/nonexistent\n")
    #expect(try Self.verdict(broken).problem?.sentence.contains("cannot run") == true)
    let words = try Self.verdict(place.fake("printf 'one\\ntwo \\033[31m\\n' >&2; exit 255")).problem?.sentence
    #expect(words == "ssh-keygen did not verify: two  [31m")
  }

  @Test("without a terminal, a window or what else is in the environment, and with no signal ignored") func world()
    throws
  {
    // As where a shell started it in the background.
    let before = signal(SIGQUIT, SIG_IGN)
    defer { signal(SIGQUIT, before) }
    let place = try SigningPlace()
    let script = """
      { env; (: </dev/tty) 2>/dev/null && echo terminal; grep SigIgn /proc/self/status; } >\(place.path("out")) 2>/dev/null
      exit 255
      """
    let fake = try place.fake(script)
    let path = try #require(fake.path)
    let tool = SSHKeygen { name in
      switch name {
      case "PATH": "\(place.path("bin")):/usr/bin:/bin"
      default: "secret"
      }
    }
    #expect(tool.path == path)
    _ = try Self.verdict(tool)
    let said = try String(contentsOfFile: place.path("out"), encoding: .utf8)
    #expect(said.contains("SSH_ASKPASS_REQUIRE=never"))
    #expect(said.contains("SSH_AUTH_SOCK=secret"))
    for name in ["SSH_ASKPASS=", "DISPLAY=", "WAYLAND_DISPLAY=", "GIT_", "terminal"] { #expect(!said.contains(name)) }
    #if os(Linux)
      let ignored = try #require(said.split(separator: "SigIgn:\t").last?.prefix { $0.isHexDigit })
      // Those above are the C library's own.
      #expect(try #require(UInt64(ignored, radix: 16)) & 0x7fff_ffff == 0)
    #endif
  }

  @Test("and leaves no file open and no process behind") func leaks() throws {
    let place = try SigningPlace()
    let tool = try place.fake("exit 255")
    let broken = try place.fake("exit 255")
    func open() -> Int { (0..<4096).count { fcntl($0, F_GETFD) >= 0 } }
    _ = try Self.verdict(tool)
    let before = open()
    for _ in 0..<100 { _ = try Self.verdict(tool) }
    try FileManager.default.removeItem(atPath: place.path("bin/ssh-keygen"))
    for _ in 0..<100 { _ = try Self.verdict(broken) }
    // Other tests open files meanwhile, but not hundreds.
    #expect(open() - before < 100)
    #if os(Linux)
      let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
      let dead = tasks.filter { number in
        let stat = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
        return stat.contains(") Z \(getpid()) ")
      }
      #expect(dead.count < 10)
    #endif
  }

  @Test("that are slow to read and quick to end") func traffic() throws {
    let big = [UInt8](repeating: 0x78, count: 1 << 20)
    func run(_ script: String, _ limit: Int64 = 20_000) throws -> ToolProcess.Outcome {
      try ToolProcess(program: "/bin/sh", environment: ["PATH=/usr/bin:/bin"], limit: limit)
        .run(["-c", script], input: big, files: [big, []])
    }
    #expect(try run("exit 3") == .init(status: 3, output: [], errors: ""))
    #expect(
      try run("wc -c; wc -c </dev/fd/3; wc -c </dev/fd/4").output.filter { $0 > 0x2f } == Array("104857610485760".utf8))
    #expect(try run("sleep 0.2; wc -c </dev/fd/3; head -c 200000 >&2").errors.utf8.count == 200_000)
    #expect(try run("kill -15 $$").status == 143)
  }

  /// Whether a process is gone before long.
  private static func ends(_ number: Int32) -> Bool {
    for _ in 0..<12_000 {
      if kill(number, 0) != 0 { return true }
      #if os(Linux)
        // One that nobody waits for is dead as well.
        let stat = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
        if stat.contains(") Z ") { return true }
      #endif
      usleep(10_000)
    }
    return false
  }
}
