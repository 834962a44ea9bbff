import SQLite

extension Tracker {
  /// Does several writes one after the other, each on what the ones before left, as `write` would, and keeps nothing:
  /// what a dry run tells is what the real run will tell.
  ///
  /// - Returns: for each what its body returned or threw.
  package func rehearse<T>(_ count: Int, _ body: (Int, Writer) throws -> T) throws -> [Result<T, any Error>] {
    var results: [Result<T, any Error>] = []
    do {
      try Self.mapping(path) {
        try database.write {
          for index in 0..<count {
            results.append(
              Result {
                try Self.mapping(path) {
                  try database.write {
                    let writer = try Writer(database: database, path: path, environment: environment, isBulk: true)
                    let value = try body(index, writer)
                    try writer.finish()
                    return value
                  }
                }
              })
          }
          throw Rehearsed()
        }
      }
    } catch is Rehearsed {
      return results
    }
    return results
  }

  private struct Rehearsed: Error {}
}
