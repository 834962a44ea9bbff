"""Two programs side by side: every command, form, tracker and moment, and the first place where they differ.

Both read the same tracker within a second of each other; what names the present moment is the same word for both. A
command that differs once is run again, for it may have fallen on the turn of a minute.
"""

import difflib
import io
import json
import pathlib
import random
import re
import sys
import tempfile
import zipfile
from datetime import datetime, timezone

import histories
from program import PROGRAM, Tracker
from story import tell

LISTS = """items cells results findings fixes retest components checks checklists criteria audits waivers conflicts verdicts
questions tasks enhancements shortcuts gestures notes agreement bundles evidence plans sessions planned matrix
tool-findings""".split()
FORMS = [[], ["--width", "80"], ["--plain"], ["--json"], ["--format", "csv"], ["--format", "md"]]
#: The lists that have more with --all.
WHOLE = "cells items findings planned matrix".split()
GROUPS = "owner screen tester category criterion severity component".split()
TRENDS = "component screen category criterion owner tester build kind profile tag".split()
RULES = [
    [], ["--max-critical", "0"], ["--max-serious", "3", "--min-pass", "80", "--min-coverage", "50"],
    ["--no-regressions", "--max-age", "30", "--strict", "--critical-rules"], ["--pre-release", "--allow-disagreements"],
]
PAGES = ["--html", "--openacr", "--earl", "--xlsx", "--testrail", "--xray"]
TICKETS = ["github", "jira", "azure", "csv", "ndjson", "md"]
#: A file that a command writes beside what it says.
BESIDE = "beside.txt"
HELP = """keys formats exit-codes environment accessibility query privacy catalog glossary tester lead exchange setup
other""".split()
COMMANDS = """walk log undo redo show worksheet tap status list trend report gate resolve export import sync verify backup
erase waiting follow fork init new edit config demo doctor calc lookup suggest help completion""".split()

#: The present moment in every form in which a program says it, and the name that a worksheet gets when it is made.
TODAY = datetime.now(timezone.utc)
NOW = re.compile(
    rb"%s[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?|%s,? \d\d:\d\d|\"worksheet\":\"[0-9a-f-]+\"|\"made\":\d{13}|<v>4\d{4}\.\d+</v>" % (
        TODAY.strftime("%Y-%m-%d").encode(), TODAY.strftime("%-d %b(?:ember)?(?: %Y)?").encode()))


