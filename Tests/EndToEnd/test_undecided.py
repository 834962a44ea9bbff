"""What nobody has decided about yet is a state: it is shown until it is decided, and a strict release check holds on it."""

import json
import subprocess

import pytest

import facts
from forging import Chain, give, identifier, told
from program import CHECK, Tracker
from test_signing import fingerprint, line, made, sign, signature_of, team  # noqa: F401 (fixtures)

ALARM = "ALARM: 1 entry has the ID of this machine, but was not made on it."


@pytest.fixture
def imitated(tracker):
    """Somebody answered this machine's FAIL with a PASS behind its own last entry."""
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "3.2")
    last = told(tracker)[-1]
    forged = Chain(last["r"], "t1", last)
    forged.result("pass", build="3.2")
    tracker.ok("import", give(tracker, *forged.facts))
    return tracker


def rules(answer) -> dict:
    return {rule["rule"]: rule for rule in json.loads(answer.out)["rules"]}


def test_entries_under_this_machines_name_are_shown_until_a_branch_is_kept(imitated, tmp_path):
    for words in (["status"], ["gate"], ["report"], ["sync", tmp_path, "--status"]):
        assert ALARM in " ".join(imitated.run(*words).text.split()), words
    assert "1 decision is open" in " ".join(imitated.run("doctor").text.split())
    # They become a fork once this machine goes on, and are decided with it.
    imitated.log("fail", CHECK, "search", "-s", "1", "--build", "3.2")
    assert ALARM in " ".join(imitated.ok("status").text.split())
    fork, = json.loads(imitated.ok("fork", "list", "--json").out)["rows"]
    own = max(fork["branches"], key=lambda branch: branch["at"])
    imitated.ok("fork", "settle", fork["replica"], "--keep", own["head"], "--yes")
    assert "ALARM" not in imitated.ok("status").text
    assert "open" not in imitated.run("doctor").text


@pytest.mark.parametrize("after", [0, 5], ids=["behind its last entry", "behind a gap"])
@pytest.mark.parametrize("isOwn", [True, False])
def test_the_alarm_names_a_command_that_decides_it(tracker, after, isOwn):
    """Entries that are in no fork, as this machine has made none in their place, and of those behind a gap never will."""
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "3.2")
    last = told(tracker)[-1]
    forged = Chain(last["r"], "t1", {**last, "n": last["n"] + after})
    forged.result("pass", build="3.2")
    assert "a11y fork list" in tracker.ok("import", give(tracker, *forged.facts)).error
    # It is theirs who wrote it: nothing of this machine is missing.
    assert tracker.run("doctor").code == 0
    text = " ".join(tracker.ok("status").text.split())
    assert ALARM in text and "a11y fork list" in text
    fork, = json.loads(tracker.ok("fork", "list", "--json").out)["rows"]
    assert fork["under_own_id"] and not fork["settled"] and len(fork["branches"]) == 2
    own, other = sorted(fork["branches"], key=lambda branch: branch["last"])
    text = tracker.ok("fork", "list").text
    assert "made on this machine" in text and "not made on this machine" in text
    settled = ["fork", "settle", fork["replica"], "--keep", (own if isOwn else other)["head"], "--yes"]
    before = tracker.database.read_bytes()
    tracker.ok(*settled, "--dry-run")
    assert tracker.database.read_bytes() == before
    tracker.ok(*settled)
    assert "ALARM" not in tracker.ok("status").text and "No forks" in tracker.ok("fork", "list").text
    # What comes later is not decided about with it.
    forged.result("pass", build="3.2")
    tracker.ok("import", give(tracker, *forged.facts))
    assert ALARM in " ".join(tracker.ok("status").text.split())
    tracker.require_sound()


