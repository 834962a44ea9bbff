import Arguments
import AuditRecords

extension HelpTopic {
  static var formats: HelpTopic {
    HelpTopic(
      name: "formats", summary: "the forms of results, and what scripts may rely on",
      sections: [
        .init(
          "Forms",
          [
            .entries(OutputFormat.allCases.map { .init($0.rawValue, $0.meaning) }),
            .paragraph(
              "--format chooses, --json is short for --format json, -o FILE writes to a file and - is standard input or "
                + "output. A command says in its help which forms it writes. --columns chooses columns and their order."
            ),
            .paragraph(
              "A report replaces an older report of its kind. Any other file is replaced only after a question at the "
                + "terminal or with --yes; otherwise the command ends with exit code 5 and leaves the file as it is. Outputs "
                + "are never written through a symbolic link."),
          ]),
        .init(
          "JSON",
          [
            .lines([
              "{\"schema\":\"a11y.list/1\",\"generated\":\"2026-03-01T10:00:00Z\",\"filter\":...,\"rows\":[...]}"
            ]),
            .paragraph(
              "Keys are snake_case and are only ever added. A list of records ends with its totals, in sentences: summary. Times are ISO 8601 in UTC. Counts are integers and stand "
                + "beside every ratio. Text is given exactly; control characters are escaped in the JSON way."),
            .paragraph("With --json a problem is JSON on standard error, and standard output stays empty:"),
            .lines(["{\"error\":{\"code\":\"component.unknown\",\"message\":\"...\",\"hint\":\"...\"}}"]),
          ]),
        .init(
          "CSV and TSV",
          [
            .paragraph(
              "CSV follows RFC 4180. TSV has one record on each line: \\t, \\n, \\r and \\\\ stand for a tab, line breaks and a "
                + "backslash. In both, a text cell that begins with = + - @, a tab or a carriage return, also after "
                + "quotes, gets a leading apostrophe, because spreadsheets would run it as a formula; our import takes it "
                + "off, and --raw leaves it out.")
          ]),
        .init(
          "Bundles",
          [
            .paragraph(
              "What a11y export writes and a11y import reads is one JSON document in UTF-8 with one fact per line, so "
                + "that it streams, can be compared line by line and survives git. The same facts and flags give the "
                + "same bytes on every machine. This is format 1, and it is a promise: later versions read it."),
            .lines([
              "{\"bundle\":\"a11y\",\"version\":1,\"min_reader\":1,\"tracker\":\"...\",\"scope\":\"full\",\"since\":{},\"facts\":[",
              "{\"at\":[1726900000123,0],\"body\":{...},\"kind\":\"result\",\"n\":119,\"prev\":\"...\",\"r\":\"...\",",
              "\"salt\":\"...\",\"saw\":[]},",
              "...",
              "],\"count\":3,\"upto\":{...},\"evidence\":[],\"digest\":\"...\"}",
            ]),
            .paragraph(
              "prev names the machine's fact before, and saw the facts of others that were in view. salt is 16 random "
                + "bytes, so that a guess at erased content cannot be tested. A line with c in the place of body and "
                + "salt is a header: the content was erased or left out. It removes nothing where the content is."),
            .paragraph(
              "Every fact is covered by a digest, and so is the whole: a bundle that a JSON tool indented or sorted, "
                + "or to which git gave other line ends, is imported; one with a changed value is refused, and the "
                + "message names the fact. A file that ends too early is incomplete, which is how it looks while it is "
                + "copied. Nothing of a refused bundle is imported."),
            .paragraph(
              "The digests show accidents and not who wrote a bundle. With a11y config signing.key FILE a signature by "
                + "ssh-keygen is added in NAME.json.sig next to NAME.json; a11y verify names the signer and "
                + "the fingerprint. Whose key is whose is in allowed_signers beside the tracker: a name without * ? ! "
                + "and commas, namespaces=\"a11y-bundle\", and one key a line. No bundle changes that file."),
            .paragraph(
              "scope is full or partial; upto says how far a full one goes, which --since builds on. A newer version "
                + "of the format names in min_reader which programs may read it."),
          ]),
        .init(
          "Evidence",
          [
            .paragraph(
              "A file is told by its first bytes, never by its name: png, jpeg, webp, pdf (%PDF-), heic (brands heic, heix, "
                + "heim, heis, or mif1 with one of them), mp4 (isom, iso2 to iso6, mp41, mp42, avc1, M4V; not QuickTime), "
                + "and txt (UTF-8 without control characters). It is at most 25 MiB, and its shown name gets an ending that "
                + "fits. It is stored under its SHA-256, in .a11y/evidence and beside a bundle in NAME.evidence."),
            .paragraph(
              "The key evidence of cells and results is a list of objects: name, type, size, sha256, tester, at, missing "
                + "and id. missing is true where the fact came without its file."),
          ]),
        .init(
          "Reports of tools",
          [
            .paragraph(
              "a11y import takes in what tools found by themselves. Which form it is shows in the beginning of the file, or "
                + "--as says it. xctest is one object of JSON after the other for each issue of "
                + "performAccessibilityAudit, or an array of them; the README has the code that writes it:"),
            .lines([
              "{\"auditType\":\"contrast\",\"compactDescription\":\"...\",\"detailedDescription\":\"...\",",
              "\"element\":\"closeButton\",\"screen\":\"sign-in\",\"device\":\"iPhone 15\",\"os\":\"18.1\"}",
            ]),
            .paragraph(
              "Only auditType has to be there, as a name, as Swift prints it or as a number. label, build, condition, "
                + "component and at (a time) may be. What Appium's mobile: performAccessibilityAudit answers is read as "
                + "well; there elementAttributes name the element. An .xcresult is read by xcrun xcresulttool, or as xcresult "
                + "what that tool wrote: issues are failure messages of tests there and name no element, so that --component "
                + "or --match TEST=COMPONENT says where they belong. axe is what axe-core gives: results of a page or of "
                + "several, a list of rules, or raw results; violations are faults, incomplete is to be looked at. cvs is "
                + "the JSON of a11y-check by CVS Health: errors are faults, and files are matched with the sources of "
                + "components. lighthouse, pa11y (with pa11y-ci) and insights (a saved assessment of Accessibility "
                + "Insights for Web) run axe and name its rules; android is axe-android, or the result of Accessibility "
                + "Insights for Android; evinced is a report of Evinced's mobile SDK. sarif and earl are read from any "
                + "tool: a result of level error and an assertion that failed are faults, what passed is no answer here "
                + "and is counted. What a file does not say, --build, --device, --os, --condition and --at do."),
            .paragraph(
              "A finding belongs to the component it names, else to the one on its screen whose key, last part or title is "
                + "the element's identifier or label (closeButton is close-button), else to the component that is the "
                + "screen, else to --component. Of a selector only data-testid is an identifier. It speaks to the closest "
                + "check that is for such a component. Before all that stand the rules of a11y edit tracker --match: "
                + "ELEMENT=COMPONENT, screen:SCREEN=COMPONENT and rule:TOOL/RULE=CHECK, the first that fits. What has no "
                + "component or no check is kept with its criteria and its impact: a11y list tool-findings "
                + "state:unmatched. A report is taken in whole or, where something in it is no such form, not at all, and "
                + "the line and path are named."),
            .paragraph(
              "With --run NAME a report is one of a run that is made again and again: what an earlier report of that name "
                + "has and a newer one has not is closed, by name. A cell that it opened stays open until a person "
                + "answers. Only what this machine took in is closed here."),
          ]),
        .init(
          "Worksheets",
          [
            .paragraph(
              "What a11y worksheet -o writes is one HTML file without anything beside it. The file that a tester saves in it "
                + "is a bundle with \"worksheet\" in its header: the browser counts as a machine, and every file it saves "
                + "holds all that was answered before, so that importing one twice adds nothing and the last one is enough. Who "
                + "tests is kept in no draft. An answer to a check that was rewritten since is refused unless import is "
                + "given --accept-changed.")
          ]),
        .init(
          "Reports for others",
          [
            .paragraph(
              "a11y report --openacr writes OpenACR 0.1.0 in YAML against the catalogue 2.5-edition-wcag-2.2-508-en, for the "
                + "component software. A criterion of level A or AA without enough evidence stands there without a "
                + "component, because not-evaluated may be said at level AAA only; the notes of its level name it."),
            .paragraph(
              "a11y report --earl writes EARL 1.0 as JSON-LD with its context inside, one node on a line. A cell is an "
                + "earl:Assertion with one outcome; its check is the earl:TestCase and part of the criteria that it tests, "
                + "its component the earl:TestSubject. mode is earl:automatic where a tool saw it, "
                + "earl:unknownMode where nobody did, else earl:manual. "
                + "condition, build, device, os, severity, stale, disputed and waivedUntil are words of our own, in "
                + "urn:a11y:earl:. With --testers code, as without the flag, testers are numbers."),
          ]),
        .init(
          "Input",
          [
            .paragraph(
              "a11y log - reads lines of outcome TAB check TAB component, then if wanted condition TAB value TAB note. CSV "
                + "with a header row works too. --from FILE reads a file and --from - standard input: components as CSV, "
                + "TSV or JSON, checks and checklists in the form of the built-in ones."),
            .paragraph(
              "The columns of components, in any order, are \(ComponentLines.columnNames); only key has to be there, and "
                + "kind for a component that is new. The parts of a list (screens, tags, platforms) stand between "
                + "semicolons: home;search. planned.CHECK, such as planned.visual-feedback.scale-range, is what design "
                + "promises. JSON is an array of objects with the same names, or what a11y list components "
                + "--json writes. A field without content says nothing; a11y edit component clears one."),
          ]),
      ])
  }
}