class Golden:
    """A tracker that two programs read."""

    def __init__(self, name: str, tracker: Tracker, programs: list):
        self.name, self.tracker, self.programs = name, tracker, programs
        self.count, self.differences, self.refused = 0, [], []

    def said(self, program: str, words: list) -> bytes:
        answer = self.tracker.run(*words, program=program)
        if answer.code == 2:
            self.refused.append(" ".join(words))
        text = b"%d\n%s\n%s" % (answer.code, plain(answer.out), answer.err)
        beside = self.tracker.folder / BESIDE
        if beside.exists():
            text += beside.read_bytes()
            beside.unlink()
        return NOW.sub(b"NOW", text)

    def compare(self, *words: str) -> None:
        self.count += 1
        for _ in range(2):
            old, new = (self.said(program, list(words)) for program in self.programs)
            if old == new:
                return
        self.differences.append((words, first_difference(old, new)))

    def everything(self) -> None:
        keys = self.keys("components", "key"), self.keys("findings", "id"), self.keys("audits", "name")
        for moment in [[]] + [["--as-of", at] for at in self.moments()]:
            self.figures(moment)
        for audit in keys[2][:3]:
            self.figures(["--audit", audit])
        for kind in LISTS:
            for form in FORMS:
                self.compare("list", kind, *form)
            if kind in WHOLE:
                self.compare("list", kind, "--all", "--json")
            self.compare("list", kind, "--wrap", "--width", "60")
        for group in TRENDS:
            self.compare("trend", "--by", group)
        for words in [["--every", "month"], ["--every", "day", "--json"], ["--age"], ["--first-tap"], ["--format", "csv"]]:
            self.compare("trend", *words)
        for page in PAGES:
            self.compare("report", page, "-")
        for form in TICKETS:
            self.compare("report", "--issues", form, "-o", "-")
        for words in [["--declarations"], ["--print", "summary", "--html", "-"], ["--md"], ["--csv"], ["--json"], ["--plain"]]:
            self.compare("report", *words)
        for key in keys[0][:6] + keys[1][:6]:
            for form in FORMS[:4]:
                self.compare("show", key, *form)
        for key in keys[0][:2]:
            self.compare("worksheet", "--component", key, "-o", "-")
        for words in [
            ["undo", "--list"], ["waiting"], ["doctor"], ["doctor", "--sources"], ["export", "-y", "-o", "-"], ["lookup"],
            ["export", "--redact", "-o", "-"], ["export", "--query", "status:fail", "-o", "-"], ["lookup", "conflicts"],
        ]:
            self.compare(*words)

    def figures(self, moment: list) -> None:
        for form in [[], ["--all"], ["--plain"], ["--json"], ["--format", "md"]]:
            self.compare("status", *moment, *form)
        for group in GROUPS:
            self.compare("status", *moment, "--by", group)
        for rules in RULES:
            self.compare("gate", *moment, *rules)
            self.compare("gate", *moment, *rules, "--json")
        for form in ["--sarif", "--junit"]:
            self.compare("gate", *moment, "--max-critical", "0", form, BESIDE)
        for kind in "cells findings fixes retest results criteria".split():
            self.compare("list", kind, *moment, "--json")
        self.compare("report", *moment)
        self.compare("report", *moment, "--html", "-")
        self.compare("report", *moment, "--openacr", BESIDE, "--product", "App", "--product-version", "1", "--vendor", "V")

    def keys(self, kind: str, column: str) -> list:
        rows = json.loads(self.tracker.run("list", kind, "--json", program=self.programs[0]).out or b"{}").get("rows", [])
        return [row[column] for row in rows if row.get(column)]

    def moments(self) -> list:
        """Three moments at which something was logged, spread over the history."""
        times = sorted(set(self.keys("results", "at")))
        return [times[len(times) * part // 4] for part in (1, 2, 3)] if len(times) > 3 else []


def plain(out: bytes) -> bytes:
    """A workbook as the text of its parts, for its container tells when it was written."""
    if not out.startswith(b"PK\x03\x04"):
        return out
    with zipfile.ZipFile(io.BytesIO(out)) as archive:
        return b"\n".join(name.encode() + b"\n" + archive.read(name) for name in sorted(archive.namelist()))


def first_difference(old: bytes, new: bytes) -> str:
    lines = [text.decode(errors="replace").replace("><", ">\n<").splitlines() for text in (old, new)]
    changed = [line[:240] for line in difflib.unified_diff(*lines, "old", "new", lineterm="", n=0)]
    return "\n".join("    " + line for line in changed[2:10])


def trackers(folder: pathlib.Path, count: int, seed: int):
    """The demo, the history of the app, and random histories with copies, erasures, and requests, the team's last machine."""
    for name in ["demo", "story"]:
        (folder / name).mkdir()
    demo = Tracker(folder / "demo")
    demo.ok("demo", ".")
    yield "demo", demo
    yield "story", tell(Tracker(folder / "story"))
    for number in range(seed, seed + count):
        (folder / str(number)).mkdir()
        team = histories.Team(folder / str(number), random.Random(number))
        for _ in range(60):
            team.step()
        yield f"history {number}", team.machines[-1]


def main() -> int:
    if not 3 <= len(sys.argv) <= 5:
        sys.exit("usage: Scripts/golden OLD NEW [HISTORIES [SEED]]")
    old, new = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
    count, seed = (int(word) for word in (sys.argv[3:] + ["40", "1"][len(sys.argv) - 3:]))
    assert pathlib.Path(old) == PROGRAM, "the older program makes the trackers"
    compared, found, refused = 0, [], set()
    with tempfile.TemporaryDirectory(prefix="a11y-golden-") as folder:
        for name, tracker in trackers(pathlib.Path(folder), count, seed):
            golden = Golden(name, tracker, [old, new])
            if name == "demo":
                for command in COMMANDS:
                    golden.compare(command, "--help")
                    golden.compare(command, "-h")
                for topic in HELP:
                    golden.compare("help", topic)
                for shell in ["bash", "zsh", "fish"]:
                    golden.compare("completion", shell)
            golden.everything()
            compared += golden.count
            found += golden.differences
            refused |= set(golden.refused)
            print(f"{name}: {golden.count} outputs, {len(golden.differences)} differ", flush=True)
            for words, lines in golden.differences:
                print(f"  a11y {' '.join(words)}\n{lines}")
    print(f"{compared} outputs compared, {len(found)} differ")
    for words in sorted(refused):
        print(f"refused, so nothing is compared: a11y {words}")
    return 1 if found or refused else 0


if __name__ == "__main__":
    sys.exit(main())