def test_decisions_behind_a_gap_are_shown_until_it_closes_or_nobody_follows_them(tracker):
    """An entry far ahead, under the ID of a followed machine, needs nothing of that machine: it waived a finding in silence."""
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "3.2")
    ben = Chain("b" * 12, "ben")
    ben.component("help")
    tracker.ok("import", give(tracker, *ben.facts))
    tracker.ok("follow", ben.replica)
    said = "Decisions of ben count, though entries before them are missing here: nothing proves who made them."
    forged = Chain(ben.replica, "ben", {**ben.facts[-1], "n": 49})
    forged.result("pass", component="search", build="3.2")
    tracker.ok("import", give(tracker, *forged.facts, name="result.json"))
    assert said not in tracker.ok("status").text, "it decides nothing"
    forged = Chain(ben.replica, "ben", {**ben.facts[-1], "n": 69})
    # Whatever it begins with.
    forged.add("erase", reason="other", targets=["0" * 32])
    forged.add("set", kind="waiver", key="w1", by="ben", fields={
        "component": "home", "check": CHECK, "until": "2199-01-01", "reason": "deferred", "approver": "lead"})
    path = give(tracker, *forged.facts)
    for words in (["--dry-run"], []):
        assert f'{said} Run "a11y fork list" to see them.' in tracker.ok("import", *words, path).error
    # It stays when this machine decides something else, and when the machine itself gets as far.
    tracker.ok("edit", "component", "home", "--title", "Home")
    for number in range(75):
        ben.add("note", component="home", text=f"n{number}")
    tracker.ok("import", give(tracker, *ben.facts, name="later.json"))
    for words in (["status"], ["gate", "--report-only"]):
        text = " ".join(tracker.ok(*words).text.split())
        assert said in text and "a11y fork list" in text, words
    listed = " ".join(tracker.ok("fork", "list").text.split())
    assert "No forks" not in listed and "ben (bbbbbbbbbbbb): the entry before 70 is missing here." in listed
    assert f"a11y follow --none {ben.replica}" in listed
    gaps = json.loads(tracker.ok("fork", "list", "--json").out)["gaps"]
    assert [(gap["fact"], gap["decides"], gap["followed"]) for gap in gaps] == [(50, False, True), (70, True, True)]
    doctor = " ".join(tracker.run("doctor").text.split())
    assert "forked" not in doctor and "bbbbbbbbbbbb-70" in doctor and "a11y fork list" in doctor
    # What is handed out names no person.
    assert "Decisions of people who are followed count" in " ".join(tracker.ok("report").text.split())
    tracker.ok("follow", "--none", ben.replica)
    assert "Decisions of" not in tracker.ok("status").text
    assert "counts and decides" not in tracker.ok("fork", "list").text


def test_what_names_a_key_that_did_not_sign_is_shown_with_its_name(team):
    anna, ben, carla = team
    print_of_carla = subprocess.run(
        ["ssh-keygen", "-l", "-E", "sha256", "-f", f"{carla.key}.pub"], capture_output=True, text=True,
        check=True).stdout.split()[1]
    forged = Chain("f" * 12, "carla")
    forged.add("replica", signer=print_of_carla)
    forged.result("pass", build="3.3")
    path = give(anna.tracker, *forged.facts, name="evil.a11y.json")
    digest = json.loads(path.read_text())["digest"]
    message = f"a11y-bundle 1\ntracker {identifier(anna.tracker)}\ndigest {digest}\n"
    signature_of(path).write_bytes(sign(message.encode(), ben.key))
    anna.ok("import", path)
    said = "ALARM: 2 entries name a key that did not sign them."
    for words in (["status"], ["gate"]):
        text = " ".join(anna.tracker.run(*words).text.split())
        assert said in text and (words == ["gate"] or "tester:carla" in text), text
    # A report does not say who testers are.
    report = " ".join(anna.ok("report").text.split())
    assert said in report and "carla" not in report
    # What she did sign raises none.
    carla.ok("log", "fail", CHECK, "search", "--build", "3.3")
    ben.ok("import", carla.export())
    assert "ALARM" not in ben.ok("status").text


@pytest.mark.parametrize("flags, variables, limit", [
    (["--max-critical", "9"], {}, None), (["--max-critical", "9", "--strict"], {}, 0),
    (["--max-critical", "9"], {"CI": "true"}, 0), (["--max-critical", "9"], {"CI": "false"}, None),
    (["--max-critical", "9", "--max-waiting", "3"], {"CI": "true"}, 3)])
def test_a_strict_check_holds_while_something_is_undecided(imitated, flags, variables, limit):
    imitated.ok("edit", "component", "search", "--kind", "button")
    chain = Chain("b" * 12, "ben")
    chain.add("set", [facts.reference(fact) for fact in told(imitated) if fact["kind"] == "set"],
              kind="component", key="search", fields={"retired": True}, by="ben")
    imitated.ok("import", give(imitated, *chain.facts))
    answer = imitated.run("gate", *flags, "--allow-disagreements", "--json", **variables)
    if limit is None:
        assert "max-waiting" not in rules(answer) and answer.code == 0
        return
    # Ben's change, the fork that ours and the forged entry make, and the forged one itself.
    rule = rules(answer)["max-waiting"]
    assert (rule["part"], rule["limit"], rule["verdict"]) == (3, limit, "fail" if limit < 3 else "pass")
    assert answer.code == (1 if limit < 3 else 0)
    if limit < 3:
        text = imitated.run("gate", *flags, "--allow-disagreements", **variables).text
        assert "Decide about 3 changes and entries of others" in " ".join(text.split())


