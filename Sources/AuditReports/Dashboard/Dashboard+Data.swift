extension Dashboard {
  /// Buttons that save the data of the page. Without JavaScript, the program writes the same files.
  var download: HTMLText {
    """
    <div class="card">
    <p>The data of this page, also written by <code>a11y report --json</code> and <code>--csv</code>, without the \
    items of changes and of the retest queue.</p>
    <noscript><p>JavaScript is off: saving, filtering, and sorting do not work here. All other content is \
    complete.</p></noscript>
    <div class="buttons screen live" hidden>
    <button type="button" id="save-json">Save the report as JSON</button>
    <button type="button" id="save-figures">Save the figures as CSV</button>
    <button type="button" id="save-findings">Save the findings as CSV</button>
    </div>
    <p id="saved" role="status"></p>
    </div>

    """
  }

  /// What the script reads: the report with its findings in columns, which it turns back into rows, and the figures as
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
