"""Every command that writes confirms with one JSON document when it is asked to."""

import json
import re

from forging import Chain, give
from program import CHECK, COMPONENT, WHY, Tracker
from tapping import CODES, HEAD, line
from team import Machine

#: Commands that change nothing, and so have no confirmation. A walk asks, and its answers confirm one by one.
READERS = {
    "show", "status", "list", "trend", "gate", "verify", "calc", "lookup", "suggest", "help", "completion", "tap report",
    "tap replay", "tap estimate", "tap plan", "tap compare", "waiting", "fork list", "erase list", "walk"}

CHECK_FILE = json.dumps({
    "id": "team.no-autoplay", "title": "Video does not start by itself", "category": "team", "method": "manual",
    "impact": "serious", "how": "1. Open the screen.", "expected": "Nothing plays."})
REFERENCE_FILE = json.dumps({"table": "style", "name": "hero", "title": "Hero", "meaning": "The largest.", "use_when": "Once."})
AUDIT = json.dumps({"auditType": "contrast", "compactDescription": "Contrast failed", "element": "x", "screen": "home"})
PAPER = "\n".join([HEAD, *(line(code, "hhhhhhhhhh") for code in CODES[:5]), ""])
TAP = ["--age-band", "6-8", "--moderator", "m1", "--consent", "c-9", "--guardian", "--assent", "--device", "iPad"]

#: Each command: what it is, its words, its standard input, and the schema of its document, in an order that works.
STORY = [
    ("config", ["tester", "t1"], "", "config"),
    ("config", ["--unset", "build"], "", "config"),
    ("new component", [COMPONENT, "--kind", "icon-button", "--screen", "home"], "", "new"),
    ("new component", ["--from", "-"], "key,kind\nhome,screen\nkids/play,button\n", "new"),
    ("edit component", [COMPONENT, "--owner", "qa-1"], "", "edit"),
    ("new audit", ["spring", "--checklist", "critical-rules", "--components", "**"], "", "new"),
    ("edit audit", ["spring", "--build", "3.2"], "", "edit"),
    ("new check", ["--from", "-"], CHECK_FILE, "new"),
    ("edit check", ["team.no-autoplay", "--impact", "minor"], "", "edit"),
    ("new checklist", ["ours", "--check", CHECK], "", "new"),
    ("edit checklist", ["ours", "--title", "Ours"], "", "edit"),
    ("new waiver", ["kids/play", CHECK, "--reason", "deferred", "--approver", "lead", "--until", "2105-01-01"], "", "new"),
    ("edit waiver", ["{waiver}", "--until", "2105-02-01"], "", "edit"),
    ("new verdict", ["1.1.1", "--level", "supports", "--remarks", "All seen.", "--by", "lead"], "", "new"),
    ("edit verdict", ["{verdict}", "--by", "lead", "--remarks", "Seen twice."], "", "edit"),
    ("new question", ["Landscape?"], "", "new"),
    ("edit question", ["{question}", "--decision", "No."], "", "edit"),
    ("new task", ["Grow it", "--component", COMPONENT], "", "new"),
    ("edit task", ["{task}", "--done"], "", "edit"),
    ("new shortcut", ["cmd+shift+k", "--action", "Search"], "", "new"),
    ("edit shortcut", ["{shortcut}", "--action", "Find"], "", "edit"),
    ("new gesture", ["swipe", "--component", "home", "--action", "Delete", "--alternative", "Edit"], "", "new"),
    ("edit gesture", ["{gesture}", "--action", "Remove"], "", "edit"),
    ("new note", ["Seen.", "--component", "home"], "", "new"),
    ("edit note", ["{note}", "-m", "Seen again."], "", "edit"),
    ("new reference", ["--from", "-"], REFERENCE_FILE, "new"),
    ("edit reference", ["{reference}", "--delete"], "", "edit"),
    ("edit tracker", ["--policy", "max-critical 0"], "", "edit"),
    ("follow", ["*"], "", "follow"),
    ("log", ["fail", CHECK, COMPONENT, "-s", "2", "-m", "no label"], "", "log"),
    ("log", ["-"], f"pass\t{CHECK}\thome\n", "log"),
    ("undo", [], "", "undo"),
    ("redo", [], "", "redo"),
    ("new evidence", [CHECK, COMPONENT, "shot.txt"], "", "new"),
    ("edit finding", [CHECK, COMPONENT, "--owner", "qa-2"], "", "edit"),
    ("log", ["pass", CHECK, COMPONENT, "--tester", "t2", "--disagree"], "", "log"),
    ("resolve", [CHECK, COMPONENT, "fail", "-s", "2", "-m", "seen", "--tester", "lead"], "", "settled"),
    ("new plan", ["p", "--component", "kids/play", "--size", "60x60", "--gap", "8", "--practice", "0"], "", "new"),
    ("edit plan", ["p", "--children", "9"], "", "edit"),
    ("tap form", ["p"], "", "tap-form"),
    ("tap page", ["p", "-o", "tap.html"], "", "tap-page"),
    ("tap run", ["p", "--from", "-"], PAPER, "tap-run"),
    ("tap run", ["p", *TAP, "--participant", CODES[7]], "h\nm\nq\nchild_stopped\n", "tap-run"),
    ("tap close", ["p"], "", "tap-close"),
    ("tap void", [CODES[7], "--reason", "technical"], "", "tap-void"),
    ("erase participant", [CODES[7], "--reason", "withdrawn", "--yes"], "", "erase"),
    ("worksheet", ["--component", COMPONENT, "-o", "sheet.html"], "", "worksheet"),
    ("report", ["--html", "page.html"], "", "report"),
    ("report", ["--earl", "all.earl"], "", "report-files"),
    ("report", ["--issues", "github", "-o", "tickets.sh"], "", "report-files"),
    ("export", ["-o", "all.a11y.json"], "", "export"),
    ("import", ["all.a11y.json"], "", "import"),
    ("import", ["audit.jsonl", "--build", "3.2"], "", "import"),
    ("sync", ["shared"], "", "sync"),
    ("backup", ["copy.db"], "", "backup"),
    ("doctor", ["--rebuild"], "", "doctor"),
    ("erase fact", ["{note}", "--reason", "personal", "--yes"], "", "erase"),
]