def test_a_policy_names_how_much_may_wait(tracker):
    tracker.ok("edit", "tracker", "--policy", "max-critical 0, max-waiting 3")
    tracker.log("pass", CHECK, "home")
    assert rules(tracker.ok("gate", "--json"))["max-waiting"]["limit"] == 3
    assert rules(tracker.ok("gate", "--json", "--strict"))["max-waiting"]["limit"] == 3
    answer = tracker.run("edit", "tracker", "--policy", "max-waiting few")
    assert answer.code == 2 and "max-waiting few" in answer.error
    # Without any rule there is nothing to be strict about.
    tracker.ok("edit", "tracker", "--policy", "")
    assert tracker.run("gate", "--strict").code == 3


def test_what_only_others_closed_is_named_where_it_is_missing(tracker, tmp_path):
    """Each list of work was empty, without a word, while the release check held the finding."""
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", "--current-build", "3.3", "-y")
    tracker.log("fail", CHECK, "home", "-s", "1", "--build", "3.2")
    tracker.log("pass", CHECK, "search", "--build", "3.3")
    asked = [["list", "findings"], ["list", "retest"], ["list", "fixes"], ["report", "--issues", "jira"],
             ["sync", tmp_path, "--status"]]
    said = "1 item is better only by people who are not followed here: the release check counts it as it was."
    def words(one) -> str:
        answer = tracker.run(*one)
        return " ".join((answer.text + answer.error).split())
    assert not any(said in words(one) for one in asked)
    mal = Chain("m" * 12, "mal")
    mal.result("pass", "home", build="3.3")
    tracker.ok("import", give(tracker, *mal.facts))
    for one in asked:
        assert said in words(one), one
    assert json.loads(tracker.ok("sync", tmp_path, "--status", "--json").out)["held"] == 1
    tracker.ok("follow", "m" * 12)
    assert not any(said in words(one) for one in asked)


def test_a_report_says_what_waits_and_names_nobody(tracker):
    tracker.ok("edit", "tracker", "--policy", "max-critical 0", "-y")
    tracker.log("fail", CHECK, "home", "-s", "1")
    mal = Chain("m" * 12, "mal")
    mal.add("set", kind="setting", key="tracker", fields={"policy": "max-critical 9"}, by="mal")
    tracker.ok("import", give(tracker, *mal.facts))
    for words in (["report"], ["report", "--html", "-"]):
        text = " ".join(tracker.ok(*words).text.split())
        assert "1 change waits and does not count: by people who are not followed here." in text, words
        assert "mal" not in text.replace("small", "").split()


def test_what_is_under_the_own_name_names_a_command_that_works(imitated):
    text = imitated.ok("waiting").text
    assert "To choose a branch: a11y fork list" in text and "a11y follow " + told(imitated)[-1]["r"] not in text


IMPOSTOR = "d" * 12


@pytest.mark.parametrize("tester", ["anna", "Anna", "\u0430nna"], ids=["the same", "capital", "cyrillic"])
def test_the_name_of_a_person_who_signs_is_no_proof(team, tester):
    """`follow anna` followed the machine of whoever called themselves Anna, and nothing told it from hers."""
    anna, ben, _ = team
    ben.ok("edit", "tracker", "--unsigned", "accept")
    chain = Chain(IMPOSTOR, tester)
    chain.result("pass", "search")
    chain.result("fail", "search", check="traits.button")
    check = ("gate", "--max-critical", "0", "--strict")
    before = ben.run(*check).code
    told_at_import = " ".join(ben.ok("import", give(ben.tracker, *chain.facts)).error.split())
    assert f"ALARM: entries of machine {IMPOSTOR} under the name of a person with a key: not signed by anna." in told_at_import
    alarm = "ALARM: 2 entries under the name of anna, who has a key that did not sign them."
    for command in ["status"], ["gate"]:
        assert alarm in " ".join(ben.run(*command).text.split()), command
    assert ben.run(*check).code == before, "a stranger holds no release with a name"
    notices = json.loads(ben.ok("status", "--json").out)["attention"]
    assert [notice["count"] for notice in notices if notice["kind"] == "under_names"] == [2]
    report = ben.ok("report").text
    assert "ALARM: 2 entries under the name of a person" in " ".join(report.split()) and "of anna" not in report
    assert f"{tester} (not signed by anna)" in ben.ok("list", "results").text
    assert json.loads(ben.ok("list", "results", "--json").out)["rows"][0]["tester"] == tester
    assert "not signed by anna" in ben.ok("show", CHECK, "search").text
    answer = ben.run("follow", tester)
    assert answer.code == 4 and "is a person with a key" in answer.error and "a11y follow dddddddddddd" in answer.error
    # Who follows the machine by its ID has decided about it.
    ben.ok("follow", IMPOSTOR)
    assert "ALARM" not in ben.ok("status").text and "not signed" not in ben.ok("list", "results").text
    anna.ok("log", "fail", CHECK, "home", "--build", "1")
    assert "ALARM" not in ben.ok("import", anna.export()).error
    assert ben.ok("follow", "anna").text.startswith("Following anna.")
    ben.ok("follow", "--none", IMPOSTOR)
    assert alarm in " ".join(ben.ok("status").text.split())
    assert " anna (not" not in ben.ok("list", "results", "component:home").text
    ben.tracker.require_sound()


