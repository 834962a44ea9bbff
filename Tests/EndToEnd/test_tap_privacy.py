"""What is known of a child stays on the machine, can be destroyed, and does not come back."""

import json
import re
import subprocess

import pytest

from conftest import COMPONENTS, once
from deciding import follow
from pictures import jpeg
from program import CHECK, COMPONENT, WHY, Tracker, given_to
from tapping import CODES, KEYS, PLAN, SESSION, code, line, paper, plan, report

CANARY = CODES[0]
HAND_ON = given_to("Clinic North")


@once(*COMPONENTS)
def tested(tracker):
    """A plan that eight children have gone through; the guardian of the last allows no handing on."""
    plan(tracker)
    lines = [line(code, keys, practice="h", frustration="sigh 2", comment="too_small", full="no" if code == CODES[7] else "yes")
             for code, keys in zip(CODES, KEYS)]
    assert paper(tracker, *lines).code == 0


def subject_of(tracker, code):
    """What stands for a child outside this machine."""
    (subject,), = tracker.rows("SELECT subject FROM participant WHERE code = ?", code)
    return subject


def holders(folder, text):
    """The files anywhere below a folder in which some bytes stand."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file() and text.encode() in path.read_bytes():
            found.append(path.name)
    return found


def is_said(word, text) -> bool:
    """Whether a word stands in a text by itself: random names may hold any two letters."""
    return re.search(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", text) is not None


def test_bundles_hold_nothing_of_children_unless_they_are_handed_on_by_name(tested, folder):
    for words in [[], ["--redact"], ["--query", "component:**"]]:
        out = folder / "out.json"
        answer = tested.ok("export", *words, "-o", str(out), "--yes")
        assert "Not exported: " in answer.error
        text = out.read_text()
        assert not any(code in text for code in CODES) and '"kind":"session"' not in text and '"m1"' not in text
    shared = folder / "shared"
    shared.mkdir()
    tested.ok("sync", str(shared))
    tested.ok("sync", str(shared))
    assert not holders(shared, CANARY)
    assert "of first-tap tests, not shared" in tested.ok("sync", "--status", str(shared)).text
    full = folder / "full.json"
    answer = tested.ok("export", *HAND_ON, "-o", str(full))
    text = full.read_text()
    # Whose sessions they are stays here even so.
    assert text.count('"kind":"session"') == 7 and not any(code in text for code in CODES)
    assert [text.count(subject_of(tested, code)) for code in CODES[:8]] == [1] * 7 + [0]
    assert "without consent to sharing" in answer.error


def test_who_is_handed_sessions_is_known_before_the_file_has_its_name(tested, folder):
    """An export that ended behind the file, by a kill or a full disk, left a whole file that no erasure knew of."""
    photo = folder / "photo.jpg"
    photo.write_bytes(jpeg())
    tested.ok("log", "fail", CHECK, COMPONENT, "--evidence", photo, "--tester", "t1")
    (folder / "given.a11y.evidence").write_text("in the way")
    out = folder / "given.a11y.json"
    assert tested.run("export", *HAND_ON, "--with-evidence", "-o", str(out)).code not in (0, 2)
    assert subject_of(tested, CANARY) in out.read_text()
    # Nothing is written at all where there is no place for it; that one is named as well does no harm.
    assert tested.run("export", *given_to("Clinic South"), "-o", str(folder / "none" / "x.json")).code not in (0, 2)
    said = tested.ok("erase", "participant", CANARY, "--reason", "withdrawn", "--yes").error
    assert "Clinic North may have sessions that are erased now" in said
    waiting = json.loads(tested.ok("erase", "list", "--json").out)["not_handed_over"]
    assert {"recipient": "Clinic North", "sessions": 1} in waiting


@pytest.mark.parametrize("words", [
    ["--full"], ["--to", "x"], ["--full", "--to", ""],
    [*HAND_ON, "--redact"], [*HAND_ON, "--query", "owner:x"], [*HAND_ON, "--since", "a:1"],
])
def test_handing_on_takes_a_recipient_and_no_part(tested, folder, words):
    assert tested.run("export", *words, "-o", str(folder / "x.json")).code == 2
    assert not (folder / "x.json").exists()


def test_what_single_children_did_does_not_get_into_git(tested, folder):
    work = folder / "work"
    (work / "deep").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(work)], check=True)
    answer = tested.run("export", *HAND_ON, "-o", str(work / "deep/x.json"))
    assert answer.code == 5 and "git" in answer.error and not (work / "deep/x.json").exists()
    assert tested.run("export", *HAND_ON, "-o", "-").code == 2
    answer = tested.run("list", "sessions", "--json", "-o", str(work / "sessions.json"))
    assert answer.code == 5 and not (work / "sessions.json").exists()
    tested.ok("list", "sessions", "--json", "-o", str(folder / "sessions.json"))
    tested.ok("tap", "report", "--redact", "--json", "-o", str(work / "deep/report.json"))


def test_a_child_is_destroyed_everywhere_and_does_not_come_back(tested, folder):
    """The canary: no byte of the code and of what stands for it is left, in the tracker or in what is written then."""
    old, subject = folder / "old.json", subject_of(tested, CANARY)
    tested.ok("edit", "component", COMPONENT, "--profile", "child")
    tested.ok("tap", "close", PLAN, "--tester", "lead")
    tested.ok("export", *HAND_ON, "-o", str(old))
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "--adopt", str(old))
    assert holders(other.folder, subject) and holders(tested.folder, subject)
    assert holders(tested.folder, CANARY) and not holders(other.folder, CANARY)
    answer = tested.ok("erase", "participant", CANARY.lower(), "--reason", "withdrawn", "--yes")
    assert "1 session" in answer.text and "11 trials" in answer.text and "Recalculated plan" in answer.text
    assert "Clinic North" in answer.text + answer.error
    assert not holders(tested.folder, CANARY) and not holders(tested.folder, subject)
    assert report(tested)["parts"][0]["result"]["children"] == 7
    # An old bundle does not bring it back, and the new one takes it from the other machine.
    tested.ok("import", str(old))
    assert not holders(tested.folder, CANARY) and not holders(tested.folder, subject)
    new = folder / "new.json"
    tested.ok("export", *HAND_ON, "-o", str(new))
    assert CANARY not in new.read_text() and subject not in new.read_text()
    other.ok("import", str(new))
    assert len(json.loads(other.ok("list", "sessions", "--json").out)["rows"]) == 6, "withheld at once"
    follow(other)
    assert not holders(other.folder, subject)
    for machine in (tested, other):
        machine.ok("doctor")
    backup = folder / "backup.db"
    tested.ok("backup", str(backup))
    assert CANARY.encode() not in backup.read_bytes() and subject.encode() not in backup.read_bytes()
    assert tested.run("erase", "participant", CANARY, "--yes").code == 3


def test_only_files_that_can_hold_a_child_are_named_when_it_is_erased(tested, folder):
    def write(name, *words):
        tested.ok("export", *words, "-o", str(folder / name))

    write("early-full.json", *HAND_ON)
    write("early.json")
    assert paper(tested, line(CODES[8], KEYS[0]), line(CODES[9], KEYS[0])).code == 0
    write("late.json")
    write("late-full.json", *HAND_ON)
    said = tested.ok("erase", "participant", CODES[8], "--yes").error
    assert re.search(r"Earlier bundles \(\S*/late-full\.json\) and backups still contain this data", said)
    # The children of the first file are in all that were handed on, and in no other.
    said = tested.ok("erase", "participant", CODES[0], "--yes").error
    assert re.search(r"Earlier bundles \(\S*/late-full\.json, \S*/early-full\.json\) and backups", said)
    # One whose guardian allows no handing on is in none.
    said = tested.ok("erase", "participant", CODES[7], "--yes").error
    assert "Backups and file copies still contain this data" in said and "full.json" not in said
    # Of an entry that everybody gets, every bundle is named.
    tested.log("pass", "voiceover.label-present", COMPONENT, "-m", "a word")
    row, = json.loads(tested.ok("list", "results", "--json").out)["rows"]
    assert "/early.json" in tested.ok("erase", "fact", row["id"], "--yes").error


def test_files_without_a_recipient_are_not_named_for_a_child(tracker, folder):
    plan(tracker)
    assert paper(tracker, line(CODES[0], KEYS[0])).code == 0
    tracker.ok("export", "-o", str(folder / "plain.json"))
    said = tracker.ok("erase", "participant", CODES[0], "--yes").error
    assert "Backups and file copies still contain this data" in said and "plain.json" not in said


def test_an_erasure_may_turn_a_verdict_and_says_so(tracker):
    plan(tracker, PLAN, "--children", "3", "--target", "50")
    tracker.ok("edit", "component", COMPONENT, "--profile", "child")
    assert paper(tracker, *(line(code, "mmmmmmmmmm") for code in CODES[:3])).code == 0
    tracker.ok("tap", "close", PLAN, "--tester", "lead")
    sql = "SELECT outcome FROM v_cell WHERE \"check\" = 'child-testing.first-tap-success'"
    assert tracker.rows(sql) == [("fail",)]
    answer = tracker.ok("erase", "participant", CODES[1], "--yes", "--json")
    assert "changed from not met to not enough evidence" in json.loads(answer.out)["verdicts"][0]
    assert tracker.rows(sql) == [("cant-tell",)]


def test_what_travels_of_a_verdict_tells_of_no_few_children(tracker, folder):
    """Five children may be seen by the team, but a result goes with every bundle."""
    tracker.ok("edit", "component", COMPONENT, "--profile", "child")
    for key, count in [("five", 5), ("twelve", 12)]:
        plan(tracker, key, "--children", str(count))
        assert paper(tracker, *(line(code, KEYS[index % 8]) for index, code in enumerate(CODES[:count])), key=key).code == 0
        assert report(tracker, key=key)["parts"][0]["result"]["children"] == count
        tracker.ok("tap", "close", key, "--tester", "lead")
    out = folder / "out.json"
    tracker.ok("export", "-o", str(out))
    notes = {fact["body"]["note"] for fact in json.loads(out.read_text())["facts"] if fact["kind"] == "result"}
    five, twelve = (next(note for note in notes if note.startswith(f"Plan {key}. Target")) for key in ["five", "twelve"])
    assert "children" not in five and "could be as low as" not in five
    assert "12 children, 120 taps" in twelve


def test_few_children_are_hidden_and_hidden_is_never_zero(tracker):
    plan(tracker, PLAN, "--children", "4")
    assert paper(tracker, *(line(code, "hhhhmhhhhh") for code in CODES[:4])).code == 0
    for words in [[], ["--redact"]]:
        text = tracker.ok("tap", "report", PLAN, *words).text
        assert "Hidden" in text and "90" not in text.replace("90%", "", 1)
        assert report(tracker, *words)["parts"][0]["result"] == {"suppressed": True}
    status = json.loads(tracker.ok("status", "--json").out)["first_tap"]["rows"][0]
    assert status["result"] == {"suppressed": True}
    assert "hidden" in tracker.ok("status", "--plain").text


def test_small_groups_are_hidden_with_the_others(tracker):
    plan(tracker, PLAN, "--children", "8")
    ages = ["6-8"] * 6 + ["9-10"] * 2
    assert paper(tracker, *(line(code, keys, age=age) for code, keys, age in zip(CODES, KEYS, ages))).code == 0
    result = report(tracker)["parts"][0]["result"]
    assert result["children"] == 8 and result["groups"] == {"suppressed": True}


def test_two_redacted_reports_do_not_tell_what_came_between(tracker):
    plan(tracker, PLAN, "--children", "10")
    seen = set()
    for index, code in enumerate(CODES):
        assert paper(tracker, line(code, KEYS[index % 8])).code == 0
        seen.add(json.dumps(report(tracker, "--redact")["parts"]))
    # Hidden up to the tenth, then the same for all that follow.
    assert len(seen) == 2
    text = tracker.ok("tap", "report", PLAN, "--redact", "--json").text
    assert not any(is_said(word, text) for word in [*CODES, "iPad", "m1"])
    assert not re.search(r"20\d\d-W\d\d", text)


def test_no_output_of_reports_names_a_child(tested):
    for words in [["tap", "report"], ["tap", "report", "--json"], ["tap", "report", "--redact"], ["status"],
                  ["status", "--json"], ["tap", "replay"], ["list", "plans", "--json"]]:
        text = tested.ok(*words).text
        assert not any(code in text for code in CODES), words


def test_help_says_what_is_kept_of_children(empty):
    text = " ".join(empty.ok("help", "privacy").text.split())
    for words in ["random code", "age band", "a11y erase participant", "--to", "180 days", "fewer than 5"]:
        assert words in text, words


def test_nobody_can_tell_that_the_code_of_an_erased_child_was_used_before(tracker):
    """No digest of a code is kept, so a child who comes again after an erasure is another one."""
    plan(tracker, PLAN)
    assert paper(tracker, line(CODES[0], "hhhhhhhhhh")).code == 0
    before = subject_of(tracker, CODES[0])
    tracker.ok("erase", "participant", CODES[0], "--yes")
    words = ["tap", "run", PLAN, "--participant", CODES[0], "--age-band", "6-8", *SESSION]
    tracker.ok(*words, stdin=b"h\nh\n")
    assert len(json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]) == 1
    assert subject_of(tracker, CODES[0]) != before


def test_no_byte_of_the_canary_is_left_in_shares_temporary_files_reports_or_evidence(tested, folder):
    """Beside the tracker: what was synced, written as a report, or lay in a temporary folder; then a second erasure."""
    shared, temporary = folder / "shared", folder / "tmp"
    shared.mkdir()
    temporary.mkdir()
    tested.ok("edit", "component", COMPONENT, "--profile", "child")
    tested.ok("tap", "close", PLAN, "--tester", "lead")

    def everything():
        for words in (["sync", shared], ["report", "--html", folder / "page.html", "--yes"], ["trend", "--first-tap", "--json"],
                      ["tap", "report", "--json", "-o", folder / "tap.json", "--yes"], ["backup", folder / "copy.db", "--yes"],
                      ["export", "-o", folder / "plain.json", "--yes"], ["export", *HAND_ON, "-o", folder / "full.json", "--yes"]):
            tested.ok(*words, TMPDIR=temporary)

    everything()
    subject = subject_of(tested, CANARY)
    assert set(holders(folder, CANARY)) == {"audit.db", "copy.db"}
    assert set(holders(folder, subject)) == {"audit.db", "copy.db", "full.json"}
    tested.ok("erase", "participant", CANARY, *WHY, "--yes", TMPDIR=temporary)
    assert set(holders(folder, CANARY)) == {"copy.db"} and set(holders(folder, subject)) == {"copy.db", "full.json"}
    # What is written again holds it no more, and what was written before does not bring it back.
    tested.ok("import", folder / "full.json", TMPDIR=temporary)
    everything()
    assert not holders(folder, CANARY) and not holders(folder, CANARY.lower()) and not holders(folder, subject)
    tested.ok("doctor", "--rebuild")
    assert not holders(folder, CANARY) and not holders(folder, subject)
    assert not list(temporary.iterdir())


def test_a_redacted_bundle_of_four_children_reveals_no_cell(tracker, folder):
    tracker.ok("edit", "component", COMPONENT, "--profile", "child")
    plan(tracker, PLAN, "--children", "4")
    before = folder / "before.json"
    tracker.ok("export", "--redact", "-o", before)
    lines = [line(code, "hmmmmmmmmm", frustration="sigh 2", comment="too_small", full="no") for code in CODES[:4]]
    assert paper(tracker, *lines).code == 0
    tracker.ok("tap", "close", PLAN, "--tester", "lead")
    after = folder / "after.json"
    tracker.ok("export", "--redact", "-o", after)
    old, new = (json.loads(path.read_text())["facts"] for path in (before, after))
    added = [fact for fact in new if fact not in old]
    # That the plan was closed, and nothing of what it came to.
    assert [fact["kind"] for fact in added] == ["set", "set"]
    assert {name for fact in added for name in fact["body"]["fields"]} == {"closed", "results"}
    text = json.dumps([fact.get("body") for fact in new])
    assert not any(is_said(word, text) for word in [*CODES, "6-8", "iPad", "sigh", "too_small", "m1", "not met"])
    for words in (["tap", "report", "--redact", "--json"], ["tap", "report", "--json"]):
        assert json.loads(tracker.ok(*words).out)["plans"][0]["parts"][0]["result"] == {"suppressed": True}
    row = json.loads(tracker.ok("trend", "--first-tap", "--json").out)["rows"][0]
    assert row["children"] == row["rate"] == row["verdict"] == {"suppressed": True}


def test_what_other_programs_read_of_a_status_tells_no_child_over_time(tracker):
    """After 5, 6 and 7 children of four taps each, the rates told what the sixth and the seventh did."""
    plan(tracker, PLAN, "--children", "12", "--taps", "4", "--practice", "0")
    # Without a result there are no figures to stand beside.
    tracker.log("pass", "voiceover.label-present", "sign-in/close-button", "--build", "1")

    def told() -> tuple:
        row, = json.loads(tracker.ok("status", "--json").out)["first_tap"]["rows"]
        text = tracker.ok("status", "--format", "md").text
        return row["result"], [line for line in text.splitlines() if "First-tap" in line]

    looks = []
    for child in range(17):
        assert paper(tracker, line(code(child), "hhhh" if child % 3 else "mhhm")).code == 0
        looks.append(told())
    hidden, first, second = looks[0], looks[11], looks[16]
    assert hidden[0] == {"suppressed": True} and "hidden until the next analysis of the plan" in hidden[1][0]
    assert first[0]["children"] == 12 and first[0]["plan_complete"] and second[0]["children"] == 17
    assert looks == [hidden] * 11 + [first] * 5 + [second]
    # Who holds the sessions sees how far they are.
    assert report(tracker)["parts"][0]["result"]["children"] == 17
    # A session that is taken out is the difference to what was there before.
    row = json.loads(tracker.ok("list", "sessions", "--json").out)["rows"][0]
    tracker.ok("tap", "void", row["id"], "--reason", "technical", "--tester", "t1")
    assert told()[0] == {"suppressed": True}
