import SQLite

extension Reader {
  /// Whether what a fact decides takes effect here by itself: this file wrote the chain that it stands in. Where this is
  /// asked, what others write is a proposal.
  func isFollowed(_ number: Int64) throws -> Bool {
    try database.scalar("SELECT own FROM branch WHERE id = ?", [.integer(FactNumber.line(of: number))]) == 1
  }

  /// The components whose source file was named by others alone.
  package func componentsWithForeignSource() throws -> Set<String> {
    let sql = """
      SELECT register.key, register.fact FROM register
      WHERE register.kind = 'component' AND register.field = 'source' AND register.live = 1
      """
    var (own, all): (Set<String>, Set<String>) = ([], [])
    for (key, fact) in try database.all(sql, [], { ($0.text(0), $0.int64(1)) }) {
      all.insert(key)
      if try isFollowed(fact) { own.insert(key) }
    }
    return all.subtracting(own)
  }
}
