import Base
import Foundation
import Testing

@testable import Reports

@Suite("Hostile text in lists")
struct SheetHostileTests {
  /// A sheet that has the text in every place where foreign text can stand.
  ///
  /// - Parameter name: what it is called, where that is not the text.
  private func sheet(_ text: String, called name: String? = nil) -> Sheet {
    let row: [SheetValue] = [
      .text(name ?? text), .text("x"), .outcome(text), .severity(9), .text(text), .integer(Int.min),
      .ratio(1, of: Int.max),
      .flag(true), .list([text, text]), .json(.object([("text", .string(text))])), .decimal(-1e300),
    ]
    return Sheet(
      schema: "cells", title: text, columns: Sample.columns, rows: [row], filter: text, summary: [text],
      emptyMessage: text)
  }

  @Test("Nothing that acts comes out of any form", arguments: SheetFormat.allCases, Hostile.texts.indices)
  func harmless(format: SheetFormat, index: Int) throws {
    let (name, text) = Hostile.texts[index]
    let all = Sample.columns.map(\.key)
    for width in [30, 100] {
      for raw in [false, true] where !raw || format == .csv {
        let style = Sample.style(format, width: width, columns: all, raw: raw)
        var output = try sheet(text).render(style)
        if format == .csv {
          // Record ends and line breaks inside quotes; a tab inside a field is data.
          output = output.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\t", with: " ")
        } else if format == .tsv {
          #expect(output.utf8.count { $0 == 10 } == 2, "\(name)")
          output = output.replacingOccurrences(of: "\t", with: " ")
        }
        #expect(Hostile.harm(in: output).isEmpty, "\(name)")
        var empty = sheet(text)
        empty.rows = TableRows([])
        let nothing = try empty.render(style)
        #expect(Hostile.harm(in: nothing, allowing: [9, 13]).isEmpty, "\(name)")
      }
    }
  }

  @Test("Colour adds its own sequences and lets no other through", arguments: Hostile.texts.indices)
  func colour(index: Int) throws {
    let (name, text) = Hostile.texts[index]
    for width in [30, 100] {
      let output = try sheet(text).render(Sample.style(.table, width: width, colour: true))
      let bare = output.replacingOccurrences(of: "\u{1b}\\[[0-9;]+m", with: "", options: .regularExpression)
      #expect(Hostile.harm(in: bare).isEmpty, "\(name)")
    }
  }

  @Test("JSON keeps every text as it was", arguments: Hostile.texts.indices)
  func jsonKeeps(index: Int) throws {
    let (name, text) = Hostile.texts[index]
    for format in [SheetFormat.json, .ndjson] {
      let output = try sheet(text).render(Sample.style(format))
      let read = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      let row = format == .ndjson ? read : (read?["rows"] as? [[String: Any]])?.first
      #expect((row?["note"] as? String).map { Array($0.utf8) } == Array(text.utf8), "\(name)")
      #expect((row?["screens"] as? [String])?.last.map { Array($0.utf8) } == Array(text.utf8), "\(name)")
      #expect(row?["age"] as? Int == Int.min)
    }
  }

  @Test("CSV read by the rules of RFC 4180 gives the text back", arguments: Hostile.texts.indices)
  func csvRoundTrip(index: Int) throws {
    let (name, text) = Hostile.texts[index]
    for raw in [false, true] {
      let output = try sheet(text).render(Sample.style(.csv, columns: ["note", "age", "component"], raw: raw))
      let records = ReadCSV.rows(output)
      #expect(records.count == 2 && records.allSatisfy { $0.count == 3 }, "\(name)")
      let field = records.last?.first ?? ""
      #expect(records.last?[1] == String(Int.min))
      // Controls are not data and are written visibly; everything else comes back exactly.
      let isData = Hostile.harm(in: text.replacingOccurrences(of: "\r\n", with: "\n"), allowing: [9]).isEmpty
      if isData {
        #expect((raw ? field : CSVText.unguarded(field)).utf8.elementsEqual(text.utf8), "\(name)")
      } else {
        #expect(Hostile.harm(in: field, allowing: [9, 13]).isEmpty, "\(name)")
      }
      let first = field.unicodeScalars.first
      if !raw, let first { #expect(!"=+-@\t\r".unicodeScalars.contains(first), "\(name)") }
    }
  }

  @Test("A megabyte is harmless and whole in every form", arguments: SheetFormat.allCases, Hostile.large.indices)
  func large(format: SheetFormat, index: Int) throws {
    let (name, text) = Hostile.large[index]
    let row: [SheetValue] = [.text("sign-in/close-button"), .text("x"), .outcome("fail"), .severity(1), .text(text)]
    let output = try Sample.sheet([row]).render(Sample.style(format, width: 40))
    #expect(Hostile.harm(in: output, allowing: [9, 13]).isEmpty, "\(name)")
    #expect(output.utf8.count >= 1 << 20, "\(name)")
    if format == .table {
      #expect(output.utf8.split(separator: 10).allSatisfy { $0.count <= 40 }, "\(name)")
      let cut = try Sample.sheet([row]).render(Sample.style(format, width: 80))
      #expect(cut.utf8.count < 500, "\(name)")
    }
  }

  @Test("No line is wider than the terminal unless an identifier makes it so", arguments: [20, 40, 59, 60, 80, 200])
  func widths(width: Int) throws {
    for (name, text) in Hostile.texts {
      let hostile = sheet(text, called: "sign-in/close-button-of-the-sheet")
      let output = try hostile.render(Sample.style(.table, width: width, columns: Sample.columns.map(\.key)))
      for line in output.split(separator: "\n") where !line.contains("sign-in/close-button-of-the-sheet") {
        #expect(String(line).displayWidth <= width, "\(name)")
      }
      #expect(output.contains("sign-in/close-button-of-the-sheet"), "\(name)")
    }
  }

  @Test("A table that fits only with cut text keeps identifiers whole", arguments: [70, 80, 100, 140])
  func identifiersWhole(width: Int) throws {
    let output = try Sample.sheet().render(Sample.style(.table, width: width))
    #expect(output.contains("sign-in/close-button"))
    #expect(output.contains("touch-target.minimum-44pt"))
    #expect(output.split(separator: "\n").allSatisfy { String($0).displayWidth <= width })
  }
}
