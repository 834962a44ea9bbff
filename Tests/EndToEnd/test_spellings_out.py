"""Every writer of the program against one list of spellings; the table that comes out is printed in Reliability."""

import io
import pathlib
import re
import subprocess
import zipfile

from program import CHECK, PROGRAM, environment
from tapping import PLAN, plan

ARTICLE = pathlib.Path(__file__).parents[2] / "Sources/a11y/a11y.docc/Reliability.md"
#: What a cell of a table, a text of a page, and a member of JSON must carry without a change.
NOTE = 'Größe „a“,\n=1+1; "b"\t<i> `c` | d \\ e\r\n日本'


class Writer:
    """A text that a command writes: the words of it, the kind of its spelling, and how the program reads it again."""

    def __init__(self, words, kind, back=None, *, flag="-o"):
        self.words, self.kind, self.back, self.flag = words, kind, back, flag


WRITERS = {
    "lists, CSV": Writer(["list", "components", "--format", "csv"], "table", ["new", "component", "--from"]),
    "lists, TSV": Writer(["list", "components", "--format", "tsv"], "table", ["new", "component", "--from"]),
    "lists, JSON": Writer(["list", "components", "--format", "json"], "json", ["new", "component", "--from"]),
    "lists, JSON lines": Writer(["list", "results", "--format", "ndjson"], "lines"),
    "lists, Markdown": Writer(["list", "results", "--format", "md"], "lines"),
    "lists, workbook": Writer(["list", "results", "--format", "xlsx"], "zip"),
    "items to fill in, CSV": Writer(["list", "items", "--all", "--format", "csv", "--limit", "20"], "table", ["log", "-", "--dry-run"]),
    "cells, JSON": Writer(["list", "cells", "--format", "json"], "json", ["gate", "--report-only", "--max-critical", "9", "--baseline"]),
    "report, CSV": Writer(["report", "--format", "csv"], "table"),
    "report, page": Writer(["report"], "page", flag="--html"),
    "report, workbook": Writer(["report"], "zip", flag="--xlsx"),
    "tickets, CSV of Jira": Writer(["report", "--issues", "jira"], "table", ["import", "--dry-run"]),
    "tickets, CSV of Azure": Writer(["report", "--issues", "azure"], "table", ["import", "--dry-run"]),
    "tickets, JSON lines": Writer(["report", "--issues", "ndjson"], "lines"),
    "tickets, Markdown": Writer(["report", "--issues", "md"], "lines"),
    "tickets, script": Writer(["report", "--issues", "github"], "lines"),
    "worksheets": Writer(["worksheet", "--component", "row-0"], "page"),
    "tap pages": Writer(["tap", "page", PLAN], "page"),
    "bundles": Writer(["export"], "json", ["import"]),
    "gate, JUnit": Writer(["gate", "--report-only", "--max-critical", "9"], "page", flag="--junit"),
    "gate, SARIF": Writer(["gate", "--report-only", "--max-critical", "9"], "json", flag="--sarif"),
}


def run(tracker, *words, given=None, shell=None):
    command = ["sh", "-c", shell, PROGRAM, *words] if shell else [PROGRAM, *words]
    return subprocess.run(command, cwd=tracker.folder, input=given, stdin=None if given is not None else subprocess.DEVNULL,
                          capture_output=True, timeout=120, env=environment(tracker.folder, A11Y_TESTER="t1"))


def steady(content):
    """Without the moment at which it was written and the number of the page, and a workbook without its archive."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            content = b"".join(book.read(name) for name in sorted(book.namelist()))
    return re.sub(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?|\b1[5-9]\d{11}\b|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|Order \d+|<v>4\d{4}\.\d+</v>",
                  b"", content)


def written(tracker, writer, place):
    """The bytes of a file, or of what a way to standard output has carried; nothing where the way is refused."""
    file = tracker.folder / "out"
    file.unlink(missing_ok=True)
    if place == ">":
        done = run(tracker, *writer.words, shell='"$0" "$@" > out')
    else:
        done = run(tracker, *writer.words, writer.flag, "out" if place == "file" else place)
    assert done.returncode in (0, 2), (writer.words, done.stderr)
    if done.returncode:
        return None
    return file.read_bytes() if place in ("file", ">") else done.stdout


def cells(tracker, writer):
    """What the columns of the table say about one writer."""
    whole = written(tracker, writer, "file")
    if writer.kind == "zip":
        yield from ("", "", "")
    else:
        text = whole.decode("utf-8")
        yield "UTF-8 with a mark" if text.startswith("\ufeff") else "UTF-8"
        # In quotes a cell has the line ends of what was typed.
        ends = set(re.findall("\r\n|\n|\r", re.sub('"[^"]*"', "", text) if writer.kind == "table" else text))
        assert len(ends) == 1, (writer.words, ends)
        yield {"\n": "LF", "\r\n": "CR LF"}[ends.pop()]
        yield "yes" if text.endswith("\n") else "no"
    same = steady(whole)
    for place in ("-", ">", "/dev/stdout", "file"):
        if place == ">" and writer.flag != "-o":
            # What the command prints is another text.
            yield ""
            continue
        found = written(tracker, writer, place)
        assert found is None or steady(found) == same, (writer.words, place)
        yield "refused" if found is None else "the same"
    if writer.back is None:
        yield ""
    else:
        (tracker.folder / "again").write_bytes(whole)
        words = [word for word in writer.back if word != "-"]
        done = run(tracker, *words, *(["-"] if "-" in writer.back else ["again"]), given=whole if "-" in writer.back else None)
        said = (done.stdout + done.stderr).decode()
        if done.returncode:
            # Tickets that no tracker has numbered are no answer of one.
            assert done.returncode == 4 and "no column has the ticket" in said, (writer.words, said)
            yield "refused"
            return
        # Nothing is new in what was written here.
        assert not re.search(r"\b[1-9]\d* (added|changed|new entr)|rejected: [1-9]", said), said
        yield "read"


def test_every_writer_spells_alike_wherever_it_writes_and_is_read_again(empty):
    tracker = empty
    tracker.register(*(f"row-{number},button" for number in range(40)), "sign-in/close-button,icon-button")
    # A page without a title has its folder's, where it goes to one.
    tracker.ok("edit", "tracker", "--title", "Shop")
    tracker.ok("edit", "component", "row-1", "--title", 'Größe „a“; "b" <i>')
    tracker.ok("log", "fail", CHECK, "row-0", "-m", NOTE, "-s", "1", "--tester", "t1", "--build", "1")
    plan(tracker)
    names = ["encoding", "line ends", "last line end", "`-o -`", "`>`", "`/dev/stdout`", "written again", "read again"]
    lines = ["| writer | " + " | ".join(names) + " |", "| --- |" + " --- |" * len(names)]
    for name, writer in WRITERS.items():
        lines.append(f"| {name} | " + " | ".join(cells(tracker, writer)) + " |")
    made = "\n".join(re.sub(" +", " ", line) for line in lines)
    printed = ARTICLE.read_text().splitlines()
    start = next((place for place, line in enumerate(printed) if line.startswith("| writer |")), None)
    assert start is not None and "\n".join(printed[start:start + len(lines)]) == made, "\n" + made
