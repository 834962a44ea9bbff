import Base

/// The members of a fact and of a header.
enum FactKey {
  case at, body, c, kind, n, prev, r, salt, saw

  @inline(__always)
  init?(_ text: TokenText, in window: UnsafeRawBufferPointer) {
    guard text.count > 0 else { return nil }
    // At most one of them begins so and is so long.
    let (key, name): (FactKey, StaticString) =
      switch (window[text.start], text.count) {
      case (UInt8(ascii: "a"), _): (.at, "at")
      case (UInt8(ascii: "b"), _): (.body, "body")
      case (UInt8(ascii: "c"), _): (.c, "c")
      case (UInt8(ascii: "k"), _): (.kind, "kind")
      case (UInt8(ascii: "n"), _): (.n, "n")
      case (UInt8(ascii: "p"), _): (.prev, "prev")
      case (UInt8(ascii: "s"), 3): (.saw, "saw")
      case (UInt8(ascii: "s"), _): (.salt, "salt")
      default: (.r, "r")
      }
    guard text.matches(name, in: window) else { return nil }
    self = key
  }
}
