import Base
import Foundation
import Testing

@testable import Reports

@Suite("Lists in each form")
struct SheetTests {
  private func render(
    _ format: SheetFormat, width: Int = 80, columns: [String]? = nil, rows: [[SheetValue]] = Sample.rows,
    bom: Bool = false
  )
    throws -> String
  {
    var style = Sample.style(format, width: width, columns: columns)
    style.bom = bom
    return try Sample.sheet(rows).render(style)
  }

  @Test("Table: aligned, text cut to fit, no spaces at line ends")
  func table() throws {
    #expect(
      try render(.table, width: 100) == """
        Cells

        Component             Check                      Outcome     Severity  Note                      Age
        sign-in/close-button  touch-target.minimum-44pt  FAIL        serious   close cross too small,…    12
        home/play             voiceover.label-present    CAN'T TELL            =1+1                       -5

        2 cells, 1 fails.

        """)
  }

  @Test("Records: below 60 columns, and where identifiers do not fit")
  func records() throws {
    #expect(
      try render(.table, width: 40) == """
        Cells

        Component: sign-in/close-button
        Check: touch-target.minimum-44pt
        Outcome: FAIL
        Severity: serious
        Note: close cross too small, hard to hit
          with a thumb
        Age: 12

        Component: home/play
        Check: voiceover.label-present
        Outcome: CAN'T TELL
        Note: =1+1
        Age: -5

        2 cells, 1 fails.

        """)
    let key = String(repeating: "k", count: 61)
    #expect(
      try render(.table, width: 60, rows: [[.text(key), .text("b.c")]]).contains("Component:\n  \(key)\nCheck: b.c\n"))
  }

  @Test("One identifier of many that does not fit has a line of its own")
  func outlier() throws {
    let key = String(repeating: "k", count: 101)
    let row: [SheetValue] = [.text(key), .text("b.c"), .outcome("pass"), .null, .null, .integer(1)]
    let empty: [SheetValue] = [.text("a/b"), .text(key), .null, .null, .null, .null]
    #expect(
      try render(.table, width: 100, rows: Sample.rows + [row, empty]) == """
        Cells

        Component             Check                      Outcome     Severity  Note                      Age
        sign-in/close-button  touch-target.minimum-44pt  FAIL        serious   close cross too small,…    12
        home/play             voiceover.label-present    CAN'T TELL            =1+1                       -5
        \(key)
                              b.c                        PASS                                              1
        a/b                   \(key)

        2 cells, 1 fails.

        """)
  }

  @Test("Where columns do not fit, the longest are below their row, each after its label")
  func below() throws {
    #expect(
      try render(.table, width: 76) == """
        Cells

        Component             Check                      Outcome     Severity  Age
        sign-in/close-button  touch-target.minimum-44pt  FAIL        serious    12
          Note: close cross too small, hard to hit with a thumb
        home/play             voiceover.label-present    CAN'T TELL             -5
          Note: =1+1

        2 cells, 1 fails.

        """)
    #expect(
      try render(.table, width: 60).hasPrefix(
        """
        Cells

        Component             Check                      Outcome
        sign-in/close-button  touch-target.minimum-44pt  FAIL
          Severity: serious
          Note: close cross too small, hard to hit with a thumb
          Age: 12
        home/play             voiceover.label-present    CAN'T TELL
          Note: =1+1  Age: -5

        """))
  }

  @Test("What is left out is named, with the width that shows everything", arguments: [60, 76, 80, 100, 120])
  func spare(width: Int) throws {
    var columns = Sample.columns
    columns[5].importance = .spare
    let sheet = Sheet(schema: "cells", title: "", columns: columns, rows: Sample.rows)
    let table = try sheet.render(Sample.style(.table, width: width))
    #expect(table.contains("Hidden at this width: Age. Use --width 96 or --columns.") == (width < 96))
    #expect(try !sheet.render(Sample.style(.table, width: 96)).contains("Hidden"))
    #expect(table.split(separator: "\n").allSatisfy { $0.count <= width })
    let chosen = try sheet.render(Sample.style(.table, width: 60, columns: ["component", "check", "note", "age"]))
    #expect(chosen.contains("Age") && !chosen.contains("Hidden"))
    for name in ["sign-in/close-button", "touch-target.minimum-44pt"] { #expect(table.contains(name)) }
  }

  @Test("What people decide by is left out last, and long texts are shortened for it", arguments: [60, 80])
  func decisive(width: Int) throws {
    var table = Sheet(
      schema: "retest", title: "",
      columns: [
        SheetColumn("stop", "Stop", .outcome), SheetColumn("component", "Component", .identifier),
        SheetColumn("check", "Check", .identifier), SheetColumn("reason", "Reason"),
        SheetColumn("outcome", "Outcome", .outcome), SheetColumn("severity", "Severity", .outcome),
        SheetColumn("device", "Device"),
      ],
      rows: [
        [
          .integer(1), Sample.rows[0][0], Sample.rows[0][1], .text("failed in 2c0ae02d0; current build is newer"),
          .outcome("fail"), .severity(2), .text("an iPhone with a very long name"),
        ]
      ]
    ).inLine("stop", "component", "check", "reason", "outcome", "severity", "device")
    var style = Sample.style(.table, width: width)
    style.room = .line
    func lines(_ table: Sheet) throws -> [String] {
      try table.render(style).split(separator: "\n").map(String.init)
    }
    let shown = try lines(table)
    #expect(shown[0].hasPrefix("Stop  Component") && shown[0].hasSuffix("Outcome  Severity"))
    #expect(shown[1].hasSuffix("FAIL     serious") && shown.allSatisfy { $0.count <= width }, "\(shown)")
    #expect(shown[2].hasPrefix("Hidden at this width: Reason, Device. Use --width 120,"), "\(shown)")
    style.width = 120
    #expect(try !table.render(style).contains("Hidden"))
    style.width = width
    // A reason can be what people decide by.
    table.lineColumns = table.lineColumns?.map { $0.head.key == "reason" ? $0.decisive : $0 }
    #expect(try lines(table)[0].contains("Reason") == (width == 80))
  }

  @Test("Programs get rows in their own order")
  func programs() throws {
    var table = Sample.sheet()
    table.rowsForPrograms = TableRows(Sample.rows.reversed())
    let places = try [SheetFormat.table, .md, .plain, .json, .csv].map { format in
      let text = try table.render(Sample.style(format, width: 120))
      return try #require(text.range(of: "home/play")).lowerBound
        < #require(text.range(of: "sign-in/close-button")).lowerBound
    }
    #expect(places == [false, false, false, true, true])
  }

  @Test("A column in which no row has anything is left out of a table, unless it was asked for")
  func blankColumns() throws {
    var rows = Sample.rows
    for index in rows.indices { rows[index][4] = index == 0 ? .null : .text("") }
    let sheet = Sample.sheet(rows)
    #expect(try !sheet.render(Sample.style(.table, width: 120)).contains("Note"))
    #expect(try sheet.render(Sample.style(.table, width: 120, columns: ["component", "note"])).contains("Note"))
    #expect(try sheet.render(Sample.style(.csv)).hasPrefix("component,check,outcome,severity,note,"))
  }

  @Test("Plain: one line for each row, in sentence order")
  func plain() throws {
    #expect(
      try render(.plain) == """
        Cells.
        2 cells, 1 fails.
        Item 1 of 2. sign-in/close-button, touch-target.minimum-44pt: FAIL. Severity serious. \
        Note: close cross too small, hard to hit with a thumb. Age 12.
        Item 2 of 2. home/play, voiceover.label-present: CAN'T TELL. Note: =1+1. Age -5.

        """)
    let rate = try render(.plain, columns: ["component", "passed", "stale", "screens"])
    #expect(
      rate.hasSuffix(
        """
        Item 1 of 2. sign-in/close-button. Passed 10 of 12, 83 percent. Stale yes. Screens: sign-in, home.
        Item 2 of 2. home/play. Passed 0 of 0, no data. Stale no.

        """))
  }

  @Test("Plain: titles first and IDs last; the number of all rows, and what explains them after them")
  func spoken() throws {
    var sheet = Sample.sheet()
    sheet.titles = { key, id in key == "check" && id == "voiceover.label-present" ? "It has a label" : nil }
    sheet.summary = { ["2 cells.", "Footnote."] }
    var output = ""
    let form = RowForm(isForPeople: true, now: 0)
    let style = Sample.style(.plain, columns: ["component", "check", "outcome", "age"])
    let table = TableOutput(style: style, form: form, sort: "age", limit: 1)
    _ = try table.write(sheet) { output += $0 }
    #expect(
      output == """
        Cells.
        2 cells.
        Item 1 of 2. home/play, It has a label: CAN'T TELL. Age -5. Check: voiceover.label-present.
        Footnote.
        Shown: 1 of 2 (--limit).

        """)
  }

  @Test("JSON: schema, time, filter and every column of every row")
  func json() throws {
    #expect(
      try render(.json) == #"""
        {"schema":"a11y.cells/1","generated":"2026-03-01T10:00:00Z","filter":"status:fail","rows":[
        {"component":"sign-in/close-button","check":"touch-target.minimum-44pt","outcome":"fail","severity":2,\#
        "note":"close cross too small, hard to hit with a thumb","age":12,\#
        "passed":{"count":10,"of":12,"ratio":0.8333333333333334},"stale":true,"screens":["sign-in","home"],\#
        "value":{"text":"40x40"},"rate":0.5},
        {"component":"home/play","check":"voiceover.label-present","outcome":"cant-tell","severity":null,\#
        "note":"=1+1","age":-5,"passed":{"count":0,"of":0,"ratio":null},"stale":false,"screens":[],"value":null,\#
        "rate":null}
        ],"summary":["2 cells, 1 fails."]}

        """#)
  }

  @Test("NDJSON: one object on each line and nothing else")
  func ndjson() throws {
    #expect(
      try render(.ndjson, columns: ["component", "outcome"]) == """
        {"component":"sign-in/close-button","outcome":"fail"}
        {"component":"home/play","outcome":"cant-tell"}

        """)
  }

  @Test("CSV: text is guarded, numbers are not, ratios are fractions, and values are as typed")
  func csv() throws {
    #expect(
      try render(.csv) == """
        component,check,outcome,severity,note,age,passed,stale,screens,value,rate\r
        sign-in/close-button,touch-target.minimum-44pt,fail,2,"close cross too small, hard to hit with a thumb",12,\
        0.8333333333333334,true,"sign-in,home",40x40,0.5\r
        home/play,voiceover.label-present,cant-tell,,'=1+1,-5,,false,,,\r

        """)
  }

  @Test("TSV: tabs between, a header of keys")
  func tsv() throws {
    #expect(
      try render(.tsv, columns: ["note", "age"]) == """
        note\tage
        close cross too small, hard to hit with a thumb\t12
        '=1+1\t-5

        """)
  }

  @Test("A byte order mark stands once, before the header of CSV and TSV")
  func mark() throws {
    for format in [SheetFormat.csv, .tsv] {
      let plain = try render(format, columns: ["note"])
      #expect(try render(format, columns: ["note"], bom: true).utf8.elementsEqual(("\u{FEFF}" + plain).utf8))
    }
  }

  @Test("Markdown: a pipe table with default columns")
  func markdown() throws {
    #expect(
      try render(.md)
        == """
        ## Cells

        | Component | Check | Outcome | Severity | Note | Age |
        | --- | --- | --- | --- | --- | ---: |
        | sign-in/close-button | touch-target.minimum-44pt | FAIL | serious | \
        close cross too small, hard to hit with a thumb | 12 |
        | home/play | voiceover.label-present | CAN'T TELL |  | =1+1 | -5 |

        2 cells, 1 fails.

        """.replacing("| =1+1", with: "| \\=1+1").replacing("| -5", with: "| \\-5"))
  }

  @Test("Markdown: a column that is blank in every row is left out, unless it is requested")
  func markdownWithoutBlankColumns() throws {
    let one = [Sample.rows[1]]
    #expect(try render(.md, rows: one).contains("| Component | Check | Outcome | Note | Age |"))
    #expect(try render(.md, columns: ["component", "severity"], rows: one).contains("| Component | Severity |"))
  }

  @Test("Markdown: a long list has all columns and every row once", arguments: [1_000, 1_001, 2_500])
  func longMarkdown(count: Int) throws {
    let lines = try render(.md, rows: Array(repeating: Sample.rows[1], count: count)).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("| home/play |") } == count)
    #expect(lines.count { $0.hasPrefix("| Component |") } == 1)
    #expect(lines.contains { $0.contains("| Severity |") } == (count > 1_000))
  }

  @Test(
    "An empty list says so to people and is empty for machines",
    arguments: [
      (.table, "Cells\n\nNo cell matches. Try a11y list cells --all.\n\n2 cells, 1 fails.\n"),
      (.plain, "Cells.\n2 cells, 1 fails.\nNo cell matches. Try a11y list cells --all.\n"),
      (.ndjson, ""),
      (.csv, "component\r\n"),
      (.tsv, "component\n"),
      (.md, "## Cells\n\nNo cell matches. Try a11y list cells --all.\n\n2 cells, 1 fails.\n"),
      (
        .json,
        #"{"schema":"a11y.cells/1","generated":"2026-03-01T10:00:00Z","filter":"status:fail","rows":[],"#
          + "\"summary\":[\"2 cells, 1 fails.\"]}\n"
      ),
    ] as [(SheetFormat, String)])
  func empty(format: SheetFormat, output: String) throws {
    #expect(try render(format, columns: ["component"], rows: []) == output)
  }

  @Test("Columns are chosen by key, in the order asked for")
  func chosenColumns() throws {
    #expect(try render(.tsv, columns: ["age", "component"]).hasPrefix("age\tcomponent\n12\tsign-in"))
    #expect(throws: SheetProblem.unknownColumn("colour", valid: Sample.columns.map(\.key))) {
      try render(.csv, columns: ["colour"])
    }
    #expect(throws: SheetProblem.repeatedColumn("age")) { try render(.csv, columns: ["age", "age"]) }
    #expect(throws: SheetProblem.noColumns(valid: Sample.columns.map(\.key))) { try render(.csv, columns: []) }
    let problem = SheetProblem.unknownColumn("\u{1b}x", valid: ["a", "b"])
    #expect(problem.description == "unknown column \"\\u{1b}x\"; expected one of: a, b")
  }

  @Test("Rows read one by one make the same output", arguments: SheetFormat.allCases)
  func streaming(format: SheetFormat) throws {
    var sheet = Sample.sheet()
    sheet.rows = TableRows { emit in for row in Sample.rows { try emit { row } } }
    // How many there will be is only known where people are told before the first.
    let whole = try render(format)
    #expect(try sheet.render(Sample.style(format)) == whole)
  }

  @Test("The best few are the first of all in that order", arguments: ["age", "-age", "note", "severity", "-rate"])
  func sorting(sort: String) throws {
    let rows = (0..<2_500).map { number -> [SheetValue] in
      [
        .text("\(number)"), .null, .outcome(number % 3 == 0 ? "fail" : "pass"),
        number % 5 == 0 ? .null : .severity(number % 4), .text(number % 7 == 0 ? "" : "\(number % 11)"),
        .integer(number * 7919 % 1_000), .null, .null, .null, .null, .decimal(Double(number % 17)),
      ]
    }
    func lines(_ limit: Int?) throws -> [Substring] {
      var output = ""
      let form = RowForm(isForPeople: false, now: 0)
      let table = TableOutput(style: Sample.style(.csv), form: form, sort: sort, limit: limit)
      #expect(try table.write(Sample.sheet(rows)) { output += $0 } == rows.count)
      return output.split(separator: "\r\n")
    }
    let all = try lines(nil)
    #expect(all.count == rows.count + 1)
    for limit in [1, 20, 900, 2_499, 5_000] { #expect(try lines(limit) == Array(all.prefix(limit + 1))) }
  }

  @Test("Rows of one minute or day are sorted by their times", arguments: ["-at", "-day"], [SheetFormat.csv, .plain])
  func times(sort: String, format: SheetFormat) throws {
    let sheet = Table<Int>(
      "times", title: "",
      columns: [Column("n", "N") { "n\($0)" }, .time("at", "At") { Int64($0) }, .day("day", "Day") { Int64($0) }],
      rows: TableRows([1_000, 3_000, 2_000]), empty: "", summary: [])
    var output = ""
    let form = RowForm(isForPeople: format == .plain, now: 0)
    _ = try TableOutput(style: Sample.style(format), form: form, sort: sort, limit: 2).write(sheet) { output += $0 }
    #expect(output.matches(of: /n\d000/).map(\.output) == ["n3000", "n2000"], "\(output)")
  }

  @Test("Colour is added to the words and changes nothing else", arguments: [30, 80, 120])
  func colour(width: Int) throws {
    let plain = try render(.table, width: width)
    let painted = try Sample.sheet().render(Sample.style(.table, width: width, colour: true))
    #expect(painted.contains("\u{1b}[1;31mFAIL\u{1b}[0m"))
    #expect(painted.replacing(/\u{1b}\[[0-9;]*m/, with: "") == plain)
  }
}
