"""What is known of a child reaches only whom somebody gave it, and so does its erasure; what is left tells nothing.

Numbers 4 and 5 of what trust once did not hold: the stubs of an erased child went into every bundle and gave the child's
code and outcomes back, and a child's erasure did not reach those who had a session from the tap page.
"""

import hashlib
import itertools
import json
import re

import pytest

from deciding import state
from exchange import exported
from facts import CHILD, bundle, canonical, identity, is_stub, reference, require_bundle
from forging import Chain, give, identifier
from program import WHY, Tracker, given_to
from tapping import ALPHABET, CODES, KEYS, PLAN, SESSION, line, paper, plan

GIVEN = given_to("Clinic North")
OUTCOMES = ["first_tap", "retry_success", "gave_up", "timeout", "no_attempt", "interrupted", "missed"]
REMARKS = {
    "frustration": [
        "repeated_taps", "hard_press", "sigh", "said_so", "looked_for_help", "pushed_away", "wanted_to_stop", "none"],
    "size": ["too_small", "too_close_together", "too_big", "hard_to_see", "moved_or_jumped", "did_not_know_it_was_a_button",
             "ok"],
    "end": ["complete", "child_stopped", "adult_stopped", "out_of_time", "technical"]}
PAGE = "p" * 12
SUBJECT = "5b" * 16


@pytest.fixture
def tested(tracker):
    """A plan that three children have gone through; one key of the last was taken back at once."""
    plan(tracker)
    lines = [line(code, keys, frustration="sigh 2", comment="too_small") for code, keys in zip(CODES[:2], KEYS)]
    assert paper(tracker, *lines).code == 0
    tracker.ok("tap", "run", PLAN, "--age-band", "6-8", *SESSION, "--full-consent", stdin=b"h\nu\nm\nh\nq child_stopped\n")
    return tracker


def sittings(tracker) -> list:
    """The replicas that facts of children stand in."""
    kinds = ", ".join(f"'{kind}'" for kind in sorted(CHILD))
    return [name for name, in tracker.rows(
        f"SELECT DISTINCT branch.replica FROM fact JOIN branch ON branch.id = fact.id >> 40 WHERE kind IN ({kinds})")]


def of_sittings(tracker) -> list:
    """The identities of all facts of these replicas, whatever they are."""
    names = ", ".join(f"'{name}'" for name in sittings(tracker))
    return [digest.hex() for digest, in tracker.rows(
        f"SELECT digest FROM fact JOIN branch ON branch.id = fact.id >> 40 WHERE branch.replica IN ({names})")]


def tokens(text: str) -> set:
    """Everything in a text that could be a digest or the beginning of one."""
    return set(re.findall(r"[0-9a-f]{16,64}", text))


def spoken(tracker, folder) -> str:
    """All that an honest machine tells those who were given nothing."""
    shared = folder / "shared"
    shared.mkdir(exist_ok=True)
    tracker.ok("sync", shared)
    texts = [path.read_text() for path in shared.rglob("*.json")]
    for words in ([], ["--redact"], ["--query", "component:**"]):
        texts.append(tracker.ok("export", *words, "-o", "-").text)
        require_bundle(texts[-1])
    return "\n".join(texts)


def require_nothing_of_children(tracker, folder, replicas, identities, subjects) -> str:
    text = spoken(tracker, folder)
    for word in [*CODES, *replicas, *subjects]:
        assert word not in text, word
    assert not re.search('"kind":"(?:%s)"' % "|".join(sorted(CHILD)), text)
    assert not {one[:size] for one in identities for size in (16, 32, 64)} & tokens(text)
    return text


def subjects_of(tracker) -> list:
    return [subject for subject, in tracker.rows("SELECT subject FROM participant")]


# 4. Neither erasing nor undoing publishes a child.

def test_each_sitting_is_a_replica_of_its_own_with_a_subject_that_tells_nothing(tested):
    assert len(sittings(tested)) == 3 and len(set(subjects_of(tested))) == 3
    digests = [hashlib.sha256(word.encode()).hexdigest() for code in CODES for word in (code, code.lower())]
    assert not any(digest.startswith(subject) for subject in subjects_of(tested) for digest in digests)
    own, = tested.rows("SELECT value FROM local WHERE name = 'replica'")[0]
    assert own not in sittings(tested)


