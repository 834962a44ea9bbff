import Testing

@testable import Audit

@Suite("kinds of evidence")
struct EvidenceTypeTests {
  @Test(
    "the first bytes tell the kind",
    arguments: [
      (EvidenceSamples.png, EvidenceType.png), (EvidenceSamples.cleanJPEG, .jpeg), (EvidenceSamples.webp, .webp),
      (EvidenceSamples.boxes("heic"), .heic), (EvidenceSamples.boxes("mif1", ["heic", "miaf"]), .heic),
      (EvidenceSamples.boxes("isom", ["iso2", "avc1"]), .mp4), (EvidenceSamples.boxes("mp42"), .mp4),
      (EvidenceSamples.boxes("M4V "), .mp4), (Array("%PDF-1.7\n".utf8), .pdf),
      (Array("VoiceOver says: \u{201c}button\u{201d}\r\n\tTwice. \u{1F525}\n".utf8), .text),
    ])
  func known(_ bytes: [UInt8], _ type: EvidenceType) {
    #expect(EvidenceType(of: bytes) == type)
  }

  @Test(
    "anything else is not taken",
    arguments: [
      EvidenceSamples.boxes("qt  "), EvidenceSamples.boxes("avif", ["mif1", "heic"]),
      EvidenceSamples.boxes("mif1", ["avif"]), Array("GIF89a\0".utf8), Array("PK\u{3}\u{4}".utf8),
      Array("\u{7f}ELF".utf8), Array("a\0b".utf8), Array("\u{1b}[2J".utf8), Array("a\u{85}b".utf8),
      [0xe4, 0x62], [0xff, 0xfe, 0x61, 0x00], Array(EvidenceSamples.boxes("mp42").dropLast(12)),
    ])
  func unknown(_ bytes: [UInt8]) {
    #expect(EvidenceType(of: bytes) == nil)
  }
}

@Suite("names of evidence")
struct EvidenceNameTests {
  @Test(
    "a name never leads anywhere, and its ending fits",
    arguments: [
      ("shot.png", "image/png", "shot.png"), ("/etc/passwd", "text/plain", "passwd.txt"),
      ("../../up.png", "image/png", "up.png"), ("..", "image/png", "evidence.png"), ("", "image/png", "evidence.png"),
      ("a/b\\..\\c.png", "image/png", "b-..-c.png"), (".hidden.png", "image/png", "hidden.png"),
      ("-rf.png", "image/png", "rf.png"), ("shot.jpg", "image/png", "shot.png"),
      ("IMG_1.JPG", "image/jpeg", "IMG_1.JPG"),
      ("run.sh", "text/plain", "run.sh.txt"), ("page.html", "text/plain", "page.html.txt"),
      ("build.log", "text/plain", "build.log"), ("v1.2", "image/png", "v1.2.png"),
      ("CON.png", "image/png", "_CON.png"), ("lpt1.x.png", "image/png", "_lpt1.x.png"),
      ("a\u{202e}gnp.exe", "image/png", "agnp.exe.png"), ("a\u{1b}[2J\nb.png", "image/png", "a[2Jb.png"),
      ("C:\\x?.png", "image/png", "C--x-.png"), ("caf\u{e9}.png", "image/png", "caf\u{e9}.png"),
      ("x.png. . ", "image/png", "x.png.png"), ("model.usdz", "model/usd", "model.usdz.bin"),
    ])
  func safe(_ name: String, _ type: String, _ wanted: String) {
    let safe = EvidenceName.safe(name, type: type)
    #expect(safe == wanted)
    #expect(EvidenceName.safe(safe, type: type) == safe)
  }

  @Test("a long name keeps its ending and is cut between characters")
  func long() {
    let safe = EvidenceName.safe(String(repeating: "\u{1F525}", count: 50_000) + ".png", type: "image/png")
    #expect(safe.utf8.count <= EvidenceName.longest)
    #expect(safe.hasSuffix("\u{1F525}.png"))
  }

  @Test("the second of a name gets a number before its ending")
  func numbers() {
    #expect(EvidenceName.numbered("shot.png", 1) == "shot.png")
    #expect(EvidenceName.numbered("shot.png", 2) == "shot-2.png")
  }
}
