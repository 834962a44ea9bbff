import CSQLite

/// The SQLite library this process runs with.
package enum Library {
  /// Whether the settings of the whole process were accepted, tried once before the first connection opens.
  ///
  /// Memory statistics take a global lock around every allocation: switching them off is worth a tenth of a bulk
  /// import. Someone who used SQLite before us in this process makes it `false`, which costs time and nothing else.
  static let isConfigured = a11y_config_memstatus(0) == SQLITE_OK
}
