package import Arguments
package import AuditFigures
package import AuditModel
package import AuditReports
package import AuditStore
import CanonicalJSON
import Terminal

/// What cells are compared with: what they showed at some other time, by their names.
package struct Baseline {
  /// As asked for.
  package let name: String
  /// Whether it is an audit's own results.
  package private(set) var isAudit = false
  let cells: CellsBefore

  private static let largestFile = 256 << 20

  /// - Parameters:
  ///   - reader: as of the moment that the gate speaks of.
  ///   - present: the tracker now.
  /// - Throws: not found where the name is none of an audit, a moment and a file; bad input for a file that is no list
  ///   of cells; usage for a moment later than that of the gate.
  package static func find(_ typed: String, _ reader: Reader, _ present: Reader, _ context: Context) throws -> Baseline
  {
    if let audit = try audit(typed, present) { return try Baseline(name: audit.name, of: audit, reader, present) }
    let isMoment = Self.isMoment(typed)
    if !isMoment, typed.after("build:") == nil, context.world.files.exists(typed) {
      return try Baseline(file: typed, present.names, context)
    }
    let moment: Int64
    do {
      moment = try MomentName.find(typed, present).at
    } catch let problem as Problem where problem.code == "moment.unknown" {
      throw Problem(
        .notFound, code: "baseline.unknown",
        "invalid value \(MessageText.quoted(typed)) for --baseline; expected an audit, a date, a build, or a file",
        hints: problem.hints)
    }
    guard moment <= reader.now else {
      throw Problem.usage(
        "time.order", "--baseline \(MessageText.quoted(typed)) is later than the gate",
        hints: ["Specify an earlier day or a later --as-of."])
    }
    return try Baseline(name: typed, cells: .moment(CellOutcomes(present.at(moment).cellTable(Filter(), .all))))
  }

  /// The audit that a person means; nil where it is no name of one.
  package static func audit(_ typed: String, _ present: Reader) throws -> AuditRound? {
    if isMoment(typed) { return nil }
    return try present.audit(typed.after("audit:") ?? typed)
  }

  private static func isMoment(_ typed: String) -> Bool {
    (try? Timestamp.read(typed, localOffset: { _ in 0 })) != nil
  }

  private init(name: String, cells: CellsBefore) { (self.name, self.cells) = (name, cells) }

  /// An audit as it was when it was closed, or as it is while it is open. It holds every cell that carries its name, in
  /// its scope or not: what was seen was seen.
  private init(name: String, of audit: AuditRound, _ reader: Reader, _ present: Reader) throws {
    let reader = try reader.closing(of: audit).map(present.at) ?? reader
    let rows = try reader.cells(of: audit, Filter(), includingUntested: true, includingOutside: true).rows
    self.init(
      name: name, cells: .named(Dictionary(rows.map { ($0.place, $0.outcome) }, uniquingKeysWith: { _, last in last })))
    isAudit = true
  }

  /// What is compared: the cells that were answered then, for any kind of baseline.
  package func figures(_ cells: [GateCell]) -> GateReport.Baseline {
    let known = cells.count(where: \.isCompared)
    return GateReport.Baseline(name: name, isAudit: isAudit, known: known, elsewhere: self.cells.answered - known)
  }

  // MARK: A file

  private init(file path: String, _ names: ComponentNames, _ context: Context) throws {
    let bytes = try context.text(of: path).readAll(limit: Self.largestFile, name: MessageText.quoted(path))
    var options = JSONOptions.standard
    options.allowsFractions = true
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONReader.parse(bytes, options: options)
    } catch {
      throw Self.invalid(
        path,
        "line \(error.line), column \(error.column), at \(error.path): expected \(error.wanted), found \(error.found)")
    }
    let schema = document.objectValue?["schema"]?.stringValue ?? ""
    guard schema == "a11y.cells/1", let rows = document.objectValue?["rows"]?.arrayValue else {
      let isBundle = document.objectValue?["bundle"] != nil
      let found =
        isBundle
        ? "a bundle" : schema.isEmpty ? "another document" : "a document of the schema \(MessageText.quoted(schema))"
      throw Self.invalid(
        path, "it is \(found)",
        hint: isBundle ? "Run \"a11y import\" first, then use an audit of the bundle or a date as the baseline." : nil)
    }
    var outcomes: [ScopeCell: Outcome?] = [:]
    for (number, row) in rows.enumerated() {
      guard let row = row.objectValue, let component = row["component"]?.stringValue,
        let check = row["check"]?.stringValue, let condition = row["condition"]?.stringValue,
        let word = row["outcome"]?.stringValue, word == "untested" || Outcome(rawValue: word) != nil
      else {
        throw Self.invalid(path, "$.rows[\(number)] has no component, check, condition and known outcome")
      }
      let place = ScopeCell(component: names.present(component), check: check, condition: condition)
      outcomes[place] = .some(Outcome(rawValue: word))
    }
    self.init(name: path, cells: .named(outcomes))
  }

  private static func invalid(_ path: String, _ why: String, hint: String? = nil) -> Problem {
    Problem(
      .badInput, code: "baseline.invalid", "\(MessageText.quoted(path)) is not a list of items: \(why)",
      hints: [hint ?? "Run \"a11y list cells --json -o FILE\" to create one. Add --all for untested items."])
  }
}

extension String {
  /// The text after a prefix; nil where it does not begin with the prefix.
  fileprivate func after(_ prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(dropFirst(prefix.count)) : nil
  }
}
