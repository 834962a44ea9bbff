"""What others claim about us: facts under our name, signatures for our chains, sessions, clocks and rules of their own.

Each of these was done to the program by somebody who meant no good, and worked.
"""

import json
import re
import shutil

import pytest

import facts
import test_signals as tools
from deciding import state
from facts import identity, reference, stated
from forging import Chain, give, identifier, told
from program import CHECK, COMPONENT, Tracker, given_to
from tapping import CODES, KEYS, line, paper, plan
from test_signing import made, sign, signature_of, team  # noqa: F401 (fixtures)
from test_trust import fail

SESSION = {
    "age": "6-8", "by": "m1", "consent": {"assent": True, "full": True, "guardian": True, "reference": "c"},
    "device": "iPad mini 6", "plan": "p1", "ppi": 16300, "record": "device", "seed": 1, "subject": "5b" * 16,
    "week": "2026-W47"}
STRANGER = "m" * 12


def bundle_of(path) -> dict:
    return json.loads(path.read_bytes())


def signed_by(member, told, path, heads=()):
    """A bundle of these facts with a signature of a member, who signs for these heads as well."""
    text = facts.bundle(identifier(member.tracker), told, **({"heads": list(heads)} if heads else {}))
    path.write_text(text)
    authors = "".join(f"author {replica} {number} {name}\n" for replica, number, name in heads)
    message = f"a11y-bundle 1\ntracker {json.loads(text)['tracker']}\ndigest {json.loads(text)['digest']}\n{authors}"
    signature_of(path).write_bytes(sign(message.encode(), member.key))
    return path


@pytest.mark.parametrize("kind", ["retract", "erase"])
def test_nobody_signs_what_another_linked_behind_the_own_head(team, tmp_path, kind):
    anna, ben, carla = team
    anna.ok("log", "fail", CHECK, "home", "-s", "1", "--build", "1")
    path = anna.export()
    carla.ok("import", path)
    head, = bundle_of(path)["heads"]
    last, = [fact for fact in bundle_of(path)["facts"] if identity(fact) == head[2]]
    forged = Chain(last["r"], "anna", last)
    forged.retract(last) if kind == "retract" else forged.erase(last)
    answer = anna.ok("import", signed_by(ben, forged.facts, tmp_path / "evil.a11y.json"))
    assert "ALARM: 1 entry with the ID of this machine, but not made on it." in answer.error
    after = anna.export("after")
    assert bundle_of(after)["heads"] == [head], "nothing was said since"
    carla.ok("import", after)
    assert carla.outcome("home") == "fail"
    # What Anna says next stands beside it, under the same name and key.
    anna.ok("log", "fail", CHECK, "home", "-s", "2", "--build", "1")
    later = anna.export("later")
    assert bundle_of(later)["heads"][0][:2] == [head[0], head[1] + 1]
    carla.ok("import", later)
    assert carla.outcome("home") == "fail" and anna.outcome("home") == "fail"


def test_nobody_signs_what_another_linked_behind_an_own_session(team, tmp_path):
    anna = team[0]
    anna.ok("edit", "tracker", "--unsigned", "accept")
    anna.tracker.register(f"{COMPONENT},button")
    plan(anna.tracker)
    assert paper(anna.tracker, line(CODES[0], KEYS[0])).code == 0
    path = tmp_path / "given.a11y.json"
    anna.ok("export", *given_to("Clinic North"), "-o", path)
    given = bundle_of(path)
    session, = [fact for fact in given["facts"] if fact["kind"] == "session"]
    head, = [head for head in given["heads"] if head[0] == session["r"]]
    last = [fact for fact in given["facts"] if fact["r"] == session["r"]][-1]
    forged = Chain(session["r"], "anna", last)
    forged.add("erase", reason="other", sitting=session["r"])
    anna.ok("import", give(anna.tracker, *forged.facts))
    anna.ok("export", *given_to("Clinic North"), "-o", path, "-y")
    assert head in bundle_of(path)["heads"]


def test_who_signs_for_the_chain_of_another_takes_nothing_from_it(team, tmp_path):
    anna, ben, carla = team
    anna.ok("log", "pass", CHECK, "home", "--build", "1")
    anna.ok("undo")
    path = anna.export()
    for member in (ben, carla):
        member.ok("import", path)
    head, = bundle_of(path)["heads"]
    before = carla.tracker.rows("SELECT name, number, message FROM signed")
    answer = carla.ok("import", signed_by(ben, [], tmp_path / "evil.a11y.json", [head]))
    assert "ALARM: 1 chain is signed with a key that it does not name" in answer.error
    assert carla.tracker.rows("SELECT name, number, message FROM signed") == before
    assert carla.outcome("home") is None, "what Anna took back stays so"


