import Base
import Foundation
import Testing

@testable import Reports

@Suite("Pages")
struct HTMLPageTests {
  private static let origin = PageOrigin(
    digest: String(repeating: "ab", count: 32), facts: 1, asOf: "2026-11-21T08:00:00Z", filter: "--audit a<b",
    catalogue: "2026-11-21", program: "0.1.0")

  private static func page(_ title: String, script: PageAsset? = nil, data: HTMLText = "") -> String {
    HTMLPage(
      title: title, main: "<h2>One</h2>", origin: origin, style: PageAsset(text: "p { margin: 0 }"), script: script,
      data: data
    ).text
  }

  @Test("Base64 is that of everybody else", arguments: 0...64)
  func base64(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
    #expect(Base64Text.text(bytes) == Data(bytes).base64EncodedString())
  }

  @Test("The policy lets the style and the script of the page act, and nothing else")
  func policy() throws {
    let text = Self.page("Title", script: PageAsset(text: "let one = 1 < 2;"))
    let policy = try #require(text.firstMatch(of: /Content-Security-Policy" content="([^"]+)"/)).output.1
    let sha = { (text: Substring) in Base64Text.text(SHA256.digest(of: Array(text.utf8)).withBytes(Array.init)) }
    let style = try #require(text.firstMatch(of: /<style>((?s).*?)<\/style>/)).output.1
    let script = try #require(text.firstMatch(of: /<script type="module">((?s).*?)<\/script>/)).output.1
    #expect(script == "let one = 1 < 2;")
    #expect(
      policy
        == "default-src 'none'; style-src 'sha256-\(sha(style))'; script-src 'sha256-\(sha(script))'; base-uri 'none'; "
        + "form-action 'none'")
    #expect(!Self.page("Title").contains("script"), "a page without a script allows none")
  }

  @Test("A page has its language, one heading, a way to skip, landmarks, and says nothing to search engines or links")
  func shell() {
    let text = Self.page("A & <B>")
    #expect(text.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    #expect(text.contains("<title>A &amp; &lt;B&gt;</title>"))
    #expect(text.components(separatedBy: "<h1>").count == 2)
    for part in [
      "<meta name=\"robots\" content=\"noindex\">", "<meta name=\"referrer\" content=\"no-referrer\">",
      "<a class=\"skip\" href=\"#page-main\">", "<main id=\"page-main\"", "<header>", "<footer",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.contains("1 entry, digest of their history <code>\(String(repeating: "ab", count: 32))</code>"))
    #expect(text.contains("--audit a&lt;b"))
  }

  @Test("No text leaves the place it was put in", arguments: Hostile.texts.map(\.text))
  func hostile(text: String) throws {
    let page = Self.page(text, data: .data(.object([("text", .string(text))]), id: "data"))
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(page.components(separatedBy: "</script").count == 2)
    #expect(!page.contains("<img"))
    #expect(Hostile.harm(in: page.replacing("\t", with: " ")).isEmpty)
    let json = try #require(page.firstMatch(of: /<script type="application\/json" id="data">(.*?)<\/script>/)).output.1
    #expect(!json.contains("<"))
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
    #expect(value?["text"].map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("What people wrote does not turn the direction of its surroundings")
  func people() {
    #expect(HTMLText.people("a<b").text == "<bdi>a&lt;b</bdi>")
  }
}

@Suite("Styles and scripts")
struct PageAssetTests {
  static let assets: [(name: String, asset: PageAsset)] = [
    ("worksheet style", .worksheetStyle), ("worksheet script", .worksheetScript),
  ]

  @Test("None can end its element, begin a comment, or ask for anything", arguments: assets.map(\.asset.text))
  func harmless(text: String) {
    for word in ["</", "<!--", "url(", "@import", "http:", "https:", "\r", "fetch(", "XMLHttpRequest", "eval("] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.utf8.count > 1_000)
  }
}
