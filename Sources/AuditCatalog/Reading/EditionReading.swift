import AuditFigures
import AuditModel
import CanonicalJSON

/// Reads the editions of the conformance report and the chapters that they share.
enum EditionReading {
  typealias Rows = (editions: [ConformanceEdition], chapters: [ConformanceChapter])

  static func rows(_ members: Members) throws(CatalogProblem) -> Rows {
    let shared = try members.requiredList("chapters", chapter)
    let editions = try members.requiredList("editions") { value throws(CatalogProblem) in try edition(value, shared) }
    return (editions, shared.map(\.chapter))
  }

  /// A chapter with the ids that it has in the editions.
  private typealias Shared = (ids: [String], chapter: ConformanceChapter)

  private static func chapter(_ value: JSONValue) throws(CatalogProblem) -> Shared {
    let members = try Members(of: value, name: "chapter")
    let ids = try members.texts("ids")
    let rows = try members.requiredList("criteria") { value throws(CatalogProblem) in
      let row = try Members(of: value, name: "criterion")
      return ConformanceChapter.Row(id: try row.text("id"), name: try row.text("name"))
    }
    return (
      ids,
      ConformanceChapter(
        id: ids.first ?? "", heading: try members.text("heading"), reason: try members.text("reason"), rows: rows)
    )
  }

  private static func edition(_ value: JSONValue, _ shared: [Shared]) throws(CatalogProblem) -> ConformanceEdition {
    let members = try Members(of: value, name: "edition")
    let chapters = try members.texts("chapters").map { id throws(CatalogProblem) -> ConformanceChapter in
      guard var chapter = shared.first(where: { $0.ids.contains(id) })?.chapter else {
        throw CatalogProblem("unknown chapter \(Excerpt.quoted(id))").inside(.member("chapters"))
      }
      chapter.id = id
      return chapter
    }
    return ConformanceEdition(
      id: try members.text("id"), name: try members.text("name"), wcag: try members.text("wcag"), chapters: chapters)
  }
}