#: Commands of which the story of several machines has one.
OF_TEAMS = {"init", "demo", "fork settle", "erase follow", "erase refuse", "erase handed-over"}


def leaves(tracker) -> set:
    """Every command that runs by itself, read off the overview and the help of each."""
    text = tracker.ok("help", "--plain").text
    names = [name for row in re.findall(r"^[a-z]+: (.+)$", text, re.MULTILINE) for name in row.split(", ")]
    found = set()
    for name in names:
        if name.startswith("a11y") or tracker.run("help", name).code != 0:
            continue
        section = re.search(r"^(?:KIND|WHAT)\n(.*?)(?:\n\n|\Z)", tracker.ok("help", name, "--plain").text, re.M | re.S)
        kinds = re.findall(r"^([a-z-]+): ", section.group(1), re.MULTILINE) if section else []
        found |= {f"{name} {kind}" for kind in kinds} or {name}
    return found


def confirmed(tracker, name, words, schema, stdin="", **variables) -> dict:
    """The only document that a command prints, which says what it is."""
    answer = tracker.ok(*name.split(), *words, "--json", stdin=stdin.encode(), **variables)
    found = json.loads(answer.out)
    assert found["schema"] == f"a11y.{schema}/1" and found["generated"].endswith("Z"), (name, found)
    return found


def test_no_command_that_writes_is_left_out(empty):
    told = {name for name, *_ in STORY} | OF_TEAMS
    kinds = {name for name in leaves(empty) if not {name, name.split()[0]} & READERS}
    assert kinds - told == set() and told - kinds == set()


def test_every_confirmation_is_one_document(empty):
    (empty.folder / "shot.txt").write_text("What was on the screen.\n")
    (empty.folder / "audit.jsonl").write_text(AUDIT)
    (empty.folder / "shared").mkdir()
    (empty.folder / "config").mkdir()
    keys = {}
    for name, words, stdin, schema in STORY:
        found = confirmed(empty, name, [word.format_map(keys) if word.startswith("{") else word for word in words],
                          schema, stdin, XDG_CONFIG_HOME=str(empty.folder / "config"))
        if name.startswith("new "):
            keys[name[4:]] = found["rows"][0]["key"]
    empty.require_sound()


def test_confirmations_between_machines(folder):
    shared = folder / "shared"
    shared.mkdir()
    tia = Machine(folder / "tia", "tia", shared).found("home")
    confirmed(Machine(folder / "new", "t1", shared), "init", [], "init")
    confirmed(Machine(folder / "show", "t1", shared), "demo", [], "demo")
    for note in "one", "other":
        tia.say("fail", "home", note)
    tia.sync()
    tom = Machine(folder / "tom", "tom", shared)
    tom.begin()
    confirmed(tom, "sync", ["--adopt", shared], "sync")
    for row in json.loads(tom.ok("list", "results", "--json").out)["rows"]:
        confirmed(tom, "erase fact", [row["id"], *WHY, "--yes"], "erase")
    tom.sync()
    tia.sync()
    first, second = json.loads(tia.ok("erase", "list", "--json").out)["rows"]
    confirmed(tia, "erase follow", [first["id"], "--yes"], "erase")
    confirmed(tia, "erase refuse", [second["id"], "--yes"], "erase")


def test_confirmations_of_forks_and_recipients(tracker):
    root = Chain("a" * 12, "a")
    before = root.result("cant-tell")
    one, other = Chain("a" * 12, "a", before), Chain("a" * 12, "a", before)
    one.result("fail", "home")
    other.result("fail", "search")
    tracker.ok("import", give(tracker, *root.facts, *one.facts, *other.facts))
    head = json.loads(tracker.ok("fork", "list", "--json").out)["rows"][0]["branches"][0]["head"]
    confirmed(tracker, "fork settle", ["a" * 12, "--keep", head, "--yes"], "fork")
    tracker.ok("new", "plan", "p", "--component", COMPONENT, "--size", "60x60", "--gap", "8", "--practice", "0")
    confirmed(tracker, "tap run", ["p", "--from", "-"], "tap-run", PAPER)
    tracker.ok("export", "--full", "--to", "Clinic North", "-o", "given.json")
    confirmed(tracker, "erase participant", [CODES[1], *WHY, "--yes"], "erase")
    confirmed(tracker, "erase handed-over", ["Clinic North"], "handed-over")


def test_tickets_on_standard_output_are_not_mixed_with_json(empty):
    answer = empty.run("report", "--issues", "github", "--json")
    assert answer.code == 2 and answer.out == b"" and "-o FILE" in json.loads(answer.error)["error"]["hint"]


def test_a_session_with_json_speaks_on_standard_error(tracker):
    tracker.ok("new", "plan", "p", "--component", COMPONENT, "--size", "60x60", "--gap", "8", "--practice", "0", "--taps", "2")
    answer = tracker.ok("tap", "run", "p", *TAP, "--json", stdin=b"h\nm\nc too_small\nq\n")
    found = json.loads(answer.out)
    assert (found["plan"], found["scored"], found["ended"], found["skipped"]) == ("p", 2, "complete", 0)
    assert f"Participant code: {found['participant']}." in answer.error and "Saved: missed." in answer.error
