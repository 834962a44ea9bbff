"""Every reader of the program against one list of spellings; the table that comes out is printed in Reliability."""

import json
import os
import pathlib
import re
import subprocess

from drawing import share
from program import CHECK, FIXTURES, PROGRAM, TOP, environment
from tapping import CODES, HEAD, PLAN, line, plan

ARTICLE = pathlib.Path(__file__).parents[2] / "Sources/a11y/a11y.docc/Reliability.md"
#: 2 MiB in lines of 1 KiB: an empty line for each byte would only be counted.
ROOM = (" " * 1023 + "\n") * 2048

AXE = {"violations": [{"id": "button-name", "help": "Größe", "nodes": [{"target": ["[data-testid=\"home\"]"]}]}]}
XCTEST = '{"auditType":"contrast","compactDescription":"Größe","element":"home","screen":"home"}\n'
OWN = {"id": "own.size", "category": "own", "title": "Größe", "how": "Look.", "expected": "It is there.", "method": "manual",
       "impact": "minor"}


#: Reports of tools as they write them: each form is told and read by itself.
REPORTS = {
    "a11y-check": "a11y-check.json", "Accessibility Insights": "ai-web.a11ywebassessment", "Appium": "appium-audit.json",
    "axe-android": "axe-android.json", "axe-core": "axe-result.json", "axe DevTools": "axe-devtools.json", "EARL": "earl-alfa.json", "Evinced": "evinced-mobile.json",
    "IBM Equal Access": "ibm.json", "Lighthouse": "lighthouse.json", "pa11y": "pa11y.json", "SARIF": "axe.sarif", "WAVE": "wave.json", "WCAG-EM": "wcag-em-evaluation.json",
    "xcresult": "xcresult-tests.json",
}
#: Each file of the sources that reads a text which was named, with the rows of the table that go through it.
PLACES = {
    "ComponentKind.swift": ["components", "components, JSON"], "RecordKind.swift": ["checks", "checklists", "references"],
    "TapFileRun.swift": ["sessions with children"], "MomentName.swift": ["baselines"], "ColumnMap.swift": ["maps"], "BulkRun.swift": ["results"],
    "ImportInput.swift": ["tickets, CSV", "tickets, JSON", "reports, JSON", "reports, JSON lines", "bundles",
                          *(f"reports of {name}" for name in REPORTS)],
}


def table(rows):
    """Rows of cells as CSV."""
    return "".join(",".join(row) + "\n" for row in rows)


class Reader:
    """A text that a command reads: how it is named, and what the command says once it has read it."""

    def __init__(self, words, text, said, *, kind="table", more=()):
        self.words, self.text, self.said, self.kind, self.more = words, text, said, kind, more


