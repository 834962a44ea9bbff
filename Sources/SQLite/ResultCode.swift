/// A result code of SQLite, primary or extended.
///
/// The low byte is the primary code; the rest narrows it down. Source: https://www.sqlite.org/rescode.html
package struct ResultCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The primary code this one belongs to.
  package var primary: ResultCode {
    ResultCode(rawValue: rawValue & 0xFF)
  }

  /// `detail` is the number SQLite's header shifts into the second byte, as in `SQLITE_CANTOPEN | (6<<8)`.
  private init(_ primary: ResultCode, _ detail: Int32) {
    self.init(rawValue: primary.rawValue | (detail << 8))
  }
}

/// Primary codes.
extension ResultCode {
  package static let error = ResultCode(rawValue: 1)
  package static let abort = ResultCode(rawValue: 4)
  package static let busy = ResultCode(rawValue: 5)
  package static let locked = ResultCode(rawValue: 6)
  package static let noMemory = ResultCode(rawValue: 7)
  package static let readOnly = ResultCode(rawValue: 8)
  package static let interrupted = ResultCode(rawValue: 9)
  package static let ioError = ResultCode(rawValue: 10)
  package static let corrupt = ResultCode(rawValue: 11)
  package static let full = ResultCode(rawValue: 13)
  package static let cannotOpen = ResultCode(rawValue: 14)
  package static let tooBig = ResultCode(rawValue: 18)
  package static let misuse = ResultCode(rawValue: 21)
  package static let range = ResultCode(rawValue: 25)
  package static let notADatabase = ResultCode(rawValue: 26)
}

/// Extended codes that someone decides by.
extension ResultCode {
  /// The file was moved or deleted since it was opened.
  package static let readOnlyMoved = ResultCode(readOnly, 4)
  package static let cannotOpenDirectory = ResultCode(cannotOpen, 2)
}