def test_a_session_forged_into_a_chain_does_not_hide_who_speaks_for_it(team):
    anna, ben, _ = team
    ben.ok("edit", "tracker", "--unsigned", "accept")
    anna.ok("log", "pass", CHECK, "home", "--build", "1")
    anna.ok("undo")
    path = anna.export()
    replica = bundle_of(path)["heads"][0][0]
    root, = [fact for fact in bundle_of(path)["facts"] if (fact["r"], fact["n"]) == (replica, 1)]
    forged = Chain(replica, "anna", root)
    forged.add("session", **SESSION)
    ben.ok("import", give(ben.tracker, root, *forged.facts))
    answer = ben.ok("import", path)
    handed = [fact for fact in bundle_of(ben.export("on"))["facts"] if fact["r"] == replica]
    assert root in handed and not any(fact["kind"] == "session" for fact in handed)
    assert ("1 fork" in answer.text) == bool(json.loads(ben.ok("fork", "list", "--json").out)["rows"])


def test_a_fact_under_our_name_makes_a_fork_once_we_write_on(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "3.2")
    last = told(tracker)[-1]
    forged = Chain(last["r"], "t1", last)
    forged.retract(last)
    tracker.ok("import", give(tracker, *forged.facts))
    assert f"{last['r']}-{last['n'] + 1}" in tracker.ok("waiting").text, "it is not this machine that takes it back"
    assert f"{COMPONENT}/{CHECK}/" in state(tracker)["cells"]
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "3.2")
    assert list(state(tracker)["forks"]) == [last["r"]]
    assert f"{COMPONENT}/{CHECK}/" in state(tracker)["cells"], "a fork speaks for nothing before it"
    tracker.require_sound()


@pytest.mark.parametrize("build, years", [("0.1", 0), ("3.3", 100_000)], ids=["an older build", "a time to come"])
def test_what_a_tool_finds_is_not_answered_by(tmp_path, build, years):
    app = tools.tracker(tmp_path / "app")
    app.ok("new", "component", "sign-in", "--kind", "screen")
    app.ok("new", "component", COMPONENT, "--kind", "icon-button", "--screen", "sign-in,home")
    tools.imported(app, tools.report(app, tools.issue()), "--build", "3.2", "--tester", "ci")
    signal, = tools.signals(app)
    assert signal["open"]
    chain = Chain(STRANGER, "m")
    now = 1_000 * 60 * 60 * 24 * 365 * 60
    chain.result("cant-tell", COMPONENT, check=signal["check"], build=build,
                 **({"time": now + years * 365 * 86_400_000} if years else {}))
    app.ok("import", give(app, *chain.facts))
    assert [row["open"] for row in tools.signals(app)] == [True]


def test_what_a_request_names_and_is_not_here_is_told_and_later_not_laid_at_the_authors_door(tracker):
    mild, other = fail(severity=4), Chain("b" * 12, "b")
    worst = [other.result("fail", "search", severity=1, build="1") for _ in range(3)]
    asking = Chain(STRANGER, "m")
    request = asking.erase(mild.facts[0], *worst)
    tracker.ok("import", give(tracker, *mild.facts, *asking.facts))
    wanted = "1 result, 3 entries not on this machine yet"
    assert wanted in tracker.ok("waiting").text
    assert wanted in tracker.ok("erase", "follow", identity(request)[:12], "--dry-run").error
    tracker.ok("erase", "follow", identity(request)[:12], "--yes")
    answer = tracker.ok("import", give(tracker, *other.facts))
    assert "by their author" not in answer.error and "Erased as decided on this machine" in answer.error
    assert "4 entries of another machine were erased by a third machine." in tracker.ok("status").text


def test_a_forged_erasure_does_not_count_as_the_real_one_handed_over(tracker):
    plan(tracker)
    paper(tracker, line(CODES[0], KEYS[0]))
    path = tracker.folder / "given.json"
    tracker.ok("export", *given_to("Clinic North"), "-o", path)
    known = bundle_of(path)["facts"]
    session, = [fact for fact in known if fact["kind"] == "session"]
    forged = Chain(session["r"], "m", [fact for fact in known if fact["r"] == session["r"]][-1])
    forged.add("erase", reason="other", sitting=session["r"])
    tracker.ok("import", give(tracker, *forged.facts))
    assert "handed over" not in tracker.ok("status").text
    tracker.ok("erase", "refuse", "--from", session["r"], "--yes")
    tracker.ok("erase", "participant", CODES[0], "--reason", "withdrawn", "--yes")
    assert "not yet handed over to Clinic North" in tracker.ok("status").text


