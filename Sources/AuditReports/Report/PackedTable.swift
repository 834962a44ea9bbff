/// Objects with the same members, written so that repeated values appear once.
///
/// ```
///   {"members":["check","state",...],"count":944,"columns":[
///     {"of":["a.b","c.d"],"at":[0,1,0,...]},    few values, and which of them each object has
///     {"same":"open"},                          one value for all
///     {"each":["...","..."]}]}                  values as they are
/// ```
enum PackedTable {
  static func json(_ rows: [[(String, JSONText)]]) -> JSONText {
    let members = rows.first?.map(\.0) ?? []
    let columns = members.indices.map { place in
      column(rows.map { place < $0.count ? $0[place].1 : .null })
    }
    return .object([
      ("members", .strings(members)), ("count", .int(rows.count)), ("columns", .array(columns)),
    ])
  }

  private static func column(_ values: [JSONText]) -> JSONText {
    var places: [String: Int] = [:]
    var distinct: [JSONText] = []
    var at: [JSONText] = []
    for value in values {
      let text = value.render()
      let place = places[text] ?? distinct.count
      if place == distinct.count {
        places[text] = place
        distinct.append(value)
      }
      at.append(.int(place))
    }
    if distinct.count == 1, let value = distinct.first { return .object([("same", value)]) }
    guard distinct.count * 2 <= values.count else { return .object([("each", .array(values))]) }
    return .object([("of", .array(distinct)), ("at", .array(at))])
  }
}
