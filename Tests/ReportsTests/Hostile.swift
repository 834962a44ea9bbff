/// Texts that do harm where they are written as they are.
enum Hostile {
  static let megabyte = String(repeating: "0123456789abcde ", count: 1 << 16)

  static let texts: [(name: String, text: String)] = [
    ("empty", ""),
    ("NUL", "a\u{0}b"),
    ("ESC colour", "\u{1b}[31mred\u{1b}[0m"),
    ("ESC title", "\u{1b}]0;owned\u{7}"),
    ("C1 control sequence", "\u{9b}2J\u{85}\u{90}"),
    // Beside DEL nothing but what needs no second look.
    ("DEL", "abc\u{7f}d"),
    ("DEL and backspace", "abc\u{7f}\u{8}\u{8}"),
    ("bidi override", "user\u{202e}txt.exe\u{2066}\u{2069}\u{200f}\u{61c}"),
    ("line separators", "one\u{2028}two\u{2029}three"),
    ("zero width", "pass\u{200b}word\u{feff}\u{2060}\u{ad}\u{200d}x"),
    ("tag characters", "flag\u{e0067}\u{e007f}\u{e0001}"),
    ("script end", "</script><img src=x onerror=alert(1)>"),
    // In Swift a mark and the sign it stands on are one character; to every other program they are two.
    ("quote with an accent", "x'\u{301}$(touch x)'\u{301}\"\u{301}y"),
    ("angle with an accent", "<\u{301}b><\u{fe0f}/script>&\u{301}lt;"),
    ("backquote with an accent", "`\u{301}code`\u{fe0f} *\u{301}x* [\u{301}y](z)"),
    ("formula", "=cmd|'/c calc'!A0"),
    ("formula behind tab", "\t=1+1"),
    ("formula behind CR", "\r=1+1"),
    ("plus, minus, at", "+1 -1 @SUM(A1)"),
    ("minus", "-5"),
    ("guarded already", "'=1+1"),
    ("lone CR", "all good\rFAIL"),
    ("LF", "one\ntwo\n\nthree"),
    ("CR LF", "one\r\ntwo\r\n"),
    ("TAB", "a\tb"),
    ("quotes", "say \"hi\", 'you' \\ `code`"),
    ("Markdown", "# **bold** _it_ [x](javascript:alert(1)) | ~~no~~ ![i](u) $x$ &lt;"),
    ("emoji", "👩‍👩‍👧‍👦 🇩🇪 ❤️ 1️⃣ 👍🏽"),
    ("combining", "e\u{301}\u{302}\u{303} नमस्ते"),
    ("CJK", "閉じるボタンが小さい ｆｕｌｌ 한국어"),
    ("Arabic with joiner", "می\u{200c}خواهم"),
  ]

  /// As harmful and large; apart, as drawing them takes time.
  static let large: [(name: String, text: String)] = [
    ("1 MB", megabyte),
    ("1 MB without a space", String(repeating: "x", count: 1 << 20)),
    ("1 MB of ESC", String(repeating: "\u{1b}[2J", count: 1 << 18)),
  ]

  /// The scalars of an output that no output may hold, by a list that does not ask the code under test.
  ///
  /// Line feeds are the renderer's own business and are allowed; `allowing` names what else is.
  static func harm(in output: String, allowing allowed: Set<UInt32> = []) -> [String] {
    var found: Set<UInt32> = []
    for scalar in output.unicodeScalars {
      switch scalar.value {
      case 0x0A: continue
      case 0x00..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x61C, 0x2028, 0x2029, 0x200B,
        0xFEFF, 0xE0000...0xE007F:
        if !allowed.contains(scalar.value) { found.insert(scalar.value) }
      default: continue
      }
    }
    return found.sorted().map { String($0, radix: 16) }
  }
}
