package import AuditModel

/// Devices that run the same builds of an app: which of two builds is newer is known only within one line.
///
/// An app for iPhone and iPad is one build. For a Mac, a watch, a television or a headset it is another, with numbers
/// of its own.
package enum BuildLine: Hashable, Sendable {
  case mobile, mac, watch, tv, vision

  package init(_ family: DeviceFamily) {
    self =
      switch family {
      case .iPhone, .iPad: .mobile
      case .mac: .mac
      case .watch: .watch
      case .tv: .tv
      case .vision: .vision
      }
  }
}