def test_an_erased_child_leaves_nothing_in_what_goes_to_everybody(tested, folder):
    replicas, subjects = sittings(tested), subjects_of(tested)
    known = set(of_sittings(tested))
    require_nothing_of_children(tested, folder, replicas, known, subjects)
    tested.ok("erase", "participant", CODES[0], *WHY, "--yes")
    known |= set(of_sittings(tested))
    text = require_nothing_of_children(tested, folder, replicas, known, subjects)
    assert '"sitting"' not in text and "erase" not in {
        fact["kind"] for fact in json.loads(exported(tested))["facts"]}


def test_a_session_that_was_taken_back_leaves_nothing_either(tested, folder):
    replicas, subjects = sittings(tested), subjects_of(tested)
    tested.run("undo", "--tester", "m1")
    require_nothing_of_children(tested, folder, [*replicas, *sittings(tested)], of_sittings(tested), subjects)


def words_of(body: dict):
    """Every body of the closed lists that could stand in the place of this one."""
    if "outcome" in body:
        for outcome, kind in itertools.product(OUTCOMES, ["practice", "scored", "filler"]):
            yield {**body, "outcome": outcome, "kind": kind}
    elif "topic" in body:
        for topic, codes in REMARKS.items():
            for code, severity in itertools.product(codes, [None, 0, 1, 2, 3]):
                guess = {**body, "topic": topic, "code": code, "severity": severity}
                yield {name: value for name, value in guess.items() if value is not None}
    else:
        yield from ({**body, "age": age} for age in ("6-8", "9-10", "11-12"))


def guesses(fact: dict, salts):
    """Digests of every guess at a fact, as a body, as a line of today and as one of the form before salts."""
    for body in words_of(fact["body"]):
        for salt in salts:
            yield hashlib.sha256(bytes.fromhex(salt) + canonical(body).encode()).hexdigest()
            yield identity({**fact, "body": body, "salt": salt})
        old = {name: fact[name] for name in ("at", "kind", "n", "prev", "r")}
        yield hashlib.sha256(canonical({**old, "body": body}).encode()).hexdigest()


def test_no_guess_at_an_erased_child_can_be_tested_even_by_those_who_were_given_it(tested, folder):
    """With all that was left, and knowing everything but the one word that is guessed at."""
    before, after = folder / "before.json", folder / "after.json"
    tested.ok("export", *GIVEN, "-o", before)
    mine = [fact for fact in json.loads(before.read_text())["facts"] if fact["kind"] in CHILD]
    assert len(mine) > 20 and not any(code in before.read_text() for code in CODES)
    salts = {fact["salt"] for fact in mine}
    tested.ok("erase", "participant", CODES[0], *WHY, "--yes")
    tested.ok("export", *GIVEN, "-o", after)
    left = json.loads(after.read_text())["facts"]
    require_bundle(after.read_text())
    stubs = {identity(fact) for fact in left if is_stub(fact)}
    left_of, = {fact["r"] for fact in mine if identity(fact) in stubs}
    gone = [fact for fact in mine if fact["r"] == left_of]
    assert len(gone) >= 12 and len(stubs) == 1, "those who were given it learn that it is gone"
    found = tokens(after.read_text())
    assert not found & {fact["salt"] for fact in gone}
    # The salts of what is still there do not help, and neither does none.
    tried = ["", *(salts & found)]
    commitments = {fact["c"] for fact in left if is_stub(fact)}
    for fact in gone:
        for guess in guesses(fact, tried):
            assert guess not in commitments and not {guess[:16], guess[:32], guess} & found
    # The same guesses find what they look for where the salt is there: the test shows something.
    assert any(guess in commitments for guess in guesses(gone[0], [gone[0]["salt"]]))


def test_no_code_comes_back_from_a_digest(tested, folder):
    """A code has six letters of 22; in half a minute all of them are tried. A hundredth will do here: those of the test."""
    text = spoken(tested, folder)
    tested.ok("export", *GIVEN, "-o", folder / "given.json")
    found = {token[:16] for token in tokens(text + (folder / "given.json").read_text())}
    tried = set(CODES) | {CODES[0][:3] + "".join(rest) for rest in itertools.product(ALPHABET, repeat=3)}
    name = identifier(tested)
    for code in tried:
        for word in (code, code.lower(), name + code, code + name, f"{name} {code}", f"{name}:{code}", f"{PLAN}:{code}"):
            assert hashlib.sha256(word.encode()).hexdigest()[:16] not in found, code


# 5. A child's erasure reaches whom its sessions reached, from wherever they came.