def readers(tracker):
    """By name; the tracker has what the texts are about."""
    folder = tracker.folder
    mark = json.loads(tracker.ok("report", "--issues", "ndjson").out.splitlines()[0])["mark"]
    (folder / "own.csv").write_text("Größe,Typ\nfoot,button\n", encoding="utf-8")
    checklist = {"id": "ours", "title": "Größe", "checks": [CHECK]}
    style = {"table": "style", "name": "hero", "title": "Größe", "meaning": "Ours.", "use_when": "Once.", "platforms": ["iOS"]}
    reports = {f"reports of {name}": Reader(["import", "--dry-run", "--component", "home"], (FIXTURES / "tools" / file).read_text(),
                                            r"[1-9]\d* findings?\b", kind="json") for name, file in REPORTS.items()}
    return {
        "results": Reader(["log", "-", "--dry-run"], table([["outcome", "check", "component", "note"], ["pass", CHECK, "home", "Größe"]]),
                          "Would log 1 result; 0 lines rejected", more=("stdin",)),
        "components": Reader(["new", "component", "--dry-run", "--from"], table([["key", "kind", "title"], ["foot", "button", "Größe"]]),
                             "1 would be added|1 added|Would add"),
        "components, JSON": Reader(["new", "component", "--dry-run", "--from"],
                                   json.dumps([{"key": "foot", "kind": "button", "title": "Größe"}], indent=1, ensure_ascii=False),
                                   "1 would be added|1 added|Would add", kind="json"),
        "sessions with children": Reader(["tap", "run", PLAN, "--dry-run", "--from"],
                                         table([HEAD.split(","), line(CODES[0], "hhhhhhhhhh").split(",")]), "Would save 1 session"),
        "tickets, CSV": Reader(["import", "--dry-run"], table([["Summary", "Issue key", "Status"], [f"Größe {mark}", "APP-1", "Done"]]),
                               "1 of findings \\(1 closed\\)"),
        "tickets, JSON": Reader(["import", "--dry-run"], json.dumps([{"body": f"Größe {mark}", "number": 1, "state": "CLOSED"}], indent=1),
                                "1 of findings \\(1 closed\\)", kind="json"),
        "maps": Reader(["new", "component", "--dry-run", "--from", "own.csv", "--map"], "# Tabelle\nGröße=key\nTyp=kind\n",
                       "1 would be added|1 added|Would add", kind="lines"),
        "settings": Reader(["config"], "tester = Größe\nwidth = 72\n", "Größe", kind="lines", more=("config",)),
        "answers of a walk": Reader(["walk", "--keys", "line", "--component", "home"], "s\nq\n", "0 answered", kind="lines", more=("stdin",)),
        "checks": Reader(["new", "check", "--dry-run", "--from"], json.dumps(OWN, indent=1, ensure_ascii=False), "own.size", kind="json"),
        "checklists": Reader(["new", "checklist", "--dry-run", "--from"], json.dumps(checklist, indent=1, ensure_ascii=False), "ours", kind="json"),
        "references": Reader(["new", "reference", "--dry-run", "--from"], json.dumps([style], indent=1, ensure_ascii=False), "hero", kind="json"),
        "reports, JSON": Reader(["import", "--dry-run", "--as", "axe"], json.dumps(AXE, indent=1, ensure_ascii=False), "axe: 1 finding",
                                kind="json"),
        "reports, JSON lines": Reader(["import", "--dry-run", "--as", "xctest"], XCTEST * 2, "xctest: 2 findings|xctest: 1 finding",
                                      kind="jsonl"),
        "bundles": Reader(["import", "--dry-run"], tracker.ok("export", "-o", "-").out.decode(), "0 refused", kind="bundle"),
        "baselines": Reader(["gate", "--max-critical", "9", "--report-only", "--baseline"],
                            tracker.ok("list", "cells", "--json").out.decode(), "Baseline: ", kind="json"),
        "taps of children": Reader(["tap", "estimate", "-"], "9/10\n8/10\n10/10\n9/10\n9/10\n", "5 children", kind="lines", more=("stdin",)),
        **reports,
    }


def test_each_place_that_reads_a_text_has_a_row(tracker):
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1", "-m", "x", "-s", "1")
    plan(tracker)
    places = {path.name for path in (TOP / "Sources").rglob("*.swift") if re.search(r"\bcontext\.text\(of:", path.read_text())}
    assert places == set(PLACES)
    assert {name for names in PLACES.values() for name in names} <= set(readers(tracker))


def swapped(text, kind):
    """The same with columns, members, or lines in another order."""
    if kind == "table":
        return table([cells[::-1] for cells in (line.split(",") for line in text.splitlines())])
    if kind == "json":
        turned = lambda value: ({key: turned(value[key]) for key in reversed(value)} if isinstance(value, dict)
                                else [turned(one) for one in value] if isinstance(value, list) else value)
        return json.dumps(turned(json.loads(text)), ensure_ascii=False)
    if kind == "jsonl":
        return "".join(json.dumps(dict(reversed(json.loads(line).items())), ensure_ascii=False) + "\n" for line in text.splitlines())
    return None


def capital(text, kind):
    """The same with names of columns in capitals; what is in quotation marks in JSON has one case."""
    if kind != "table":
        return None
    head, rest = text.split("\n", 1)
    return head.upper() + "\n" + rest


def spaced(text, kind):
    """The same with blanks, no-break spaces, and blank rows around what is meant."""
    if kind == "table":
        return "\n" + "".join(",".join(f" {cell}\u00a0" for cell in line.split(",")) + "\n,,\n" for line in text.splitlines())
    if kind in ("lines", "jsonl"):
        return "\n" + "".join(f"  {line} \n\n" for line in text.splitlines())
    return None if kind == "bundle" else f" \n{text}\n \n"


