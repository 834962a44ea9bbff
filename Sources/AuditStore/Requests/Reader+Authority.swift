import SQLite

extension Reader {
  /// Whether what a fact decides takes effect here by itself: this file wrote the chain that it stands in. Where this is
  /// asked, what others write is a proposal.
  func isFollowed(_ number: Int64) throws -> Bool {
    try database.scalar("SELECT own FROM branch WHERE id = ?", [.integer(FactNumber.line(of: number))]) == 1
  }
}
