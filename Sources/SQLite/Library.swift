import CSQLite

/// The SQLite library this process runs with.
package enum Library {
  /// Version of the library at run time as a number, 3.40.1 = 3040001.
  package static var versionNumber: Int32 { sqlite3_libversion_number() }

  /// Whether the settings of the whole process were accepted, tried once before the first connection opens.
  ///
  /// Memory statistics take a global lock around every allocation: switching them off is worth a tenth of a bulk
  /// import. Someone who used SQLite before us in this process makes it `false`, which costs time and nothing else.
  static let isConfigured = a11y_config_memstatus(0) == SQLITE_OK
}