def page_session() -> Chain:
    """A session as a tap page saves it: a replica of its own."""
    page = Chain(PAGE, "m1")
    session = page.add("session", **{
        "age": "6-8", "by": "m1", "consent": {"assent": True, "full": True, "guardian": True, "reference": "c-17"},
        "device": "iPad mini 6", "plan": PLAN, "ppi": 16300, "record": "device", "seed": 81234, "subject": SUBJECT,
        "week": "2026-W47"})
    for number in range(1, 11):
        trial = page.add("trial", **{
            "component": "sign-in/close-button", "height": 440, "kind": "scored", "n": number, "outcome": "first_tap",
            "scoring": 1, "session": reference(session), "width": 440})
        page.add("contact", contacts=[{"class": "hit", "down": 100 * number, "up": 100 * number + 60, "x": 1610, "y": 2390}],
                 session=reference(session), trial=reference(trial))
    page.add("remark", code="sigh", session=reference(session), severity=2, topic="frustration")
    return page


def sessions(tracker) -> list:
    return json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]


def holders(folder, text) -> list:
    return [path.name for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


@pytest.fixture
def clinic(tracker, folder):
    """A machine that was given a session of the tap page, and the one that gave it."""
    plan(tracker)
    base, saved, given = folder / "base.json", folder / "page.json", folder / "given.json"
    tracker.ok("export", "-o", base)
    saved.write_text(bundle(identifier(tracker), page_session().facts, codes={SUBJECT: CODES[3]}))
    tracker.ok("import", saved)
    assert [row["participant"] for row in sessions(tracker)] == [CODES[3]]
    # What does not count here is not handed on.
    tracker.ok("export", *GIVEN, "-o", given)
    assert SUBJECT not in given.read_text()
    tracker.ok("follow", "--once", f"{PAGE}-1")
    tracker.ok("export", *GIVEN, "-o", given, "--yes")
    assert SUBJECT in given.read_text() and CODES[3] not in given.read_text()
    other = Tracker(folder / "clinic")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "--adopt", base)
    other.ok("import", given)
    assert len(sessions(other)) == 1 and not holders(other.folder, CODES[3])
    return other


def erase_and_hand_over(tracker, folder):
    """Erases the child; what was written for the recipient, who gets it."""
    answer = tracker.ok("erase", "participant", CODES[3], *WHY, "--yes")
    assert "Not yet handed over: Clinic North" in answer.error
    after, = (tracker.folder / ".a11y").glob("hand-over-Clinic-North*.a11y.json")
    assert str(after) in answer.error
    # A file that is written is not with anybody yet, whichever way.
    tracker.ok("export", *GIVEN, "-o", folder / "after.json")
    everything = require_bundle((folder / "after.json").read_text())
    assert [fact for fact in everything if fact["r"] == PAGE] == require_bundle(after.read_text())
    assert "not yet handed over to Clinic North" in tracker.ok("status").text
    tracker.ok("erase", "handed-over", "Clinic North")
    assert "not yet handed over" not in tracker.ok("status").text
    assert tracker.run("erase", "handed-over", "Clinic North").code == 3, "it is done"
    return after


def test_the_erasure_of_a_child_is_written_for_everybody_who_was_given_a_session(tracker, clinic, folder):
    after = erase_and_hand_over(tracker, folder)
    facts = require_bundle(after.read_text())
    erasure, = [fact for fact in facts if fact["kind"] == "erase"]
    assert (erasure["r"], erasure["body"]["sitting"]) == (PAGE, PAGE)
    assert all(is_stub(fact) for fact in facts if fact["kind"] in CHILD)
    assert not holders(tracker.folder, SUBJECT) and not holders(tracker.folder, CODES[3])
    # Nobody else learns that there was a child.
    for words in ([], ["--redact"]):
        assert PAGE not in tracker.ok("export", *words, "-o", "-").text


def test_whoever_is_told_shows_the_child_no_more_at_once_and_destroys_it_when_it_follows(tracker, clinic, folder):
    after = erase_and_hand_over(tracker, folder)
    clinic.ok("import", after)
    assert sessions(clinic) == [] and clinic.rows("SELECT count(*) FROM v_first_tap") == [(0,)]
    held = state(clinic)["held"].values()
    assert "withheld" in held and holders(clinic.folder, SUBJECT), "nobody here has decided yet"
    clinic.ok("export", *GIVEN, "-o", folder / "on.json")
    assert SUBJECT not in (folder / "on.json").read_text()
    clinic.ok("erase", "follow", "--from", PAGE, "--yes")
    assert not holders(clinic.folder, SUBJECT) and "withheld" not in state(clinic)["held"].values()
    for machine in (tracker, clinic):
        machine.ok("import", folder / "given.json")
        assert sessions(machine) == [] and not holders(machine.folder, SUBJECT)
        machine.require_sound()


