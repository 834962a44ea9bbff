"""Sessions with children that were made elsewhere: listed, and in no figure until their machine is followed."""

import json
import re
import shutil

import pytest

from conftest import COMPONENTS, once
from facts import bundle, reference
from forging import Chain, give, identifier
from program import CHECK, COMPONENT, WHY, Tracker, given_to
from tapping import PLAN, SESSION, plan
from test_trust_children import CODES, PAGE, page_session

MADE = 60


@once(*COMPONENTS)
def tested(tracker):
    plan(tracker)
    for keys in (b"m\nm\nh\n", b"m\nm\nm\n"):
        tracker.ok("tap", "run", PLAN, "--age-band", "6-8", *SESSION, stdin=keys)


def invented(count=MADE) -> list:
    """Children who always hit, each a replica of its own."""
    facts = []
    for place in range(count):
        chain = Chain(f"zz{place:010d}", "m9")
        session = chain.add("session", age="6-8", by="m9", device="iPad mini 6", plan=PLAN, seed=place + 1,
                            subject=f"{place:08x}{0:024x}", week="2026-W48",
                            consent={"assent": True, "full": True, "guardian": True, "reference": "c-9"})
        for number in range(1, 5):
            chain.add("trial", component="sign-in/close-button", first="hit", height=440, kind="scored", n=number,
                      outcome="first_tap", scoring=1, session=reference(session), width=440)
        chain.add("remark", code="complete", session=reference(session), topic="end")
        facts += chain.facts
    return facts


def figures(tracker) -> list:
    report = json.loads(tracker.ok("tap", "report", PLAN, "--json").out)
    return [report["plans"], json.loads(tracker.ok("status", "--json").out).get("first_tap")]


def listed(tracker) -> list:
    return json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]


def test_sessions_count_in_a_copy_of_the_tracker_that_recorded_them(tested, folder):
    """A tracker that was moved, or put back from a backup, takes a new name with its first entry."""
    before = figures(tested), listed(tested)
    tested.ok("backup", folder / "kept.db")
    for name, put in (("moved", lambda to: shutil.copytree(tested.folder / ".a11y", to)),
                      ("restored", lambda to: (to.mkdir(), shutil.copyfile(folder / "kept.db", to / "audit.db")))):
        copy = Tracker(folder / name)
        copy.folder.mkdir()
        put(copy.folder / ".a11y")
        copy.log("pass", CHECK, "home")
        names = [machine.rows("SELECT value FROM local WHERE name = 'replica'") for machine in (copy, tested)]
        assert names[0] != names[1]
        stranger = Chain("m" * 12, "mal")
        stranger.component("more")
        copy.ok("import", give(copy, *stranger.facts))
        assert listed(copy) == before[1]
        assert figures(copy)[0] == before[0][0]
        assert "session" not in copy.ok("waiting").text and "not followed" not in copy.ok("list", "sessions").text
        # Whoever recorded them takes them out again.
        copy.ok("tap", "void", listed(copy)[0]["id"], "--reason", "technical", "--tester", "t1")
        assert [row["counts"] for row in listed(copy)].count(True) == len(before[1]) - 1
        copy.require_sound()


@pytest.mark.parametrize("kind", ["remark", "trial"])
def test_what_others_write_behind_a_session_of_this_machine_is_no_part_of_it(tracker, folder, kind):
    """Who was given a session knows where its chain ends."""
    plan(tracker)
    tracker.ok("tap", "run", PLAN, "--age-band", "6-8", *SESSION, "--full-consent", stdin=b"m\nm\nh\n")
    before = figures(tracker), listed(tracker)
    tracker.ok("export", *given_to("Clinic"), "-o", folder / "given.json")
    given = json.loads((folder / "given.json").read_text())["facts"]
    begun, = [fact for fact in given if fact["kind"] == "session"]
    chain = Chain(begun["r"], "mal", max((fact for fact in given if fact["r"] == begun["r"]), key=lambda fact: fact["n"]))
    if kind == "remark":
        chain.add("remark", code="technical", session=reference(begun), topic="void")
    else:
        chain.add("trial", component="sign-in/close-button", first="hit", height=440, kind="scored", n=9,
                  outcome="first_tap", scoring=1, session=reference(begun), width=440)
    tracker.ok("import", give(tracker, *chain.facts))
    assert (figures(tracker), listed(tracker)) == before
    tracker.require_sound()


@pytest.mark.parametrize("members", [{}, {"codes": {f"{0:032x}": CODES[0]}}, {"worksheet": "made-up"}, {"from": "m" * 12}],
                         ids=lambda members: next(iter(members), "plain"))