def test_whose_key_was_verified_once_goes_on_under_the_name(team):
    """A person with a new key is not an impostor of themselves."""
    anna, ben, carla = team
    anna.ok("log", "fail", CHECK, "home", "--build", "1")
    ben.ok("import", anna.export())
    lines = [line for line in ben.signers.read_text().splitlines(True) if not line.startswith("anna ")]
    ben.signers.write_text("".join(lines))
    carla.ok("log", "pass", CHECK, "search", "--build", "1")
    assert "ALARM" not in ben.ok("import", carla.export()).error
    assert "ALARM" not in ben.ok("status").text and "not signed" not in ben.ok("list", "results").text


def test_who_joins_follows_no_machine_under_the_name_of_a_person_who_signs(team, tmp_path):
    """To join a team follows all whose entries are there."""
    anna, ben, _ = team
    ben.ok("edit", "tracker", "--unsigned", "accept")
    chain = Chain(IMPOSTOR, "anna")
    chain.result("pass", "search")
    ben.ok("import", give(ben.tracker, *chain.facts))
    ben.ok("log", "fail", CHECK, "home", "--build", "1")
    (tmp_path / "dora").mkdir()
    dora = Tracker(tmp_path / "dora")
    dora.begin()
    (dora.folder / ".a11y/allowed_signers").write_text(line("anna", anna.key) + line("ben", ben.key))
    assert f"ALARM: entries of machine {IMPOSTOR}" in dora.ok("import", "--adopt", ben.export()).error
    followed = dora.ok("follow").text
    assert f"Not followed: anna ({IMPOSTOR})" in followed and "Following" in followed
    assert "ALARM: 1 entry under the name of anna" in " ".join(dora.ok("status").text.split())
    dora.ok("follow", IMPOSTOR)
    assert "ALARM" not in dora.ok("status").text
    dora.require_sound()


def test_who_did_not_sign_is_apart_from_the_person_wherever_a_tester_is_a_group_or_a_side(team):
    """`list results` said that ben had signed what had carla's name, and other lists put it down to her."""
    anna, ben, carla = team
    carla.ok("log", "fail", CHECK, "home", "-s", "1", "--build", "3.2", "--at", "2026-02-01T10:00:00Z")
    anna.ok("import", carla.export())
    forged = Chain("f" * 12, "carla")
    forged.add("replica", signer=fingerprint(ben.key))
    forged.result("pass", build="3.2")
    forged.result("pass", "search", build="3.2")
    head = [forged.replica, forged.number, facts.identity(forged.facts[-1])]
    path = give(anna.tracker, *forged.facts, name="evil.a11y.json", heads=[head])
    digest, author = json.loads(path.read_text())["digest"], " ".join(map(str, head))
    message = f"a11y-bundle 1\ntracker {identifier(anna.tracker)}\ndigest {digest}\nauthor {author}\n"
    signature_of(path).write_bytes(sign(message.encode(), ben.key))
    anna.ok("import", path)
    name = "carla (signed by ben, not by carla)"

    def text(*words) -> str:
        return " ".join(anna.run(*words, "--width", "300").text.split())

    for words in (["list", "results"], ["show", CHECK, "home"], ["list", "conflicts"], ["resolve"], ["trend", "--by", "tester"],
                  ["list", "items", "--columns", "component,tester", "component:search"]):
        assert name in text(*words), words
    assert f"PASS by {name}, " in text("show", CHECK, "home")
    anna.ok("follow", "ben")
    for words in (["trend", "--by", "tester"], ["status", "--by", "tester"],
                  ["list", "items", "--columns", "component,tester", "component:search"]):
        assert name in text(*words), words
    # Nobody is told by a code whose name it was.
    assert "carla" not in text("report")
