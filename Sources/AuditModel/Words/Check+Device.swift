extension Check {
  /// How to test on a kind of device: on a Mac with its own path of the settings, elsewhere without what is for a Mac alone.
  ///
  /// `Turn on Settings > Accessibility > VoiceOver (macOS: System Settings > Accessibility > VoiceOver).` has both.
  package func how(on family: DeviceFamily?) -> String {
    var text = ""
    var rest = Substring(how)
    while let start = rest.firstRange(of: "macOS: "), let end = rest[start.upperBound...].firstIndex(of: ")") {
      var before = rest[..<start.lowerBound]
      let path = rest[start.upperBound..<end]
      let isAlone = before.hasSuffix(" (")
      if family == .mac {
        if isAlone, path.hasPrefix("System Settings > "), let other = before.lastRange(of: "Settings > ") {
          text += before[..<other.lowerBound] + path
        } else {
          text += before + "macOS: " + path + ")"
        }
      } else {
        before.removeLast(isAlone ? 2 : before.hasSuffix("; ") ? 2 : 0)
        text += before + (isAlone ? "" : ")")
      }
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}

extension Substring {
  /// Where a text stands last.
  fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