def test_sessions_of_a_machine_that_is_not_followed_wait(tested, members):
    before = figures(tested)
    path = give(tested, *invented(), **members)
    machine = "the machine mmmmmmmmmmmm, which is not followed here" if "from" in members else "machines that are not followed"
    for answer in (tested.ok("import", "--dry-run", path), tested.ok("import", path)):
        assert f"60 sessions with children of the plan {PLAN} are from {machine}" in answer.error
    assert figures(tested) == before
    for words in (["status"], ["gate", "--report-only"]):
        assert "60 sessions with children are of machines that are not followed here" in tested.ok(*words).text
    assert f"{PLAN}: 60 sessions of machines that are not followed here are in none of these figures" in \
        " ".join(tested.ok("tap", "report", PLAN).text.split())
    assert [row["counts"] for row in listed(tested)].count(False) == 60
    group, = json.loads(tested.ok("waiting", "--json").out)["sessions"]
    assert (group["machine"], group["plan"], len(group["sessions"])) == (members.get("from"), PLAN, 60)
    tested.ok("doctor")


def test_they_count_once_their_machine_is_followed_and_no_longer_when_it_is_not(tested):
    before = figures(tested)
    tested.ok("import", give(tested, *invented(), **{"from": "m" * 12}))
    chain = Chain("m" * 12, "mal")
    chain.result("pass", component="sign-in/close-button")
    tested.ok("import", give(tested, *chain.facts))
    tested.ok("follow", "m" * 12)
    assert figures(tested) != before and all(row["counts"] for row in listed(tested))
    tested.ok("follow", "--none", "m" * 12)
    assert figures(tested) == before


def test_a_machine_that_only_recorded_sessions_is_followed_as_it_is_said(tested):
    """Nothing else of it is here: the command that is printed was refused, and single sessions were offered as machines."""
    before = figures(tested)
    tested.ok("import", give(tested, *invented(), **{"from": "m" * 12}))
    answer = tested.run("follow", "mia")
    assert answer.code == 3 and "Pass one of these machines: mmmmmmmmmmmm.\n" in answer.error
    command, = re.findall(r"To count them: a11y (follow \w+),", tested.ok("waiting").text)
    tested.ok(*command.split())
    assert figures(tested) != before and all(row["counts"] for row in listed(tested))
    assert "Following mmmmmmmmmmmm." in tested.ok("follow").text
    tested.ok("follow", "--none", "m" * 12)
    assert figures(tested) == before


def test_a_verdict_that_was_logged_before_sessions_counted_is_named(tested):
    """A plan was closed without a word on the sessions that waited, and its result stayed as they counted."""
    tested.ok("edit", "component", COMPONENT, "--profile", "child")
    tested.ok("import", give(tested, *invented(), **{"from": "m" * 12}))
    assert f"{PLAN}: 60 sessions of machines that are not followed here are in none of these figures (a11y waiting)." in \
        tested.ok("tap", "close", PLAN, "--tester", "lead").error
    words = (f"{PLAN}: closed with the verdict not enough evidence, and the sessions that count now give met. To log it, run "
             f'"a11y edit plan {PLAN} --reopen" and "a11y tap close {PLAN}".')
    assert words not in " ".join(tested.ok("tap", "report", PLAN).text.split())
    tested.ok("follow", "--once", PLAN)
    assert words in " ".join(tested.ok("tap", "report", PLAN).text.split())
    assert words in json.loads(tested.ok("tap", "report", PLAN, "--json").out)["notes"]
    assert words not in " ".join(tested.ok("tap", "report", PLAN, "--redact").text.split())
    for command in re.findall(r'"a11y ([^"]*)"', words):
        tested.ok(*command.split(), "--tester", "lead") if "tap close" in command else tested.ok(*command.split())
    assert words not in " ".join(tested.ok("tap", "report", PLAN).text.split())


def test_one_session_or_all_of_a_plan_are_counted_or_refused_by_name(tested):
    before = figures(tested)
    tested.ok("import", give(tested, *invented()))
    one = f"zz{7:010d}"
    assert "Counted 1 session with a child." in tested.ok("follow", "--once", f"{one}-1").text
    assert [row["counts"] for row in listed(tested)].count(False) == 59
    assert "Refused 59 sessions." in tested.ok("waiting", "--refuse", PLAN).text
    assert "Nothing waits" in tested.ok("waiting").text
    assert figures(tested) != before
    tested.ok("erase", "participant", f"s-{7:08x}", *WHY, "--yes")


