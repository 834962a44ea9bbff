extension Dashboard {
  /// Buttons that hand over what the page was made of. Without a script the program does the same.
  var download: HTMLText {
    """
    <div class="card">
    <p>What this page was made of, inside this file: the same as <code>a11y report --json</code> and <code>--csv</code> \
    write, but for the cells of a change and of the queue.</p>
    <noscript><p>JavaScript is off, so nothing can be saved from here, filtered or sorted. Everything else is as it \
    stands.</p></noscript>
    <div class="buttons screen live" hidden>
    <button type="button" id="save-json">Save the report as JSON</button>
    <button type="button" id="save-figures">Save the figures as CSV</button>
    <button type="button" id="save-findings">Save the findings as CSV</button>
    </div>
    <p id="saved" role="status"></p>
    </div>

    """
  }

  /// What the script reads: the report with its findings in columns, which it puts back into rows, and the figures as
  /// the file they become.
  var data: JSONText {
    let style = SheetStyle(.csv, generated: "")
    // Only columns that were asked for by name can be wrong.
    let figures = (try? report.sheet.render(style)) ?? ""
    return .object([
      ("name", .string("accessibility-" + Report.day(report.asOf))), ("figures", .string(figures)),
      ("report", report.pageJSON),
    ])
  }
}
