import Base
import Foundation
import Testing

@testable import Reports

@Suite("Words for a shell")
struct ShellWordTests {
  @Test("A plain name is left as it is; anything else is in quotes")
  func plain() {
    #expect(ShellWord.quoted("home/save-button_2.swift") == "home/save-button_2.swift")
    #expect(ShellWord.quoted("") == "''" && ShellWord.quoted("-n") == "'-n'")
    #expect(ShellWord.quoted("it's") == "'it'\\''s'" && ShellWord.quoted("größe") == "'größe'")
  }

  @Test("Words that begin with a hyphen come after the flags of a command, and after --")
  func hyphens() {
    #expect(ShellWord.command("a11y walk", ["screen:a"], flags: " --all") == "a11y walk 'screen:a' --all")
    #expect(
      ShellWord.command("a11y walk", ["-owner:x", "b"], flags: " --all") == "a11y walk --all -- '-owner:x' b")
    #expect(ShellWord.command("a11y walk", []) == "a11y walk")
  }

  @Test("A shell reads any text back as one word", arguments: Hostile.texts.filter { !$0.text.contains("\0") })
  func read(name: String, text: String) throws {
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-s"]
    shell.standardOutput = output
    // A megabyte is longer than an argument may be, but not than a script.
    let input = Pipe()
    shell.standardInput = input
    try shell.run()
    let script = Data("printf %s \(ShellWord.quoted(text))\nprintf '|%s' \(ShellWord.inQuotes(text))\n".utf8)
    DispatchQueue.global().async {
      input.fileHandleForWriting.write(script)
      input.fileHandleForWriting.closeFile()
    }
    let read = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    #expect(Array(read) == Array("\(text)|\(text)".utf8), "\(name)")
  }
}
