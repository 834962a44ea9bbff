import CanonicalJSON
import PageData

/// A style or a script that is part of a page, with the hash by which the policy of the page allows it.
package struct PageAsset: Sendable {
  /// The text between the tags, byte for byte.
  package let text: String

  /// - Parameter parts: in order, each on its own lines.
  init(_ parts: [page_file]) {
    text = parts.map { String(decoding: UnsafeBufferPointer(start: $0.bytes, count: $0.count), as: UTF8.self) }
      .joined(separator: "\n")
  }

  package init(text: String) {
    self.text = text
  }

  /// The source expression of a Content-Security-Policy: `'sha256-...'`.
  package var policy: String { "'sha256-\(Base64.text(SHA256.digest(of: Array(text.utf8)).withBytes(Array.init)))'" }
}

extension PageAsset {
  static var worksheetStyle: PageAsset { PageAsset([page_style(), page_form_style(), page_worksheet_style()]) }
  static var worksheetScript: PageAsset { PageAsset([page_bundle_script(), page_worksheet_script()]) }
  static var tapStyle: PageAsset { PageAsset([page_style(), page_form_style(), page_tap_style()]) }
  static var tapScript: PageAsset { PageAsset([page_bundle_script(), page_tap_script()]) }
  static var reportStyle: PageAsset { PageAsset([page_report_style()]) }
  static var reportScript: PageAsset { PageAsset([page_report_script()]) }
  static var conformanceStyle: PageAsset { PageAsset([page_style(), page_conformance_style()]) }
}

extension PageAsset {
  /// With a title at the foot of each printed page.
  func printing(_ title: String) -> PageAsset {
    // Letters and digits of any language as they are; everything else that is shown as the number of its character.
    let text = title.unicodeScalars.prefix(120).map { scalar -> String in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: ""
      default:
        scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar == " "
          ? String(scalar) : "\\\(String(scalar.value, radix: 16)) "
      }
    }.joined()
    return PageAsset(text: "\(self.text)\n@page { @bottom-left { content: \"\(text)\" } }\n")
  }
}