@pytest.mark.parametrize("kind, key, fields, words", [
    ("component", COMPONENT, {"retired": True}, "component sign-in/close-button (retired yes)"),
    ("waiver", "w9", {"component": "**", "check": "**", "until": "2099-01-01", "reason": "deferred", "approver": "x"},
     "waiver w9, new (approver x, check **, component **, reason deferred, until 2099-01-01), by m"),
    ("setting", "tracker", {"current_build": "9.9"}, "current build 9.9"),
    ("setting", "tracker", {"match": ["close=home"]}, "match close=home"),
    ("setting", "tracker", {"checklists": ["no-such-list"]}, "setting (checklists no-such-list)"),
    ("checklist", "mine", {"checks": ["keyboard.focus-visible"]}, "checklist mine (checks keyboard.focus-visible)"),
    ("check", CHECK, {"impact": "minor"}, f"check {CHECK} (impact minor)"),
], ids=lambda value: value if isinstance(value, str) and " " not in value else "")
def test_what_others_decide_about_numbers_is_named(tracker, kind, key, fields, words):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "3.2")
    tracker.ok("new", "checklist", "mine", "--check", CHECK)
    tracker.ok("edit", "tracker", "--checklists", "mine")
    chain = Chain(STRANGER, "m")
    chain.add("set", [reference(fact) for fact in told(tracker) if fact["kind"] == "set"], kind=kind, key=key,
              fields=fields, by="m")
    path = give(tracker, *chain.facts)
    tracker.ok("follow", "*")
    for answer in (tracker.ok("import", "--dry-run", path), tracker.ok("import", path)):
        assert "Changed records that affect the counts: " in answer.error and words in answer.error


def test_of_waivers_written_at_once_the_narrower_is_shown(tracker):
    for component in (COMPONENT, "home"):
        tracker.log("fail", CHECK, component, "-s", "1", "--build", "3.2")
    tracker.ok("new", "waiver", COMPONENT, CHECK, "--reason", "deferred", "--until", "2099-12-24", "--approver", "lead")
    key, = [fact["body"]["key"] for fact in told(tracker) if fact["body"].get("kind") == "waiver"]
    assert tracker.run("gate", "--max-critical", "0").code == 1
    wider = stated(STRANGER, 1, "", [4_000_000_000_000, 0], "set",
                   {"kind": "waiver", "key": key, "fields": {"component": "**", "check": "**"}, "by": "m"}, salt="1" * 32)
    tracker.ok("import", give(tracker, wider))
    assert tracker.run("gate", "--max-critical", "0").code == 1


def test_no_waiver_lets_a_contradiction_through(tracker):
    chain = fail(severity=1)
    other = Chain(STRANGER, "m")
    other.result("pass", build="3.2", saw=[reference(chain.facts[0])])
    tracker.ok("import", give(tracker, *chain.facts, *other.facts))
    tracker.ok("new", "waiver", "home", CHECK, "--reason", "deferred", "--until", "2099-12-24", "--approver", "lead")
    assert tracker.run("gate", "--max-critical", "0").code == 1


def test_the_newest_of_new_builds_is_named_first(tracker):
    chain = Chain(STRANGER, "m")
    for build in ("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "a", "9.9"):
        chain.result("pass", build=build)
    answer = tracker.ok("import", give(tracker, *chain.facts))
    assert "New builds: 9.9, 1.6, 1.5, 1.4, 1.3, and 3 older or unordered builds." in answer.error


# What tells of many entries, and of people.
LISTS = [["list", "results"], ["list", "notes"], ["list", "conflicts"], ["list", "findings", "--all"], ["fork", "list"], ["waiting"],
         ["follow"], ["erase", "list"], ["show", "home"], ["show", "x"], ["report"]]
CREATED = re.compile(r'"(generated|generated_at|as_of|now)": ?"[^"]*"')


@pytest.mark.parametrize("names", ["abc", "aba"], ids=["three machines", "one of them twice"])
def test_no_list_stands_in_the_order_in_which_entries_came(tracker, folder, names):
    """All clocks say the same, so nothing but the entries themselves is left to sort by."""
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "3.2")
    chains = []
    for number, name in enumerate(names):
        chain = Chain(name * 12, f"t{number}")
        chain.component("x")
        chain.add("set", kind="component", key="x", fields={"title": chain.tester}, by=chain.tester)
        first = chain.result("fail", "x", severity=2)
        chain.result("pass")
        chain.add("note", component="home", text=chain.tester, tester=chain.tester)
        chain.retract(first)
        chain.erase(first)
        chains.append(chain)
    other = Tracker(folder / "other")
    shutil.copytree(tracker.folder, other.folder)
    said = []
    for one, order in ((tracker, chains), (other, chains[::-1])):
        for number, chain in enumerate(order):
            one.ok("import", give(one, *chain.facts, name=f"{number}.a11y.json"))
        said.append({" ".join(words): CREATED.sub("", one.run(*words, "--json").out.decode()) for words in LISTS})
    for words, text in said[0].items():
        assert text == said[1][words], words