def test_what_a_tap_page_of_this_tracker_saved_counts(tested):
    page = json.loads(tested.ok("tap", "page", PLAN, "-o", "page.html", "--json").out)["page"]
    text = bundle(identifier(tested), page_session().facts, codes={"5b" * 16: CODES[3]}, worksheet=page)
    (tested.folder / "saved.json").write_text(text)
    before = figures(tested)
    assert "not followed" not in tested.ok("import", "saved.json").text
    assert figures(tested) != before and all(row["counts"] for row in listed(tested))


def test_a_machine_that_is_followed_hands_over_sessions_that_count(tested, folder):
    tested.ok("tap", "run", PLAN, "--age-band", "6-8", *SESSION, "--full-consent", stdin=b"h\nh\nh\n")
    tested.ok("export", "-o", folder / "base.json")
    tested.ok("export", *given_to("Clinic North"), "-o", folder / "given.json", "--yes")
    own = tested.rows("SELECT value FROM local WHERE name = 'replica'")[0][0]
    for name, follows in (("stranger", False), ("clinic", True)):
        other = Tracker(folder / name)
        other.folder.mkdir()
        other.begin()
        other.ok("import", "--adopt", folder / "base.json")
        if not follows:
            other.run("follow", "--none", own)
        other.ok("import", folder / "given.json")
        assert [row["counts"] for row in listed(other)] == [follows]


@pytest.mark.parametrize("signs", [False, True], ids=["no key", "a key"])
def test_the_name_of_a_machine_that_signs_does_not_speak_for_it(tested, signs):
    machine = Chain("m" * 12, "mia")
    if signs:
        machine.add("replica", signer="SHA256:" + "k" * 43)
    machine.component("help")
    tested.ok("import", give(tested, *machine.facts))
    tested.ok("follow", machine.replica)
    before = figures(tested)
    tested.ok("import", give(tested, *invented(), **{"from": machine.replica}))
    assert (figures(tested) == before) == signs
    assert [row["counts"] for row in listed(tested)].count(False) == (60 if signs else 0)


def test_sessions_that_count_since_a_file_names_a_followed_machine_are_named(tested):
    """The name of a machine without a key proves nothing: 200 invented children moved a verdict, and no line said so."""
    machine = Chain("m" * 12, "mal")
    machine.component("help")
    tested.ok("import", give(tested, *machine.facts))
    tested.ok("follow", machine.replica)
    assert "since the last decision" not in tested.ok("status").text
    facts = invented()
    path = give(tested, *facts, **{"from": machine.replica})
    said = json.loads(tested.ok("import", "--dry-run", path, "--json").out)
    assert said["effects"]["sessions_counted"] == [
        {"machine": machine.replica, "plan": PLAN, "voided": False, "sessions": 60, "children": 60}]
    moved, = said["first_tap_verdicts"]
    assert moved["plan"] == PLAN and moved["before"] == "hidden" != moved["after"]
    for words in (["--dry-run"], []):
        said = tested.ok("import", *words, path).error
        assert f"60 sessions with 60 children of the plan {PLAN} count: in a file of mal (mmmmmmmmmmmm), which is followed" in said
        assert f"First-tap verdict of {PLAN}: hidden before, {moved['after']} now." in said
    change = f"1 change by mal since the last decision on this machine: sessions with children of the plan {PLAN}."
    for words in (["status"], ["gate", "--report-only"]):
        assert change in " ".join(tested.ok(*words).text.split())
    origin = "2 children here, 60 of machines that are followed"
    for words in (["status"], ["tap", "report", PLAN]):
        assert origin in " ".join(tested.ok(*words).text.split())
    assert json.loads(tested.ok("status", "--json").out)["first_tap"]["rows"][0]["children_elsewhere"] == 60
    assert origin not in tested.ok("tap", "report", PLAN, "--redact").text
    # What is here already is not named once more, and a void is.
    assert " count: in a file of" not in tested.ok("import", path).error
    void = Chain(facts[0]["r"], after=facts[5])
    void.add("remark", code="technical", session=reference(facts[0]), topic="void")
    said = tested.ok("import", give(tested, *void.facts, name="void.json", **{"from": machine.replica})).error
    assert f"1 session with a child of the plan {PLAN} counts no more: voided in a file of mal (mmmmmmmmmmmm)" in said
    named = " ".join(tested.ok("status").text.split())
    assert f"voided sessions with children of the plan {PLAN}" in named and f": sessions with children of the plan {PLAN}" in named
    # A decision of this machine ends the remark, and whose children are in the figures is said still.
    tested.ok("edit", "component", COMPONENT, "--title", "Close")
    said = " ".join(tested.ok("status").text.split())
    assert "since the last decision" not in said and "2 children here, 59 of machines that are followed" in said