def test_what_arrives_later_of_an_erased_sitting_is_gone_as_well(tracker, clinic, folder):
    """The page was saved once more before anybody knew."""
    clinic.ok("import", erase_and_hand_over(tracker, folder))
    clinic.ok("erase", "follow", "--from", PAGE, "--yes")
    late = page_session()
    late.add("remark", code="too_small", session=reference(late.facts[0]), topic="size")
    for machine in (tracker, clinic):
        path = folder / "late.json"
        path.write_text(bundle(identifier(machine), late.facts, codes={SUBJECT: CODES[3]}))
        machine.run("import", path)
        assert sessions(machine) == [] and not holders(machine.folder, SUBJECT)
        machine.require_sound()


# What strangers add to a session, and what stays elsewhere.

def strange_trials(tracker, folder, count=55):
    """Hits in a chain of a stranger, in every session of this machine."""
    tracker.ok("export", *GIVEN, "-o", folder / "seen.json", "--yes")
    sessions = [fact for fact in json.loads((folder / "seen.json").read_text())["facts"] if fact["kind"] == "session"]
    chain = Chain("m" * 12, "m")
    for session in sessions:
        for number in range(5, 5 + count):
            trial = chain.add("trial", component="sign-in/close-button", first="hit", height=440, kind="scored", n=number,
                              outcome="first_tap", scoring=1, session=reference(session), width=440)
        chain.add("remark", topic="frustration", code="sigh", session=reference(session))
        chain.add("contact", session=reference(session), trial=reference(trial),
                  contacts=[{"down": 1, "up": 2, "x": 3, "y": 4, "class": "hit"}])
    return chain.facts


@pytest.mark.parametrize("first", ["session", "trials"])
def test_trials_stand_in_the_chain_of_their_session_alone(tested, folder, first):
    """55 hits of a stranger in each session made 25 percent 94, and stayed when the child was erased."""
    before = report_of(tested)
    facts = strange_trials(tested, folder)
    if first == "session":
        tested.ok("import", give(tested, *facts))
        here = tested
    else:
        here = Tracker(folder / "other")
        here.folder.mkdir()
        here.begin()
        here.ok("import", "--adopt", give(tested, *facts))
        here.ok("import", folder / "seen.json")
        before = None
    assert here.rows("SELECT count(*) FROM session_fact JOIN fact ON fact.id = session_fact.fact JOIN branch "
                     "ON branch.id = fact.id >> 40 WHERE branch.replica = ?", "m" * 12) == [(0,)]
    if before:
        assert report_of(here) == before
        for code in subjects_codes(here):
            here.ok("erase", "participant", code, *WHY, "--yes")
    else:
        assert here.rows("SELECT count(*) FROM v_first_tap") == tested.rows("SELECT count(*) FROM v_first_tap")
    here.require_sound()
    if before:
        assert here.rows("SELECT count(*) FROM fact WHERE kind IN ('trial', 'contact', 'remark') AND body <> ''") == [(0,)]


def report_of(tracker) -> str:
    return tracker.ok("tap", "report", PLAN).text


def subjects_codes(tracker) -> list:
    return [code for code, in tracker.rows("SELECT DISTINCT code FROM participant")]


def test_a_lost_hand_over_file_can_be_written_again(tested, folder):
    """Nothing wrote it again, or said how."""
    tested.ok("export", *GIVEN, "-o", folder / "given.json", "--yes")
    answer = tested.ok("erase", "participant", CODES[0], *WHY, "--yes")
    assert "A tablet on which an earlier tap page ran may still hold the code" in answer.error
    for path in (tested.folder / ".a11y").glob("hand-over-*"):
        path.unlink()
    text = " ".join(tested.ok("erase", "list").text.split())
    assert "a11y export --full --to 'Clinic North' -o FILE" in text or 'a11y export --full --to "Clinic North" -o FILE' in text
    tested.ok("export", *GIVEN, "-o", folder / "again.json")
    assert "erase" in {fact["kind"] for fact in json.loads((folder / "again.json").read_text())["facts"]}