#: Each makes bytes of a text, or nothing where the spelling means nothing for a text of that kind.
SPELLINGS = {
    "UTF-8 with a mark": lambda text, kind: text.encode("utf-8-sig"),
    "UTF-16": lambda text, kind: text.encode("utf-16"),
    "UTF-16 without a mark": lambda text, kind: text.encode("utf-16-be"),
    "CR LF": lambda text, kind: text.replace("\n", "\r\n").encode(),
    "CR": lambda text, kind: None if kind == "jsonl" or kind == "bundle" else text.replace("\n", "\r").encode(),
    "no last line end": lambda text, kind: text.rstrip("\n").encode(),
    "blanks": lambda text, kind: spaced(text, kind) and spaced(text, kind).encode(),
    "capitals": lambda text, kind: capital(text, kind) and capital(text, kind).encode(),
    "other order": lambda text, kind: swapped(text, kind) and swapped(text, kind).encode(),
    "`;`": lambda text, kind: text.replace(",", ";").encode() if kind == "table" else None,
    "tabs": lambda text, kind: text.replace(",", "\t").encode() if kind == "table" else None,
    "2 MiB": lambda text, kind: None if kind == "bundle" else (text + "\n" + ROOM).encode(),
    "empty": lambda text, kind: b"",
    "Windows-1252": lambda text, kind: text.encode("cp1252") if "ö" in text else None,
}
#: Ways to the program, beside a file.
WAYS = ["standard input", "named pipe"]
READ, REFUSED, NONE = "read", "refused", ""


def result(tracker, reader, content, way="file"):
    """What becomes of a text: it is read, or refused with words that name it."""
    place = tracker.folder / "text"
    place.unlink(missing_ok=True)
    variables, words, given = {}, list(reader.words), subprocess.DEVNULL
    feed = None
    if "config" in reader.more:
        place = tracker.folder / "settings/a11y/config"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        variables["XDG_CONFIG_HOME"] = str(tracker.folder / "settings")
    elif "stdin" not in reader.more:
        words.append("-" if way == "standard input" else str(place))
    if way == "named pipe":
        os.mkfifo(place)
        feed = subprocess.Popen(["sh", "-c", 'cat > "$0"', str(place)], stdin=subprocess.PIPE)
        feed.stdin.write(content)
        feed.stdin.close()
    else:
        place.write_bytes(content)
    if way == "standard input" or "stdin" in reader.more:
        given = place.open("rb")
    done = subprocess.run([PROGRAM, *words], cwd=tracker.folder, stdin=given, capture_output=True, timeout=120,
                          env=environment(tracker.folder, **{"A11Y_TESTER": "t1", **variables} if "config" not in reader.more else variables))
    if feed:
        try:
            feed.wait(timeout=10)
        except subprocess.TimeoutExpired:
            feed.kill()
    said = (done.stdout + done.stderr).decode()
    # A report of rules that no check covers is kept, and ends with 3.
    if done.returncode in (0, 3, 5) and re.search(reader.said, said):
        return READ
    assert done.returncode in (0, 2, 3, 4) and re.search("text|standard input|config|line|empty|nothing|0 |Windows|UTF-8", said), (
        words, done.returncode, said)
    return REFUSED


def test_every_reader_takes_every_spelling_or_says_why_not(tracker):
    tracker.ok("log", "fail", CHECK, "home", "--tester", "t1", "-m", "x", "-s", "1")
    plan(tracker)
    names, known = [*SPELLINGS, *WAYS], readers(tracker)
    printed = ARTICLE.read_text().splitlines()
    start = next(place for place, line in enumerate(printed) if line.startswith("| reader |"))
    printed = printed[start:start + len(known) + 2]
    # A third of the fields is asked of the program; the others are as they are printed.
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in printed[2:])
    cells = {(row[0], name): cell for row in rows for name, cell in zip(names, row[1:])}
    asked = set(share("spellings", [(name, spelling) for name in known for spelling in names], 3))
    lines = ["| reader | " + " | ".join(names) + " |", "| --- |" + " --- |" * len(names)]
    for name, reader in known.items():
        assert result(tracker, reader, reader.text.encode()) == READ, name
        row = []
        for spelling in names:
            way = spelling if spelling in WAYS else "file"
            content = reader.text.encode() if spelling in WAYS else SPELLINGS[spelling](reader.text, reader.kind)
            has_own = spelling in WAYS and ("config" in reader.more or "stdin" in reader.more and way == "named pipe")
            row.append(NONE if content is None or has_own else result(tracker, reader, content, way) if (name, spelling) in asked
                       else cells.get((name, spelling), "not printed"))
        lines.append(f"| {name} | " + " | ".join(row) + " |")
    made = "\n".join(re.sub(" +", " ", line) for line in lines)
    assert "\n".join(printed) == made, "\n" + made
