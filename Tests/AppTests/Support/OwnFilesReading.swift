import Audit

/// Reads a file of a team's own checks.
enum OwnFilesReading {
  static func checks(_ bytes: [UInt8]) throws -> [Check] { try OwnFiles.checks(in: bytes).checks }
}