def test_what_counts_nowhere_here_is_not_handed_on_as_this_machines(tested, folder):
    facts = invented(1)
    tested.ok("import", give(tested, *facts))
    tested.ok("tap", "run", PLAN, "--age-band", "6-8", *SESSION, "--full-consent", stdin=b"h\nh\nh\n")
    tested.ok("export", *given_to("Clinic North"), "-o", folder / "given.json", "--yes")
    assert facts[0]["r"] not in (folder / "given.json").read_text()


def test_a_plan_that_was_closed_elsewhere_says_when_by_whom_and_with_what(tested, folder):
    """A lead has the results of the closing, and not the sessions."""
    tested.ok("edit", "component", COMPONENT, "--profile", "child")
    tested.ok("tap", "close", PLAN, "--tester", "ben")
    lead = Tracker(folder / "lead")
    lead.folder.mkdir()
    lead.begin()
    lead.ok("import", "-", "--adopt", stdin=tested.ok("export", "-o", "-").out)
    words = "not enough evidence; its sessions are on another machine"
    for output in (lead.ok("status"), lead.ok("tap", "report", PLAN)):
        text = " ".join(output.text.split())
        assert re.search(rf"closed on \d{{1,2}} [A-Z][a-z]+ \d{{4}} by ben: {words}", text, re.I), text
    # What is shared names nobody.
    lead.ok("report", "--html", "page.html")
    for text in (lead.ok("report").text, lead.ok("tap", "report", PLAN, "--redact").text, (lead.folder / "page.html").read_text()):
        text = " ".join(text.split())
        assert re.search(rf"closed on \d{{1,2}} [A-Z][a-z]+ \d{{4}}: {words}", text, re.I) and "by ben" not in text, text
        assert "another machine, no data" not in text


def test_a_closing_of_others_is_named_before_and_after_they_are_followed(tracker, folder):
    """A lead who did not follow ben read "no scored taps yet" and "no data", and afterwards the verdict twice."""
    tracker.ok("edit", "component", COMPONENT, "--profile", "child")
    plan(tracker)
    ben = Tracker(folder / "ben")
    ben.folder.mkdir()
    ben.begin()
    ben.ok("import", "-", "--adopt", stdin=tracker.ok("export", "-o", "-").out)
    ben.ok("tap", "run", PLAN, "--age-band", "6-8", *SESSION, stdin=b"m\nm\nh\n")
    ben.ok("tap", "close", PLAN, "--tester", "ben")
    tracker.ok("import", "-", stdin=ben.ok("export", "-o", "-").out)
    day, rest = r"closed on \d{1,2} [A-Z][a-z]+ \d{4} by ", ": not enough evidence; its sessions are on another machine"
    def said(*words):
        return " ".join(tracker.ok(*words, "--width", "200").text.split())
    own, shared = [["status"], ["tap", "report", PLAN], ["show", PLAN]], [["report"], ["tap", "report", PLAN, "--redact"]]
    for words, who in [(words, "ben,") for words in own] + [(words, "someone") for words in shared]:
        text = said(*words)
        assert re.search(f"{day}{who} who is not followed here{rest}", text, re.I) and "no scored taps" not in text.lower(), text
    assert "Sessions none that count here" in said("show", PLAN) and "State open" in said("show", PLAN)
    assert re.search(rf"{rest} ", said("report")) and f"{rest}, " not in said("report")
    # Nothing counts of it before: the plan is open, and has no verdict.
    rows = json.loads(tracker.ok("list", "plans", "--json").out)["rows"]
    assert [row["state"] for row in rows] == ["open"]
    tracker.ok("follow", ben.rows("SELECT value FROM local WHERE name = 'replica'")[0][0])
    for words in own:
        assert re.search(f"{day}ben{rest}", said(*words), re.I), words
    assert f"{rest}, not enough evidence" not in said("report") and rest in said("report")


def test_sessions_that_do_not_count_are_not_said_to_be_none(tracker):
    plan(tracker)
    tracker.ok("import", give(tracker, *invented(2)))
    for words in (["status"], ["tap", "report", PLAN], ["report"], ["show", PLAN]):
        text = " ".join(tracker.ok(*words, "--width", "200").text.split())
        assert "its sessions are of machines that are not followed here" in text and "no scored taps" not in text.lower(), words
