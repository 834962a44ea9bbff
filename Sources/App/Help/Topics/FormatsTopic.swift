import Audit
import CommandLine

extension HelpTopic {
  static let formats = HelpTopic(
    "formats", "output formats and their stability guarantees",
    """
    # Output formats

    \(entries(OutputFormat.allCases.map { ($0.rawValue, $0.meaning) }))

    --format sets the format, and --json is short for --format json. -o FILE writes to a file, and - means standard
    input or output. The help of a command lists its formats. --columns sets the columns and their order.

    A report replaces an older report of its kind. Any other file is replaced only after a prompt at the terminal or
    with --yes. Without either, the command ends with exit code 5 and does not change the file. Output is never written
    through a symbolic link.

    # JSON

      {"schema":"a11y.list/1","generated":"2026-03-01T10:00:00Z","filter":...,"rows":[...]}

    Keys are snake_case. New keys may be added, but no key is removed. A list of records ends with summary, its totals
    as sentences. Times are ISO 8601 in UTC. Every ratio comes with its counts, which are integers. Text is exact;
    control characters use JSON escapes.

    Each command that changes something confirms with one document: schema is a11y.new, a11y.edit, a11y.log, a11y.undo,
    a11y.redo, a11y.settled (resolve), a11y.import, a11y.export, a11y.sync, a11y.backup, a11y.erase, a11y.handed-over,
    a11y.fork, a11y.init, a11y.demo, a11y.config, a11y.doctor, a11y.worksheet, a11y.report-files (files of report), or
    a11y.tap-run, a11y.tap-form, a11y.tap-page, and a11y.tap-close, followed by /1. There is no JSON of a11y walk.

    With --json an error is JSON on standard error, and standard output stays empty:

      {"error":{"code":"component.unknown","message":"...","hint":"..."}}

    # CSV and TSV

    CSV follows RFC 4180. TSV has one record per line: \\t, \\n, \\r, and \\\\ mean a tab, line breaks, and a backslash.
    In both, a text field that begins with = + - @, a tab, or a carriage return, also after quotes, gets a leading
    apostrophe, because spreadsheets would run it as a formula. a11y import removes the apostrophe, and --raw omits it.

    # Bundles

    A bundle, which a11y export writes and a11y import reads, is one JSON document in UTF-8. It has one entry of the
    history per line, called a fact. So a bundle can be streamed, compared line by line, and stored in git. The same
    facts and flags produce the same bytes on every machine. This is format 1, and all later versions read it.

      {"bundle":"a11y","version":1,"min_reader":1,"tracker":"...","scope":"full","since":{},"facts":[
      {"at":[1726900000123,0],"body":{...},"kind":"result","n":119,"prev":"...","r":"...",
      "salt":"...","saw":[]},
      ...
      ],"count":3,"upto":{...},"evidence":[],"digest":"..."}

    prev is the previous fact of the machine. saw lists the facts of other machines that this machine had. salt is 16
    random bytes, so that a guess at erased content cannot be tested. A line with c instead of body and salt is a
    header: the content was erased or omitted. A header removes nothing on a machine that has the content.

    Every fact has a digest, and so does the bundle. A bundle that a JSON tool indented or sorted, or with line endings
    that git changed, is imported. A bundle with a changed value is refused, and the error names the fact. A file that
    ends too early is incomplete, as during a copy. Nothing of a refused bundle is imported.

    Digests detect accidental changes, not the author of a bundle. With a11y config signing.key FILE, ssh-keygen adds a
    signature in NAME.json.sig next to NAME.json. To see the signer and the fingerprint, run a11y verify. allowed_signers
    next to the tracker maps keys to names, one key per line: a name without * ? ! and commas, namespaces="a11y-bundle",
    and the key. No bundle changes that file.

    scope is full or partial. upto is the end of a full bundle, where --since continues. A newer version of the format
    names in min_reader the programs that can read it.

    # Evidence

    The type of a file is detected from its first bytes, not from its name: png, jpeg, webp, pdf (%PDF-), heic (brands
    heic, heix, heim, heis, or mif1 with one of them), mp4 (isom, iso2 to iso6, mp41, mp42, avc1, M4V; not QuickTime),
    and txt (UTF-8 without control characters). The limit is 25 MiB. The display name gets the matching extension. A
    file is stored under its SHA-256, in .a11y/evidence and next to a bundle in NAME.evidence.

    In JSON, the key evidence of items and results is a list of objects with name, type, size, sha256, tester, at,
    missing, and id. missing is true if the entry was imported without its file.

    # Tool reports

    a11y import imports the reports of tools. The format is detected from the names at the top level of the file, or set
    with --as. Standard input and pipes work like a file. UTF-8 with a byte order mark and UTF-16 are converted. xctest
    is a sequence of JSON objects, or an array, with one object for each issue of performAccessibilityAudit. The article
    ToolReports.md has the code that writes it:

      {"auditType":"contrast","compactDescription":"...","detailedDescription":"...",
      "element":"closeButton","screen":"sign-in","device":"iPhone 15","os":"18.1"}

    Only auditType is required: a name, the form that Swift prints, or a number. label, build, condition, component, and
    at (a time) are optional. element is text, or an object with identifier, label, and type. A line
    {"auditRun":"nightly","at":"..."} names the run, like --run. The output of Appium's mobile:
    performAccessibilityAudit is accepted too; its elementAttributes name the element.

    An .xcresult is read with xcrun xcresulttool; the format xcresult is the output of that tool. Its issues are failure
    messages of tests and name no element, so use --component or --match TEST=COMPONENT to set the component.

    axe is the output of axe-core: results of one or more pages, a list of rules, or raw results; or the JSON of axe
    DevTools. Violations count as failures, and incomplete results require review. cvs is the JSON of a11y-check by CVS
    Health: errors count as failures, and files are matched with the source files of components.

    lighthouse, pa11y (JSON or CSV, with pa11y-ci), and insights (a saved assessment of Accessibility Insights for Web)
    run axe and use its rule names. android is axe-android, or the result of Accessibility Insights for Android. evinced
    is a report of Evinced's mobile SDK. ibm is IBM's Equal Access Checker, and wave is the API of WAVE. sarif and earl
    are accepted from any tool: a result of level error and a failed assertion count as failures; passed ones are only
    counted and record no outcome. If a file has no build, device, system version, condition, or time, use --build,
    --device, --os, --condition, and --at.

    A tool finding gets the component that it names, or else the component on its screen whose key, last part of the
    key, or title is the element's identifier or label (closeButton matches close-button), or else the component that is
    the screen, or else the one of --component. In a selector only data-testid is an identifier. The finding gets the
    closest check that applies to the component. The rules of a11y edit tracker --match come first: ELEMENT=COMPONENT,
    screen:SCREEN=COMPONENT, and rule:TOOL/RULE=CHECK. The first match applies.

    A finding without a component or a check is stored with its criteria and severity. To list them, use a11y list
    tool-findings state:unmatched. If a part of a report is invalid, nothing is imported, and the error names the line
    and path.

    With --run NAME a report belongs to a repeated run. Findings of an earlier report with that name that are not in the
    newer report are closed. A run that found nothing may be an empty list or, of the XCTest recorder, an empty file:
    pass --as or --run. An item that such a finding opened stays open until a person logs a result. Only findings that
    this machine imported are closed.

    # Worksheets

    a11y worksheet -o writes one HTML file that requires no other files. A tester saves a bundle from it, with
    "worksheet" in its header. The browser counts as a machine. Every saved file contains all earlier answers, so the
    last file is enough, and importing a file twice adds nothing. Drafts do not contain the tester. If a check was
    changed after the worksheet was written, its answers are refused unless you pass --accept-changed to a11y import.

    # Standard report formats

    a11y report --openacr writes OpenACR 0.1.0 in YAML for the catalog of --edition (default:
    \(Catalog.standardEdition)) and the component software. OpenACR allows not-evaluated only at level AAA. So a
    criterion of level A or AA without enough evidence is listed without a component, and the notes of its level name
    it. A chapter besides WCAG is disabled until a person gives a verdict on one of its requirements.

    a11y report --earl writes EARL 1.0 as JSON-LD with an embedded context and one node per line. An item is an
    earl:Assertion with one outcome. Its check is the earl:TestCase, as a part of the criteria that the check tests. Its
    component is the earl:TestSubject. mode is earl:automatic for a result of a tool, earl:unknownMode for an untested
    item, and else earl:manual. condition, build, device, os, severity, stale, disputed, and waivedUntil are custom
    terms in urn:a11y:earl:. By default, and with --testers code, testers are numbers.

    # Input

    a11y log - reads lines of outcome TAB check TAB component, optionally followed by condition TAB value TAB note. CSV
    with a header row is accepted too. --from FILE reads a file, and --from - reads standard input: components as CSV,
    TSV, or JSON; checks and checklists in the format of the built-in ones.

    The columns of components, in any order, are \(ComponentLines.columnNames). Only key is required, and kind for a new
    component. Separate the parts of a list (screens, tags, platforms) with semicolons: home;search. planned.CHECK, such
    as planned.visual-feedback.scale-range, is the value that the design specifies. JSON is an array of objects with the
    same names, or the output of a11y list components --json. An empty field changes nothing; to clear a field, use a11y
    edit component.
    """)
}
