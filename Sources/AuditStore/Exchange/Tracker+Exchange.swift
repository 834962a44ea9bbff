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
                    let writer = try Writer(database: database, path: path, environment: environment)
                    let value = try body(index, writer)
                    try writer.finish()
                    return value
                  }
                }
              })
          }
          throw DryRunDone()
        }
      }
    } catch is DryRunDone {
      return results
    }
    return results
  }

  private struct DryRunDone: Error {}

  /// Does several writes in one transaction, each of them kept whole or not at all: making each durable by itself takes
  /// longer than the writes.
  ///
  /// - Parameters:
  ///   - isBulk: as in `write`.
  ///   - isRefusal: whether an error concerns one write alone. Any other ends the call, and nothing is kept.
  /// - Returns: for each what its body returned or threw. As many as half a second allows, but one at least: others wait
  ///   to write.
  package func writeSome<T>(
    _ count: Int, isBulk: Bool = false, isRefusal: (any Error) -> Bool, _ body: (Int, Writer) throws -> T
  ) throws -> [Result<T, any Error>] {
    try write(isBulk: isBulk) { whole in
      var results: [Result<T, any Error>] = []
      repeat {
        do {
          results.append(.success(try one(results.count, whole, body)))
        } catch let error where isRefusal(error) {
          results.append(.failure(error))
        }
      } while results.count < count && (0..<500).contains(environment.now() - whole.now)
      return results
    }
  }

  private func one<T>(_ index: Int, _ whole: Writer, _ body: (Int, Writer) throws -> T) throws -> T {
    try whole.database.write {
      let writer = try Writer(database: database, path: path, environment: environment)
      let value = try body(index, writer)
      try writer.finish()
      return value
    }
  }
}
